import GRDB
import SchemeModel

/// A registry file.
///
/// A file that is open for writing stays in rollback-journal mode until something changes. It is then in WAL mode, so that
/// readers aren't blocked.
final class SQLiteStorage: RegistryStorage {
    private let path: Path
    private let purpose: Registry.Purpose
    private let connection: RegistryConnection
    private var isWritingAhead = false
    private var examined: Set<String?> = []
    /// The database, as everything above uses it.
    private var database: Database?

    init(
        at path: Path,
        for purpose: Registry.Purpose,
        patience: @escaping RegistryConnection.BusyHandler
    ) throws(RegistryError) {
        self.path = path
        self.purpose = purpose
        connection = try RegistryConnection(to: path, for: purpose, patience: patience)
    }

    func access<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do {
            return try connection.queue.unsafeReentrantWrite { file in
                let database = database ?? Database(SQLiteEngine(file))
                self.database = database
                return try body(database)
            }
        } catch let error as DatabaseError {
            throw RegistryError(error, at: path)
        }
    }

    func beginWriting(_ database: Database) throws {
        try connection.queue.unsafeReentrantWrite { file in
            try connection.verifyPlace(file)
            // An empty registry has no readers, and its first import is faster without WAL.
            if try !isWritingAhead && database.number("SELECT 1 FROM source LIMIT 1") != nil {
                try connection.beginWriteAhead(file)
                isWritingAhead = true
            }
            try file.beginTransaction(.immediate)
            try connection.verifyPlace(file)
        }
    }

    func commit(_ database: Database) throws {
        try connection.queue.unsafeReentrantWrite { file in
            try connection.verifyPlace(file)
            try file.commit()
        }
    }

    func rollback(_ database: Database) {
        // The caller throws the error that led here. If SQLite can't roll back now, closing does.
        try? connection.queue.unsafeReentrantWrite { file in
            // A reader's transaction lasts as long as the connection.
            guard purpose == .writing, file.isInsideTransaction else { return }
            try file.rollback()
        }
    }

    func examine(_ database: Database, _ tables: ExaminedTables) throws {
        guard purpose == .reading, !examined.contains(nil) else { return }
        let small = RegistryConnection.examinedBytes
        let wanted: [String?] = if case .tables(let names) = tables { names } else { [nil] }
        for table in wanted where !examined.contains(table) {
            try connection.queue.unsafeReentrantWrite { file in
                try RegistryConnection.examine(file, table, of: small..<16 * small, path)
            }
            examined.insert(table)
        }
    }

    func recover(_ pause: inout RetryPause) -> Bool { false }

    var roundTrips: Int { 0 }

    func close() throws(RegistryError) -> Bool { try connection.close() != .emptyLog }
}
