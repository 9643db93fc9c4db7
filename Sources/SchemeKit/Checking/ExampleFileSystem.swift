import SchemeModel

/// In-memory files for the examples of rules.
private struct ExampleFileSystem: FileAccess {
    /// The content of each file by absolute path.
    let files: [Path: [UInt8]]

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        guard let bytes = files[path.normalized] else { throw .notFound }
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return FileContents(bytes: bytes, stamp: try stamp(of: path))
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        guard let bytes = files[path.normalized] else { throw .notFound }
        return MemoryFile(bytes: bytes, stamp: try stamp(of: path))
    }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        var kinds: [Path: FileKind] = [:]
        for file in files.keys {
            guard let rest = file.relative(to: path.normalized)?.components, let name = rest.first else { continue }
            kinds[Path(bytes: Array(name))] = rest.count > 1 ? .directory : .regular
        }
        return kinds.sorted { $0.key < $1.key }.map { DirectoryEntry(name: $0.key, kind: $0.value) }.filter(isWanted)
    }

    func realPath(of path: Path) throws(FileError) -> Path {
        _ = try kind(of: path)
        return path.normalized
    }

    func stamp(of path: Path) throws(FileError) -> FileStamp {
        guard let bytes = files[path.normalized] else { throw .notFound }
        return FileStamp(size: bytes.count, modified: 0, changed: 0, inode: 0)
    }

    func kind(of path: Path) throws(FileError) -> FileKind {
        let path = path.normalized
        if files[path] != nil { return .regular }
        guard files.keys.contains(where: { $0.relative(to: path) != nil }) else { throw .notFound }
        return .directory
    }
}

extension Context {
    /// Creates a context with only `files`, whose paths are below `root`, at the last second of 2026-11-21.
    init(example files: [Path: [UInt8]], in root: Path) {
        let absolute = files.map { (root.appending($0.key), $0.value) }
        self.init(
            now: { 1_795_305_599 },
            environment: { _ in nil },
            currentDirectory: root,
            files: ExampleFileSystem(files: Dictionary(uniqueKeysWithValues: absolute)),
            readStandardInput: { _ in [] },
            output: NullOutputStream(),
            errors: NullOutputStream(),
            isInterrupted: { false },
            cores: 1
        )
    }
}
