/// The only access that readers have to the disk.
///
/// Readers are pure: they get bytes and, for formats that refer to other files, a value of this type. Tests and worker
/// processes provide other implementations.
package protocol FileAccess: Sendable {
    /// Returns the contents of the regular file at `path`.
    ///
    /// - Parameter limit: The maximum number of bytes to read.
    /// - Throws: ``FileError``.
    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents

    /// Opens the regular file at `path` for reading parts of it; it stays open for the lifetime of the value.
    ///
    /// - Throws: ``FileError``.
    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile

    /// Returns the entries of the folder at `path` that satisfy `isWanted`, sorted by bytes, without `.` and `..`.
    ///
    /// A folder with a million files is never held in memory as a whole.
    ///
    /// - Throws: ``FileError``.
    func entries(of path: Path, where isWanted: (DirectoryEntry) -> Bool) throws(FileError) -> [DirectoryEntry]

    /// Returns the absolute path of `path` without links, `.` and `..`.
    ///
    /// - Throws: ``FileError``.
    func realPath(of path: Path) throws(FileError) -> Path

    /// Returns the stamp of the regular file at `path` without opening it.
    ///
    /// - Throws: ``FileError``.
    func stamp(of path: Path) throws(FileError) -> FileStamp

    /// Returns the kind of file at `path`, following links.
    ///
    /// - Throws: ``FileError``.
    func kind(of path: Path) throws(FileError) -> FileKind

    /// Returns the actual spelling of `path`.
    ///
    /// This is `path` itself, unless nothing exists there and exactly one path below the source's root differs only in
    /// case.
    func spelling(of path: Path) -> Path

    /// Returns the same files, where no link leads out of the folder at the absolute path `root`.
    ///
    /// A path below `root` with such a link throws ``FileError/leadsOut(_:)``.
    func rooted(at root: Path) -> any FileAccess
}

extension FileAccess {
    package func spelling(of path: Path) -> Path { path }

    package func rooted(at root: Path) -> any FileAccess { ConfinedFileSystem(files: self, root: root) }
}

/// A regular file that is read in parts.
package protocol RandomAccessFile: Sendable {
    /// The stamp of the file when it was opened.
    var stamp: FileStamp { get }

    /// Returns exactly `count` bytes from the 0-based `offset`.
    ///
    /// - Throws: ``FileError/changedWhileReading`` if the file ends earlier, or another ``FileError``.
    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]
}

/// The kind of file at a path.
package enum FileKind: String, Hashable, Sendable, Codable {
    case regular
    case directory
    case link
    /// A socket, a pipe, a device.
    case other
}

/// An entry of a folder.
package struct DirectoryEntry: Hashable, Sendable {
    /// The name, as a single path component.
    package var name: Path
    /// The kind of file; links are not followed.
    package var kind: FileKind

    package init(name: Path, kind: FileKind) {
        self.name = name
        self.kind = kind
    }
}

/// The bytes of a file and its stamp when they were read.
package struct FileContents: Sendable {
    /// All bytes of the file.
    package var bytes: [UInt8]
    /// The stamp of the file.
    package var stamp: FileStamp

    package init(bytes: [UInt8], stamp: FileStamp) {
        self.bytes = bytes
        self.stamp = stamp
    }
}

/// The file system's properties of a file, used to detect changes.
package struct FileStamp: Hashable, Sendable, Codable {
    /// The size in bytes.
    package var size: Int
    /// The time of the last change to the contents, in nanoseconds since 1970.
    package var modified: Int
    /// The time of the last change to the contents or metadata, in nanoseconds since 1970.
    ///
    /// It is 0 if the stamp is not reliable; see ``isReliable``.
    package var changed: Int
    /// The inode number on its device.
    package var inode: UInt64

    /// Whether a file with an equal stamp is sure to be unchanged.
    package var isReliable: Bool { changed != 0 }

    package init(size: Int, modified: Int, changed: Int, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.changed = changed
        self.inode = inode
    }
}

/// A reason why a path could not be read.
package enum FileError: Error, Hashable, Sendable {
    case notFound
    case permissionDenied
    /// The path is not a regular file, or not a folder where one was expected.
    case wrongKind(FileKind)
    /// The file is larger than the limit.
    case tooLarge(limit: Int)
    /// The file's size changed while it was read.
    case changedWhileReading
    /// The process that provides the file did not answer in time.
    case tooSlow
    /// A link on the path leads out of the source. Contains the link's path, relative to the source.
    case leadsOut(Path)
    /// An error number from the operating system, also for too many links or a name that is too long.
    case system(code: Int32)

    /// Whether the file doesn't exist, or may not be reached. An optional file can then be ignored.
    package var isAbsence: Bool {
        switch self {
        case .notFound, .leadsOut: true
        default: false
        }
    }
}
