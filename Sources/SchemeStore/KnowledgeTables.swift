import GRDB
import SchemeModel

/// The knowledge inside a registry: the views judge by it, and claims carry what follows from it.
enum KnowledgeTables {
    /// Whether `database` holds this version of the knowledge.
    static func hold(_ knowledge: Knowledge, in database: Database) throws -> Bool {
        try String.fetchOne(database, sql: "SELECT value FROM meta WHERE name = 'knowledge'") == knowledge.version
    }

    /// Replaces the knowledge in `database` and derives anew what claims carry of it.
    ///
    /// - Throws: `DatabaseError`, ``StoredDamage``.
    static func replace(with knowledge: Knowledge, in database: Database) throws {
        try database.execute(sql: "DELETE FROM known_scheme; DELETE FROM default_app_scheme; DELETE FROM shared_scheme")
        try insert(knowledge, into: database)
        try database.execute(
            sql: "INSERT INTO meta VALUES ('knowledge', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            arguments: [knowledge.version]
        )
        try deriveClaims(with: knowledge, in: database)
    }

    private static func insert(_ knowledge: Knowledge, into database: Database) throws {
        let known = try PreparedStatement(database, "INSERT INTO known_scheme VALUES (?, ?, ?, ?, ?, ?, ?)")
        for (position, row) in knowledge.knownSchemes.enumerated() {
            known.bind(position)
            known.bind(row.scheme.text.string)
            known.bind(row.category.rawValue)
            known.bind(row.owner)
            known.bind(row.platforms.rawValue)
            known.bind(row.confidence.rawValue)
            known.bind(row.source)
            try known.run()
        }
        let chosen = try PreparedStatement(database, "INSERT INTO default_app_scheme VALUES (?, ?, ?, ?, ?, ?, ?)")
        for (position, row) in knowledge.defaultAppSchemes.enumerated() {
            chosen.bind(position)
            chosen.bind(row.scheme.text.string)
            chosen.bind(row.platform.rawValue)
            chosen.bind(PlatformSet(row.platform).rawValue)
            chosen.bind(row.entitlement)
            chosen.bind(row.note)
            chosen.bind(row.source)
            try chosen.run()
        }
        let shared = try PreparedStatement(database, "INSERT INTO shared_scheme VALUES (?, ?)")
        for (scheme, sdk) in knowledge.sharedSchemes.sorted(by: { $0.key < $1.key }) {
            shared.bind(scheme.text.string)
            shared.bind(sdk)
            try shared.run()
        }
    }

    private static func deriveClaims(with knowledge: Knowledge, in database: Database) throws {
        let loader = try ManifestLoader(database)
        let update = try PreparedStatement(
            database,
            """
            UPDATE claim SET is_public = ?, shared_by_design = ?, chosen_bits = ?
            WHERE manifest_id = ? AND url_type_position = ? AND position = ?
            """
        )
        let following = try PreparedStatement(database, "SELECT min(id) FROM manifest WHERE id > ? AND claim_count > 0")
        // One manifest after the other, since rows are changed that a longer query would stand on.
        var id = try next(after: 0, following)
        while let current = id {
            if let manifest = try loader.load(current)?.manifest {
                loader.rest()
                for (position, type) in manifest.urlTypes.enumerated() {
                    for (claimPosition, declared) in type.schemes.enumerated() {
                        let profile = ClaimProfile(declared, in: type, of: manifest, knowledge: knowledge)
                        update.bind(profile.isPublic)
                        update.bind(profile.isSharedByDesign)
                        update.bind(profile.chosenOn.rawValue)
                        update.bind(current)
                        update.bind(position)
                        update.bind(claimPosition)
                        try update.run()
                    }
                }
            }
            id = try next(after: current, following)
        }
    }

    private static func next(after id: Int, _ following: PreparedStatement) throws -> Int? {
        following.bind(id)
        defer { following.reset() }
        return try following.step() ? following.optionalInt(0) : nil
    }
}
