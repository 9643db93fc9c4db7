package import SchemeModel

/// The disk with some files changed or added in memory.
package struct OverlayFileSystem: FileAccess {
    private var files: any FileAccess
    /// The content of the changed files, by real path.
    private(set) var changed: [Path: [UInt8]] = [:]
    /// The names of the changed files, by folder.
    private var names: [Path: Set<Path>] = [:]

    package init(_ files: any FileAccess) { self.files = files }

    /// Changes the content of the file with the real path `path`, or adds the file to its folder.
    package mutating func change(_ path: Path, to bytes: [UInt8]) {
        changed[path] = bytes
        names[path.directory, default: []].insert(path.lastComponent)
    }

    package func rooted(at root: Path) -> any FileAccess {
        var copy = self
        copy.files = files.rooted(at: root)
        return copy
    }

    private func content(of path: Path) -> [UInt8]? { changed[path] ?? changed[path.normalized] }

    package func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        guard let bytes = content(of: path) else { return try files.contents(of: path, limit: limit) }
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return FileContents(bytes: bytes, stamp: try stamp(of: path))
    }

    package func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        guard let bytes = content(of: path) else { return try files.randomAccess(to: path) }
        return MemoryFile(bytes: bytes, stamp: try stamp(of: path))
    }

    package func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        guard var added = names[path] ?? names[path.normalized] else {
            return try files.entries(of: path, stamped: stamped, where: isWanted)
        }
        // Callers count what they see, so they see each entry once.
        var entries = try files.entries(of: path, stamped: stamped) { entry in
            added.remove(entry.name)
            return isWanted(entry)
        }
        entries += added.map { DirectoryEntry(name: $0, kind: .regular) }.filter(isWanted)
        return entries.sorted { $0.name < $1.name }
    }

    package func realPath(of path: Path) throws(FileError) -> Path {
        try existing(path, { () throws(FileError) in try files.realPath(of: path) }, added: { _ in path })
    }

    /// Returns the stamp of the file on disk. An added file has an unreliable stamp.
    package func stamp(of path: Path) throws(FileError) -> FileStamp {
        try existing(path, { () throws(FileError) in try files.stamp(of: path) }) { bytes in
            FileStamp(size: bytes.count, modified: 0, changed: 0, inode: 0)
        }
    }

    package func kind(of path: Path) throws(FileError) -> FileKind {
        try existing(path, { () throws(FileError) in try files.kind(of: path) }, added: { _ in .regular })
    }

    /// Returns what is on disk at `path`, or the result for an added file.
    private func existing<Result>(
        _ path: Path,
        _ onDisk: () throws(FileError) -> Result,
        added: ([UInt8]) -> Result
    ) throws(FileError) -> Result {
        do throws(FileError) {
            return try onDisk()
        } catch {
            guard error == .notFound, let bytes = content(of: path) else { throw error }
            return added(bytes)
        }
    }
}
