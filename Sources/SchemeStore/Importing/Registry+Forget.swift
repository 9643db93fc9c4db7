package import SchemeModel

extension Registry {
    /// Removes the source `name` and everything that was read from it. Its history stays, and records the release of
    /// its claims. Returns these releases.
    ///
    /// - Parameter time: The time of the event, in seconds since 1970.
    /// - Throws: ``RegistryError``, also if the source doesn't exist.
    package func forgetSource(_ name: String, at time: Int) throws -> [HistoryEntry] {
        guard let source = try access({ try StoredSource.named(name, $0) }) else {
            throw RegistryError(path: path, cause: .unknownSource(name))
        }
        return try write { database in
            try database.engine.lock(.all)
            let log = ImportRecord(database, ImportRecord.Entry(action: .forget, subject: name, time: time))
            _ = try log.id()
            var unwritten = try UnwrittenHistory(database, of: source.id)
            try unwritten.writeAll()
            let events = try Self.release("source = ?", name, log, database)
            try database.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [source.id])
            try Self.deleteUnusedApps(database)
            return events
        }
    }

    /// Removes all manifests of `app`, in every source. Its history stays, and records the release of its claims.
    /// Returns these releases. If an input still exists, the next import reads it again and adds the app again.
    ///
    /// - Parameter time: The time of the event, in seconds since 1970.
    /// - Throws: ``RegistryError``, also if the app doesn't exist.
    package func forgetApp(_ app: AppID, at time: Int) throws -> [HistoryEntry] {
        let key = app.text.string
        let manifests = "SELECT manifest.id FROM manifest JOIN app ON app.id = manifest.app_id WHERE app.key = ?"
        guard try access({ try $0.number(manifests, arguments: [key]) }) != nil else {
            throw RegistryError(path: path, cause: .unknownApp(app))
        }
        return try write { database in
            try database.engine.lock(.all)
            let log = ImportRecord(database, ImportRecord.Entry(action: .forget, subject: key, time: time))
            _ = try log.id()
            for source in try Self.sources(of: key, database) {
                var unwritten = try UnwrittenHistory(database, of: source)
                try unwritten.write(of: app)
            }
            let events = try Self.release("app = ?", key, log, database)
            try database.execute(
                sql: """
                    UPDATE input SET reader_version = NULL
                    WHERE id IN (SELECT input_id FROM manifest WHERE id IN (\(manifests)))
                    """,
                arguments: [key]
            )
            try database.execute(sql: "DELETE FROM manifest WHERE id IN (\(manifests))", arguments: [key])
            try database.execute(sql: "DELETE FROM withheld_release WHERE app = ?", arguments: [key])
            try Self.deleteUnusedApps(database)
            return events
        }
    }

    /// Returns the IDs of the sources with manifests of the app with this key.
    private static func sources(of app: String, _ database: Database) throws -> [Int] {
        let rows = try PreparedStatement(
            database,
            """
            SELECT DISTINCT input.source_id FROM app
            JOIN manifest ON manifest.app_id = app.id
            JOIN input ON input.id = manifest.input_id
            WHERE app.key = ? ORDER BY input.source_id
            """
        )
        rows.bind(app)
        defer { rows.reset() }
        var sources: [Int] = []
        while try rows.step() { sources.append(rows.int(0)) }
        return sources
    }

    /// Writes the release of all open claims that match `condition`.
    private static func release(
        _ condition: String,
        _ argument: String,
        _ log: ImportRecord,
        _ database: Database
    ) throws -> [HistoryEntry] {
        let rows = try PreparedStatement(
            database,
            """
            SELECT source, scheme, app, platform
            FROM history_event
            WHERE \(condition)
            GROUP BY source, scheme, app, platform
            HAVING max(CASE event WHEN 'claimed' THEN import_id ELSE 0 END)
                > max(CASE event WHEN 'released' THEN import_id ELSE 0 END)
            ORDER BY source
            """
        )
        rows.bind(argument)
        var released: [ByteString: [(key: ClaimHistory.Key, event: HistoryEntry.Event)]] = [:]
        while try rows.step() {
            let key = ClaimHistory.Key(
                scheme: ByteString(rows.text(1)),
                app: ByteString(rows.text(2)),
                platform: rows.optionalText(3).flatMap { Platform(rawValue: $0) }
            )
            released[ByteString(rows.text(0)), default: []].append((key, .released))
        }
        rows.reset()
        var events: [HistoryEntry] = []
        for (source, keys) in released.sorted(by: { $0.key < $1.key }) {
            events += try ClaimHistory.write(keys, source: source.string, log: log, database)
        }
        return events
    }

    private static func deleteUnusedApps(_ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM app
                WHERE NOT EXISTS (SELECT 1 FROM manifest WHERE app_id = app.id)
                    AND NOT EXISTS (SELECT 1 FROM manifest WHERE container_id = app.id AND container_id <> app_id)
                """
        )
    }
}
