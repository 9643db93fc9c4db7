package import SchemeModel

extension Registry {
    /// Returns the tables that teams added, ordered by name.
    ///
    /// - Throws: ``RegistryError``.
    package func teamTables() throws -> [TeamTable] {
        try access { try TeamTableStore.all($0) }
    }

    /// Adds the table `team`, or replaces the table with its name, next to the tool's own `knowledge`. Returns whether
    /// anything changed. If not, nothing is written.
    ///
    /// - Throws: ``RegistryError``.
    package func replaceTeamTable(with team: TeamTable, amid knowledge: Knowledge) throws -> Bool {
        let isThere = try access { database in
            try KnowledgeWriter.hold(knowledge, in: database) && TeamTableStore.all(database).contains(team)
        }
        if isThere { return false }
        return try write { database in
            try database.engine.lock(.all)
            try KnowledgeWriter.bringUpToDate(with: knowledge, in: database)
            let before = try TeamTableStore.all(database).first { ByteString($0.name) == ByteString(team.name) }
            if before == team { return false }
            try KnowledgeWriter.replaceSchemes(of: team.name, by: team.schemes, team.owners, in: database)
            return true
        }
    }

    /// Removes the table with this name and returns its contents, or `nil` if it doesn't exist.
    ///
    /// - Throws: ``RegistryError``.
    package func removeTeamTable(named name: String) throws -> TeamTable? {
        func find(_ database: Database) throws -> TeamTable? {
            try TeamTableStore.all(database).first { ByteString($0.name) == ByteString(name) }
        }
        guard try access(find) != nil else { return nil }
        return try write { database in
            try database.engine.lock(.all)
            let found = try find(database)
            try KnowledgeWriter.replaceSchemes(of: name, by: [], [], in: database)
            return found
        }
    }
}

/// The rows of known schemes that belong to a team.
private enum TeamTableStore {
    /// Returns the tables, ordered by name.
    static func all(_ database: Database) throws -> [TeamTable] {
        let schemes = try PreparedStatement(
            database,
            """
            SELECT origin, scheme, category, owner, platform_bits, confidence, source FROM known_scheme
            WHERE origin <> '\(KnowledgeWriter.ownOrigin)' ORDER BY origin, position
            """
        )
        defer { schemes.reset() }
        var teams: [TeamTable] = []
        while try schemes.step() {
            let origin = schemes.text(0)
            if teams.last.map({ ByteString($0.name) }) != ByteString(origin) {
                teams.append(TeamTable(name: origin, schemes: [], owners: []))
            }
            // Unknown words come from damage. The rest of the row is still valid.
            teams[teams.count - 1].schemes.append(
                KnownScheme(
                    scheme: SchemeKey(schemes.text(1)),
                    category: KnownScheme.Category(rawValue: schemes.text(2)) ?? .thirdParty,
                    owner: schemes.text(3),
                    platforms: PlatformSet(rawValue: schemes.int(4)),
                    confidence: KnownScheme.Confidence(rawValue: schemes.text(5)) ?? .low,
                    source: schemes.text(6),
                    origin: origin
                )
            )
        }
        let owners = try PreparedStatement(
            database,
            "SELECT owner, prefix, source FROM scheme_owner WHERE origin = ? ORDER BY position"
        )
        for index in teams.indices {
            owners.bind(teams[index].name)
            while try owners.step() {
                let owner = SchemeOwner(owner: owners.text(0), prefix: owners.text(1), source: owners.text(2))
                teams[index].owners.append(owner)
            }
            owners.reset()
        }
        return teams
    }
}
