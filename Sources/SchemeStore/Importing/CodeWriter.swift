import SchemeModel

/// Writes the links and handlers that were found in code.
final class CodeWriter {
    private let first, delete, insert, insertFile, links, urls, handlers, routes: PreparedStatement

    init(_ database: Database) throws {
        func insert(_ table: String, _ columns: String) throws -> PreparedStatement {
            let values = columns.split(separator: ",").map { _ in "?" }.joined(separator: ",")
            return try PreparedStatement(database, "INSERT INTO \(table) (\(columns)) VALUES (\(values))")
        }
        let range = "file, line, \"column\", end_line, end_column"
        first = try PreparedStatement(database, "SELECT first_import FROM code WHERE input_id = ?")
        delete = try PreparedStatement(database, "DELETE FROM code WHERE input_id = ?", isOfStoredRows: true)
        self.insert = try insert("code", "input_id, project, facts, checksum, first_import, last_import")
        insertFile = try insert("code_file", "input_id, position, path")
        links = try insert(
            "link",
            "input_id, position, target, kind, presentations, families, known, url, scheme, \(range)"
        )
        urls = try insert("link_url", "input_id, link_position, position, url, scheme")
        handlers = try insert("handler", "input_id, position, target, kind, is_routed, \(range)")
        routes = try insert("route", "input_id, handler_position, position, conditions, \(range)")
    }

    /// Replaces the stored code of the input with this ID by `code`, which the import `last` found.
    func replace(of input: Int, by code: ProjectCode?, import last: Int) throws {
        first.bind(input)
        let first = try first.number() ?? last
        delete.bind(input)
        try delete.run()
        if let code { try insert(code, of: input, first: first, last: last) }
    }

    /// Writes the code of an input that has none.
    func insert(_ code: ProjectCode, of input: Int, first: Int, last: Int) throws {
        let stored = try StoredCode(code)
        insert.bind(input)
        insert.bind(stored.project)
        insert.bind(stored.facts)
        insert.bind(stored.checksum)
        insert.bind(first)
        insert.bind(last)
        try insert.run()
        for (position, file) in stored.files.enumerated() {
            insertFile.bind(input)
            insertFile.bind(position)
            insertFile.bind(file)
            try insertFile.run()
        }
        let numbers = Dictionary(uniqueKeysWithValues: stored.files.enumerated().map { ($1, $0) })
        try write(code.targets.flatMap(\.facts.links), of: input, numbers)
        try write(code.targets.flatMap(\.facts.handlers), of: input, numbers)
    }

    private func write(_ all: [Link], of input: Int, _ files: [Path: Int]) throws {
        for (position, link) in all.enumerated() {
            links.bind(input)
            links.bind(position)
            links.bind(link.target)
            links.bind(link.kind.rawValue)
            links.bind(link.presentations.map(\.rawValue).joined(separator: " "))
            links.bind(link.families.joined(separator: " "))
            links.bind(link.known.rawValue)
            links.bind(link.alternatives.count == 1 ? link.alternatives[0].text : nil)
            links.bind(link.scheme?.text.string)
            bind(link.place, to: links, files)
            try links.run()
            for (urlPosition, url) in link.alternatives.enumerated() {
                urls.bind(input)
                urls.bind(position)
                urls.bind(urlPosition)
                urls.bind(url.text)
                urls.bind(url.scheme?.text.string)
                try urls.run()
            }
        }
    }

    private func write(_ all: [Handler], of input: Int, _ files: [Path: Int]) throws {
        for (position, handler) in all.enumerated() {
            handlers.bind(input)
            handlers.bind(position)
            handlers.bind(handler.target)
            handlers.bind(handler.kind.rawValue)
            handlers.bind(handler.isRouted)
            bind(handler.place, to: handlers, files)
            try handlers.run()
            for (routePosition, route) in handler.accepts.enumerated() {
                routes.bind(input)
                routes.bind(position)
                routes.bind(routePosition)
                routes.bind(route.text)
                bind(route.place, to: routes, files)
                try routes.run()
            }
        }
    }

    private func bind(_ place: Place, to statement: PreparedStatement, _ files: [Path: Int]) {
        let lines = place.range?.lines
        statement.bind(files[place.path] ?? 0)
        statement.bind(lines?.start.line ?? 0)
        statement.bind(lines?.start.column ?? 0)
        statement.bind(lines?.end.line ?? 0)
        statement.bind(lines?.end.column ?? 0)
    }
}
