import SchemeModel
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The files of a commit, at the paths that they have when it is checked out. The work tree is not looked at; what lies
/// outside of the repository is that of the disk.
final class GitFiles: FileAccess {
    private let root: Path
    private let disk: any FileAccess
    /// By path below the root; the root itself is empty.
    private let entries: [Path: Entry]
    /// By path below the root, what each folder holds, in order.
    private let folders: [Path: [Path]]
    /// The process that gives contents; `nil` after it failed once.
    private let objects: Mutex<GitProcess?>

    private enum Entry {
        case file(id: [UInt8])
        case link(id: [UInt8])
        case folder
    }

    /// The most bytes of a listing: some two million files.
    private static let listingLimit = 256 * 1024 * 1024
    private static let linkLimit = 40

    /// - Throws: ``GitError``.
    init(of revision: GitRevision, in context: Context) throws(GitError) {
        root = revision.root
        disk = context.files
        let words = ["ls-tree", "-r", "-z", "--full-tree", revision.commit].map { Array($0.utf8) }
        let listing = try GitProcess.output(of: words, in: root, limit: Self.listingLimit, context: context)
        // Who looks for the end of a repository looks for this folder, which no commit holds.
        var entries: [Path: Entry] = [Path(bytes: []): .folder, ".git": .folder]
        var folders: [Path: [Path]] = [:]
        // MODE SP TYPE SP ID TAB PATH NUL
        for line in listing.split(separator: 0) {
            guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
            let words = line[..<tab].split(separator: UInt8(ascii: " "))
            // Another repository's commit is not here.
            guard words.count == 3, words[1].elementsEqual("blob".utf8) else { continue }
            let path = Path(bytes: line[(tab + 1)...])
            let id = Array(words[2])
            entries[path] = words[0].elementsEqual("120000".utf8) ? .link(id: id) : .file(id: id)
            var child = path
            while !child.bytes.isEmpty {
                let above = child.directory
                let folder = above == "." ? Path(bytes: []) : above
                folders[folder, default: []].append(child.lastComponent)
                if folder.bytes.isEmpty || entries.updateValue(.folder, forKey: folder) != nil { break }
                child = folder
            }
        }
        self.entries = entries
        self.folders = folders
        let batch = ["cat-file", "--batch"].map { Array($0.utf8) }
        objects = Mutex(try GitProcess(batch, in: root, context: context))
    }

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        guard let inside = try resolve(path) else { return try disk.contents(of: path, limit: limit) }
        guard case .file(let id) = entries[inside] else {
            throw entries[inside] == nil ? .notFound : .wrongKind(.directory)
        }
        let bytes = try object(id, limit: limit)
        return FileContents(bytes: bytes, stamp: Self.stamp(size: bytes.count))
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        guard try resolve(path) != nil else { return try disk.randomAccess(to: path) }
        let contents = try contents(of: path, limit: Self.listingLimit)
        return MemoryFile(bytes: contents.bytes, stamp: contents.stamp)
    }

    func entries(of path: Path, where isWanted: (DirectoryEntry) -> Bool) throws(FileError) -> [DirectoryEntry] {
        guard let inside = try resolve(path) else { return try disk.entries(of: path, where: isWanted) }
        guard case .folder = entries[inside] else { throw entries[inside] == nil ? .notFound : .wrongKind(.regular) }
        return (folders[inside] ?? []).sorted().map { name in
            let kind: FileKind =
                switch entries[inside.appending(name)] {
                case .folder: .directory
                case .link: .link
                case .file, nil: .regular
                }
            return DirectoryEntry(name: name, kind: kind)
        }.filter(isWanted)
    }

    func realPath(of path: Path) throws(FileError) -> Path {
        guard let inside = try resolve(path) else { return try disk.realPath(of: path) }
        guard entries[inside] != nil else { throw .notFound }
        return root.appending(inside)
    }

    func stamp(of path: Path) throws(FileError) -> FileStamp {
        guard let inside = try resolve(path) else { return try disk.stamp(of: path) }
        guard case .file = entries[inside] else { throw entries[inside] == nil ? .notFound : .wrongKind(.directory) }
        return Self.stamp(size: 0)
    }

    func kind(of path: Path) throws(FileError) -> FileKind {
        guard let inside = try resolve(path) else { return try disk.kind(of: path) }
        switch entries[inside] {
        case .file: return .regular
        case .folder: return .directory
        case .link, nil: throw .notFound
        }
    }

    /// A commit does not change, and no stamp of it is ever compared with one of the disk.
    private static func stamp(size: Int) -> FileStamp { FileStamp(size: size, modified: 0, changed: 0, inode: 0) }

    /// The path below the root of what `path`, which is absolute, leads to, whether something stands there or not; `nil`
    /// for a path outside of the repository.
    private func resolve(_ path: Path) throws(FileError) -> Path? {
        guard var rest = path.normalized.relative(to: root)?.components[...] else { return nil }
        var resolved = Path(bytes: [])
        var links = 0
        while let name = rest.popFirst() {
            let next = resolved.appending(Path(bytes: name))
            guard case .link(let id) = entries[next] else {
                resolved = next
                continue
            }
            links += 1
            guard links <= Self.linkLimit else { throw .notFound }
            let target = Path(bytes: try object(id, limit: 1 << 16))
            let whole = root.appending(resolved).appending(target).normalized
            guard let inside = whole.relative(to: root) else { throw .notFound }
            rest = inside.components[...] + rest
            resolved = Path(bytes: [])
        }
        return resolved
    }

    /// The contents of an object.
    private func object(_ id: [UInt8], limit: Int) throws(FileError) -> [UInt8] {
        try objects.withLock { git throws(FileError) in
            guard let process = git else { throw .system(code: EIO) }
            var answer: (size: Int, bytes: [UInt8])?
            do throws(GitError) {
                answer = try Self.ask(process, id, limit: limit)
            } catch {
                git = nil
                throw .system(code: EIO)
            }
            guard let answer else { throw .notFound }
            guard answer.size <= limit else { throw .tooLarge(limit: limit) }
            return answer.bytes
        }
    }

    /// The size and the first bytes of an object; `nil` where the repository does not have it.
    private static func ask(
        _ process: GitProcess,
        _ id: [UInt8],
        limit: Int
    ) throws(GitError) -> (size: Int, bytes: [UInt8])? {
        try process.send(id + [UInt8(ascii: "\n")])
        // ID SP TYPE SP SIZE, or ID SP "missing"
        let words = try process.line().split(separator: UInt8(ascii: " "))
        guard words.count == 3 else { return nil }
        guard let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0 else {
            throw .failed(message: "git does not answer as it should")
        }
        let bytes = try process.bytes(size, limit: limit)
        _ = try process.bytes(1, limit: 0)
        return (size, bytes)
    }
}
