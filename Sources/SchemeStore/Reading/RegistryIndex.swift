package import SchemeModel

/// A claim index over a registry.
///
/// Claims are derived from manifests and knowledge, exactly as in memory. So better knowledge also applies to old
/// imports, and only data with a valid checksum is checked.
package struct RegistryIndex: ClaimIndex {
    private let registry: Registry
    private let knowledge: Knowledge

    /// Creates an index over `registry`, which must stay open while the index is in use.
    package init(_ registry: Registry, knowledge: Knowledge) {
        self.registry = registry
        self.knowledge = knowledge
    }

    package func forEachManifest(_ body: (Manifest) throws -> Void) throws {
        try registry.access(examining: .all) { database in
            try registry.loader(database).forEach { try body($0.manifest) }
        }
    }

    package func forEachManifest(toReportWith screeningVersion: String, _ body: (Manifest) throws -> Void) throws {
        try registry.access(examining: .all) { database in
            let areDecided = try CleanManifests.areDecided(by: screeningVersion, in: database)
            try registry.loader(database).forEach(skippingClean: areDecided) { try body($0.manifest) }
        }
    }

    package func forEachIrregularity(_ body: (InputIrregularity) throws -> Void) throws {
        try registry.access(examining: .all) { database in
            try StoredIrregularities.forEach(database, body)
        }
    }

    package func forEachTarget(_ body: (TargetFacts) throws -> Void) throws {
        try registry.access { database in
            try StoredTargets(database, loader: registry.loader(database)).forEach { try body($1) }
        }
    }

    package func forEachDomain(_ body: (DomainGroup) throws -> Void) throws {
        try registry.access(examining: .all) { database in
            try registry.domains(database).forEach(body)
        }
    }

    package func domainClaims(on pattern: DomainPattern) throws -> [DomainClaim] {
        try registry.access(examining: .tables(["associated_domain"])) { database in
            try registry.domains(database).claims(on: pattern)
        }
    }

    package func associationFiles(of key: AssociationFiles.Key) throws -> [AssociationFile] {
        try registry.access(examining: .tables(["association_host", "association_app"])) { database in
            try registry.domains(database).files(of: key)
        }
    }

    /// Returns the domains of universal links below `host` that applications claim.
    ///
    /// - Throws: ``RegistryError``.
    package func domainPatterns(below host: String) throws -> [DomainPattern] {
        try registry.access(examining: .tables(["associated_domain"])) { database in
            try registry.domains(database).patterns(below: host)
        }
    }

    /// Calls `body` with every known associated domain, in the order of the manifests.
    ///
    /// - Throws: ``RegistryError``, and the errors of `body`.
    package func forEachDomainClaim(_ body: (DomainClaim) throws -> Void) throws {
        try registry.access(examining: .all) { database in
            try registry.loader(database).forEach { stored in
                for var claim in stored.manifest.domainClaims {
                    claim.claim.isStale = stored.isStale
                    try body(claim)
                }
            }
        }
    }

    package func forEachClaim(_ body: (Claim) throws -> Void) throws {
        try registry.access(examining: .all) { database in
            try registry.loader(database).forEach { stored in for claim in claims(of: stored) { try body(claim) } }
        }
    }

    package func forEachContestedScheme(_ body: (ClaimGroup) throws -> Void) throws {
        try registry.access(examining: .all) { database in
            // A distrusted manifest may be one of an app, although the claim isn't stored as that of one.
            let condition = registry.distrustsInputs ? "" : "AND is_application = TRUE"
            let contested = try PreparedStatement(
                database,
                """
                SELECT scheme_key, count(*) FROM claim
                WHERE scheme_key IS NOT NULL \(condition)
                GROUP BY scheme_key HAVING min(container_id) <> max(container_id)
                ORDER BY scheme_key
                """,
                isLarge: true
            )
            defer { contested.reset() }
            // Load several schemes at once: apps that share one scheme often share many, and loading a manifest once
            // per scheme takes a thousand times as long.
            var schemes: [SchemeKey] = []
            var count = 0
            while try contested.step() {
                schemes.append(SchemeKey(contested.text(0)))
                count += contested.int(1)
                guard count >= Self.claimsAtOnce else { continue }
                try forEachGroup(of: schemes, database, body)
                (schemes, count) = ([], 0)
            }
            try forEachGroup(of: schemes, database, body)
        }
    }

    /// The number of claims on contested schemes that are loaded together. A single scheme can have more.
    private static let claimsAtOnce = 10_000

    /// Calls `body` with all claims on each of `schemes`, in this order.
    private func forEachGroup(
        of schemes: [SchemeKey],
        _ database: Database,
        _ body: (ClaimGroup) throws -> Void
    ) throws {
        let claimants = try PreparedStatement(
            database,
            "SELECT DISTINCT manifest_id FROM claim WHERE scheme_key \(database.dialect.isOneOf)"
        )
        defer { claimants.reset() }
        var manifests: Set<Int> = []
        var rest = schemes[...]
        while !rest.isEmpty {
            let part = rest.prefix(database.dialect.textsAtOnce)
            rest = rest.dropFirst(part.count)
            claimants.reset()
            claimants.bind(part.map(\.text.string))
            while try claimants.step() { manifests.insert(claimants.int(0)) }
        }
        var groups = Dictionary(uniqueKeysWithValues: schemes.map { ($0, [Claim]()) })
        let loader = try registry.loader(database)
        try loader.forEach(of: manifests.sorted()) { stored in
            for claim in claims(of: stored) {
                guard let scheme = claim.scheme, groups[scheme] != nil else { continue }
                groups[scheme, default: []].append(claim)
            }
        }
        for scheme in schemes {
            try body(ClaimGroup(scheme: scheme, claims: (groups.removeValue(forKey: scheme) ?? []).sorted()))
        }
    }

    package func claims(on scheme: SchemeKey) throws -> [Claim] {
        try claims(of: .ofScheme, scheme.text.string, where: { $0.scheme == scheme })
    }

    package func claims(of app: AppID) throws -> [Claim] { try claims(of: .ofApp, app.text.string) }

    /// Returns the claims of a source, in order.
    ///
    /// - Throws: ``RegistryError``.
    package func claims(ofSource name: String) throws -> [Claim] { try claims(of: .ofSource, name) }

    /// Returns the manifests of `app`, ordered by place.
    ///
    /// - Throws: ``RegistryError``.
    package func manifests(of app: AppID) throws -> [Manifest] {
        try registry.manifests(of: .ofApp, app.text.string).map(\.manifest)
    }

    /// Returns the manifests of a source, ordered by place.
    ///
    /// - Throws: ``RegistryError``.
    package func manifests(ofSource name: String) throws -> [Manifest] {
        try registry.manifests(of: .ofSource, name).map(\.manifest)
    }

    package func sources() throws -> [Source] { try registry.sources() }

    /// Returns the sources with these names, in this order. The cost doesn't depend on the number of other sources.
    ///
    /// - Throws: ``RegistryError``.
    package func sources(named names: [String]) throws -> [Source] {
        try registry.access(examining: .tables(["source"])) { database in
            try names.compactMap { try StoredSource.named($0, database)?.source }
        }
    }

    /// Returns the names of the sources whose root is in `repository`, in order.
    ///
    /// - Throws: ``RegistryError``.
    package func sourceNames(in repository: Source.Repository) throws -> [String] {
        try registry.access(examining: .tables(["source", "source_repository"])) { database in
            try StoredSource.all(in: repository, database).map(\.source.name)
        }
    }

    package func history(of scheme: SchemeKey) throws -> [HistoryEntry] {
        try history(where: "scheme = ?", scheme.text.string)
    }

    /// Returns when `app` started and stopped claiming schemes, oldest first.
    ///
    /// - Throws: ``RegistryError``.
    package func history(of app: AppID) throws -> [HistoryEntry] {
        try history(where: "app = ?", app.text.string)
    }

    /// Calls `body` with everything that apps started and stopped claiming, newest first.
    ///
    /// - Throws: ``RegistryError``, an error from `body`.
    package func forEachHistoryEntry(_ body: (HistoryEntry) throws -> Void) throws {
        try registry.access { database in
            let order = Self.historyOrder.map { "\($0) DESC" }.joined(separator: ", ")
            let rows = try PreparedStatement(database, "\(Self.historySelection) ORDER BY \(order)", isLarge: true)
            defer { rows.reset() }
            var entries = HistoryEntries()
            while try rows.step() {
                entries.append(rows.historyEntry)
                if let first = entries.takeComplete() { try body(first) }
            }
            try entries.list.forEach(body)
        }
    }

    private static let historySelection = "SELECT time, source, app, platform, scheme, event FROM history"
    /// That of the events of an import, in which each claim has one.
    private static let historyOrder = ["import_id", "source", "scheme", "app", "coalesce(platform, '')"]

    private func history(where condition: String, _ argument: String) throws -> [HistoryEntry] {
        let tables = ["app", "claim", "history_event", "import", "input", "manifest", "source"]
        return try registry.access(examining: .tables(tables)) { database in
            let order = Self.historyOrder.joined(separator: ", ")
            let rows = try PreparedStatement(database, "\(Self.historySelection) WHERE \(condition) ORDER BY \(order)")
            defer { rows.reset() }
            rows.bind(argument)
            var entries = HistoryEntries()
            while try rows.step() { entries.append(rows.historyEntry) }
            return entries.list
        }
    }

    /// Returns the claims for which `isWanted` returns true, among those of the manifests that `query` selects, in
    /// order.
    private func claims(
        of query: ManifestQuery,
        _ argument: String,
        where isWanted: (Claim) -> Bool = { _ in true }
    ) throws -> [Claim] {
        // Manifests aren't kept, because hundreds of thousands may claim one scheme.
        var claims: [Claim] = []
        try registry.forEachManifest(of: query, argument) { stored in
            claims += self.claims(of: stored).filter(isWanted)
        }
        claims.sort()
        return claims
    }

    private func claims(of stored: ManifestLoader.StoredManifest) -> [Claim] {
        var claims = stored.manifest.claims(with: knowledge)
        if stored.isStale { for index in claims.indices { claims[index].isStale = true } }
        return claims
    }
}

extension PreparedStatement {
    /// The current row of the history, for one platform.
    fileprivate var historyEntry: HistoryEntry {
        let platform = optionalText(3).flatMap { Platform(rawValue: $0) }
        return HistoryEntry(
            time: int(0),
            source: text(1),
            app: AppID(text: text(2)),
            platforms: platform.map { PlatformSet($0) } ?? [],
            scheme: SchemeKey(text(4)),
            event: text(5) == HistoryEntry.Event.claimed.rawValue ? .claimed : .released
        )
    }
}
