/// The only door from readers to the disk.
///
/// Readers are pure: they take bytes and, where a format refers to other files (includes, members), this. Tests and
/// worker processes pass other implementations.
public protocol FileAccess: Sendable {
    /// The contents of the regular file at `path`.
    ///
    /// - Parameter limit: the most bytes that are read.
    /// - Throws: ``FileError``.
    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents

    /// The regular file at `path`, open to read parts of it until the value is gone.
    ///
    /// - Throws: ``FileError``.
    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile

    /// The names in the folder at `path` for which `isWanted` answers true, sorted by bytes, without `.` and `..`. A
    /// folder of a million files is never held whole.
    ///
    /// - Throws: ``FileError``.
    func entries(of path: Path, where isWanted: (DirectoryEntry) -> Bool) throws(FileError) -> [DirectoryEntry]

    /// The absolute path of `path` without links, `.` and `..`.
    ///
    /// - Throws: ``FileError``.
    func realPath(of path: Path) throws(FileError) -> Path

    /// The stamp of the regular file at `path`, without opening it.
    ///
    /// - Throws: ``FileError``.
    func stamp(of path: Path) throws(FileError) -> FileStamp

    /// What stands at `path`; a link is followed.
    ///
    /// - Throws: ``FileError``.
    func kind(of path: Path) throws(FileError) -> FileKind

    /// The path of the file that `path` means: another one where nothing exists at `path`, and exactly one path below the
    /// source's root differs from it in nothing but case.
    func spelling(of path: Path) -> Path

    /// The same files, of which those below the folder at the absolute `root` are reached through no link that leads out of
    /// it: such a link is ``FileError/leadsOut(_:)``.
    func rooted(at root: Path) -> any FileAccess
}

extension FileAccess {
    public func spelling(of path: Path) -> Path { path }

    public func rooted(at root: Path) -> any FileAccess { BoundedFiles(files: self, root: root) }
}

/// A regular file of which parts are read.
public protocol RandomAccessFile: Sendable {
    /// What was known of the file when it was opened.
    var stamp: FileStamp { get }

    /// Exactly the `count` bytes from the 0-based `offset` on.
    ///
    /// - Throws: ``FileError/changedWhileReading`` when the file ends before; ``FileError``.
    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]
}

/// What stands at a path.
public enum FileKind: String, Hashable, Sendable, Codable {
    case regular
    case directory
    case link
    /// A socket, a pipe, a device.
    case other
}

/// A name in a folder.
public struct DirectoryEntry: Hashable, Sendable {
    /// The name, one component.
    public var name: Path
    /// What stands there; a link is not followed.
    public var kind: FileKind

    package init(name: Path, kind: FileKind) {
        self.name = name
        self.kind = kind
    }
}

/// The bytes of a file and what was known of it when they were read.
public struct FileContents: Sendable {
    /// All bytes of the file.
    public var bytes: [UInt8]
    /// What was known of it.
    public var stamp: FileStamp

    package init(bytes: [UInt8], stamp: FileStamp) {
        self.bytes = bytes
        self.stamp = stamp
    }
}

/// What the file system says of a file, to see later whether it changed.
public struct FileStamp: Hashable, Sendable, Codable {
    /// Bytes in the file.
    public var size: Int
    /// When the contents changed last, in nanoseconds since 1970.
    public var modified: Int
    /// When the contents or the file's record changed last, in nanoseconds since 1970; 0 when an equal stamp later does
    /// not mean that reading again would give the same (``isReliable``).
    public var changed: Int
    /// The file's number on its device.
    public var inode: UInt64

    /// Whether a file with an equal stamp need not be read again.
    public var isReliable: Bool { changed != 0 }

    package init(size: Int, modified: Int, changed: Int, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.changed = changed
        self.inode = inode
    }
}

/// Why a path could not be looked at.
public enum FileError: Error, Hashable, Sendable {
    case notFound
    case permissionDenied
    /// It is not a regular file (or, where a folder was wanted, not a folder).
    case wrongKind(FileKind)
    /// It holds more bytes than the limit.
    case tooLarge(limit: Int)
    /// It grew or shrank while it was read.
    case changedWhileReading
    /// Whoever should read it did not answer in time.
    case tooSlow
    /// A link on the way leads out of the folder that is read; the link's path in that.
    case leadsOut(Path)
    /// Too many links, too long a name, or the operating system's error number.
    case system(code: Int32)

    /// Whether nothing is there that may be looked at. Of a file that need not be there, nothing is missed then.
    package var isAbsence: Bool {
        switch self {
        case .notFound, .leadsOut: true
        default: false
        }
    }
}
