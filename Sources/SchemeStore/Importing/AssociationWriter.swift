import SchemeModel

/// Writes association files.
final class AssociationWriter {
    private let first, delete, insert, hosts, apps, entries: PreparedStatement

    init(_ database: Database) throws {
        func insert(_ table: String, _ columns: String) throws -> PreparedStatement {
            let values = columns.split(separator: ",").map { _ in "?" }.joined(separator: ",")
            return try PreparedStatement(database, "INSERT INTO \(table) (\(columns)) VALUES (\(values))")
        }
        first = try PreparedStatement(database, "SELECT first_import FROM association_file WHERE input_id = ?")
        delete = try PreparedStatement(
            database,
            "DELETE FROM association_file WHERE input_id = ?",
            isOfStoredRows: true
        )
        self.insert = try insert(
            "association_file",
            "input_id, facts, checksum, is_whole, first_import, last_import"
        )
        hosts = try insert("association_host", "input_id, host")
        apps = try insert("association_app", "input_id, detail, position, identifier, app, line, \"column\"")
        entries = try insert(
            "association_entry",
            """
            input_id, detail, position, entry, path, fragment, query, is_excluded, is_case_sensitive, is_percent_encoded,
            is_known, line, "column"
            """
        )
    }

    /// Replaces the stored file of the input with this ID by `file`, which the import `last` found.
    func replace(of input: Int, by file: AssociationFile?, import last: Int) throws {
        first.bind(input)
        let first = try first.number() ?? last
        delete.bind(input)
        try delete.run()
        if let file { try insert(file, of: input, first: first, last: last) }
    }

    /// Writes the file of an input that has none.
    func insert(_ file: AssociationFile, of input: Int, first: Int, last: Int) throws {
        let stored = try StoredAssociation(file.contents)
        insert.bind(input)
        insert.bind(stored.facts)
        insert.bind(stored.checksum)
        insert.bind(file.contents.isWhole)
        insert.bind(first)
        insert.bind(last)
        try insert.run()
        for host in file.contents.hosts {
            hosts.bind(input)
            hosts.bind(host)
            try hosts.run()
        }
        for (number, detail) in file.contents.details.enumerated() {
            try write(detail, number, of: input)
        }
    }

    private func write(_ detail: AssociationFile.Detail, _ number: Int, of input: Int) throws {
        for (position, app) in detail.apps.enumerated() {
            apps.bind(input)
            apps.bind(number)
            apps.bind(position)
            apps.bind(app.identifier)
            apps.bind(app.app?.text.string)
            apps.bind(app.range.lines?.start.line)
            apps.bind(app.range.lines?.start.column)
            try apps.run()
        }
        for (position, entry) in (detail.entries ?? []).enumerated() {
            entries.bind(input)
            entries.bind(number)
            entries.bind(position)
            entries.bind(entry.text)
            entries.bind(entry.path)
            entries.bind(entry.fragment)
            entries.bind(entry.queryText)
            entries.bind(entry.isExcluded)
            entries.bind(entry.isCaseSensitive)
            entries.bind(entry.isPercentEncoded)
            entries.bind(entry.isKnown)
            entries.bind(entry.range.lines?.start.line)
            entries.bind(entry.range.lines?.start.column)
            try entries.run()
        }
    }
}
