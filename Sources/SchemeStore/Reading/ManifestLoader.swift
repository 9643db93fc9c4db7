import SchemeModel

/// Loads manifests and their child rows, exactly as they were written.
///
/// The rows of each table are read in manifest order by one statement that stays open. Loading manifests in the order
/// in which they were written costs one step per row. Another order costs one more search per table.
final class ManifestLoader {
    /// A manifest and its row.
    struct StoredManifest {
        var id: Int
        var inputID: Int
        var checksum: Int
        var firstImport: Int
        var manifest: Manifest
        /// Whether the last import couldn't read the input.
        var isStale: Bool
    }

    /// The columns of a manifest's row and of the rows that it refers to.
    static let selection = """
        SELECT manifest.id AS manifest_id, input.id, input.path, input.state, source.name AS source_name, manifest.path, manifest.member, project,
            target, format, manifest.digest, app.key, container.key, bundle_identifier, bundle_identifier_place, manifest.name,
            display_name, version, build, manifest.kind, extension_point, is_built, platform_bits, device_bits,
            configuration_count, entitlement_count, url_type_count, other_key_count, claim_count, resolved_from_count,
            query_scheme_count, root_key_count, irregularity_count, checksum, manifest.first_import
        """
    private static let context = """
        CROSS JOIN app ON app.id = manifest.app_id
        CROSS JOIN app AS container ON container.id = manifest.container_id
        """

    /// Whether to return manifests as ``Manifest/distrusted()``.
    private let distrustsInputs: Bool
    private let database: Database
    private let head, heads: PreparedStatement
    private let configurations, entitlements, urlTypes, otherKeys, claims, resolvedFrom: ChildRows
    private let queriesSchemes, rootKeys, irregularities, companions: ChildRows

    init(_ database: Database, distrustsInputs: Bool = false) throws {
        self.database = database
        self.distrustsInputs = distrustsInputs
        head = try PreparedStatement(
            database,
            """
            \(Self.selection)
            FROM manifest CROSS JOIN input ON input.id = manifest.input_id
            CROSS JOIN source ON source.id = input.source_id
            \(Self.context)
            WHERE manifest.id = ?
            """
        )
        heads = try PreparedStatement(
            database,
            """
            \(Self.selection)
            FROM manifest CROSS JOIN input ON input.id = manifest.input_id
            CROSS JOIN source ON source.id = input.source_id
            \(Self.context)
            WHERE manifest.id \(database.dialect.isAmong) ORDER BY manifest.id
            """
        )
        func rows(_ table: String, _ columns: String, by order: String) throws -> ChildRows {
            let condition = database.isRemote ? database.dialect.isAmong : ">= ?"
            return try ChildRows(
                PreparedStatement(
                    database,
                    "SELECT \(columns) FROM \(table) WHERE manifest_id \(condition) ORDER BY manifest_id, \(order)"
                ),
                isRemote: database.isRemote
            )
        }
        configurations = try rows("manifest_configuration", "manifest_id, name", by: "position")
        entitlements = try rows("entitlement", "manifest_id, name, value", by: "position")
        urlTypes = try rows("url_type", StoredColumns.urlType, by: "position")
        otherKeys = try rows("url_type_other_key", StoredColumns.otherKey, by: "url_type_position, position")
        claims = try rows("claim", StoredColumns.claim, by: "url_type_position, position")
        resolvedFrom = try rows(
            "claim_resolved_from",
            StoredColumns.resolvedFrom,
            by: "url_type_position, claim_position, position"
        )
        queriesSchemes = try rows("query_scheme", StoredColumns.queryScheme, by: "position")
        rootKeys = try rows("root_key", StoredColumns.rootKey, by: "position")
        irregularities = try rows("irregularity", StoredColumns.irregularity, by: "position")
        companions = try rows("companion", StoredColumns.companion, by: "position")
    }

    /// Returns the manifest with this ID, or `nil` if it doesn't exist.
    ///
    /// - Throws: An error of the database, ``ChecksumMismatch``.
    func load(_ id: Int) throws -> StoredManifest? {
        defer { head.reset() }
        head.bind(id)
        return try head.step() ? completed(Head(head)) : nil
    }

    /// Calls `body` with the manifests with these IDs, in this order. IDs without a manifest are skipped.
    ///
    /// - Throws: An error of the database, ``ChecksumMismatch``, and the errors of `body`.
    func forEach(of ids: [Int], _ body: (StoredManifest) throws -> Void) throws {
        guard database.isRemote else {
            for id in ids { if let stored = try load(id) { try body(stored) } }
            return
        }
        var rest = ids[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Self.manifestsAtOnce))
            rest = rest.dropFirst(part.count)
            heads.bind(part)
            var found: [Head] = []
            while try heads.step() { found.append(Head(heads)) }
            heads.reset()
            let stored = Dictionary(uniqueKeysWithValues: try completed(found).map { ($0.id, $0) })
            for id in part { if let manifest = stored[id] { try body(manifest) } }
        }
    }

    /// The number of manifests that a server gives at once, with their child rows.
    private static let manifestsAtOnce = 500

    /// Calls `body` with all manifests, ordered by source, path, member, project, target, configurations.
    ///
    /// - Parameter skippingClean: Whether to leave out those that ``CleanManifests`` call clean.
    /// - Throws: An error of the database, ``ChecksumMismatch``, and the errors of `body`.
    func forEach(skippingClean: Bool = false, _ body: (StoredManifest) throws -> Void) throws {
        // Most manifests have the path of their input, and an index returns them in order. The others are sorted, and
        // the two results merged.
        let all = try PreparedStatement(
            database,
            """
            \(Self.selection), input.path AS place
            FROM source CROSS JOIN input ON input.source_id = source.id
            CROSS JOIN manifest INDEXED BY \(skippingClean ? "manifest_to_report" : "manifest_by_input")
                ON manifest.input_id = input.id
            \(Self.context)
            WHERE manifest.path IS NULL \(skippingClean ? "AND clean_checksum IS NOT checksum" : "")
            UNION ALL
            \(Self.selection), manifest.path
            FROM manifest INDEXED BY manifest_by_path CROSS JOIN input ON input.id = manifest.input_id
            CROSS JOIN source ON source.id = input.source_id
            \(Self.context)
            WHERE manifest.path IS NOT NULL
            ORDER BY source_name, place, manifest_id
            """,
            isLarge: true
        )
        defer { all.reset() }
        // The manifests of one file are sorted here, by the one definition of their order.
        var ofFile: [StoredManifest] = []
        func flush() throws {
            if ofFile.count > 1 { ofFile.sort { Manifest.isOrderedBefore($0.manifest, $1.manifest) } }
            for stored in ofFile { try body(stored) }
            ofFile.removeAll(keepingCapacity: true)
        }
        func take(_ stored: StoredManifest) throws {
            if let last = ofFile.last?.manifest.origin,
                last.path != stored.manifest.origin.path || last.source != stored.manifest.origin.source
            {
                try flush()
            }
            ofFile.append(stored)
        }
        var waiting: [Head] = []
        while try all.step() {
            let head = Head(all)
            guard database.isRemote else {
                try take(completed(head))
                continue
            }
            waiting.append(head)
            if waiting.count == Self.manifestsAtOnce {
                for stored in try completed(waiting) { try take(stored) }
                waiting = []
            }
        }
        for stored in try completed(waiting) { try take(stored) }
        try flush()
    }

    /// Releases the rows that are held open, so that they can be changed.
    func rest() { for rows in children { rows.rest() } }

    private var children: [ChildRows] {
        [
            configurations, entitlements, urlTypes, otherKeys, claims, resolvedFrom, queriesSchemes, rootKeys,
            irregularities, companions,
        ]
    }

    /// Adds the child rows of manifests. The result has the same order.
    private func completed(_ heads: [Head]) throws -> [StoredManifest] {
        let ids = heads.map(\.id).sorted()
        for rows in children { rows.announce(ids) }
        // Child rows come in the order of the IDs.
        var stored: [Int: StoredManifest] = [:]
        for head in heads.sorted(by: { $0.id < $1.id }) { stored[head.id] = try completed(head) }
        return heads.compactMap { stored[$0.id] }
    }

    private func completed(_ head: Head) throws -> StoredManifest {
        var manifest = head.manifest
        let (id, source) = (head.id, head.source)
        if head.configurationCount > 0 {
            try configurations.forEach(of: id) { manifest.outcome.configurations.append($0.text(1)) }
        }
        manifest.entitlements = head.entitlementCount == nil ? nil : []
        if head.entitlementCount ?? 0 > 0 {
            try entitlements.forEach(of: id) { row in
                let held = Entitlement(ByteString(row.text(1)), row.optionalText(2).map { ByteString($0) })
                manifest.entitlements?.append(held)
            }
        }
        if head.urlTypeCount > 0 { try loadURLTypes(of: head, into: &manifest) }
        if head.querySchemeCount > 0 {
            try queriesSchemes.forEach(of: id) { manifest.queriesSchemes.append(Located($0.text(2), $0.span(3))) }
        }
        if head.rootKeyCount > 0 { try rootKeys.forEach(of: id) { manifest.rootKeys.append($0.rootKey()) } }
        if head.irregularityCount > 0 {
            try irregularities.forEach(of: id) { manifest.irregularities.append($0.irregularity(in: source)) }
        }
        try companions.forEach(of: id) { manifest.companions.append($0.companion(in: source)) }
        guard head.checksum == ManifestChecksum.of(manifest) else { throw ChecksumMismatch(place: manifest.origin) }
        return StoredManifest(
            id: id,
            inputID: head.inputID,
            checksum: head.checksum,
            firstImport: head.firstImport,
            manifest: distrustsInputs ? manifest.distrusted() : manifest,
            isStale: head.isStale
        )
    }

    private func loadURLTypes(of head: Head, into manifest: inout Manifest) throws {
        let id = head.id
        var types: [URLType] = []
        try urlTypes.forEach(of: id) { types.append($0.urlType()) }
        // A position without a URL type comes from damage. Leaving the row out makes the checksum differ.
        if head.otherKeyCount > 0 {
            try otherKeys.forEach(of: id) { key in
                let position = key.int(1)
                if types.indices.contains(position), let located = key.located(3, place: 4) {
                    types[position].otherKeys.append(located)
                }
            }
        }
        if head.claimCount > 0 {
            try claims.forEach(of: id) { claim in
                let position = claim.int(1)
                if types.indices.contains(position) { types[position].schemes.append(claim.declaredScheme()) }
            }
        }
        if head.resolvedFromCount > 0 {
            try resolvedFrom.forEach(of: id) { place in
                let (type, claim) = (place.int(1), place.int(2))
                if types.indices.contains(type), types[type].schemes.indices.contains(claim) {
                    types[type].schemes[claim].resolvedFrom.append(place.place())
                }
            }
        }
        manifest.urlTypes = types
    }
}

/// A query for the IDs of manifests.
struct ManifestQuery {
    var sql: String
    /// The tables in which it looks up rows.
    var tables: [String]

    /// Selects the manifests with claims on a scheme, by its key.
    static let ofScheme = ManifestQuery(
        sql: "SELECT DISTINCT manifest_id FROM claim WHERE scheme_key = ?",
        tables: ["claim"]
    )
    /// Selects the manifests of an app, by its key.
    static let ofApp = ManifestQuery(
        sql: "SELECT manifest.id FROM app JOIN manifest ON manifest.app_id = app.id WHERE app.key = ?",
        tables: ["app", "manifest"]
    )
    /// Selects the manifests of a source, by its name.
    static let ofSource = ManifestQuery(
        sql: """
            SELECT manifest.id FROM source
            JOIN input ON input.source_id = source.id JOIN manifest ON manifest.input_id = input.id
            WHERE source.name = ?
            """,
        tables: ["source", "input", "manifest"]
    )
}

extension Registry {
    /// Returns the manifests whose IDs `query` selects for `argument`, ordered by place.
    ///
    /// - Throws: ``RegistryError``.
    func manifests(of query: ManifestQuery, _ argument: String) throws -> [ManifestLoader.StoredManifest] {
        var manifests: [ManifestLoader.StoredManifest] = []
        try forEachManifest(of: query, argument) { manifests.append($0) }
        return manifests.sorted { Manifest.isOrderedBefore($0.manifest, $1.manifest) }
    }

    /// Calls `body` with the manifests whose IDs `query` selects for `argument`, in the order of the query.
    func forEachManifest(
        of query: ManifestQuery,
        _ argument: String,
        _ body: (ManifestLoader.StoredManifest) throws -> Void
    ) throws {
        try access(examining: .tables(query.tables)) { database in
            let rows = try PreparedStatement(database, query.sql)
            defer { rows.reset() }
            rows.bind(argument)
            var ids: [Int] = []
            while try rows.step() { ids.append(rows.int(0)) }
            try loader(database).forEach(of: ids, body)
        }
    }
}

/// A stored manifest, or an input, that doesn't match its checksum.
struct ChecksumMismatch: Error {
    /// The manifest or input.
    var place: Place
}
