import SchemeModel

/// The row of the imported source.
struct SourceRow {
    private let database: Database
    private let source: Source
    private let log: ImportRecord
    private var id = 0

    init(_ database: Database, source: Source, log: ImportRecord) {
        self.database = database
        self.source = source
        self.log = log
    }

    /// Updates or creates the row, and returns its ID.
    mutating func bringUpToDate() throws -> Int {
        let known = try StoredSource.named(source.name, database)
        if let known, known.source.isIdentical(to: source) {
            id = known.id
            return id
        }
        let statement = try PreparedStatement(
            database,
            known == nil
                ? "INSERT INTO source (root, kind, is_named, last_import, id, name, first_import) VALUES (?, ?, ?, ?, ?, ?, ?)"
                : "UPDATE source SET root = ?, kind = ?, is_named = ?, last_import = ? WHERE id = ?"
        )
        statement.bind(source.root)
        statement.bind(source.kind.rawValue)
        statement.bind(source.isNamed)
        statement.bind(try log.id())
        if let known {
            id = known.id
            statement.bind(id)
            try statement.run()
        } else {
            id = try database.insertRow { id in
                statement.bind(id)
                statement.bind(source.name)
                statement.bind(try log.id())
                try statement.run()
            }
        }
        if let known, known.source.root != source.root, let below = known.source.root.relative(to: source.root) {
            try move(from: id, below: below)
        }
        try writePaths()
        try writeRepository()
        return id
    }

    private func writeRepository() throws {
        try database.execute(sql: "DELETE FROM source_repository WHERE source_id = ?", arguments: [id])
        guard let repository = source.repository else { return }
        let insert = try PreparedStatement(
            database,
            "INSERT INTO source_repository (source_id, remote, path) VALUES (?, ?, ?)"
        )
        insert.bind(id)
        insert.bind(repository.remote)
        insert.bind(repository.path)
        try insert.run()
    }

    private func writePaths() throws {
        try database.execute(sql: "DELETE FROM source_path WHERE source_id = ?", arguments: [id])
        let insert = try PreparedStatement(database, "INSERT INTO source_path (source_id, path) VALUES (?, ?)")
        for path in source.paths {
            insert.bind(id)
            insert.bind(path)
            try insert.run()
        }
    }

    /// Moves everything of the source with the ID `other` into this source, below `folder`, where the import then
    /// compares it. Facts that mention their own paths are read again.
    private func move(from other: Int, below folder: Path) throws {
        for source in Set([id, other]) {
            var unwritten = try UnwrittenHistory(database, of: source)
            try unwritten.writeAll()
        }
        try MovedManifests(database, prefix: folder, source: source.name).rewrite(of: other)
        let prefix = folder.bytes.isEmpty ? folder : Path(bytes: folder.bytes + [Path.separator])
        // No path starts with a separator, so a marked path never equals one that is still to be moved.
        let mark = try PreparedStatement(
            database,
            "UPDATE input SET path = \(database.dialect.bytes("?", "path")), reader_version = NULL WHERE source_id = ?"
        )
        mark.bind(Path(bytes: [Path.separator]))
        mark.bind(other)
        try mark.run()
        // An input, or a withheld release, that both sources have keeps its row in this source.
        func moved(_ path: String) -> String { database.dialect.bytes("?2", path) }
        for update in [
            """
            UPDATE input SET source_id = ?1, path = \(moved("substr(path, 2)")) WHERE source_id = ?3
                AND NOT EXISTS (
                    SELECT 1 FROM input AS same
                    WHERE same.source_id = ?1 AND same.path = \(moved("substr(input.path, 2)"))
                )
            """,
            """
            UPDATE withheld_release SET source_id = ?1, path = \(moved("path")) WHERE source_id = ?3
                AND NOT EXISTS (
                    SELECT 1 FROM withheld_release AS same WHERE same.source_id = ?1 AND same.app = withheld_release.app
                        AND same.platform = withheld_release.platform AND same.scheme = withheld_release.scheme
                )
            """,
            "UPDATE problem SET source_id = ?1, path = \(moved("path")) WHERE source_id = ?3",
        ] {
            let move = try PreparedStatement(database, update)
            move.bind(id)
            move.bind(prefix)
            move.bind(other)
            try move.run()
        }
    }

    /// Absorbs the sources whose paths are in the `scope` of this tree, with their inputs and their history. Returns
    /// their names.
    func absorb(in scope: ImportScope) throws -> [String] {
        let absorbed = try StoredSource.all(database)
            .filter { $0.id != id && $0.source.isAbsorbed(by: source, in: scope) }
        for other in absorbed {
            _ = try log.id()
            try move(from: other.id, below: other.source.root.relative(to: source.root) ?? Path(bytes: []))
            let rename = try PreparedStatement(database, "UPDATE history_event SET source = ? WHERE source = ?")
            rename.bind(source.name)
            rename.bind(other.source.name)
            try rename.run()
            try database.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [other.id])
        }
        return absorbed.map(\.source.name)
    }
}
