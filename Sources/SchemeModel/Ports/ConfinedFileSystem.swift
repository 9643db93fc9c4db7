/// Confines another `FileAccess`, whose files don't change during a run, to the folder `root`.
struct ConfinedFileSystem: FileAccess {
    let files: any FileAccess
    let root: Path

    /// The same path, unless it lies below the root and leads out of it.
    private func checked(_ path: Path) throws(FileError) -> Path {
        guard let below = path.normalized.relative(to: root) else { return path }
        guard try files.realPath(of: path).relative(to: root) != nil else { throw .leadsOut(below) }
        return path
    }

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        try files.contents(of: checked(path), limit: limit)
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        try files.randomAccess(to: checked(path))
    }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        try files.entries(of: checked(path), stamped: stamped, where: isWanted)
    }

    func realPath(of path: Path) throws(FileError) -> Path { try files.realPath(of: checked(path)) }

    func stamp(of path: Path) throws(FileError) -> FileStamp { try files.stamp(of: checked(path)) }

    func kind(of path: Path) throws(FileError) -> FileKind { try files.kind(of: checked(path)) }

    func rooted(at root: Path) -> any FileAccess { root == self.root ? self : files.rooted(at: root) }
}
