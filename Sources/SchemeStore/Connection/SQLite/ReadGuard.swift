import GRDB
import GRDBSQLite
import LibC

/// Keeps a registry file and its log as they are while the registry is opened for reading.
///
/// SQLite writes for readers, too: it creates the write-ahead log and its index, and marks in the index what is read. So this
/// connection opens the index first, without permission to write; all connections of a process share it. Its lock keeps
/// others from removing the log and from changing the mode.
///
/// - Source: https://sqlite.org/wal.html#read_only_databases, https://sqlite.org/src/file/src/os_unix.c,
///   `unixOpenSharedMemory` (seen 2026-11-28).
final class ReadGuard {
    private var connection: OpaquePointer?

    /// Locks the registry at `path`, which is absolute and has no links.
    ///
    /// - Throws: `DatabaseError`, with the result `SQLITE_READONLY` or `SQLITE_CANTOPEN` if SQLite can't read the registry
    ///   before an interrupted write is completed or rolled back.
    init(_ path: String) throws {
        let name = path.utf8.flatMap { "%?#".utf8.contains($0) ? Array("%\(String($0, radix: 16))".utf8) : [$0] }
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
        let address = "file:" + String(decoding: name, as: UTF8.self) + "?readonly_shm=1"
        try Self.verify(sqlite3_open_v2(address, &connection, flags, nil))
        let file = RegistryFile.file(of: connection)
        try Self.verify(file?.pointee.pMethods?.pointee.xLock?(file, SQLITE_LOCK_SHARED) ?? SQLITE_IOERR)
        // SQLite would create the log. If it was lost, what it contained is missing from the file.
        if RegistryFile.hasLog(file), access(path + "-wal", F_OK) != 0 { try Self.verify(SQLITE_CANTOPEN) }
        try Self.verify(sqlite3_exec(connection, "BEGIN; PRAGMA schema_version", nil, nil, nil))
    }

    deinit { sqlite3_close(connection) }

    private static func verify(_ result: CInt) throws {
        if result != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
    }
}
