package import SchemeModel

/// The counts of a registry, or of one source.
package struct RegistryCounts: Hashable, Sendable {
    /// Files that the last import or an earlier one read (``Summary/inputs``).
    package var inputs = 0
    /// Inputs that the last import couldn't read.
    package var unreadable = 0
    /// Files that aren't manifests.
    package var skippedInputs = 0
    package var manifests = 0
    package var urlTypes = 0
    /// Declared schemes that are valid.
    package var claims = 0
    /// Different products: apps, extensions, test bundles and the like.
    package var products = 0
    /// The apps among ``products``.
    package var apps = 0

    package init() {}

    /// Counts a manifest and its declarations. Doesn't count its app, which may have other manifests.
    mutating func add(_ manifest: Manifest) {
        manifests += 1
        urlTypes += manifest.urlTypes.count
        for type in manifest.urlTypes { claims += type.schemes.count { $0.key != nil } }
    }
}

extension Registry {
    /// Returns the counts of the registry.
    ///
    /// - Throws: ``RegistryError``.
    package func counts() throws -> RegistryCounts {
        try access { database in
            let row = try PreparedStatement(
                database,
                """
                SELECT
                    (SELECT count(*) FROM input WHERE digest IS NOT ''),
                    (SELECT count(*) FROM input WHERE state <> 'ok'),
                    (SELECT count(*) FROM input
                        WHERE digest IS NOT '' AND irregularity_checksum IS NULL
                        AND NOT EXISTS (SELECT 1 FROM manifest WHERE input_id = input.id)
                        AND NOT EXISTS (SELECT 1 FROM association_file WHERE input_id = input.id)),
                    (SELECT count(*) FROM manifest),
                    (SELECT count(*) FROM url_type),
                    (SELECT count(*) FROM claim WHERE scheme_key IS NOT NULL),
                    (SELECT count(DISTINCT app_id) FROM manifest),
                    (SELECT \(Self.appCount) FROM manifest)
                """
            )
            defer { row.reset() }
            return try row.step() ? row.counts(0) : RegistryCounts()
        }
    }

    /// The SQL expression for the number of distinct apps among the products of manifests.
    private static var appCount: String {
        let kinds = ProductKind.allCases.filter(\.isApplication).map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return "count(DISTINCT CASE WHEN manifest.kind IN (\(kinds)) THEN app_id END)"
    }

    /// Returns the number of distinct claimed schemes.
    ///
    /// - Throws: ``RegistryError``.
    package func schemeCount() throws -> Int {
        try count("SELECT count(DISTINCT scheme_key) FROM claim WHERE scheme_key IS NOT NULL")
    }

    private func count(_ query: String) throws -> Int {
        try access { database in
            let row = try PreparedStatement(database, query)
            defer { row.reset() }
            return try row.step() ? row.int(0) : 0
        }
    }

    /// Returns the SHA-256 of the input at `place` when it was read, in hexadecimal digits, or `nil` for an unknown
    /// input.
    ///
    /// - Throws: ``RegistryError``.
    package func digest(of place: Place) throws -> String? {
        try access { database in
            let row = try PreparedStatement(
                database,
                """
                SELECT digest FROM source JOIN input ON source_id = source.id
                WHERE name = ?1 AND path = ?2 AND state = 'ok'
                UNION ALL
                SELECT input_dependency.digest FROM source JOIN input ON source_id = source.id
                JOIN input_dependency ON input_id = input.id
                WHERE name = ?1 AND input_dependency.path = ?2 AND state = 'ok'
                """
            )
            defer { row.reset() }
            row.bind(place.source ?? "")
            row.bind(place.path)
            return try row.step() ? row.optionalText(0) : nil
        }
    }

    /// Returns the sources with their counts, ordered by name.
    ///
    /// - Throws: ``RegistryError``.
    package func sourceCounts() throws -> [SourceCounts] {
        try access { database in
            let rows = try PreparedStatement(
                database,
                """
                SELECT
                    count(manifest.id),
                    count(DISTINCT app_id),
                    \(Self.appCount),
                    (SELECT count(*) FROM input CROSS JOIN manifest ON manifest.input_id = input.id
                        CROSS JOIN claim ON claim.manifest_id = manifest.id
                        WHERE source_id = source.id AND claim.scheme_key IS NOT NULL)
                FROM source
                LEFT JOIN input ON input.source_id = source.id
                LEFT JOIN manifest ON manifest.input_id = input.id
                GROUP BY source.id
                ORDER BY source.name
                """
            )
            defer { rows.reset() }
            return try StoredSource.all(database).compactMap { stored in
                guard try rows.step() else { return nil }
                return SourceCounts(
                    source: stored.source,
                    manifests: rows.int(0),
                    products: rows.int(1),
                    apps: rows.int(2),
                    claims: rows.int(3)
                )
            }
        }
    }

    /// Returns the apps and other products with manifests, ordered by identity.
    ///
    /// - Throws: ``RegistryError``.
    package func appCounts() throws -> [AppCounts] {
        try access(examining: .all) { database in
            var counts: [AppID: AppCounts] = [:]
            try loader(database).forEach { stored in
                counts[stored.manifest.app, default: AppCounts(of: stored.manifest)].add(stored.manifest)
            }
            return counts.values.sorted { $0.app.id < $1.app.id }
        }
    }

    /// Returns the app or other product with this identity, or `nil` if it has no manifests.
    ///
    /// - Throws: ``RegistryError``.
    package func appCounts(of app: AppID) throws -> AppCounts? {
        let manifests = try manifests(of: .ofApp, app.text.string).map(\.manifest)
        guard let first = manifests.first else { return nil }
        return manifests.reduce(into: AppCounts(of: first)) { $0.add($1) }
    }

    /// Returns the claimed schemes, ordered by their bytes.
    ///
    /// - Throws: ``RegistryError``.
    package func schemeCounts() throws -> [SchemeCounts] {
        // SQLite has no aggregate function for bitwise OR, so each bit is aggregated separately.
        let platforms = Platform.allCases
            .map { "max(platform_bits & \(PlatformSet($0).rawValue))" }
            .joined(separator: " | ")
        return try access(examining: .tables(["claim"])) { database in
            let rows = try PreparedStatement(
                database,
                """
                SELECT scheme_key, count(DISTINCT CASE WHEN is_application = TRUE THEN app_id END), count(*), \(platforms)
                FROM claim
                WHERE scheme_key IS NOT NULL GROUP BY scheme_key ORDER BY scheme_key
                """
            )
            defer { rows.reset() }
            var listings: [SchemeCounts] = []
            while try rows.step() {
                listings.append(
                    SchemeCounts(
                        scheme: SchemeKey(rows.text(0)),
                        apps: rows.int(1),
                        claims: rows.int(2),
                        platforms: PlatformSet(rawValue: rows.int(3))
                    )
                )
            }
            return listings
        }
    }
}

extension AppCounts {
    fileprivate init(of manifest: Manifest) {
        self.init(
            app: App(id: manifest.app, bundleIdentifier: nil, name: nil, platforms: []),
            kind: manifest.kind,
            manifests: 0,
            claims: 0,
            sources: []
        )
    }

    /// Adds a manifest of the app. Manifests come in source order.
    fileprivate mutating func add(_ manifest: Manifest) {
        let other = manifest.appDescription
        app.bundleIdentifier = app.bundleIdentifier ?? other.bundleIdentifier
        app.name = app.name ?? other.name
        app.identityGap = app.identityGap ?? other.identityGap
        app.platforms.formUnion(other.platforms)
        if manifest.kind.isApplication, !kind.isApplication { kind = manifest.kind }
        manifests += 1
        for type in manifest.urlTypes { claims += type.schemes.count { $0.key != nil } }
        if let source = manifest.origin.source, source != sources.last { sources.append(source) }
    }
}

extension PreparedStatement {
    /// Returns the counts in eight columns, starting at `column`.
    fileprivate func counts(_ column: CInt) -> RegistryCounts {
        var counts = RegistryCounts()
        counts.inputs = int(column)
        counts.unreadable = int(column + 1)
        counts.skippedInputs = int(column + 2)
        counts.manifests = int(column + 3)
        counts.urlTypes = int(column + 4)
        counts.claims = int(column + 5)
        counts.products = int(column + 6)
        counts.apps = int(column + 7)
        return counts
    }
}
