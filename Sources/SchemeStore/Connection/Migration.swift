import GRDB

/// One step of the registry's schema: plain SQL from `migrations/`. Migrations only go forward.
struct Migration: Sendable {
    /// The name of the file, without its extension.
    var name: String
    /// The text of the file.
    var sql: String

    /// The version of a registry with all migrations, which SQLite stores as `user_version`.
    static var latestVersion: Int { all.count }

    /// The digests (``SchemaGuard/digest(of:)``) of the schema after each migration, in order. A test compares them with what
    /// the migrations create. A version without a digest is compared object by object, which takes a few milliseconds.
    static let schemaDigests = [
        "f948f63693bb26136908f35530384029bdc4c43ed4f9e9190f42d687825d4b7b"
    ]

    /// Applies the migrations that `database` lacks, each in its own transaction. Waits while another process migrates
    /// the registry.
    ///
    /// - Throws: `DatabaseError`; the registry then has the version of the last successful migration.
    static func bringUpToDate(_ database: GRDB.Database, migrations: [Migration] = all) throws {
        for (index, migration) in migrations.enumerated() {
            try database.inTransaction(.immediate) {
                if try version(of: database) == index {
                    try database.execute(sql: migration.sql)
                    try database.execute(sql: "PRAGMA user_version = \(index + 1)")
                }
                return .commit
            }
        }
    }

    /// Returns the number of migrations that `database` has.
    static func version(of database: GRDB.Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }
}
