package import SchemeModel

/// The problems that the last imports of one source had.
struct StoredProblems {
    private let database: Database
    private let sourceID: Int
    private let source: String

    init(_ database: Database, sourceID: Int, source: String) {
        self.database = database
        self.sourceID = sourceID
        self.source = source
    }

    /// Returns the problems of inputs and folders in `scope`, in order.
    func problems(in scope: ImportScope) throws -> [Problem] {
        try all().filter { scope.contains($0.place.path) }.sorted()
    }

    /// Returns all problems, in no particular order.
    func all() throws -> [Problem] {
        let rows = try Self.query(sourceID, database)
        defer { rows.reset() }
        var problems: [Problem] = []
        while try rows.step() { problems.append(rows.problem(in: source)) }
        return problems
    }

    static func query(_ source: Int, _ database: Database) throws -> PreparedStatement {
        try database.statement("SELECT \(columns) FROM problem WHERE source_id = ?", [source])
    }

    fileprivate static let columns = "path, member, key_path, range, code, message, hint"

    /// Replaces all problems in `scope` by `problems`.
    func replace(with problems: [Problem], in scope: ImportScope) throws {
        let kept = try scope == .whole ? [] : all().filter { !scope.contains($0.place.path) }
        try database.execute(sql: "DELETE FROM problem WHERE source_id = ?", arguments: [sourceID])
        let insert = try PreparedStatement(
            database,
            """
            INSERT INTO problem (id, source_id, path, member, key_path, range, code, message, hint)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        for problem in (kept + problems).sorted() {
            insert.bind(try database.engine.newID(of: .other))
            insert.bind(sourceID)
            insert.bind(problem.place.path)
            insert.bind(problem.place.member)
            insert.bind(problem.place.keyPath)
            insert.bind(range: problem.place.range)
            insert.bind(problem.code.rawValue)
            insert.bind(problem.message)
            insert.bind(problem.hint)
            try insert.run()
        }
    }
}

extension Registry {
    /// Returns the problems of the last imports, ordered by place: those of the source `name`, or of all sources.
    ///
    /// - Throws: ``RegistryError``.
    package func problems(of name: String? = nil) throws -> [Problem] {
        try access { database in
            let rows = try database.statement(
                """
                SELECT \(StoredProblems.columns), name FROM source JOIN problem ON source_id = source.id
                \(name == nil ? "" : "WHERE name = ?")
                """,
                name.map { [$0] } ?? []
            )
            defer { rows.reset() }
            var problems: [Problem] = []
            while try rows.step() { problems.append(rows.problem(in: rows.text(7))) }
            return problems.sorted()
        }
    }
}

extension PreparedStatement {
    /// The problem in the current row.
    fileprivate func problem(in source: String) -> Problem {
        var place = Place(source: source, path: path(0), member: optionalPath(1))
        place.keyPath = optionalText(2)
        place.range = isNull(3) ? nil : withBytes(3, PlaceText.range)
        let code = Problem.Code(rawValue: text(4)) ?? .inputOutput
        return Problem(code: code, message: text(5), hint: optionalText(6), place: place)
    }
}
