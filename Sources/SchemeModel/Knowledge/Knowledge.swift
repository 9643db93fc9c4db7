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
    /// When it was last read there, as `2026-11-22`; `nil` where that is not known.
    public var seen: String?
    /// The name of the team's table that it stands in; `nil` for the tool's own.
    public var origin: String?

    /// Who says that a scheme is owned, and of what.
    public enum Category: String, Sendable, Codable, CaseIterable {
        case appleDocumented = "apple-documented"
        case appleSystem = "apple-system"
        case browser
        case ianaPermanent = "iana-permanent"
        case ianaProvisional = "iana-provisional"
        case ianaHistorical = "iana-historical"
        /// A published specification that any app may implement, and that IANA does not list.
        case specification
        case thirdParty = "third-party"
        /// A team says so: of another company's app that it works with, and of an app of its own.
        case partner, `internal`

        /// Whether the system itself owns such a scheme.
        public var isReserved: Bool { self == .appleDocumented || self == .appleSystem || self == .browser }

        /// Whether IANA lists such a scheme.
        public var isRegistered: Bool { self == .ianaPermanent || self == .ianaProvisional || self == .ianaHistorical }

        /// Whether such a scheme is a public one: others open it, so that no app can replace it by a scheme of its own.
        public var isPublic: Bool { isRegistered || self == .specification }

        /// Whether such a scheme is the own one of some app or SDK.
        public var isPrivate: Bool { self == .thirdParty || self == .partner || self == .internal }
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
        source: String,
        origin: String? = nil
    ) {
        self.scheme = scheme
        self.category = category
        self.owner = owner
        self.platforms = platforms
        self.confidence = confidence
        self.source = source
        self.origin = origin
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
    /// When it was last read there, as `2026-11-22`; `nil` where that is not known.
    public var seen: String?

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
    /// Forms of schemes that SDKs give a meaning, in the order of the table.
    public let sdkSchemes: [SDKScheme]
    /// What shows that an app uses an SDK, in the order of the table.
    public let sdkDemands: [SDKDemand]
    /// The bundle identifiers of owners' apps, in the order of the table.
    public let owners: [SchemeOwner]
    /// Texts that stand where a scheme should, in the order of the table.
    public let placeholders: [SchemePlaceholder]
    /// Schemes that anyone may pick, in the order of the table.
    public private(set) var genericSchemes: [RemarkedScheme]
    /// Schemes of the system that apps were rejected for querying, in the order of the table.
    public let privateQueries: [RemarkedScheme]

    /// The major version of the SDK that apps are linked with whose manifests do not say it; `nil` where nobody has said.
    public private(set) var linkedSDK: Int?

    private var genericByScheme: [SchemeKey: RemarkedScheme]
    private let privateByScheme: [SchemeKey: RemarkedScheme]
    private let placeholdersByText: [ByteString: SchemePlaceholder]
    /// What SDKs' pages show in place of a scheme, in lower case.
    private let sdkSchemesByPlaceholder: [ByteString: SDKScheme]
    private let prefixesByOwner: [ByteString: [String]]
    /// The forms of ``sdkSchemes`` by the first byte of their head.
    private let sdkSchemesByHead: [UInt8: [SDKScheme]]
    /// The forms of ``sdkSchemes`` without a head, by the last byte of their tail; 0 where there is none either.
    private let sdkSchemesByTail: [UInt8: [SDKScheme]]
    /// For each byte, whether a placeholder begins with it in any case.
    private let beginsPlaceholder: [Bool]
    private let knownByScheme: [SchemeKey: [KnownScheme]]
    private let defaultsByScheme: [SchemeKey: [DefaultAppScheme]]

    package init(
        version: String,
        knownSchemes: [KnownScheme],
        defaultAppSchemes: [DefaultAppScheme],
        sharedSchemes: [SchemeKey: String],
        sdkSchemes: [SDKScheme] = [],
        sdkDemands: [SDKDemand] = [],
        owners: [SchemeOwner] = [],
        placeholders: [SchemePlaceholder] = [],
        genericSchemes: [RemarkedScheme] = [],
        privateQueries: [RemarkedScheme] = []
    ) {
        self.version = version
        self.knownSchemes = knownSchemes
        self.defaultAppSchemes = defaultAppSchemes
        self.sharedSchemes = sharedSchemes
        self.sdkSchemes = sdkSchemes
        self.sdkDemands = sdkDemands
        self.owners = owners
        self.placeholders = placeholders
        self.genericSchemes = genericSchemes
        self.privateQueries = privateQueries
        genericByScheme = Dictionary(genericSchemes.map { ($0.scheme, $0) }, uniquingKeysWith: { first, _ in first })
        privateByScheme = Dictionary(privateQueries.map { ($0.scheme, $0) }, uniquingKeysWith: { first, _ in first })
        placeholdersByText = Dictionary(
            placeholders.map { (ByteString($0.text), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        sdkSchemesByPlaceholder = Dictionary(
            sdkSchemes.flatMap { form in form.placeholders.map { (ByteString($0.asciiLowercased), form) } },
            uniquingKeysWith: { first, _ in first }
        )
        prefixesByOwner = Dictionary(grouping: owners, by: { ByteString($0.owner) }).mapValues { $0.map(\.prefix) }
        sdkSchemesByHead = Dictionary(
            grouping: sdkSchemes.filter { !$0.pattern.head.isEmpty },
            by: { $0.pattern.head.utf8.first ?? 0 }
        )
        sdkSchemesByTail = Dictionary(
            grouping: sdkSchemes.filter(\.pattern.head.isEmpty),
            by: { $0.pattern.tail.last ?? 0 }
        )
        var begins = [Bool](repeating: false, count: 256)
        for text in placeholders.map(\.text) + sdkSchemes.flatMap(\.placeholders) {
            guard let first = text.utf8.first else { continue }
            begins[Int(first)] = true
            if (0x41...0x5A).contains(first & 0xDF) { begins[Int(first ^ 0x20)] = true }
        }
        beginsPlaceholder = begins
        knownByScheme = Dictionary(grouping: knownSchemes, by: \.scheme)
        defaultsByScheme = Dictionary(grouping: defaultAppSchemes, by: \.scheme)
    }

    /// What is known of `scheme`, in the order of the table.
    public func known(_ scheme: SchemeKey) -> [KnownScheme] { knownByScheme[scheme] ?? [] }

    /// Where the person chooses the app for `scheme`, in the order of the table.
    public func defaults(_ scheme: SchemeKey) -> [DefaultAppScheme] { defaultsByScheme[scheme] ?? [] }

    /// Whether `scheme` is a public one, by IANA's list or a published specification: apps of many makers open its URLs, and
    /// others than the app's own maker send them.
    public func isPublic(_ scheme: SchemeKey) -> Bool { known(scheme).contains { $0.category.isPublic } }

    /// Whether an SDK makes many apps share `scheme` by design.
    public func isSharedByDesign(_ scheme: SchemeKey) -> Bool { sharedSchemes[scheme] != nil }

    /// What an SDK means by `scheme`; `nil` where none does, and where apps share it or it is one app's own.
    public func sdkScheme(_ scheme: SchemeKey) -> SDKScheme? {
        let bytes = scheme.text.string.utf8
        guard let first = bytes.first, let last = bytes.last else { return nil }
        let found =
            sdkSchemesByHead[first]?.first { $0.pattern.matches(scheme) }
            ?? sdkSchemesByTail[last]?.first { $0.pattern.matches(scheme) }
            ?? sdkSchemesByTail[0]?.first { $0.pattern.matches(scheme) }
        guard let form = found, !isSharedByDesign(scheme) else { return nil }
        // Some apps' own schemes look like those that an SDK asks for: db-auth is Dropbox's.
        return form.kind == .own && known(scheme).contains(where: \.category.isPrivate) ? nil : form
    }

    /// What there is to say about a scheme that anyone may pick; `nil` for others.
    public func generic(_ scheme: SchemeKey) -> RemarkedScheme? { genericByScheme[scheme] }

    /// What there is to say about a scheme that apps were rejected for querying; `nil` for others.
    public func privateQuery(_ scheme: SchemeKey) -> RemarkedScheme? { privateByScheme[scheme] }

    /// The placeholder that `text` is, compared as `kind` says; `nil` where it is none.
    public func placeholder(_ text: String, _ kind: SchemePlaceholder.Kind) -> SchemePlaceholder? {
        guard let first = text.utf8.first, beginsPlaceholder[Int(first)] else { return nil }
        let row = placeholdersByText[ByteString(kind == .word ? text : text.asciiLowercased)]
        return row?.kind == kind ? row : nil
    }

    /// The SDK whose pages show `text`, in whatever case, in place of a scheme.
    public func sdkScheme(showing text: String) -> SDKScheme? {
        guard let first = text.utf8.first, beginsPlaceholder[Int(first)] else { return nil }
        return sdkSchemesByPlaceholder[ByteString(text.asciiLowercased)]
    }

    /// Whether `app` is one of `owner`; `nil` where the identifiers of the owner's apps are not known.
    ///
    /// An owner is named as ``KnownScheme/owner`` does: `Instagram (Meta)` is Meta's.
    public func owns(_ app: AppID, owner: String) -> Bool? {
        let prefixes = identifiers(of: owner)
        guard !prefixes.isEmpty else { return nil }
        guard case .known(let identifier) = app else { return false }
        let bytes = identifier.string.utf8
        return prefixes.contains { prefix in
            guard bytes.starts(with: prefix.utf8) else { return false }
            let next = bytes.dropFirst(prefix.utf8.count).first
            return prefix.utf8.last == UInt8(ascii: ".") || next == nil || next == UInt8(ascii: ".")
                || next == UInt8(ascii: "-")
        }
    }

    /// The bundle identifiers of the apps of `owner`, or their beginnings with the last dot; empty where none are known.
    public func identifiers(of owner: String) -> [String] {
        var prefixes = prefixesByOwner[ByteString(owner)] ?? []
        if let open = owner.utf8.lastIndex(of: UInt8(ascii: "(")), owner.utf8.last == UInt8(ascii: ")") {
            prefixes += prefixesByOwner[ByteString(String(owner[open...].dropFirst().dropLast()))] ?? []
        }
        return prefixes
    }

    /// The kinds of device on which the person chooses the app that opens `scheme`, for a claim of `manifest`.
    ///
    /// Where an entitlement makes an app eligible, an app that is known to lack it has no part in the choice; one whose
    /// entitlements are unknown is taken to have it, since `reserved-scheme` already asks. A choice for iOS apps holds for
    /// them wherever they run: two browsers for iOS share `http` by design on a Vision too. An app of unknown platform
    /// is taken to be on the platforms where the person chooses.
    ///
    /// - Parameter isTrusting: whether an app whose entitlements are unknown is taken to have them.
    public func devicesWherePersonChooses(
        _ scheme: SchemeKey,
        for manifest: Manifest,
        trusting isTrusting: Bool = true
    ) -> PlatformSet {
        var devices = PlatformSet()
        for row in defaults(scheme) {
            let isEligible = row.entitlement.map { manifest.entitlements?.contains($0) ?? isTrusting } ?? true
            if isEligible { devices.insert(PlatformSet(row.platform)) }
        }
        if devices.contains(.iOS), manifest.reach.platforms.contains(.iOS) {
            devices.formUnion(manifest.reach.devices.subtracting(manifest.reach.platforms))
        }
        let isUnplaced = manifest.reach.platforms.isEmpty && !devices.isDisjoint(with: manifest.reach.devices)
        return isUnplaced ? manifest.reach.devices.union(devices) : devices
    }
}

extension Knowledge {
    /// The same knowledge with what a team's configuration adds to it.
    package func adding(_ configuration: TeamConfiguration) -> Knowledge {
        var knowledge = self
        knowledge.linkedSDK = configuration.sdk ?? linkedSDK
        for scheme in configuration.genericSchemes where generic(scheme) == nil {
            let row = RemarkedScheme(
                scheme: scheme,
                remark: "a word that the configuration calls generic",
                source: "the configuration"
            )
            knowledge.genericSchemes.append(row)
            knowledge.genericByScheme[scheme] = row
        }
        return knowledge
    }
}
