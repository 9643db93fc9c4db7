import GRDBSQLite

extension Registry {
    /// The version of SQLite that the tool runs with.
    package static var sqliteVersion: String { String(cString: sqlite3_libversion()) }
}
