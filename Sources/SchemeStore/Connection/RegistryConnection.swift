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

/// The connection to a registry file: how it is opened, examined, and left behind.
struct RegistryConnection {
    /// The one connection.
    let queue: DatabaseQueue
    private let path: Path
    private let absolutePath: String
    private let patience: Patience

    /// Answers, while another process has the registry locked, whether that is waited for.
    typealias Patience = @Sendable (Duration) -> Bool

    /// Up to this size a registry is examined from end to end when it is opened for reading, which takes some 3 ms for
    /// a megabyte, so that damage to an index never hides a claim. Above it, whoever reads all of it has it examined.
    static let examinedBytes = 16 * 1024 * 1024

    /// Opens and examines the registry at `path`; makes it when it is missing and may be.
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
            // SQLite undoes or completes an interrupted write when the file is opened by somebody who may write it.
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

    /// Begins the transaction in which everything is read, and looks at all that may be wrong.
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

    /// Looks at every page and every index of a registry whose size in bytes lies in `sizes`.
    ///
    /// - Throws: ``RegistryError`` when something is not as SQLite would write it.
    static func examine(_ database: Database, of sizes: Range<Int>, _ path: Path) throws {
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        guard sizes.contains(pages.multipliedReportingOverflow(by: pageSize).partialValue) else { return }
        let report = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
        if report != "ok" { throw RegistryError(path: path, cause: .damaged("SQLite finds it inconsistent")) }
    }

    private static func openForWriting(
        _ absolutePath: String,
        _ path: Path,
        isNew: Bool,
        _ patience: @escaping Patience
    ) throws -> DatabaseQueue {
        let queue = try connect(absolutePath, readonly: false, patience)
        try queue.inDatabase { database in
            // Another process may be making the same registry: the migration looks again once it has the lock.
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

    /// Why `database` is no registry that this program knows, `nil` when it is one.
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
        // A reader's one transaction spans its calls.
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
    /// Makes the registry keep its readers while it is written.
    ///
    /// SQLite does not wait for others here, since it asks for the right to write while it reads; so it is asked again.
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

    /// A short while that differs each time, so that two processes do not keep meeting.
    private static func pause() { usleep(UInt32.random(in: 5_000...50_000)) }

    /// Lets go of the file, in the journal mode in which readers need no side files, if no other process has it open.
    func close() throws(RegistryError) {
        let isReader = queue.configuration.readonly
        let isAhead = try Self.reporting(path) {
            try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal"
        }
        try Self.reporting(path) { try queue.close() }
        // A reader finds the mode where a writer is at work, or was cut short and left it.
        if !isReader || isAhead { Self.endWriteAhead(of: absolutePath, attempts: isReader ? 5 : 20) }
    }

    /// Writes everything into the one file and leaves the WAL mode.
    ///
    /// Only the last process can do that. Two that try at once keep each other from it, so each has the file open for as
    /// short as can be and waits for a time that differs; one that stays longer does it in the end. Nothing is lost
    /// where it fails: the next process that writes does it.
    private static func endWriteAhead(of absolutePath: String, attempts: Int) {
        for attempt in 0..<attempts {
            if attempt > 0 { pause() }
            var connection: OpaquePointer?
            var result = sqlite3_open_v2(absolutePath, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
            if result == SQLITE_OK { result = sqlite3_exec(connection, "PRAGMA journal_mode = DELETE", nil, nil, nil) }
            sqlite3_close(connection)
            // A process that looked at the file in between may have left a log behind that nobody needs.
            if result == SQLITE_OK, access(absolutePath + "-wal", F_OK) != 0 { return }
            // Not its to write; anything else comes of others that begin and end at the same time.
            if [SQLITE_READONLY, SQLITE_PERM, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FULL].contains(result) { return }
        }
    }
}

extension RegistryError {
    /// What an error of SQLite means for the registry at `path`.
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
        case .SQLITE_CORRUPT: .damaged("SQLite finds it malformed")
        case .SQLITE_NOTADB: .notADatabase
        // A side file that cannot be made; the file itself was looked at before.
        case .SQLITE_READONLY, .SQLITE_CANTOPEN: .notWritable
        case .SQLITE_PERM, .SQLITE_AUTH: .notReadable
        case .SQLITE_FULL: .full
        case .SQLITE_CONSTRAINT: .unstorable(input: nil, detail: error.message ?? "a constraint failed")
        default: .failure(code: Int(error.extendedResultCode.rawValue))
        }
    }
}
