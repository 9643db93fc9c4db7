import GRDB
package import SchemeModel

/// A claim index over a registry.
///
/// Claims are derived from the manifests and the knowledge that is given, exactly as in memory, so that better knowledge
/// judges old imports, and so that nothing but what its checksum vouches for is judged at all.
package struct RegistryIndex: ClaimIndex {
    private let registry: Registry
    private let knowledge: Knowledge

    /// An index over `registry`, which stays open as long as it is used.
    package init(_ registry: Registry, knowledge: Knowledge) {
        self.registry = registry
        self.knowledge = knowledge
    }

    package func forEachManifest(_ body: (Manifest) throws -> Void) throws {
        try registry.access { database in
            try registry.examine(database)
            try registry.loader(database).forEach { try body($0.manifest) }
        }
    }

    package func forEachTarget(_ body: (TargetFacts) throws -> Void) throws {
        try registry.access { database in
            try StoredTargets(database, loader: registry.loader(database)).forEach { try body($1) }
        }
    }

    package func forEachClaim(_ body: (Claim) throws -> Void) throws {
        try registry.access { database in
            try registry.examine(database)
            try registry.loader(database).forEach { stored in for claim in claims(of: stored) { try body(claim) } }
        }
    }

    package func forEachContestedScheme(_ body: (ClaimGroup) throws -> Void) throws {
        try registry.access { database in
            try registry.examine(database)
            let contested = try PreparedStatement(
                database,
                """
                SELECT scheme_key, count(*) FROM claim
                WHERE scheme_key IS NOT NULL AND is_application = 1
                GROUP BY scheme_key HAVING min(container_id) <> max(container_id)
                ORDER BY scheme_key
                """
            )
            defer { contested.reset() }
            // Several schemes at once, since apps that meet on one often meet on many, and to load a manifest for each of
            // its schemes takes a thousand times as long as to load it once.
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

    /// How many claims of applications on contested schemes are loaded together, or those on one scheme when they are more.
    private static let claimsAtOnce = 10_000

    /// Calls `body` with all claims on each of `schemes`, in their order.
    private func forEachGroup(
        of schemes: [SchemeKey],
        _ database: Database,
        _ body: (ClaimGroup) throws -> Void
    ) throws {
        let claimants = try PreparedStatement(database, "SELECT DISTINCT manifest_id FROM claim WHERE scheme_key = ?")
        defer { claimants.reset() }
        var manifests: Set<Int> = []
        for scheme in schemes {
            claimants.reset()
            claimants.bind(scheme.text.string)
            while try claimants.step() { manifests.insert(claimants.int(0)) }
        }
        var groups = Dictionary(uniqueKeysWithValues: schemes.map { ($0, [Claim]()) })
        let loader = try registry.loader(database)
        for id in manifests.sorted() {
            guard let stored = try loader.load(id) else { continue }
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
        try claims(
            of: "SELECT DISTINCT manifest_id FROM claim WHERE scheme_key = ?",
            scheme.text.string,
            where: { $0.scheme == scheme }
        )
    }

    package func claims(of app: AppID) throws -> [Claim] { try claims(of: Registry.ofApp, app.text.string) }

    /// The claims of the manifests of a source, in order.
    ///
    /// - Throws: ``RegistryError``.
    package func claims(ofSource name: String) throws -> [Claim] { try claims(of: Registry.ofSource, name) }

    /// The manifests of `app`, in order of place.
    ///
    /// - Throws: ``RegistryError``.
    package func manifests(of app: AppID) throws -> [Manifest] {
        try registry.manifests(of: Registry.ofApp, app.text.string).map(\.manifest)
    }

    /// The manifests of a source, in order of place.
    ///
    /// - Throws: ``RegistryError``.
    package func manifests(ofSource name: String) throws -> [Manifest] {
        try registry.manifests(of: Registry.ofSource, name).map(\.manifest)
    }

    package func sources() throws -> [Source] { try registry.sources() }

    /// The sources with these names, in their order; it does not matter how many others there are.
    ///
    /// - Throws: ``RegistryError``.
    package func sources(named names: [String]) throws -> [Source] {
        try registry.access { database in
            try names.compactMap { try StoredSource.named($0, database)?.source }
        }
    }

    /// The names of the sources whose root lies in `repository`, in order.
    ///
    /// - Throws: ``RegistryError``.
    package func sourceNames(in repository: Source.Repository) throws -> [String] {
        try registry.access { try StoredSource.all(in: repository, $0).map(\.source.name) }
    }

    package func history(of scheme: SchemeKey) throws -> [HistoryEntry] {
        try history(where: "scheme = ?", scheme.text.string)
    }

    /// When `app` began and ceased to claim schemes, oldest first.
    ///
    /// - Throws: ``RegistryError``.
    package func history(of app: AppID) throws -> [HistoryEntry] {
        try history(where: "app = ?", app.text.string)
    }

    private func history(where condition: String, _ argument: String) throws -> [HistoryEntry] {
        try registry.access { database in
            let rows = try PreparedStatement(
                database,
                "SELECT time, source, app, platform, scheme, event FROM history WHERE \(condition) ORDER BY id"
            )
            defer { rows.reset() }
            rows.bind(argument)
            var entries = HistoryEntries()
            while try rows.step() {
                let platform = rows.optionalText(3).flatMap { Platform(rawValue: $0) }
                entries.append(
                    HistoryEntry(
                        time: rows.int(0),
                        source: rows.text(1),
                        app: AppID(text: rows.text(2)),
                        platforms: platform.map { PlatformSet($0) } ?? [],
                        scheme: SchemeKey(rows.text(4)),
                        event: rows.text(5) == HistoryEntry.Event.claimed.rawValue ? .claimed : .released
                    )
                )
            }
            return entries.list
        }
    }

    /// The claims that `isWanted` picks among those of the manifests whose ids `query` gives for `argument`, in order.
    private func claims(
        of query: String,
        _ argument: String,
        where isWanted: (Claim) -> Bool = { _ in true }
    ) throws -> [Claim] {
        // Manifests are not kept, since some hundred thousand of them may claim one scheme.
        var claims: [Claim] = []
        try registry.forEachManifest(of: query, argument) { stored in
            claims += self.claims(of: stored).filter(isWanted)
        }
        claims.sort()
        return claims
    }

    private func claims(of stored: ManifestLoader.Stored) -> [Claim] {
        var claims = stored.manifest.claims(with: knowledge)
        if stored.isStale { for index in claims.indices { claims[index].isStale = true } }
        return claims
    }
}
