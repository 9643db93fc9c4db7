import GRDB
import GRDBSQLite
import SQLiteDefense
import SchemeModel
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The connection to a registry file: opens, examines and closes it.
struct RegistryConnection {
    /// The only connection.
    let queue: DatabaseQueue
    private let path: Path
    private let absolutePath: String
    private let patience: Patience

    /// Returns whether to keep waiting for another process that has the registry locked, given the time waited so far.
    typealias Patience = @Sendable (Duration) -> Bool

    /// The largest registry that is fully examined when it is opened for reading, so that damage to an index never
    /// hides a claim. That takes about 3 ms per megabyte. A larger registry is examined by operations that read all of
    /// it.
    static let examinedBytes = 16 * 1024 * 1024

    /// Opens and examines the registry at `path`. Creates it if it doesn't exist and `purpose` allows that.
    init(to path: Path, for purpose: Registry.Purpose, patience: @escaping Patience) throws(RegistryError) {
        self.path = path
        self.patience = patience
        let (absolutePath, state) = try RegistryFile.identify(path)
        self.absolutePath = absolutePath
        switch (state, purpose) {
        case (.missing, .reading): throw RegistryError(path: path, cause: .notFound)
        case (.empty, .reading): throw RegistryError(path: path, cause: .empty)
        case (.registry, .reading): queue = try Self.openForReading(absolutePath, path, patience)
        case (.missing, .writing), (.empty, .writing), (.registry, .writing):
            queue = try Self.reporting(path) {
                try Self.openForWriting(absolutePath, path, isNew: state != .registry, patience)
            }
        }
    }

    private static func reporting<Result>(
        _ path: Path,
        _ body: () throws -> Result
    ) throws(RegistryError) -> Result {
        do {
            return try body()
        } catch let error as RegistryError {
            throw error
        } catch let error as DatabaseError {
            throw RegistryError(error, at: path)
        } catch {
            throw RegistryError(path: path, cause: .failure(code: 0))
        }
    }

    private static func openForReading(
        _ absolutePath: String,
        _ path: Path,
        _ patience: @escaping Patience
    ) throws(RegistryError) -> DatabaseQueue {
        do {
            return try reporting(path) { try examined(connect(absolutePath, readonly: true, patience), path) }
        } catch {
            guard error.cause == .interrupted || error.cause == .notWritable else { throw error }
            // SQLite rolls back or completes an interrupted write when the file is opened with write permission.
            do {
                try reporting(path) {
                    let writer = try connect(absolutePath, readonly: false, patience)
                    try writer.inDatabase { database in
                        if let cause = try difference(in: database) { throw RegistryError(path: path, cause: cause) }
                    }
                    try writer.close()
                }
            } catch {
                throw error.cause == .notWritable ? RegistryError(path: path, cause: .interrupted) : error
            }
            endWriteAhead(of: absolutePath, attempts: 1)
            return try reporting(path) { try examined(connect(absolutePath, readonly: true, patience), path) }
        }
    }

    /// Begins the transaction for all reads, and examines the registry.
    private static func examined(_ queue: DatabaseQueue, _ path: Path) throws -> DatabaseQueue {
        try queue.inDatabase { database in
            try database.execute(sql: "BEGIN")
            if let cause = try difference(in: database) { throw RegistryError(path: path, cause: cause) }
            let version = try Migration.version(of: database)
            if version < Migration.oldestReadable {
                throw RegistryError(path: path, cause: .older(version: version, supported: Migration.oldestReadable))
            }
            if version < Migration.latestVersion { try SchemaGuard.addWhatIsMissing(to: database, version: version) }
            try examine(database, of: 0..<examinedBytes, path)
        }
        return queue
    }

    /// Checks every page and every index of a registry whose size in bytes is in `sizes`.
    ///
    /// - Throws: ``RegistryError`` if the registry is damaged.
    static func examine(_ database: Database, of sizes: Range<Int>, _ path: Path) throws {
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        guard sizes.contains(pages.multipliedReportingOverflow(by: pageSize).partialValue) else { return }
        let report = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
        if report != "ok" { throw RegistryError(path: path, cause: .damaged("SQLite reports inconsistent data")) }
    }

    private static func openForWriting(
        _ absolutePath: String,
        _ path: Path,
        isNew: Bool,
        _ patience: @escaping Patience
    ) throws -> DatabaseQueue {
        let queue = try connect(absolutePath, readonly: false, patience)
        try queue.inDatabase { database in
            // Another process may be creating the same registry. The migration checks again once it holds the lock.
            let isBlank = try isNew && SchemaGuard.objects(of: database).isEmpty
            if isBlank { try Migration.bringUpToDate(database) }
            // In one transaction, since another process may add a migration between what is asked for.
            try database.inTransaction(.deferred) {
                if let cause = try difference(in: database) { throw RegistryError(path: path, cause: cause) }
                return .commit
            }
            if try Migration.version(of: database) < Migration.latestVersion { try Migration.bringUpToDate(database) }
        }
        return queue
    }

    /// Returns why this program can't use `database`, or `nil` if it can.
    private static func difference(in database: Database) throws -> RegistryError.Cause? {
        let version = try Migration.version(of: database)
        if version > Migration.latestVersion { return .newer(version: version, supported: Migration.latestVersion) }
        return try SchemaGuard.difference(in: database, version: version).map { .strangeSchema($0) }
    }

    private static func connect(
        _ absolutePath: String,
        readonly: Bool,
        _ patience: @escaping Patience
    ) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = readonly
        let start = Mutex(ContinuousClock.now)
        configuration.busyMode = .callback { attempts in
            let now = ContinuousClock.now
            let waited = start.withLock { start in
                if attempts == 0 { start = now }
                return now - start
            }
            guard patience(waited) else { return false }
            pause()
            return true
        }
        // A reader's only transaction spans several calls.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            if let connection = database.sqliteConnection { _ = sqlite_defend(connection) }
            try database.execute(
                sql: """
                    PRAGMA trusted_schema = OFF;
                    PRAGMA cell_size_check = ON;
                    PRAGMA synchronous = NORMAL;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA secure_delete = OFF;
                    PRAGMA cache_size = -65536;
                    """
            )
        }
        return try DatabaseQueue(path: absolutePath, configuration: configuration)
    }
}

extension RegistryConnection {
    /// Switches to WAL mode, so that readers aren't blocked by writes.
    ///
    /// SQLite doesn't wait for other processes here, because it asks for a write lock while it reads. So this function
    /// retries.
    func beginWriteAhead(_ database: Database) throws {
        let start = ContinuousClock.now
        while true {
            do {
                _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
                return
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && patience(ContinuousClock.now - start)
            {
                Self.pause()
            }
        }
    }

    /// Sleeps for a short random time, so that two processes don't keep colliding.
    private static func pause() { usleep(UInt32.random(in: 5_000...50_000)) }

    /// Closes the file. Leaves WAL mode, unless another process has the file open, so that readers need no side files.
    func close() throws(RegistryError) {
        let isReader = queue.configuration.readonly
        let isAhead = try Self.reporting(path) {
            try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal"
        }
        try Self.reporting(path) { try queue.close() }
        // A reader finds WAL mode if another process is writing, or was interrupted while writing.
        if !isReader || isAhead { Self.endWriteAhead(of: absolutePath, attempts: isReader ? 5 : 20) }
    }

    /// Writes everything into the main file and leaves WAL mode.
    ///
    /// Only the last process can do that. Two processes that try at once block each other, so each keeps the file open
    /// as briefly as possible and waits for a random time. If it fails, nothing is lost: the next process that writes
    /// leaves WAL mode.
    private static func endWriteAhead(of absolutePath: String, attempts: Int) {
        for attempt in 0..<attempts {
            if attempt > 0 { pause() }
            var connection: OpaquePointer?
            var result = sqlite3_open_v2(absolutePath, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
            if result == SQLITE_OK { result = sqlite3_exec(connection, "PRAGMA journal_mode = DELETE", nil, nil, nil) }
            sqlite3_close(connection)
            // A process that opened the file in between may have left an unneeded log behind.
            if result == SQLITE_OK, access(absolutePath + "-wal", F_OK) != 0 { return }
            // Other results come from processes that open and close the file at the same time.
            if [SQLITE_READONLY, SQLITE_PERM, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FULL].contains(result) { return }
        }
    }
}

extension RegistryError {
    /// Converts an error of SQLite for the registry at `path`.
    init(_ error: DatabaseError, at path: Path) {
        self.path = path
        cause =
            switch error.extendedResultCode {
            case .SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY, .SQLITE_READONLY_CANTINIT: .interrupted
            default: Self.cause(error)
            }
    }

    private static func cause(_ error: DatabaseError) -> Cause {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
        case .SQLITE_CORRUPT: .damaged("SQLite reports a malformed file")
        case .SQLITE_NOTADB: .notADatabase
        // A side file can't be created. The registry file itself was checked before.
        case .SQLITE_READONLY, .SQLITE_CANTOPEN: .notWritable
        case .SQLITE_PERM, .SQLITE_AUTH: .notReadable
        case .SQLITE_FULL: .full
        case .SQLITE_CONSTRAINT: .unstorable(input: nil, detail: error.message ?? "a constraint failed")
        default: .failure(code: Int(error.extendedResultCode.rawValue))
        }
    }
}
