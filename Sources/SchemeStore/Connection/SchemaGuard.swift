import GRDB

/// Compares a registry's schema with the one that the migrations create. Any difference is rejected, because a foreign
/// view or trigger could make the tool read or write what its author wants.
enum SchemaGuard {
    /// Returns the first difference between the schema of `database` and that of `version`, or `nil` without a
    /// difference.
    ///
    /// - Throws: `DatabaseError`.
    static func difference(in database: Database, version: Int) throws -> String? {
        if try String.fetchOne(database, sql: "PRAGMA encoding") != "UTF-8" { return "its text encoding is not UTF-8" }
        let actual = try objects(of: database)
        let expected = try version == Migration.latestVersion ? latest.get() : objects(ofVersion: version)
        for (name, object) in actual.sorted(by: { $0.key < $1.key }) {
            guard let ours = expected[name] else { return "the \(object.kind) '\(name)' was added" }
            if ours != object { return "the \(ours.kind) '\(name)' was changed" }
        }
        let missing = expected.filter { actual[$0.key] == nil }.min { $0.key < $1.key }
        return missing.map { "the \($0.value.kind) '\($0.key)' is missing" }
    }

    /// A row of SQLite's schema table.
    struct Object: Equatable {
        var kind: String
        var table: String
        /// The SQL that created the object; `nil` for an index that SQLite creates for a constraint.
        var sql: String?
    }

    /// Returns all tables, indexes, views and triggers of `database` by name. The statistics of `ANALYZE` are ignored,
    /// because any tool may create them and they don't affect results.
    static func objects(of database: Database) throws -> [String: Object] {
        var objects: [String: Object] = [:]
        let rows = try Row.fetchCursor(database, sql: "SELECT name, type, tbl_name, sql FROM sqlite_schema")
        while let row = try rows.next() {
            let name: String = row[0]
            if name == "sqlite_stat1" || name == "sqlite_stat4" { continue }
            objects[name] = Object(kind: row[1], table: row[2], sql: row[3])
        }
        return objects
    }

    /// The schema of this version of the program, created once.
    private static let latest = Result { try objects(ofVersion: Migration.latestVersion) }

    /// Returns the schema that the first `version` migrations create. A damaged file may have a negative version.
    static func objects(ofVersion version: Int) throws -> [String: Object] {
        let fresh = try DatabaseQueue()
        return try fresh.inDatabase { database in
            try Migration.bringUpToDate(database, migrations: Array(Migration.all.prefix(max(0, version))))
            return try objects(of: database)
        }
    }
}
