/// A scheme that somebody is known to own, one row of the knowledge.
public struct KnownScheme: Hashable, Sendable, Codable {
    /// The scheme.
    public var scheme: SchemeKey
    /// Who says so, and of what.
    public var category: Category
    /// The owner: an Apple app, a specification, another app.
    public var owner: String
    /// The platforms on which it is the owner's.
    public var platforms: PlatformSet
    /// How sure that is.
    public var confidence: Confidence
    /// Where it was read.
    public var source: String

    /// Who says that a scheme is owned, and of what.
    public enum Category: String, Sendable, Codable, CaseIterable {
        case appleDocumented = "apple-documented"
        case appleSystem = "apple-system"
        case browser
        case ianaPermanent = "iana-permanent"
        case ianaProvisional = "iana-provisional"
        case ianaHistorical = "iana-historical"
        case thirdParty = "third-party"

        /// Whether the system itself owns such a scheme.
        public var isReserved: Bool { self == .appleDocumented || self == .appleSystem || self == .browser }

        /// Whether IANA lists such a scheme as a public one.
        public var isPublic: Bool { self == .ianaPermanent || self == .ianaProvisional || self == .ianaHistorical }
    }

    /// How sure a row of the knowledge is.
    public enum Confidence: String, Sendable, Codable, CaseIterable {
        case low, medium, high
    }

    package init(
        scheme: SchemeKey,
        category: Category,
        owner: String,
        platforms: PlatformSet,
        confidence: Confidence,
        source: String
    ) {
        self.scheme = scheme
        self.category = category
        self.owner = owner
        self.platforms = platforms
        self.confidence = confidence
        self.source = source
    }
}

/// A scheme for which the person chooses the app on one platform.
public struct DefaultAppScheme: Hashable, Sendable, Codable {
    /// The scheme.
    public var scheme: SchemeKey
    /// The platform.
    public var platform: Platform
    /// The entitlement that makes an app eligible; `nil` where none is needed.
    public var entitlement: String?
    /// What the person chooses, and where.
    public var note: String
    /// Where it was read.
    public var source: String

    package init(scheme: SchemeKey, platform: Platform, entitlement: String?, note: String, source: String) {
        self.scheme = scheme
        self.platform = platform
        self.entitlement = entitlement
        self.note = note
        self.source = source
    }
}

/// What the tool knows besides what it reads: rows with a source. The same rows are loaded into every registry.
public struct Knowledge: Sendable {
    /// Changes whenever a row does; a registry made with another version derives anew.
    public let version: String
    /// All known schemes, in the order of the table.
    public let knownSchemes: [KnownScheme]
    /// All schemes for which the person chooses, in the order of the table.
    public let defaultAppSchemes: [DefaultAppScheme]
    /// Schemes that an SDK makes many apps share, and which SDK.
    public let sharedSchemes: [SchemeKey: String]

    private let knownByScheme: [SchemeKey: [KnownScheme]]
    private let defaultsByScheme: [SchemeKey: [DefaultAppScheme]]

    package init(
        version: String,
        knownSchemes: [KnownScheme],
        defaultAppSchemes: [DefaultAppScheme],
        sharedSchemes: [SchemeKey: String]
    ) {
        self.version = version
        self.knownSchemes = knownSchemes
        self.defaultAppSchemes = defaultAppSchemes
        self.sharedSchemes = sharedSchemes
        knownByScheme = Dictionary(grouping: knownSchemes, by: \.scheme)
        defaultsByScheme = Dictionary(grouping: defaultAppSchemes, by: \.scheme)
    }

    /// What is known of `scheme`, in the order of the table.
    public func known(_ scheme: SchemeKey) -> [KnownScheme] { knownByScheme[scheme] ?? [] }

    /// Where the person chooses the app for `scheme`, in the order of the table.
    public func defaults(_ scheme: SchemeKey) -> [DefaultAppScheme] { defaultsByScheme[scheme] ?? [] }

    /// Whether IANA lists `scheme` as a public one.
    public func isPublic(_ scheme: SchemeKey) -> Bool { known(scheme).contains { $0.category.isPublic } }

    /// Whether an SDK makes many apps share `scheme` by design.
    public func isSharedByDesign(_ scheme: SchemeKey) -> Bool { sharedSchemes[scheme] != nil }

    /// The kinds of device on which the person chooses the app that opens `scheme`, for a claim of `manifest`.
    ///
    /// Where an entitlement makes an app eligible, an app that is known to lack it has no part in the choice; one whose
    /// entitlements are unknown is taken to have it, since `reserved-scheme` already asks. A choice for iOS apps holds for
    /// them wherever they run: two browsers for iOS share `http` by design on a Vision too. An app of unknown platform
    /// is taken to be on the platforms where the person chooses.
    public func devicesWherePersonChooses(_ scheme: SchemeKey, for manifest: Manifest) -> PlatformSet {
        var devices = PlatformSet()
        for row in defaults(scheme) {
            let isEligible = row.entitlement.map { manifest.entitlements?.contains($0) ?? true } ?? true
            if isEligible { devices.insert(PlatformSet(row.platform)) }
        }
        if devices.contains(.iOS), manifest.reach.platforms.contains(.iOS) {
            devices.formUnion(manifest.reach.devices.subtracting(manifest.reach.platforms))
        }
        let isUnplaced = manifest.reach.platforms.isEmpty && !devices.isDisjoint(with: manifest.reach.devices)
        return isUnplaced ? manifest.reach.devices.union(devices) : devices
    }
}
