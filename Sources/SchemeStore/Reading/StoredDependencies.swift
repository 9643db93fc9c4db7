import SchemeModel

/// The files that inputs depend on.
final class StoredDependencies {
    private let find, delete, insert: PreparedStatement

    init(_ database: Database) throws {
        find = try PreparedStatement(
            database,
            """
            SELECT path, is_manifest, digest, size, modified, changed, inode
            FROM input_dependency WHERE input_id = ? ORDER BY path
            """
        )
        delete = try PreparedStatement(
            database,
            "DELETE FROM input_dependency WHERE input_id = ?",
            isOfStoredRows: true
        )
        insert = try PreparedStatement(
            database,
            """
            INSERT INTO input_dependency (input_id, path, is_manifest, digest, size, modified, changed, inode)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
    }

    /// Returns the dependencies of the input with this ID, ordered by path.
    func all(of input: Int) throws -> [InputDependency] {
        find.bind(input)
        defer { find.reset() }
        var dependencies: [InputDependency] = []
        while try find.step() { dependencies.append(find.dependency(0)) }
        return dependencies
    }

    /// Replaces the dependencies of the input with this ID.
    func replace(of input: Int, by dependencies: [InputDependency]) throws {
        delete.bind(input)
        try delete.run()
        try insert(dependencies, of: input)
    }

    /// Adds the dependencies of an input that has none.
    func insert(_ dependencies: [InputDependency], of input: Int) throws {
        for dependency in dependencies {
            insert.bind(input)
            insert.bind(dependency.path)
            insert.bind(dependency.isManifest)
            insert.bind(dependency.digest)
            if let stamp = dependency.stamp { insert.bind(stamp) } else { for _ in 0..<4 { insert.bind(nil as Int?) } }
            try insert.run()
        }
    }
}

extension PreparedStatement {
    /// Returns the dependency in seven columns, starting at `column`.
    func dependency(_ column: CInt) -> InputDependency {
        InputDependency(
            path: path(column),
            isManifest: bool(column + 1),
            stamp: isNull(column + 3) ? nil : stamp(column + 3),
            digest: optionalText(column + 2)
        )
    }
}
