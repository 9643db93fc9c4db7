import SchemeModel

extension Registry {
    /// Copies everything in this registry into `other`, which must have no source, in one transaction. The rows keep their
    /// IDs, so both answer every question in the same way.
    ///
    /// - Throws: ``RegistryError``; `other` is then unchanged.
    package func copy(into other: Registry) throws {
        try access(examining: .all) { database in
            try other.write { target in
                try target.engine.lock(.all)
                guard try target.number("SELECT 1 FROM source LIMIT 1") == nil,
                    try target.number("SELECT 1 FROM history LIMIT 1") == nil
                else { throw RegistryError(path: other.path, cause: .notEmpty) }
                // An empty registry may have knowledge. Tables that others refer to come first.
                for table in StoredTable.all.reversed() { try target.execute(sql: "DELETE FROM \(table.name)") }
                for table in StoredTable.all {
                    let lastID = try Self.copy(table, from: database, to: target)
                    try target.engine.reserveIDs(of: table.name == "import" ? .import : .other, upTo: lastID)
                }
            }
        }
    }

    /// Copies a table, and returns the largest ID in it; 0 if it has no IDs.
    private static func copy(_ table: StoredTable, from database: Database, to target: Database) throws -> Int {
        let columns = table.columns.map(\.name).joined(separator: ", ")
        let order = table.columns[0].name
        let rows = try PreparedStatement(
            database,
            "SELECT \(columns) FROM \(table.name) ORDER BY \(order)",
            isLarge: true
        )
        let values = table.columns.map { _ in "?" }.joined(separator: ", ")
        let insert = try PreparedStatement(target, "INSERT INTO \(table.name) (\(columns)) VALUES (\(values))")
        var lastID = 0
        defer { rows.reset() }
        while try rows.step() {
            for (index, column) in table.columns.enumerated() {
                let index = CInt(index)
                switch column.type {
                case _ where rows.isNull(index): insert.bind(nil as Int?)
                case .bigint: insert.bind(rows.int(index))
                case .boolean: insert.bind(rows.bool(index))
                case .text: insert.bind(rows.text(index))
                case .bytea: insert.bind(rows.path(index))
                }
            }
            if table.columns[0].name == "id" { lastID = max(lastID, rows.int(0)) }
            try insert.run()
        }
        return lastID
    }
}
