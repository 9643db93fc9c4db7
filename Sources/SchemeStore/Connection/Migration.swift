import GRDB

/// One step of the registry's schema, as `migrations/` has it: plain SQL that only ever goes forward.
struct Migration: Sendable {
    /// The file's name without its extension.
    var name: String
    /// The file's text.
    var sql: String

    /// The version of a registry that has all migrations, SQLite's `user_version`.
    static var latestVersion: Int { all.count }

    /// The oldest version that is read as it is: what later migrations add is empty in it, or has a default.
    static let oldestReadable = 5

    /// Applies what `database` lacks, each migration in a transaction of its own; a registry that another process
    /// migrates meanwhile is waited for.
    ///
    /// - Throws: `DatabaseError`; the registry then has the version of the last migration that went through.
    static func bringUpToDate(_ database: Database, migrations: [Migration] = all) throws {
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

    /// The number of migrations that `database` has.
    static func version(of database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }
}
