import SchemeModel

/// The domains of universal links in a registry.
struct StoredDomains {
    private let database: Database
    private let loader: ManifestLoader
    private let manifests: PreparedStatement
    private let associations: StoredAssociations

    init(_ database: Database, loader: ManifestLoader) throws {
        self.database = database
        self.loader = loader
        manifests = try PreparedStatement(
            database,
            """
            SELECT DISTINCT manifest_id FROM associated_domain
            WHERE service = 'applinks' AND reversed_host = ? AND is_wildcard = ? ORDER BY manifest_id
            """
        )
        associations = try StoredAssociations(database)
    }

    /// Returns the claims on `pattern` and on the nearest wildcards around it, ordered by place.
    ///
    /// - Throws: An error of the database, ``ChecksumMismatch``.
    func claims(on pattern: DomainPattern) throws -> [DomainClaim] { try claims(onEach: [pattern])[0] }

    /// Returns the claims on each of `patterns`. Each manifest is loaded once: with hundreds of domains, it would be loaded
    /// hundreds of times.
    private func claims(onEach patterns: [DomainPattern]) throws -> [[DomainClaim]] {
        var claimants: [DomainPattern: [Int]] = [:]
        for pattern in Set(patterns.flatMap(\.including)) { claimants[pattern] = try manifests(with: pattern) }
        var claims: [Int: [DomainPattern: [DomainClaim]]] = [:]
        try loader.forEach(of: Set(claimants.values.joined()).sorted()) { stored in
            for var claim in stored.manifest.domainClaims
            where claim.domain.isOfUniversalLinks && claimants[claim.domain.pattern] != nil {
                claim.claim.isStale = stored.isStale
                claims[stored.id, default: [:]][claim.domain.pattern, default: []].append(claim)
            }
        }
        return patterns.map { pattern in
            var found = DomainClaims()
            for id in claimants[pattern] ?? [] { for claim in claims[id]?[pattern] ?? [] { found.add(claim) } }
            for wider in pattern.including.dropFirst() {
                for id in claimants[wider] ?? [] {
                    for claim in claims[id]?[wider] ?? [] { found.add(wider: claim, ofManifest: id) }
                }
            }
            return found.sorted
        }
    }

    /// Returns the IDs of the manifests with exactly this domain.
    private func manifests(with pattern: DomainPattern) throws -> [Int] {
        manifests.bind(pattern.reversedHost)
        manifests.bind(pattern.isWildcard)
        defer { manifests.reset() }
        var ids: [Int] = []
        while try manifests.step() { ids.append(manifests.int(0)) }
        return ids
    }

    /// Forgets the association files that were read.
    func forgetFiles() { associations.forget() }

    /// Returns the association files with a key, ordered by place.
    ///
    /// - Throws: An error of the database, ``ChecksumMismatch``.
    func files(of key: AssociationFiles.Key) throws -> [AssociationFile] { try associations.files(of: key) }

    /// Calls `body` with the domains that applications of several containers claim for everyone, with those about which a
    /// file decides, and with those of apps that a file of an unknown host names, in order.
    ///
    /// - Throws: An error of the database, ``ChecksumMismatch``, and the errors of `body`.
    func forEach(_ body: (DomainGroup) throws -> Void) throws {
        var patterns: [DomainPattern] = []
        var count = 0
        func flush() throws {
            for (pattern, claims) in zip(patterns, try claims(onEach: patterns)) {
                let keys = [.host(ByteString(pattern.associationHost))] + claims.flatMap(\.associationKeys)
                let files = try AssociationFiles(of: keys, load: files)
                let group = DomainGroup(pattern: pattern, claims: claims, files: files)
                if group.isNotable { try body(group) }
            }
            (patterns, count) = ([], 0)
        }
        for pattern in try notable() {
            patterns.append(pattern)
            count += try manifests(with: pattern).count
            if count >= Self.claimsAtOnce { try flush() }
        }
        try flush()
    }

    /// The number of claims that are loaded together. A single domain can have more.
    private static let claimsAtOnce = 20_000

    /// Returns the domains that may be contested or have a file, ordered.
    private func notable() throws -> [DomainPattern] {
        let everyone = "service = 'applinks' AND is_application = TRUE AND mode IS NULL"
        var found = try patterns(
            """
            SELECT reversed_host, is_wildcard FROM associated_domain WHERE \(everyone)
            GROUP BY reversed_host, is_wildcard HAVING min(container_id) <> max(container_id)
            """
        )
        found += try patterns(
            """
            SELECT DISTINCT reversed_host, is_wildcard FROM association_host
            JOIN associated_domain USING (host)
            WHERE service = 'applinks' AND is_application = TRUE
            """
        )
        found += try patterns(
            """
            SELECT DISTINCT reversed_host, is_wildcard FROM association_app
            JOIN app ON app.key = association_app.app
            JOIN manifest ON manifest.app_id = app.id
            JOIN associated_domain ON associated_domain.manifest_id = manifest.id
            WHERE service = 'applinks' AND is_application = TRUE
                AND NOT EXISTS (
                    SELECT 1 FROM association_host WHERE association_host.input_id = association_app.input_id
                )
            """
        )
        // A wildcard also meets the domains below it. They follow it in the index.
        let wildcards = try patterns(
            "SELECT DISTINCT reversed_host, TRUE FROM associated_domain WHERE \(everyone) AND is_wildcard = TRUE"
        )
        for wildcard in wildcards { found += try patterns(below: wildcard.host) }
        return Set(found).sorted()
    }

    /// Returns the domains below `host` that applications claim.
    func patterns(below host: String) throws -> [DomainPattern] {
        let reversed = DomainPattern(host: host).reversedHost
        return try patterns(
            """
            SELECT DISTINCT reversed_host, is_wildcard FROM associated_domain
            WHERE service = 'applinks' AND is_application = TRUE AND reversed_host > ? AND reversed_host < ?
            """,
            // The character after the dot in ASCII is the slash.
            [reversed + ".", reversed + "/"]
        )
    }

    private func patterns(_ query: String, _ arguments: [String] = []) throws -> [DomainPattern] {
        let rows = try PreparedStatement(database, query)
        defer { rows.reset() }
        for argument in arguments { rows.bind(argument) }
        var patterns: [DomainPattern] = []
        while try rows.step() {
            // Reversing twice gives the host again.
            let host = DomainPattern(host: rows.text(0)).reversedHost
            patterns.append(DomainPattern(host: host, isWildcard: rows.bool(1)))
        }
        return patterns
    }
}
