import SchemeModel

/// The claims of a source that have no rows in the history, since they are those of its first import.
struct UnwrittenHistory {
    private let database: Database
    private let sourceID: Int
    /// Selects the claims of an app; `nil` if there are none in the source, or all are written.
    private var ofApp: PreparedStatement?
    /// The apps whose rows are there.
    private var written: Set<ByteString> = []

    init(_ database: Database, of sourceID: Int) throws {
        self.database = database
        self.sourceID = sourceID
        let isThere = try database.number(
            "SELECT 1 FROM source WHERE id = ? AND claims_import IS NOT NULL",
            arguments: [sourceID]
        )
        if isThere != nil { ofApp = try Self.statement("AND app = ?", database) }
    }

    /// Writes the rows of `app`, while its claims are still there. On a server, writes those of all apps, since a query for
    /// each would take long.
    mutating func write(of app: AppID) throws {
        guard let ofApp else { return }
        if database.isRemote { return try writeAll() }
        guard written.insert(app.text).inserted else { return }
        try write(ofApp) { $0.bind(app.text.string) }
    }

    /// Writes all rows, while the claims are still there.
    mutating func writeAll() throws {
        guard ofApp != nil else { return }
        ofApp = nil
        try write(Self.statement("", database)) { _ in }
        try database.execute(sql: "UPDATE source SET claims_import = NULL WHERE id = ?", arguments: [sourceID])
    }

    private static func statement(_ condition: String, _ database: Database) throws -> PreparedStatement {
        try PreparedStatement(
            database,
            """
            SELECT scheme, app, platform, source, import_id, time FROM history
            WHERE id IS NULL AND source = (SELECT name FROM source WHERE id = ?) \(condition)
            """
        )
    }

    private func write(_ rows: PreparedStatement, _ bind: (PreparedStatement) -> Void) throws {
        rows.bind(sourceID)
        bind(rows)
        // An app with a row has no further ones in the view, so all are read before the first is written.
        var keys: [ClaimHistory.Key] = []
        var writer: EventWriter?
        while try rows.step() {
            keys.append(
                ClaimHistory.Key(
                    scheme: ByteString(rows.text(0)),
                    app: ByteString(rows.text(1)),
                    platform: rows.optionalText(2).flatMap { Platform(rawValue: $0) }
                )
            )
            if writer == nil {
                writer = try EventWriter(database, source: rows.text(3), importID: rows.int(4), time: rows.int(5))
            }
        }
        rows.reset()
        for key in keys { try writer?.write(key, .claimed) }
    }
}
