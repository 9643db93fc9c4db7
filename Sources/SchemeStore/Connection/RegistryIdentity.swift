import GRDBSQLite
import SchemeModel
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Which file a registry is, so that nothing is ever written to one that took its place.
///
/// SQLite holds the file open, and finds the log and the journal by their names. Where another file has the name, these
/// would be taken for its own, and what they hold would be written into it.
final class RegistryIdentity: Sendable {
    /// The path as the caller named it, which may be a link.
    private let named: String
    /// The path without links that SQLite was given.
    let path: String
    private let file: Number
    private let sideFiles = Mutex<[String: Number]>([:])

    /// A file's number on its device.
    private struct Number: Equatable {
        var device: UInt64
        var inode: UInt64

        /// That of what stands at `path`; a link is not followed. `nil` where nothing does.
        init?(_ path: String) {
            var record = stat()
            guard lstat(path, &record) == 0 else { return nil }
            device = UInt64(truncatingIfNeeded: record.st_dev)
            inode = UInt64(record.st_ino)
        }
    }

    /// The identity of what stands at `path` now; `nil` where nothing does.
    ///
    /// - Parameter named: the path as the caller named it, which leads to `path`.
    init?(_ path: String, named: String) {
        guard let file = Number(path) else { return nil }
        (self.named, self.path, self.file) = (named, path, file)
    }

    /// Whether the name still leads to the file.
    var isInPlace: Bool {
        guard Number(path) == file, let resolved = realpath(named, nil) else { return false }
        defer { free(resolved) }
        return strcmp(resolved, path) == 0
    }

    /// Whether `connection` has that file open and the name still leads to it.
    func isOpen(in connection: OpaquePointer?) -> Bool {
        var hasMoved: CInt = 0
        let result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return result == SQLITE_OK && hasMoved == 0 && isInPlace
    }

    private static let sideFileSuffixes = ["-wal", "-shm", "-journal"]

    /// Notes which files beside it SQLite has made for it by now.
    func noteSideFiles() {
        sideFiles.withLock { known in
            for suffix in Self.sideFileSuffixes where known[suffix] == nil { known[suffix] = Number(path + suffix) }
        }
    }

    /// Removes the files beside it that were made for it, where another file has its name by now. What they hold is lost
    /// then: that file would take it for its own.
    func removeSideFiles() {
        sideFiles.withLock { known in
            for (suffix, number) in known where Number(path + suffix) == number { unlink(path + suffix) }
        }
    }
}
