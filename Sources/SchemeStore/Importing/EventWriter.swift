import SchemeModel

/// Writes rows of the history: events of one import in one source.
struct EventWriter {
    private let database: Database
    private let insert: PreparedStatement
    private let source: String
    private let importID: Int
    private let time: Int

    init(_ database: Database, source: String, importID: Int, time: Int) throws {
        self.database = database
        self.source = source
        self.importID = importID
        self.time = time
        insert = try PreparedStatement(
            database,
            """
            INSERT INTO history_event (id, import_id, time, source, app, platform, scheme, event)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
    }

    func write(_ key: ClaimHistory.Key, _ event: HistoryEntry.Event) throws {
        insert.bind(try database.engine.newID(of: .other))
        insert.bind(importID)
        insert.bind(time)
        insert.bind(source)
        insert.bind(key.app.string)
        insert.bind(key.platform?.rawValue)
        insert.bind(key.scheme.string)
        insert.bind(event.rawValue)
        try insert.run()
    }
}
