import GRDB

/// Compares a registry's schema with the one that the migrations make. A view or a trigger that is not ours could make
/// the tool read or write what its author wants, so that any difference is a refusal.
enum SchemaGuard {
    /// What is the first difference between the schema of `database` and that of `version`; `nil` when there is none.
    ///
    /// - Throws: `DatabaseError`.
    static func difference(in database: Database, version: Int) throws -> String? {
        if try String.fetchOne(database, sql: "PRAGMA encoding") != "UTF-8" { return "its text is not in UTF-8" }
        let actual = try objects(of: database)
        let expected = try version == Migration.latestVersion ? latest.get() : objects(ofVersion: version)
        for (name, object) in actual.sorted(by: { $0.key < $1.key }) {
            guard let ours = expected[name] else { return "the \(object.kind) '\(name)' is not ours" }
            if ours != object { return "the \(ours.kind) '\(name)' is not as it was" }
        }
        let missing = expected.filter { actual[$0.key] == nil }.min { $0.key < $1.key }
        return missing.map { "the \($0.value.kind) '\($0.key)' is missing" }
    }

    /// A row of SQLite's own table of the schema.
    struct Object: Equatable {
        var kind: String
        var table: String
        /// `nil` for an index that SQLite makes for a constraint.
        var sql: String?
    }

    /// All tables, indexes, views and triggers of `database` by name, but for the statistics that `ANALYZE` collects,
    /// which any tool may leave behind and which answer nothing.
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

    /// Makes the tables and columns that `database`, which has the schema of `version` and may only be read, lacks, beside
    /// it in memory: a table that is missing is empty, and one that lacks columns is seen with their defaults.
    ///
    /// - Throws: `DatabaseError`.
    static func addWhatIsMissing(to database: Database, version: Int) throws {
        let old = try objects(ofVersion: version)
        let fresh = try DatabaseQueue()
        try fresh.inDatabase { try Migration.bringUpToDate($0) }
        for (name, table) in try latest.get().sorted(by: { $0.key < $1.key }) where table.kind == "table" {
            guard old[name] != nil else {
                guard let sql = table.sql, sql.hasPrefix("CREATE TABLE ") else { continue }
                try database.execute(sql: "CREATE TEMP TABLE " + sql.dropFirst("CREATE TABLE ".count))
                continue
            }
            let present = try Set(database.columns(in: name).map(\.name))
            let missing = try fresh.inDatabase { try $0.columns(in: name) }.filter { !present.contains($0.name) }
            if missing.isEmpty { continue }
            let added = missing.map { ", \($0.defaultValueSQL ?? "NULL") AS \"\($0.name)\"" }.joined()
            try database.execute(sql: "CREATE TEMP VIEW \"\(name)\" AS SELECT *\(added) FROM main.\"\(name)\"")
        }
    }

    /// The schema of this version of the program, made once.
    private static let latest = Result { try objects(ofVersion: Migration.latestVersion) }

    /// The schema that the first `version` migrations make; a file may claim a negative number.
    static func objects(ofVersion version: Int) throws -> [String: Object] {
        let fresh = try DatabaseQueue()
        return try fresh.inDatabase { database in
            try Migration.bringUpToDate(database, migrations: Array(Migration.all.prefix(max(0, version))))
            return try objects(of: database)
        }
    }
}
