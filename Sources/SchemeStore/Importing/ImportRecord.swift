import SchemeModel

/// Writes an import's row in `import` with its first change, and not at all without changes.
final class ImportRecord {
    /// The contents of the row.
    struct Entry {
        enum Action: String {
            case `import`, forget
        }

        var action: Action
        /// The name of the source, or the key of the app.
        var subject: String
        /// The time, in seconds since 1970.
        var time: Int
        var readerVersion: Int?
    }

    let entry: Entry
    private let database: Database
    private var row: Int?

    init(_ database: Database, _ entry: Entry) {
        self.database = database
        self.entry = entry
    }

    /// Whether something changed.
    var isOpen: Bool { row != nil }

    /// Returns the ID of the row. Writes the row first if necessary.
    func id() throws -> Int {
        if let row { return row }
        let insert = try PreparedStatement(
            database,
            "INSERT INTO import (id, time, action, subject, reader_version) VALUES (?, ?, ?, ?, ?)"
        )
        let id = try database.insertRow(of: .import) { id in
            insert.bind(id)
            insert.bind(entry.time)
            insert.bind(entry.action.rawValue)
            insert.bind(entry.subject)
            insert.bind(entry.readerVersion)
            try insert.run()
        }
        row = id
        return id
    }
}
