import GRDB
import SchemeModel

/// The row of the source that is imported.
struct SourceRow {
    private let database: Database
    private let source: Source
    private let log: ImportLog
    private var id = 0

    init(_ database: Database, source: Source, log: ImportLog) {
        self.database = database
        self.source = source
        self.log = log
    }

    /// Makes the row say what the source says, and gives its id.
    mutating func bringUpToDate() throws -> Int {
        let known = try StoredSource.named(source.name, database)
        if let known, known.source.isIdentical(to: source) {
            id = known.id
            return id
        }
        let statement = try PreparedStatement(
            database,
            known == nil
                ? "INSERT INTO source (root, kind, is_named, last_import, name, first_import) VALUES (?, ?, ?, ?, ?, ?)"
                : "UPDATE source SET root = ?, kind = ?, is_named = ?, last_import = ? WHERE id = ?"
        )
        statement.bind(source.root)
        statement.bind(source.kind.rawValue)
        statement.bind(source.isNamed)
        statement.bind(try log.id())
        if let known {
            statement.bind(known.id)
        } else {
            statement.bind(source.name)
            statement.bind(try log.id())
        }
        try statement.run()
        id = known?.id ?? Int(database.lastInsertedRowID)
        return id
    }

    /// Takes in the sources that lie inside this tree, with their inputs and their history, and gives their names.
    ///
    /// Their inputs become inputs of this source, where the import then finds them as they are, changed or gone.
    func absorb() throws -> [String] {
        let absorbed = try StoredSource.all(database).filter { $0.id != id && $0.source.isAbsorbed(by: source) }
        for other in absorbed {
            _ = try log.id()
            let below = other.source.root.relative(to: source.root) ?? Path(bytes: [])
            let prefix = below.bytes.isEmpty ? below : Path(bytes: below.bytes + [Path.separator])
            // An input that both have keeps the row that it has in this source.
            for table in ["input", "withheld_release"] {
                let move = try PreparedStatement(
                    database,
                    "UPDATE OR IGNORE \(table) SET source_id = ?, path = CAST(? || path AS BLOB) WHERE source_id = ?"
                )
                move.bind(id)
                move.bind(prefix)
                move.bind(other.id)
                try move.run()
            }
            let rename = try PreparedStatement(database, "UPDATE history SET source = ? WHERE source = ?")
            rename.bind(source.name)
            rename.bind(other.source.name)
            try rename.run()
            try database.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [other.id])
        }
        return absorbed.map(\.source.name)
    }
}
