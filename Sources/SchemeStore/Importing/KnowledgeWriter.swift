import SchemeModel

/// The tool's knowledge in a registry. The views use it, and claims store what follows from it.
enum KnowledgeWriter {
    /// The origin of the tool's own rows. A team's table can't have this name.
    static let ownOrigin = "schemereg"

    /// Updates the knowledge in `database`, and what claims store of it.
    ///
    /// - Throws: An error of the database, ``ChecksumMismatch``.
    static func bringUpToDate(with knowledge: Knowledge, in database: Database) throws {
        guard try !hold(knowledge, in: database) else { return }
        try replace(with: knowledge, in: database)
        try database.execute(
            sql: "INSERT INTO meta VALUES ('knowledge', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            arguments: [knowledge.version]
        )
        try deriveClaims(with: knowledge, in: database)
        try SessionSchemes.derive(in: database)
    }

    /// Returns whether `database` has this version of the knowledge.
    static func hold(_ knowledge: Knowledge, in database: Database) throws -> Bool {
        try PreviousQueries.version("knowledge", database).text() == knowledge.version
    }

    private static func replace(with knowledge: Knowledge, in database: Database) throws {
        for table in [
            "default_app_scheme", "shared_scheme", "sdk_scheme", "sdk_requirement", "placeholder", "flagged_scheme",
        ] {
            try database.execute(sql: "DELETE FROM \(table)")
        }
        try replaceSchemes(of: ownOrigin, by: knowledge.knownSchemes, knowledge.owners, in: database)
        let defaults = knowledge.defaultAppSchemes
        try insert(defaults, into: "default_app_scheme", columns: 8, of: database) { value, row, position in
            row.bind(position)
            row.bind(value.scheme.text.string)
            row.bind(value.platform.rawValue)
            row.bind(PlatformSet(value.platform).rawValue)
            row.bind(value.entitlement)
            row.bind(value.note)
            row.bind(value.source)
            row.bind(value.seen)
        }
        let shared = knowledge.sharedSchemes.sorted { $0.key < $1.key }
        try insert(shared, into: "shared_scheme", columns: 2, of: database) { value, row, _ in
            row.bind(value.key.text.string)
            row.bind(value.value)
        }
        try insert(knowledge.placeholders, into: "placeholder", columns: 5, of: database) { value, row, position in
            row.bind(position)
            row.bind(value.text)
            row.bind(value.kind.rawValue)
            row.bind(value.source)
            row.bind(value.seen)
        }
        for (kind, rows) in [("generic", knowledge.genericSchemes), ("private-query", knowledge.privateQueries)] {
            try insert(rows, into: "flagged_scheme", columns: 5, of: database) { value, row, _ in
                row.bind(kind)
                row.bind(value.scheme.text.string)
                row.bind(value.meaning)
                row.bind(value.source)
                row.bind(value.seen)
            }
        }
        try insertSDKs(of: knowledge, into: database)
    }

    private static func insertSDKs(of knowledge: Knowledge, into database: Database) throws {
        try insert(knowledge.sdkSchemes, into: "sdk_scheme", columns: 14, of: database) { value, row, position in
            row.bind(position)
            row.bind(value.pattern.text)
            row.bind(value.kind.rawValue)
            row.bind(value.sdk)
            row.bind(value.owner)
            row.bind(value.meaning)
            row.bind(value.queries.joined(separator: " "))
            row.bind(value.isRetired)
            row.bind(value.keepsCase)
            row.bind(value.placeholders.joined(separator: " "))
            row.bind(value.sharing)
            row.bind(value.confidence.rawValue)
            row.bind(value.source)
            row.bind(value.seen)
        }
        try insert(knowledge.sdkRequirements, into: "sdk_requirement", columns: 9, of: database) {
            value,
            row,
            position in
            row.bind(position)
            switch value.evidence {
            case .key(let name, let queries):
                row.bind("key")
                row.bind(
                    ([name] + (queries.isEmpty ? [] : ["with"]) + queries.map(\.text.string)).joined(separator: " ")
                )
            case .query(let scheme, let other):
                row.bind("query")
                row.bind(scheme.text.string + (other.map { " without \($0)" } ?? ""))
            case .companion(let name):
                row.bind("companion")
                row.bind(name)
            }
            row.bind(value.isProof)
            row.bind(value.sdk)
            row.bind(value.scheme.text)
            row.bind(value.effect)
            row.bind(value.source)
            row.bind(value.seen)
        }
    }

    /// Replaces the known schemes and owners of one origin.
    static func replaceSchemes(
        of origin: String,
        by schemes: [KnownScheme],
        _ owners: [SchemeOwner],
        in database: Database
    ) throws {
        for table in ["known_scheme", "scheme_owner"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE origin = ?", arguments: [origin])
        }
        try insert(schemes, into: "known_scheme", columns: 9, of: database) { value, row, position in
            row.bind(origin)
            row.bind(position)
            row.bind(value.scheme.text.string)
            row.bind(value.category.rawValue)
            row.bind(value.owner)
            row.bind(value.platforms.rawValue)
            row.bind(value.confidence.rawValue)
            row.bind(value.source)
            row.bind(value.seen)
        }
        try insert(owners, into: "scheme_owner", columns: 6, of: database) { value, row, position in
            row.bind(origin)
            row.bind(position)
            row.bind(value.owner)
            row.bind(value.prefix)
            row.bind(value.source)
            row.bind(value.seen)
        }
    }

    /// Inserts `rows` in order. `bind` binds all columns of a row, given its position.
    private static func insert<Row>(
        _ rows: [Row],
        into table: String,
        columns count: Int,
        of database: Database,
        bind: (Row, PreparedStatement, Int) -> Void
    ) throws {
        let values = repeatElement("?", count: count).joined(separator: ", ")
        let statement = try PreparedStatement(database, "INSERT INTO \(table) VALUES (\(values))")
        for (position, row) in rows.enumerated() {
            bind(row, statement, position)
            try statement.run()
        }
    }
}

extension KnowledgeWriter {
    private static func deriveClaims(with knowledge: Knowledge, in database: Database) throws {
        let update = try PreparedStatement(
            database,
            """
            UPDATE claim SET is_public = ?, shared_by_design = ?, is_placeholder = ?,
                reserved_rank = ?, is_set_aside = ?, chosen_bits = ?
            WHERE manifest_id = ? AND url_type_position = ? AND position = ?
            """
        )
        try ManifestLoader.updateEach(in: database, where: "claim_count > 0") { stored in
            let manifest = stored.manifest
            for (position, type) in manifest.urlTypes.enumerated() {
                for (claimPosition, declared) in type.schemes.enumerated() {
                    let profile = ClaimProfile(declared, in: type, of: manifest, knowledge: knowledge)
                    update.bind(profile.isPublic)
                    update.bind(profile.isSharedByDesign)
                    update.bind(profile.isPlaceholder)
                    update.bind(profile.reserved?.rank ?? 0)
                    update.bind(profile.isSetAside)
                    update.bind(profile.chosenOn.rawValue)
                    update.bind(stored.id)
                    update.bind(position)
                    update.bind(claimPosition)
                    try update.run()
                }
            }
        }
    }
}
