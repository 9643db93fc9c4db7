import GRDB
import GRDBSQLite
import LibC
import SQLiteDefense
import SchemeModel
import Synchronization

/// The connection to a registry file: opens, examines and closes it.
struct RegistryConnection {
    /// The only connection.
    let queue: DatabaseQueue
    private let path: Path
    private let identity: RegistryIdentity
    private let patience: BusyHandler

    /// Returns whether to keep waiting for another process that has the registry locked, given the time waited so far.
    typealias BusyHandler = @Sendable (Duration) -> Bool

    /// The largest registry that is fully examined when it is opened for reading, so that damage to an index never
    /// hides a claim. That takes about 3 ms per megabyte. A larger registry is examined by operations that read all of
    /// it.
    static let examinedBytes = 16 * 1024 * 1024

    /// Opens and examines the registry at `path`. Creates it if it doesn't exist and `purpose` allows that.
    init(to path: Path, for purpose: Registry.Purpose, patience: @escaping BusyHandler) throws(RegistryError) {
        self.path = path
        self.patience = patience
        let (absolutePath, state) = try RegistryFile.identify(path)
        switch (state, purpose) {
        case (.missing, .reading): throw RegistryError(path: path, cause: .notFound)
        case (.empty, .reading): throw RegistryError(path: path, cause: .empty)
        case (.registry, .reading): (queue, identity) = try Self.openForReading(absolutePath, path, patience)
        case (.missing, .writing), (.empty, .writing), (.registry, .writing):
            (queue, identity) = try Self.reporting(path) {
                try Self.openForWriting(absolutePath, path, isNew: state != .registry, patience)
            }
        }
    }

    /// Returns the number of migrations that the registry at `path` has; `nil` if there is none.
    ///
    /// - Throws: ``RegistryError`` for a file that isn't a registry and can't become one.
    static func version(at path: Path) throws(RegistryError) -> Int? {
        let (absolutePath, state) = try RegistryFile.identify(path)
        guard state == .registry else { return nil }
        return try reporting(path) {
            try connect(absolutePath, readonly: true) { _ in false }.read { try Migration.version(of: $0) }
        }
    }

    /// Checks that the path of the registry still leads to the open file.
    ///
    /// - Throws: ``RegistryError`` with the cause `replaced`.
    func verifyPlace(_ database: GRDB.Database) throws(RegistryError) {
        guard identity.isOpen(in: database.sqliteConnection) else { throw RegistryError(path: path, cause: .replaced) }
        identity.noteSideFiles()
    }

    /// The identity of the file that `queue` has just opened.
    private static func identity(of queue: DatabaseQueue, _ absolutePath: String, _ path: Path) throws
        -> RegistryIdentity
    {
        let identity = RegistryIdentity(absolutePath, named: path.text ?? absolutePath)
        guard let identity, queue.inDatabase({ identity.isOpen(in: $0.sqliteConnection) }) else {
            throw RegistryError(path: path, cause: .replaced)
        }
        return identity
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
        _ patience: @escaping BusyHandler
    ) throws(RegistryError) -> (DatabaseQueue, RegistryIdentity) {
        let start = ContinuousClock.now
        var attempts = 0
        while true {
            attempts += 1
            do {
                return try reporting(path) {
                    let file = try ReadGuard(absolutePath)
                    return try withExtendedLifetime(file) {
                        let queue = try connect(absolutePath, readonly: true, patience)
                        return (try examined(queue, path), try identity(of: queue, absolutePath, path))
                    }
                }
            } catch {
                var error = error
                // SQLite gives up after ten seconds if the log of a killed process has a header, but no pages.
                let isEmptyLog = error.cause == .failure(code: Int(SQLITE_PROTOCOL))
                // A reader writes nothing, not even to complete or roll back what was interrupted.
                if error.cause == .notWritable || isEmptyLog { error.cause = .interrupted }
                // For a moment, a process that begins or ends writing has a log without its index, or neither. Attempts are
                // counted, because a busy machine makes both that moment and the pauses longer.
                let mayPass = error.cause == .locked || error.cause == .interrupted && !isEmptyLog && attempts < 20
                guard mayPass, patience(ContinuousClock.now - start) else { throw error }
                pause()
            }
        }
    }

    /// Begins the transaction for all reads, and examines the registry.
    private static func examined(_ queue: DatabaseQueue, _ path: Path) throws -> DatabaseQueue {
        try queue.inDatabase { database in
            try database.execute(sql: "BEGIN")
            if let cause = try difference(in: database) { throw RegistryError(path: path, cause: cause) }
            let version = try Migration.version(of: database)
            if version < Migration.latestVersion {
                throw RegistryError(path: path, cause: .older(version: version, supported: Migration.latestVersion))
            }
            try examine(database, of: 0..<examinedBytes, path)
        }
        return queue
    }

    /// Checks every page and every index of a registry whose size in bytes is in `sizes`, or those of a table.
    ///
    /// - Throws: ``RegistryError`` if the registry is damaged.
    static func examine(_ database: GRDB.Database, _ table: String? = nil, of sizes: Range<Int>, _ path: Path) throws {
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        guard sizes.contains(pages.multipliedReportingOverflow(by: pageSize).partialValue) else { return }
        let report = try String.fetchOne(database, sql: "PRAGMA integrity_check(\(table ?? "1"))")
        if report != "ok" { throw RegistryError(path: path, cause: .damaged("SQLite reports inconsistent data")) }
    }

    private static func openForWriting(
        _ absolutePath: String,
        _ path: Path,
        isNew: Bool,
        _ patience: @escaping BusyHandler
    ) throws -> (DatabaseQueue, RegistryIdentity) {
        let queue = try connect(absolutePath, readonly: false, patience)
        let identity = try identity(of: queue, absolutePath, path)
        try queue.inDatabase { database in
            // Another process may be creating the same registry. The migration checks again once it holds the lock.
            let isBlank = try isNew && SchemaGuard.objects(of: database).isEmpty
            if isBlank { try Migration.bringUpToDate(database) }
            // In one transaction, because another process may run a migration in between.
            try database.inTransaction(.deferred) {
                if let cause = try difference(in: database) { throw RegistryError(path: path, cause: cause) }
                // Data written to a damaged registry may be lost, or hide the damage.
                if !isBlank { try examine(database, of: 0..<examinedBytes, path) }
                return .commit
            }
            if try Migration.version(of: database) < Migration.latestVersion { try Migration.bringUpToDate(database) }
        }
        return (queue, identity)
    }

    /// Returns why this program can't use `database`, or `nil` if it can.
    private static func difference(in database: GRDB.Database) throws -> RegistryError.Cause? {
        let version = try Migration.version(of: database)
        if version > Migration.latestVersion { return .newer(version: version, supported: Migration.latestVersion) }
        return try SchemaGuard.difference(in: database, version: version).map { .strangeSchema($0) }
    }

    /// Returns a connection that no SQL can damage the file with, and that keeps no record of what statements read.
    static func connect(
        _ absolutePath: String,
        readonly: Bool,
        _ patience: @escaping BusyHandler
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
            if let connection = database.sqliteConnection {
                _ = sqlite_defend(connection)
                // GRDB collects the columns that each statement reads, for observers. There are none, and preparing a query on a
                // view took longer than running it.
                sqlite3_set_authorizer(connection, nil, nil)
            }
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
    func beginWriteAhead(_ database: GRDB.Database) throws {
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
    ///
    /// - Throws: ``RegistryError`` with the cause `replaced` if another file took the registry's place, and `logNeeded` if
    ///   what was written couldn't be moved from the log into the main file.
    func close() throws(RegistryError) -> WALState {
        let isInPlace = identity.isInPlace
        try Self.reporting(path) { try queue.close() }
        if queue.configuration.readonly { return .nothing }
        guard isInPlace else {
            identity.removeSideFiles()
            throw RegistryError(path: path, cause: .replaced)
        }
        return try Self.endWriteAhead(of: identity, path)
    }

    /// What a connection left of the write-ahead log.
    enum WALState {
        case nothing
        /// Another process has the registry open. It, or the next one that writes, leaves WAL mode.
        case inUse
        /// A log, or WAL mode, although the main file has everything.
        case emptyLog
    }

    /// Writes everything into the main file and leaves WAL mode.
    ///
    /// Only the last process can do that. Two processes that try at once block each other, so each keeps the file open
    /// as briefly as possible and waits for a random time. If it fails, nothing is lost: the next process that writes
    /// leaves WAL mode.
    ///
    /// - Throws: ``RegistryError`` with the cause `replaced` or `logNeeded`.
    private static func endWriteAhead(
        of identity: RegistryIdentity,
        _ path: Path
    ) throws(RegistryError) -> WALState {
        let log = identity.path + "-wal"
        var result = SQLITE_OK
        for attempt in 0..<20 {
            if attempt > 0 { pause() }
            guard identity.isInPlace else {
                identity.removeSideFiles()
                throw RegistryError(path: path, cause: .replaced)
            }
            var connection: OpaquePointer?
            defer { sqlite3_close(connection) }
            let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
            result = sqlite3_open_v2(identity.path, &connection, flags, nil)
            guard result != SQLITE_OK || identity.isOpen(in: connection) else { continue }
            if result == SQLITE_OK { result = sqlite3_exec(connection, "PRAGMA journal_mode = DELETE", nil, nil, nil) }
            // A process that opened the file in between may have left an unneeded log behind.
            if result == SQLITE_OK, access(log, F_OK) != 0 { return .nothing }
            // The user may not write the file.
            if [SQLITE_READONLY, SQLITE_PERM].contains(result) { return .inUse }
            if ![SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(result) {
                guard isNeeded(log, connection) else { return .emptyLog }
                throw RegistryError(path: path, cause: .logNeeded(isFull: result == SQLITE_FULL))
            }
        }
        return .inUse
    }

    /// Whether the log contains data that is missing from the main file.
    private static func isNeeded(_ log: String, _ connection: OpaquePointer?) -> Bool {
        var record = stat()
        guard stat(log, &record) == 0 else { return errno != ENOENT }
        guard record.st_size > 0 else { return false }
        var (frames, copied): (CInt, CInt) = (-1, -1)
        let result = sqlite3_wal_checkpoint_v2(connection, "main", SQLITE_CHECKPOINT_PASSIVE, &frames, &copied)
        return result != SQLITE_OK || frames < 0 || frames != copied
    }
}

extension RegistryError {
    /// Converts an error of SQLite for the registry at `path`.
    init(_ error: DatabaseError, at path: Path) {
        self.path = path
        cause =
            switch error.extendedResultCode {
            case .SQLITE_READONLY_DBMOVED: .replaced
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
