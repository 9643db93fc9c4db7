import SchemeModel

/// The files of a commit, and of the commits of other repositories that it holds as submodules, at the paths that they have
/// when they are checked out. The work tree is not looked at; what lies outside of the repository is that of the disk.
final class GitFiles: FileAccess {
    /// The submodules whose commit their own repository on this machine does not have, by path below the root and in order.
    let missing: [Path]

    private let root: Path
    private let disk: any FileAccess
    /// By path below the root; the root itself is empty.
    private let entries: [Path: Entry]
    /// By path below the root, what each folder holds.
    private let folders: [Path: [Path]]

    private enum Entry {
        case file(Blob)
        case link(Blob)
        case folder
    }

    private struct Blob {
        var id: [UInt8]
        var repository: GitObjects
    }

    private static let linkLimit = 40

    /// - Throws: ``GitError``.
    init(of revision: GitRevision, in context: Context) throws(GitError) {
        root = revision.root
        disk = context.files
        var tree = Tree(root: root, context: context)
        try tree.add(revision.commit, at: Path(bytes: []), depth: 0)
        (entries, folders, missing) = (tree.entries, tree.folders, tree.missing)
    }

    /// Says that it is not known what submodules held, where that is so.
    ///
    /// - Parameter name: how the person knows the commit.
    func sayMissing(from name: String, in context: Context) {
        guard !missing.isEmpty else { return }
        let shown = missing.prefix(10).map(\.display)
        let more = missing.count - shown.count
        context.note(
            "commits of submodules in \(name) are not here, so that what is old in them may count as new:",
            details: shown + (more > 0 ? ["... and \(more) more"] : []),
            hint: "fetch the history of submodules, too"
        )
    }

    /// What commits hold, put together.
    private struct Tree {
        let root: Path
        let context: Context
        var entries: [Path: Entry] = [Path(bytes: []): .folder]
        var folders: [Path: [Path]] = [:]
        var missing: [Path] = []

        /// The most bytes of a listing: some two million files.
        static let listingLimit = 256 * 1024 * 1024
        /// No real submodule lies in as many others.
        static let depthLimit = 16

        /// Adds all that a commit holds whose repository is checked out at `path` below the root.
        mutating func add(_ commit: String, at path: Path, depth: Int) throws(GitError) {
            let folder = root.appending(path)
            let words = ["ls-tree", "-r", "-z", "--full-tree", commit].map { Array($0.utf8) }
            let listing = try GitProcess.output(of: words, in: folder, limit: Self.listingLimit, context: context)
            let repository = GitObjects(of: folder, context: context)
            // Who looks for the end of a repository looks for this folder, which no commit holds.
            entries[path.appending(".git")] = .folder
            var submodules: [(path: Path, commit: String)] = []
            // MODE SP TYPE SP ID TAB PATH NUL
            for line in listing.split(separator: 0) {
                guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
                let words = line[..<tab].split(separator: UInt8(ascii: " "))
                guard words.count == 3 else { continue }
                let file = path.appending(Path(bytes: line[(tab + 1)...]))
                if words[1].elementsEqual("commit".utf8) {
                    submodules.append((file, String(decoding: words[2], as: UTF8.self)))
                } else {
                    let blob = Blob(id: Array(words[2]), repository: repository)
                    put(words[0].elementsEqual("120000".utf8) ? .link(blob) : .file(blob), at: file)
                }
            }
            for submodule in submodules where depth < Self.depthLimit && isCheckedOut(submodule.path) {
                do throws(GitError) {
                    try add(submodule.commit, at: submodule.path, depth: depth + 1)
                } catch .failed {
                    missing.append(submodule.path)
                }
            }
        }

        /// Whether a repository stands at the path itself; what is at the other end of a link is none of this one.
        private func isCheckedOut(_ path: Path) -> Bool {
            let folder = root.appending(path)
            guard (try? context.files.realPath(of: folder)) == folder else { return false }
            return (try? context.files.kind(of: folder.appending(".git"))) != nil
        }

        private mutating func put(_ entry: Entry, at path: Path) {
            entries[path] = entry
            var child = path
            while !child.bytes.isEmpty {
                let folder = child.directory.belowRoot
                folders[folder, default: []].append(child.lastComponent)
                if folder.bytes.isEmpty || entries.updateValue(.folder, forKey: folder) != nil { break }
                child = folder
            }
        }
    }

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        guard let inside = try resolve(path) else { return try disk.contents(of: path, limit: limit) }
        guard case .file(let blob) = entries[inside] else {
            throw entries[inside] == nil ? .notFound : .wrongKind(.directory)
        }
        let bytes = try blob.repository.object(blob.id, limit: limit)
        return FileContents(bytes: bytes, stamp: Self.stamp(size: bytes.count))
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        guard try resolve(path) != nil else { return try disk.randomAccess(to: path) }
        let contents = try contents(of: path, limit: Tree.listingLimit)
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
            guard case .link(let blob) = entries[next] else {
                resolved = next
                continue
            }
            links += 1
            guard links <= Self.linkLimit else { throw .notFound }
            let target = Path(bytes: try blob.repository.object(blob.id, limit: 1 << 16))
            let whole = root.appending(resolved).appending(target).normalized
            guard let inside = whole.relative(to: root) else { throw .notFound }
            rest = inside.components[...] + rest
            resolved = Path(bytes: [])
        }
        return resolved
    }
}
