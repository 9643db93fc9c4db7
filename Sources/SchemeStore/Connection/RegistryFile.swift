import GRDBSQLite
import LibC
import SQLiteDefense
import SchemeModel

/// The kind of file at the path of a registry. It is determined before SQLite opens the file, because SQLite writes to
/// any file that looks like its own, rolls back journals, and waits forever on a pipe.
enum RegistryFile {
    case missing
    case empty
    /// A database with our application ID.
    case registry

    /// SQLite's `application_id` of a registry: "SREG".
    static let applicationID = 1_397_900_615

    /// Returns the absolute path of `path` without links, and the kind of file there.
    ///
    /// - Throws: ``RegistryError`` for a file that isn't a registry and can't become one.
    static func identify(_ path: Path) throws(RegistryError) -> (path: String, state: RegistryFile) {
        func refusal(_ cause: RegistryError.Cause) -> RegistryError { RegistryError(path: path, cause: cause) }
        _ = quietMemory
        guard let name = path.text, !name.isEmpty, !path.bytes.contains(0) else { throw refusal(.pathNotUTF8) }
        var record = stat()
        guard lstat(name, &record) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw refusal(.notReadable) }
            // SQLite would follow a link that appears in the meantime, so the real path of the folder is used.
            guard let folder = path.directory.text.flatMap(realPath) else { throw refusal(.folderNotFound) }
            guard let file = Path(folder).appending(path.lastComponent).text else { throw refusal(.pathNotUTF8) }
            if let suffix = strangeSideFile(of: file) { throw refusal(.strangeSideFile(suffix)) }
            return (file, .missing)
        }
        let isLink = record.st_mode & S_IFMT == S_IFLNK
        guard let absolute = realPath(name), stat(absolute, &record) == 0 else {
            throw refusal(isLink ? .linkToElsewhere : .notReadable)
        }
        guard record.st_mode & S_IFMT == S_IFREG else {
            if isLink { throw refusal(.linkToElsewhere) }
            throw refusal(.wrongKind(record.st_mode & S_IFMT == S_IFDIR ? .directory : .other))
        }
        guard access(absolute, R_OK) == 0 else { throw refusal(.notReadable) }
        if let suffix = strangeSideFile(of: absolute) { throw refusal(.strangeSideFile(suffix)) }
        let log = logNumber(of: absolute)
        if record.st_size == 0 {
            if isLink { throw refusal(.linkToElsewhere) }
            return (absolute, .empty)
        }
        guard let header = header(of: absolute), header.starts(with: "SQLite format 3\0".utf8) else {
            throw refusal(isLink ? .linkToElsewhere : .notADatabase)
        }
        let id = header[68..<72].reduce(0) { $0 << 8 | Int($1) }
        guard id == applicationID else { throw refusal(isLink ? .linkToElsewhere : .foreign(applicationID: id)) }
        // SQLite would apply or delete the log of another file. It creates one only in WAL mode, and deletes it before it
        // leaves that mode.
        if header[18] == rollbackMode, let log, log == logNumber(of: absolute) {
            throw refusal(.strangeSideFile("-wal"))
        }
        return (absolute, .registry)
    }

    /// The file format of a database that isn't in WAL mode.
    ///
    /// - Source: https://sqlite.org/fileformat2.html#file_format_version_numbers (seen 2026-11-27).
    private static let rollbackMode: UInt8 = 1

    /// Whether the open file is in WAL mode, in which SQLite reads a log.
    static func hasLog(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Bool { header(in: file)?[19] == 2 }

    /// Returns the suffix of a log or journal that isn't a regular file, or that names another journal. SQLite would wait forever
    /// on a pipe, and deletes the named file, whatever it is.
    private static func strangeSideFile(of path: String) -> String? {
        RegistryIdentity.sideFileSuffixes.first { suffix in
            var record = stat()
            guard lstat(path + suffix, &record) == 0 else { return false }
            return record.st_mode & S_IFMT != S_IFREG || suffix == "-journal" && namesSuperJournal(path + suffix)
        }
    }

    /// Whether a journal ends with the name of a super-journal, which exists only for several attached databases.
    ///
    /// - Source: https://sqlite.org/src/file/src/pager.c, `readSuperJournal` (seen 2026-11-28).
    private static func namesSuperJournal(_ path: String) -> Bool {
        let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var end = [UInt8](repeating: 0, count: mark.count)
        return lseek(file, -mark.count, SEEK_END) >= 0 && read(file, &end, mark.count) == mark.count && end == mark
    }

    /// Returns the inode of the write-ahead log; `nil` if there is none, or if it is empty.
    private static func logNumber(of path: String) -> UInt64? {
        var record = stat()
        guard lstat(path + "-wal", &record) == 0, record.st_size > 0 else { return nil }
        return UInt64(record.st_ino)
    }

    /// Turns off memory statistics. Runs once, before SQLite is used.
    private static let quietMemory: Void = sqlite_stop_counting_memory()

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }

    /// Returns the first 100 bytes, or `nil` if the file is shorter.
    ///
    /// They are read through SQLite's own descriptor, because closing another descriptor of the same file would release
    /// all locks that this process holds on it.
    private static func header(of path: String) -> [UInt8]? {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else {
            return nil
        }
        return header(in: file(of: connection))
    }

    /// Returns SQLite's file of a connection.
    static func file(of connection: OpaquePointer?) -> UnsafeMutablePointer<sqlite3_file>? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let found = withUnsafeMutablePointer(to: &file) {
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, $0)
        }
        return found == SQLITE_OK ? file : nil
    }

    private static func header(in file: UnsafeMutablePointer<sqlite3_file>?) -> [UInt8]? {
        guard let file, let read = file.pointee.pMethods?.pointee.xRead else { return nil }
        var header = [UInt8](repeating: 0, count: 100)
        let result = header.withUnsafeMutableBytes { read(file, $0.baseAddress, CInt($0.count), 0) }
        return result == SQLITE_OK ? header : nil
    }
}
