import GRDBSQLite
import LibC
import SchemeModel
import Synchronization

/// The identity of a registry file, which ensures that nothing is written to another file in its place.
///
/// SQLite keeps the file open, but finds its log and journal by name. If another file took the name, SQLite would treat
/// the log and the journal as that file's own, and write their content into it.
final class RegistryIdentity: Sendable {
    /// The path as given, which may be a link.
    private let named: String
    /// The path without links, as passed to SQLite.
    let path: String
    private let file: Number
    private let sideFiles = Mutex<[String: Number]>([:])

    /// The device and inode of a file.
    private struct Number: Equatable {
        var device: UInt64
        var inode: UInt64

        /// Reads the numbers of the file at `path` without following a link; `nil` if there is no file.
        init?(_ path: String) {
            var record = stat()
            guard lstat(path, &record) == 0 else { return nil }
            device = UInt64(truncatingIfNeeded: record.st_dev)
            inode = UInt64(record.st_ino)
        }
    }

    /// Creates the identity of the file that is at `path` now; `nil` if there is no file.
    ///
    /// - Parameter named: The path as given, which leads to `path`.
    init?(_ path: String, named: String) {
        guard let file = Number(path) else { return nil }
        (self.named, self.path, self.file) = (named, path, file)
    }

    /// Whether the path still leads to the file.
    var isInPlace: Bool {
        guard Number(path) == file, let resolved = realpath(named, nil) else { return false }
        defer { free(resolved) }
        return strcmp(resolved, path) == 0
    }

    /// Returns whether `connection` has the file open and the path still leads to it.
    func isOpen(in connection: OpaquePointer?) -> Bool {
        var hasMoved: CInt = 0
        let result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return result == SQLITE_OK && hasMoved == 0 && isInPlace
    }

    static let sideFileSuffixes = ["-wal", "-shm", "-journal"]

    /// Records the side files that SQLite has created so far.
    func noteSideFiles() {
        sideFiles.withLock { known in
            for suffix in Self.sideFileSuffixes where known[suffix] == nil { known[suffix] = Number(path + suffix) }
        }
    }

    /// Removes the side files after another file took the registry's place. Their content is lost, because SQLite would
    /// otherwise write it into that file.
    func removeSideFiles() {
        sideFiles.withLock { known in
            for (suffix, number) in known where Number(path + suffix) == number { unlink(path + suffix) }
        }
    }
}
