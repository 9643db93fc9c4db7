import GRDB
import SchemeModel

/// The files that counted when inputs were read.
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
        delete = try PreparedStatement(database, "DELETE FROM input_dependency WHERE input_id = ?")
        insert = try PreparedStatement(
            database,
            """
            INSERT INTO input_dependency (input_id, path, is_manifest, digest, size, modified, changed, inode)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
    }

    /// Those of the input with this id, in order of path.
    func all(of input: Int) throws -> [InputDependency] {
        find.bind(input)
        defer { find.reset() }
        var dependencies: [InputDependency] = []
        while try find.step() { dependencies.append(find.dependency(0)) }
        return dependencies
    }

    /// Makes `dependencies` those of the input with this id.
    func replace(of input: Int, by dependencies: [InputDependency]) throws {
        delete.bind(input)
        try delete.run()
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
    /// The seven columns of a dependency, from `column` on.
    func dependency(_ column: CInt) -> InputDependency {
        InputDependency(
            path: path(column),
            isManifest: bool(column + 1),
            stamp: isNull(column + 3) ? nil : stamp(column + 3),
            digest: optionalText(column + 2)
        )
    }
}
