import GRDB
import SchemeModel

/// The row of an import, written when the first thing changes and not before.
final class ImportLog {
    /// What the row says.
    struct Entry {
        enum Action: String {
            case `import`, forget
        }

        var action: Action
        /// The name of the source, or the key of the app.
        var subject: String
        /// In seconds since 1970.
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

    /// Whether anything changed.
    var isOpen: Bool { row != nil }

    /// The id of the row, which is written if it is not yet.
    func id() throws -> Int {
        if let row { return row }
        let insert = try PreparedStatement(
            database,
            "INSERT INTO import (time, action, subject, reader_version) VALUES (?, ?, ?, ?)"
        )
        insert.bind(entry.time)
        insert.bind(entry.action.rawValue)
        insert.bind(entry.subject)
        insert.bind(entry.readerVersion)
        try insert.run()
        let id = Int(database.lastInsertedRowID)
        row = id
        return id
    }
}
