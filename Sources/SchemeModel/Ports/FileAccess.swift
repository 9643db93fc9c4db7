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
    /// - Parameter stamped: Whether those of regular files have their stamps, if the folder gives them faster than
    ///   ``stamp(of:)``.
    /// - Throws: ``FileError``.
    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry]

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

    /// Returns the entries without stamps.
    ///
    /// - Throws: ``FileError``.
    package func entries(
        of path: Path,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        try entries(of: path, stamped: false, where: isWanted)
    }

    package func rooted(at root: Path) -> any FileAccess { ConfinedFileSystem(files: self, root: root) }

    /// Returns whether nothing is at `path`. Reading it reports any other reason why it can't be reached.
    package func isAbsent(_ path: Path) -> Bool {
        do throws(FileError) {
            _ = try kind(of: path)
            return false
        } catch {
            return error == .notFound
        }
    }
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
    /// The stamp of a regular file, from ``FileAccess/entries(of:stamped:where:)``.
    package var stamp: FileStamp?

    package init(name: Path, kind: FileKind) {
        self.name = name
        self.kind = kind
    }
}
