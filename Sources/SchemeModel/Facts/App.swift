/// What makes two manifests belong to one app.
///
/// A known app is its bundle identifier, compared after ASCII lower-casing; `maccatalyst.<id>` is the app `<id>`. An app
/// whose bundle identifier is not complete is unlike any other, and named by where it was found.
public enum AppID: Hashable, Sendable, Codable {
    /// An app with a complete bundle identifier, lower-cased.
    case known(ByteString)
    /// An app of unknown identity: the path of its manifest below its source's root, as text to read.
    case unknown(ByteString)

    /// Whether the bundle identifier is complete.
    public var isKnown: Bool {
        if case .known = self { return true }
        return false
    }

    /// The identity as one text: the bundle identifier, or `unknown:` and the path. A complete bundle identifier
    /// contains no colon, so the two never meet.
    public var text: ByteString {
        switch self {
        case .known(let identifier): identifier
        case .unknown(let place): ByteString("unknown:" + place.string)
        }
    }

    /// The identity that ``text`` gave.
    package init(text: String) {
        if text.hasPrefix("unknown:") {
            self = .unknown(ByteString(String(text.dropFirst("unknown:".count))))
        } else {
            self = .known(ByteString(text))
        }
    }

    /// The identity that `identifier` gives, `nil` when it is not complete.
    ///
    /// Complete is: not empty, no setting or placeholder left in it, and no character that an identifier cannot hold. One
    /// of these is U+FFFD, which stands for what some tool could not read: two such identifiers need not be the same.
    package init?(bundleIdentifier identifier: String) {
        guard !identifier.isEmpty, identifier.utf8.count <= 1024,
            !identifier.utf8.contains(where: { Self.offences[Int($0)] }),
            !identifier.unicodeScalars.contains("\u{FFFD}")
        else { return nil }
        let key = identifier.asciiLowercased
        let catalyst = "maccatalyst."
        let bare = key.hasPrefix(catalyst) && key.utf8.count > catalyst.utf8.count
        self = .known(ByteString(bare ? String(key.dropFirst(catalyst.count)) : key))
    }

    /// For each byte, whether a complete bundle identifier cannot hold it.
    private static let offences: [Bool] = {
        let signs = Array("$(){}<>[]:/\\\"'`|;,*?!%&=@#".utf8)
        return (UInt8.min...UInt8.max).map { $0 <= 0x20 || $0 == 0x7F || signs.contains($0) }
    }()
}

extension AppID: Comparable {
    public static func < (left: AppID, right: AppID) -> Bool { left.text < right.text }
}

/// An app as reports name it.
public struct App: Hashable, Sendable, Codable {
    /// What makes it this app.
    public var id: AppID
    /// The bundle identifier as the manifest spells it, complete or not; `nil` where there is none.
    public var bundleIdentifier: String?
    /// `CFBundleDisplayName` or `CFBundleName`; `nil` where there is none or a setting is left in it.
    public var name: String?
    /// The platforms of the manifest that named it, or of all when the app is listed by itself; empty when unknown.
    public var platforms: PlatformSet

    package init(id: AppID, bundleIdentifier: String?, name: String?, platforms: PlatformSet) {
        self.id = id
        self.bundleIdentifier = bundleIdentifier
        self.name = name
        self.platforms = platforms
    }
}
