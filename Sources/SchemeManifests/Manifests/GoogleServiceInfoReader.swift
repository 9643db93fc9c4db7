package import SchemeModel

/// Reads the companion file `GoogleService-Info.plist` of Firebase and Google Sign-In, next to a manifest.
///
/// It only improves hints about what the manifest should declare. A missing or broken file is not an error.
package struct GoogleServiceInfoReader: Sendable {
    /// The name of the file.
    package static let fileName: Path = "GoogleService-Info.plist"

    private let limits: Limits

    package init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// Whether such a file can help with `manifest`, because one of its schemes refers to Google's or Firebase's keys.
    package static func mayHelp(_ manifest: Manifest) -> Bool {
        manifest.kind.isApplication
            && manifest.urlTypes.contains { type in
                type.schemes.contains { scheme in
                    var text = scheme.raw
                    return text.withUTF8 { text in
                        begins(text[...], with: prefix)
                            || text.indices.contains { start in words.contains { begins(text[start...], with: $0) } }
                    }
                }
            }
    }

    private static let prefix = Array("app-".utf8)
    private static let words = ["google", "reversed", "encoded", "firebase"].map { Array($0.utf8) }

    /// Whether `text` starts with the lowercase `word`. This runs for every scheme.
    private static func begins(_ text: Slice<UnsafeBufferPointer<UInt8>>, with word: [UInt8]) -> Bool {
        text.count >= word.count && zip(text, word).allSatisfy { $0 | 0x20 == $1 }
    }

    /// Returns the values of the useful keys of the file in `bytes` at `place`, in the order of its keys.
    ///
    /// Empty for an unreadable file.
    package func companions(in bytes: [UInt8], at place: Place) -> [Manifest.Companion] {
        let wanted = WantedKeys(names: ["REVERSED_CLIENT_ID", "GOOGLE_APP_ID", "BUNDLE_ID"])
        let document = try? PropertyFormat.read(bytes, wanted: wanted, limits: limits)
        return (document?.root.members ?? []).compactMap { member in
            guard wanted.contains(member.key), let text = member.value.string, text.utf8.count <= limits.schemeBytes
            else { return nil }
            let span = member.span(PropertyPath().key(member.key.string))
            var place = place
            place.keyPath = span.keyPath
            place.range = span.focus
            return Manifest.Companion(.key(member.key), value: text, place: place)
        }
    }
}
