import GRDB
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
        let rows = try PreparedStatement(
            database,
            "SELECT path, member, key_path, range, code, message, hint FROM problem WHERE source_id = ?"
        )
        rows.bind(sourceID)
        defer { rows.reset() }
        var problems: [Problem] = []
        while try rows.step() {
            var place = Place(source: source, path: rows.path(0), member: rows.optionalPath(1))
            place.keyPath = rows.optionalText(2)
            place.range = rows.isNull(3) ? nil : rows.withBytes(3, PlaceText.range)
            let code = Problem.Code(rawValue: rows.text(4)) ?? .inputOutput
            problems.append(
                Problem(code: code, message: rows.text(5), hint: rows.optionalText(6), place: place)
            )
        }
        return problems
    }

    /// Replaces all problems in `scope` by `problems`.
    func replace(with problems: [Problem], in scope: ImportScope) throws {
        let kept = try scope == .whole ? [] : all().filter { !scope.contains($0.place.path) }
        try database.execute(sql: "DELETE FROM problem WHERE source_id = ?", arguments: [sourceID])
        let insert = try PreparedStatement(
            database,
            """
            INSERT INTO problem (source_id, path, member, key_path, range, code, message, hint)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        for problem in (kept + problems).sorted() {
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
            try StoredSource.all(database)
                .filter { stored in name.map { ByteString(stored.source.name) == ByteString($0) } ?? true }
                .flatMap { try StoredProblems(database, sourceID: $0.id, source: $0.source.name).all() }
                .sorted()
        }
    }
}
