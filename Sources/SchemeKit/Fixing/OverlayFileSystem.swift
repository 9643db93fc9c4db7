package import SchemeModel

/// The disk with some files changed in memory.
package struct OverlayFileSystem: FileAccess {
    private let files: any FileAccess
    /// The content of the changed files, by real path.
    private(set) var changed: [Path: [UInt8]] = [:]

    package init(_ files: any FileAccess) { self.files = files }

    /// Changes the content of the file with the real path `path`.
    package mutating func change(_ path: Path, to bytes: [UInt8]) { changed[path] = bytes }

    package func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        guard let bytes = changed[path] else { return try files.contents(of: path, limit: limit) }
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return FileContents(bytes: bytes, stamp: try files.stamp(of: path))
    }

    package func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        try files.randomAccess(to: path)
    }

    package func entries(
        of path: Path,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        try files.entries(of: path, where: isWanted)
    }

    package func realPath(of path: Path) throws(FileError) -> Path { try files.realPath(of: path) }

    package func stamp(of path: Path) throws(FileError) -> FileStamp { try files.stamp(of: path) }

    package func kind(of path: Path) throws(FileError) -> FileKind { try files.kind(of: path) }
}
