import GRDB
import SchemeModel

/// Compares a registry's schema with the one that the migrations create. Any difference is rejected, because a foreign
/// view or trigger could make the tool read or write what its author wants.
enum SchemaGuard {
    /// Returns the first difference between the schema of `database` and that of `version`, or `nil` without a
    /// difference.
    ///
    /// - Throws: `DatabaseError`.
    static func difference(in database: GRDB.Database, version: Int) throws -> String? {
        if try String.fetchOne(database, sql: "PRAGMA encoding") != "UTF-8" { return "its text encoding is not UTF-8" }
        let actual = try objects(of: database)
        if Migration.schemaDigests.indices.contains(version - 1),
            Migration.schemaDigests[version - 1] == digest(of: actual)
        {
            return nil
        }
        // Only to name what differs, because running all migrations takes longer than most queries.
        let expected = try version == Migration.latestVersion ? latest.get() : objects(ofVersion: version)
        var ours = Dictionary(grouping: expected, by: \.name)
        for object in actual {
            // SQLite itself accepts a trigger and a table of one name.
            guard let same = ours[object.name]?.popLast() else {
                return "the \(object.kind) '\(object.name)' was added"
            }
            if same != object { return "the \(same.kind) '\(object.name)' was changed" }
        }
        let missing = ours.values.joined().min { $0.name < $1.name }
        return missing.map { "the \($0.kind) '\($0.name)' is missing" }
    }

    /// A row of SQLite's schema table.
    struct Object: Equatable {
        var name: String
        var kind: String
        var table: String
        /// The SQL that created the object; `nil` for an index that SQLite creates for a constraint.
        var sql: String?
    }

    /// The tables of `ANALYZE`, which any tool may create, and which don't affect results.
    private static let statistics = [
        "CREATE TABLE sqlite_stat1(tbl,idx,stat)", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
    ]

    /// Returns all tables, indexes, views and triggers of `database`, ordered by name and kind, except ``statistics``.
    static func objects(of database: GRDB.Database) throws -> [Object] {
        var objects: [Object] = []
        let query = "SELECT name, type, tbl_name, sql FROM sqlite_schema ORDER BY name, type"
        let rows = try SQLiteStatement(database, query)
        while try rows.step() {
            let object = Object(
                name: rows.text(0),
                kind: rows.text(1),
                table: rows.text(2),
                sql: rows.isNull(3) ? nil : rows.text(3)
            )
            if object.kind == "table", let sql = object.sql, statistics.contains(sql) { continue }
            objects.append(object)
        }
        return objects
    }

    /// Returns the SHA-256 of `objects`, in lower-case hexadecimal digits. Different objects have different digests.
    static func digest(of objects: [Object]) -> String {
        var bytes: [UInt8] = []
        func add(_ text: String) {
            // With its length, so that no text can end early and be continued by the next.
            bytes += Array("\(text.utf8.count):".utf8)
            bytes += text.utf8
        }
        for object in objects {
            add(object.name)
            add(object.kind)
            add(object.table)
            if let sql = object.sql { add(sql) } else { bytes.append(UInt8(ascii: "-")) }
        }
        return SHA256.hex(of: bytes)
    }

    /// The schema of this version of the program, created once.
    private static let latest = Result { try objects(ofVersion: Migration.latestVersion) }

    /// Returns the schema that the first `version` migrations create. A damaged file may have a negative version.
    static func objects(ofVersion version: Int) throws -> [Object] {
        let fresh = try DatabaseQueue()
        return try fresh.inDatabase { database in
            try Migration.bringUpToDate(database, migrations: Array(Migration.all.prefix(max(0, version))))
            return try objects(of: database)
        }
    }
}
