import GRDB
import SchemeModel

/// SQLite as the database of a registry.
final class SQLiteEngine: DatabaseEngine {
    /// Only valid while the connection gives access to it.
    private unowned let database: GRDB.Database

    init(_ database: GRDB.Database) { self.database = database }

    var dialect: SQLDialect { .sqlite }

    func prepare(_ sql: String, isLarge: Bool, isOfStoredRows: Bool) throws -> any DatabaseStatement {
        try SQLiteStatement(database, sql)
    }

    func newID(of kind: RowKind) -> Int? { nil }

    // SQLite's next ID follows the largest one.
    func reserveIDs(of kind: RowKind, upTo last: Int) {}

    func ask(_ queries: [any DatabaseStatement]) {}

    var lastInsertedID: Int { Int(database.lastInsertedRowID) }

    var changesCount: Int { database.changesCount }

    func storeApps(_ apps: [AppID]) -> [ByteString: Int]? { nil }

    func lock(_ rows: LockedRows) {}

    func violatedConstraint(_ error: any Error) -> String? {
        guard let error = error as? DatabaseError, error.resultCode == .SQLITE_CONSTRAINT else { return nil }
        return error.message ?? "a constraint failed"
    }
}
