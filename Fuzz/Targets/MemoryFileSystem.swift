import SchemeModel
import Synchronization

/// An in-memory file system that records which files were opened.
final class MemoryFileSystem: FileAccess {
    /// The contents by absolute path.
    let files: [Path: [UInt8]]
    private let tried = Mutex<Set<Path>>([])

    init(_ files: [Path: [UInt8]]) { self.files = files }

    /// Every path that was passed to open.
    var opened: Set<Path> { tried.withLock { $0 } }

    private func note(_ path: Path) -> Path {
        let path = path.normalized
        tried.withLock { _ = $0.insert(path) }
        return path
    }

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        guard let bytes = files[note(path)] else { throw .notFound }
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return FileContents(bytes: bytes, stamp: Self.stamp(of: bytes))
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        guard let bytes = files[note(path)] else { throw .notFound }
        return MemoryFile(bytes)
    }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        let path = note(path)
        var kinds: [Path: FileKind] = [:]
        for file in files.keys {
            guard let rest = file.relative(to: path)?.components, let name = rest.first else { continue }
            kinds[Path(bytes: name)] = rest.count > 1 ? .directory : .regular
        }
        return kinds.sorted { $0.key < $1.key }.map { DirectoryEntry(name: $0.key, kind: $0.value) }.filter(isWanted)
    }

    func realPath(of path: Path) throws(FileError) -> Path {
        _ = try kind(of: path)
        return path.normalized
    }

    func stamp(of path: Path) throws(FileError) -> FileStamp {
        guard let bytes = files[path.normalized] else { throw .notFound }
        return Self.stamp(of: bytes)
    }

    func kind(of path: Path) throws(FileError) -> FileKind {
        let path = path.normalized
        if files[path] != nil { return .regular }
        guard path == "/" || files.keys.contains(where: { $0.relative(to: path) != nil }) else { throw .notFound }
        return .directory
    }

    fileprivate static func stamp(of bytes: [UInt8]) -> FileStamp {
        FileStamp(size: bytes.count, modified: 1, changed: 1, inode: 1)
    }
}

/// A file in memory.
struct MemoryFile: RandomAccessFile {
    let stamp: FileStamp
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        stamp = MemoryFileSystem.stamp(of: bytes)
    }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
            throw .changedWhileReading
        }
        return Array(bytes[offset..<offset + count])
    }
}
