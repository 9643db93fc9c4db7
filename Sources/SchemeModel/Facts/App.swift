/// The identity of an app: manifests with the same identity belong to one app.
///
/// A known app is identified by its bundle identifier in ASCII lower case; `maccatalyst.<id>` is the app `<id>`. An app
/// without a complete bundle identifier differs from every other app and is named by its location.
public enum AppID: Hashable, Sendable, Codable {
    /// An app with a complete bundle identifier, in lower case.
    case known(ByteString)
    /// An app with an unknown identity: the displayable path of its manifest below its source's root.
    case unknown(ByteString)

    /// Whether the bundle identifier is complete.
    public var isKnown: Bool {
        if case .known = self { return true }
        return false
    }

    /// The identity as text: the bundle identifier, or `unknown:` and the path.
    ///
    /// Complete bundle identifiers contain no colon, so the two forms can't be confused.
    public var text: ByteString {
        switch self {
        case .known(let identifier): identifier
        case .unknown(let place): ByteString("unknown:" + place.string)
        }
    }

    /// Creates the identity from its ``text``.
    package init(text: String) {
        if text.hasPrefix("unknown:") {
            self = .unknown(ByteString(String(text.dropFirst("unknown:".count))))
        } else {
            self = .known(ByteString(text))
        }
    }

    /// Creates the identity of an app from its bundle identifier; `nil` if it is not complete.
    ///
    /// A complete identifier is not empty, has no unresolved settings or placeholders, and contains only characters
    /// that are allowed in identifiers. U+FFFD is not allowed: it replaces unreadable characters, so two equal
    /// identifiers with it may differ.
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

    /// For each byte, whether it is invalid in a complete bundle identifier.
    private static let offences: [Bool] = {
        let signs = Array("$(){}<>[]:/\\\"'`|;,*?!%&=@#".utf8)
        return (UInt8.min...UInt8.max).map { $0 <= 0x20 || $0 == 0x7F || signs.contains($0) }
    }()
}

extension AppID: Comparable {
    public static func < (left: AppID, right: AppID) -> Bool { left.text < right.text }
}

/// An app as shown in reports.
public struct App: Hashable, Sendable, Codable {
    /// The identity.
    public var id: AppID
    /// The bundle identifier as spelled in the manifest, complete or not; `nil` if there is none.
    public var bundleIdentifier: String?
    /// `CFBundleDisplayName` or `CFBundleName`; `nil` if there is none or it has unresolved settings.
    public var name: String?
    /// The platforms of the manifest, or of all the app's manifests in a list of apps; empty when unknown.
    public var platforms: PlatformSet
    /// Why the identity is unknown, in words; `nil` if it is known, or if there is no manifest that shows it.
    public var identityGap: String?

    package init(
        id: AppID,
        bundleIdentifier: String?,
        name: String?,
        platforms: PlatformSet,
        identityGap: String? = nil
    ) {
        self.id = id
        self.bundleIdentifier = bundleIdentifier
        self.name = name
        self.platforms = platforms
        self.identityGap = identityGap
    }
}

extension App {
    /// How a name that a user wrote fits an app.
    package enum NameFit {
        /// It is the app's display name.
        case whole
        /// The app's bundle identifier or display name starts with it.
        case start
    }

    /// Returns how `wanted`, in lower case, fits the app, ignoring case; `nil` if it doesn't.
    package func fit(of wanted: String) -> NameFit? {
        let name = name?.lowercased()
        if name == wanted { return .whole }
        return id.text.string.hasPrefix(wanted) || name?.hasPrefix(wanted) == true ? .start : nil
    }
}
