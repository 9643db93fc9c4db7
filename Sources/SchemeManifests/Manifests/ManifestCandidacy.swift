import SchemeModel

/// Decides whether an input is a manifest, or should be one.
///
/// Property lists are used for many purposes. An input named by the user is always read. In a tree, a file needs the
/// name of a manifest or a key that only manifests have. Other files are skipped.
struct ManifestCandidacy {
    private enum Reason {
        case named
        /// It is called `Info.plist`.
        case exactName
        /// Its name is typical of manifests.
        case likelyName
        /// Its bytes contain a key that only manifests have.
        case keyText
        /// Its bytes may contain such a key in another spelling: `CFBundle&#85;RLTypes`, or `CFBundle\U0055RLTypes` in
        /// OpenStep.
        case disguise
        case none
    }

    private let grounds: Reason
    /// Whether it begins with a key, as what a build tool completes to a manifest, and the user didn't name it.
    let isPart: Bool

    init(origin: Place, bytes: [UInt8], isNamed: Bool) {
        let name = (origin.member ?? origin.path).lastComponent
        isPart = !isNamed && bytes.drop { $0 <= 0x20 }.starts(with: "<key>".utf8)
        if isNamed {
            grounds = .named
        } else if name == "Info.plist" {
            grounds = .exactName
        } else if !name.hasExtension("plist") {
            grounds = .none
        } else if Self.isLikely(name) {
            grounds = .likelyName
        } else if Self.contains(Self.decisiveKeys, in: bytes) {
            grounds = .keyText
        } else {
            grounds = Self.contains(["&#", "<![CDATA[", "\\"], in: bytes) ? .disguise : .none
        }
    }

    /// Whether it may be a manifest, so that parsing is worthwhile.
    var isWorthParsing: Bool { grounds != .none }

    /// Whether to report an input that is invalid or exceeds a limit.
    var acceptsUnreadable: Bool { isWorthParsing && grounds != .disguise }

    /// Returns whether the property list is a manifest.
    func accepts(_ document: PropertyDocument) -> Bool {
        let isDictionary: Bool
        if case .dictionary = document.root.content { isDictionary = true } else { isDictionary = false }
        switch grounds {
        case .named:
            return true
        case .exactName, .likelyName:
            // An array in a file like `CountryInfo.plist` is unrelated data.
            guard isDictionary else { return grounds == .exactName }
            return document.rootKeys.isEmpty || document.rootKeys.contains(where: Self.isAppLike)
        case .keyText, .disguise:
            return document.rootKeys.contains { key in
                Self.decisiveKeys.contains { ByteString("\($0)") == key } || ManifestKeys.isSuffixedURLTypes(key)
            }
        case .none:
            return false
        }
    }

    /// Whether `name` is one that Xcode, its templates and generators use for manifests.
    ///
    /// For example `App-Info.plist`, `Info-Debug.plist`, `ShareExtension.plist`.
    private static func isLikely(_ name: Path) -> Bool {
        contains("Info", in: name.bytes) || name.bytes.suffix(15).elementsEqual("Extension.plist".utf8)
    }

    /// Whether a property list of this name is most likely a manifest, regardless of its contents.
    static func isManifestName(_ name: Path) -> Bool {
        name.hasExtension("plist") && isLikely(name) && name != GoogleServiceInfoReader.fileName
    }

    /// Keys of the root that only manifests have.
    private static let decisiveKeys: [StaticString] = [
        "CFBundleURLTypes", "CFBundleIdentifier", "LSApplicationQueriesSchemes",
    ]

    /// Whether `key` has a prefix of Apple's manifest keys: `CFBundle…`, `LSRequires…`, `UIScene…`.
    ///
    /// - Source: Apple, Information Property List, whose keys have these prefixes.
    private static func isAppLike(_ key: ByteString) -> Bool {
        var text = key.string
        return text.withUTF8 { bytes in
            prefixes.contains { prefix in
                let count = prefix.utf8CodeUnitCount
                return bytes.count > count && (0x41...0x5A).contains(bytes[count])
                    && UnsafeBufferPointer(rebasing: bytes[..<count])
                        .hasSameBytes(as: UnsafeBufferPointer(start: prefix.utf8Start, count: count))
            }
        }
    }

    private static let prefixes: [StaticString] = [
        "CFBundle", "CFPlugIn", "LS", "UI", "NS", "WK", "EX", "DT", "UT", "BG", "ITS", "OSA",
    ]

    private static func contains(_ texts: [StaticString], in bytes: [UInt8]) -> Bool {
        texts.contains { contains($0, in: bytes) }
    }

    /// Whether `bytes` contain `text`, with one, two or four bytes per character.
    private static func contains(_ text: StaticString, in bytes: [UInt8]) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        // The first character, or the byte order mark, of UTF-32 has zeros.
        let strides = bytes.prefix(4).contains(0) ? [1, 2, 4] : [1, 2]
        return bytes.withUnsafeBufferPointer { bytes in
            strides.contains { stride in
                let reach = stride * (wanted.count - 1)
                guard reach < bytes.count else { return false }
                return (0..<bytes.count - reach).contains { start in
                    bytes[start] == wanted[0]
                        && wanted.indices.allSatisfy { bytes[start + stride * $0] == wanted[$0] }
                }
            }
        }
    }
}
