/// The built-in knowledge: rows with a source. The same rows are loaded into every registry.
///
/// It never changes, and all rules share one instance.
package final class Knowledge: Sendable {
    /// The version, which changes with every change to a row.
    ///
    /// A registry created with another version updates its derived values.
    package let version: String
    /// The tables of known schemes, of which the first ones take precedence.
    package let knownSchemeTables: [any KnownSchemeTable]
    /// All schemes for which the user chooses the app, in table order.
    package let defaultAppSchemes: [DefaultAppScheme]
    /// Schemes that many apps share by design of an SDK, with the SDK.
    package let sharedSchemes: [SchemeKey: String]
    /// Scheme patterns that SDKs define, in table order.
    package let sdkSchemes: [SDKScheme]
    /// Signs that an app uses an SDK, in table order.
    package let sdkRequirements: [SDKRequirement]
    /// The bundle identifiers of owners' apps, in table order.
    package let owners: [SchemeOwner]
    /// Placeholders that appear in place of a scheme, in table order.
    package let placeholders: [SchemePlaceholder]
    /// Generic schemes that any app might pick, in table order.
    package let genericSchemes: [FlaggedScheme]
    /// System schemes that led to rejections when apps queried them, in table order.
    package let privateQueries: [FlaggedScheme]

    /// The major SDK version to assume for manifests that don't specify one; `nil` if not configured.
    package let linkedSDK: Int?

    private let genericByScheme: [SchemeKey: FlaggedScheme]
    private let privateByScheme: [SchemeKey: FlaggedScheme]
    private let placeholdersByText: [ByteString: SchemePlaceholder]
    /// The placeholders in SDK documentation, in lower case.
    private let sdkSchemesByPlaceholder: [ByteString: SDKScheme]
    private let prefixesByOwner: [ByteString: [String]]
    /// The patterns of ``sdkSchemes`` by the first byte of their head.
    private let sdkSchemesByHead: [UInt8: [SDKScheme]]
    /// The patterns of ``sdkSchemes`` without a head, by the last byte of their tail; 0 without a tail.
    private let sdkSchemesByTail: [UInt8: [SDKScheme]]
    /// For each byte, whether a placeholder begins with it, ignoring case.
    private let beginsPlaceholder: [Bool]
    private let defaultsByScheme: [SchemeKey: [DefaultAppScheme]]

    package init(
        version: String,
        knownSchemes: [any KnownSchemeTable],
        defaultAppSchemes: [DefaultAppScheme],
        sharedSchemes: [SchemeKey: String],
        sdkSchemes: [SDKScheme] = [],
        sdkRequirements: [SDKRequirement] = [],
        owners: [SchemeOwner] = [],
        placeholders: [SchemePlaceholder] = [],
        genericSchemes: [FlaggedScheme] = [],
        privateQueries: [FlaggedScheme] = [],
        linkedSDK: Int? = nil
    ) {
        self.version = version
        self.linkedSDK = linkedSDK
        knownSchemeTables = knownSchemes
        self.defaultAppSchemes = defaultAppSchemes
        self.sharedSchemes = sharedSchemes
        self.sdkSchemes = sdkSchemes
        self.sdkRequirements = sdkRequirements
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
            if first.isLetter { begins[Int(first ^ 0x20)] = true }
        }
        beginsPlaceholder = begins
        defaultsByScheme = Dictionary(grouping: defaultAppSchemes, by: \.scheme)
    }

    /// All known schemes, in table order.
    package var knownSchemes: [KnownScheme] { knownSchemeTables.flatMap(\.rows) }

    /// Returns the known facts about `scheme`, in table order.
    package func known(_ scheme: SchemeKey) -> [KnownScheme] { knownSchemeTables.flatMap { $0.rows(about: scheme) } }

    /// Returns the rows for `scheme` where the user chooses the app, in table order.
    package func defaults(_ scheme: SchemeKey) -> [DefaultAppScheme] { defaultsByScheme[scheme] ?? [] }

    /// Whether `scheme` is public: registered with IANA or defined by a published specification.
    ///
    /// Apps of many makers open its URLs, and makers other than the app's own send them.
    package func isPublic(_ scheme: SchemeKey) -> Bool { known(scheme).contains { $0.category.isPublic } }

    /// Whether an SDK makes many apps share `scheme` by design.
    package func isSharedByDesign(_ scheme: SchemeKey) -> Bool { sharedSchemes[scheme] != nil }

    /// Returns the SDK pattern that `scheme` matches; `nil` if there is none, apps share it, or it belongs to one app.
    package func sdkScheme(_ scheme: SchemeKey) -> SDKScheme? {
        let bytes = scheme.text.string.utf8
        guard let first = bytes.first, let last = bytes.last else { return nil }
        let found =
            sdkSchemesByHead[first]?.first { $0.pattern.matches(scheme) }
            ?? sdkSchemesByTail[last]?.first { $0.pattern.matches(scheme) }
            ?? sdkSchemesByTail[0]?.first { $0.pattern.matches(scheme) }
        guard let form = found, !isSharedByDesign(scheme) else { return nil }
        // Some apps' own schemes look like SDK schemes: db-auth belongs to Dropbox.
        return form.kind == .own && known(scheme).contains(where: \.category.isPrivate) ? nil : form
    }

    /// Returns the row about a generic scheme; `nil` for other schemes.
    package func generic(_ scheme: SchemeKey) -> FlaggedScheme? { genericByScheme[scheme] }

    /// Returns the row about a scheme that led to rejections when queried; `nil` for other schemes.
    package func privateQuery(_ scheme: SchemeKey) -> FlaggedScheme? { privateByScheme[scheme] }

    /// Returns the placeholder that equals `text`, compared as `kind` requires; `nil` if there is none.
    package func placeholder(_ text: String, _ kind: SchemePlaceholder.Kind) -> SchemePlaceholder? {
        guard let first = text.utf8.first, beginsPlaceholder[Int(first)] else { return nil }
        let row = placeholdersByText[ByteString(kind == .word ? text : text.asciiLowercased)]
        return row?.kind == kind ? row : nil
    }

    /// Returns the SDK whose documentation shows `text` in place of a scheme, ignoring case.
    package func sdkScheme(showing text: String) -> SDKScheme? {
        guard let first = text.utf8.first, beginsPlaceholder[Int(first)] else { return nil }
        return sdkSchemesByPlaceholder[ByteString(text.asciiLowercased)]
    }

    /// Whether `app` belongs to `owner`; `nil` if the bundle identifiers of the owner's apps are unknown.
    ///
    /// The owner is written as in ``KnownScheme/owner``: `Instagram (Meta)` belongs to Meta.
    package func owns(_ app: AppID, owner: String) -> Bool? {
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

    /// Returns the bundle identifiers of the owner's apps, or prefixes ending in a dot; empty if none are known.
    package func identifiers(of owner: String) -> [String] {
        var prefixes = prefixesByOwner[ByteString(owner)] ?? []
        if let open = owner.utf8.lastIndex(of: UInt8(ascii: "(")), owner.utf8.last == UInt8(ascii: ")") {
            prefixes += prefixesByOwner[ByteString(String(owner[open...].dropFirst().dropLast()))] ?? []
        }
        return prefixes
    }

    /// Returns the kinds of device on which the user chooses the app for `scheme`, for a claim in `manifest`.
    ///
    /// If an entitlement is required, an app known to lack it is not eligible. An app with unknown entitlements is
    /// considered eligible, because `reserved-scheme` already reports it. A choice for iOS apps applies wherever they
    /// run: two iOS browsers also share `http` on a Vision device. An app of unknown platform is assumed to run on the
    /// platforms where the user chooses.
    ///
    /// - Parameter isTrusting: Whether apps with unknown entitlements are considered eligible.
    package func devicesWherePersonChooses(
        _ scheme: SchemeKey,
        for manifest: Manifest,
        trusting isTrusting: Bool = true
    ) -> PlatformSet {
        var devices = PlatformSet()
        for row in defaults(scheme) {
            let isEligible = row.entitlement.map { manifest.hasEntitlement($0) ?? isTrusting } ?? true
            if isEligible { devices.insert(PlatformSet(row.platform)) }
        }
        if devices.contains(.iOS), manifest.deviceSupport.platforms.contains(.iOS) {
            devices.formUnion(manifest.deviceSupport.devices.subtracting(manifest.deviceSupport.platforms))
        }
        let isUnplaced =
            manifest.deviceSupport.platforms.isEmpty && !devices.isDisjoint(with: manifest.deviceSupport.devices)
        return isUnplaced ? manifest.deviceSupport.devices.union(devices) : devices
    }
}

extension Knowledge {
    /// Returns a copy with the additions of a team's configuration.
    package func adding(_ configuration: TeamConfiguration) -> Knowledge {
        let added = configuration.genericSchemes.filter { generic($0) == nil }.map { scheme in
            FlaggedScheme(
                scheme: scheme,
                meaning: "a generic word according to the configuration",
                source: "the configuration"
            )
        }
        return adding([], genericSchemes: added, linkedSDK: configuration.sdk)
    }

    /// Returns a copy with the tables of `teams`. A team's owner of a scheme takes precedence over the built-in one.
    package func adding(_ teams: [TeamTable]) -> Knowledge { adding(teams, genericSchemes: [], linkedSDK: nil) }

    private func adding(_ teams: [TeamTable], genericSchemes added: [FlaggedScheme], linkedSDK sdk: Int?) -> Knowledge {
        if teams.isEmpty, added.isEmpty, sdk == nil { return self }
        return Knowledge(
            version: version,
            knownSchemes: teams.isEmpty
                ? knownSchemeTables : [KnownSchemeList(teams.flatMap(\.schemes))] + knownSchemeTables,
            defaultAppSchemes: defaultAppSchemes,
            sharedSchemes: sharedSchemes,
            sdkSchemes: sdkSchemes,
            sdkRequirements: sdkRequirements,
            owners: teams.flatMap(\.owners) + owners,
            placeholders: placeholders,
            genericSchemes: genericSchemes + added,
            privateQueries: privateQueries,
            linkedSDK: sdk ?? linkedSDK
        )
    }
}
