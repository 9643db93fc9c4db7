import SchemeModel
import Synchronization

/// The files of a commit and of its checked-out submodules, at their paths in the work tree. Files outside the
/// repository are read from the disk; the work tree itself is not.
///
/// Folders are read on demand. A repository can contain trees that no checkout could create: entries with forbidden
/// names, deep nesting and excessive repetition are skipped and listed in ``problems``.
final class GitFileSystem: FileAccess {
    private let root: Path
    private let name: String
    private let disk: any FileAccess
    private let context: Context
    private let limits: Limits
    private let top: Folder
    private let state = Mutex(State())

    /// A folder of a commit.
    private struct Folder {
        var repository: GitObjects
        /// The number of repositories around its repository.
        var repositoryDepth: Int
        /// Whether it is the root of its repository.
        var isRoot: Bool
        var tree: GitTree
        /// The id of the tree.
        var id: [UInt8]
    }

    private struct State {
        /// The folders that were read, by path below the root. Emptied when it gets too large.
        var folders: [Path: Folder] = [:]
        /// The number of entries in ``folders``.
        var keptEntries = 0
        /// The paths of the folders whose entries were counted.
        var counted: Set<Path> = []
        /// The distinct trees among these, by repository and id.
        var trees: Set<TreeKey> = []
        var entries = 0
        var repeats = 0
        var isOverBudget = false
        var missing: Set<Path> = []
        var problems: Set<Problem> = []
    }

    private struct TreeKey: Hashable {
        var repository: ObjectIdentifier
        var id: [UInt8]
    }

    /// The object at a path.
    private enum Node {
        case file(GitObjects, id: [UInt8])
        case folder(Folder)
        /// The `.git` folder at the root of a repository. No commit contains it, but it marks the end of a repository.
        case dotGit
    }

    private static let linkLimit = 40
    /// The maximum depth of nested submodules.
    private static let submoduleLimit = 16
    private static let keptEntriesLimit = 200_000
    private static let problemLimit = 100

    /// - Parameter limits: The limits on how much of the commit is read.
    /// - Throws: ``GitError``.
    init(of revision: GitRevision, limits: Limits = .standard, in context: Context) throws(GitError) {
        root = revision.root
        name = revision.name
        disk = context.files
        self.context = context
        self.limits = limits
        let objects = Self.objects(in: revision.root, limits, context)
        let id = Self.bytes(ofID: revision.commit)
        do throws(FileError) {
            top = try Self.readFolder(of: objects, depth: 0, commit: id, limits)
        } catch {
            throw .failed(message: "its tree cannot be read")
        }
        note(top, at: "")
    }

    /// Parts of the commit that were skipped because no checkout could create them or because of a limit, ordered by
    /// place.
    var problems: [Problem] { state.withLock { $0.problems.sorted() } }

    /// Prints a note if commits of submodules are missing.
    ///
    /// - Parameter name: The commit as shown to the user.
    func noteMissing(from name: String) {
        let missing = state.withLock { $0.missing.sorted() }
        guard !missing.isEmpty else { return }
        context.note(
            "commits of submodules in \(name) are missing, so old findings in them may be reported as new:",
            details: missing.map(\.display).lines(atMost: 10),
            hint: "fetch the history of the submodules"
        )
    }

    // MARK: Access to files

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        guard let found = try resolve(path) else { return try disk.contents(of: path, limit: limit) }
        switch found.node {
        case .file(let repository, let id):
            let bytes = try repository.object(Self.text(ofID: id), type: "blob", limit: limit)
            return FileContents(bytes: bytes, stamp: Self.stamp(size: bytes.count))
        case .folder, .dotGit: throw .wrongKind(.directory)
        case nil: throw .notFound
        }
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        guard try resolve(path) != nil else { return try disk.randomAccess(to: path) }
        let contents = try contents(of: path, limit: limits.gitFileBytes)
        return MemoryFile(bytes: contents.bytes, stamp: contents.stamp)
    }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        guard let found = try resolve(path) else {
            return try disk.entries(of: path, stamped: stamped, where: isWanted)
        }
        guard case .folder(let folder) = found.node else {
            throw found.node == nil ? .notFound : .wrongKind(.regular)
        }
        guard count(folder, at: found.path) else { return [] }
        var names = folder.isRoot ? [DirectoryEntry(name: ".git", kind: .directory)] : []
        for (name, entry) in folder.tree.entries {
            let kind: FileKind
            switch entry.kind {
            case .file: kind = .regular
            case .link: kind = .link
            case .folder: kind = .directory
            case .submodule:
                // A submodule that isn't checked out is not compared.
                guard try self.folder(at: found.path.appending(name), entry, in: folder) != nil else { continue }
                kind = .directory
            }
            names.append(DirectoryEntry(name: name, kind: kind))
        }
        return names.sorted { $0.name < $1.name }.filter(isWanted)
    }

    func realPath(of path: Path) throws(FileError) -> Path {
        guard let found = try resolve(path) else { return try disk.realPath(of: path) }
        guard found.node != nil else { throw .notFound }
        return root.appending(found.path)
    }

    func stamp(of path: Path) throws(FileError) -> FileStamp {
        guard let found = try resolve(path) else { return try disk.stamp(of: path) }
        switch found.node {
        case .file: return Self.stamp(size: 0)
        case .folder, .dotGit: throw .wrongKind(.directory)
        case nil: throw .notFound
        }
    }

    func kind(of path: Path) throws(FileError) -> FileKind {
        guard let found = try resolve(path) else { return try disk.kind(of: path) }
        switch found.node {
        case .file: return .regular
        case .folder, .dotGit: return .directory
        case nil: throw .notFound
        }
    }

    /// Returns a stamp. A commit doesn't change, and its stamps are never compared with those on disk.
    private static func stamp(size: Int) -> FileStamp { FileStamp(size: size, modified: 0, changed: 0, inode: 0) }

    // MARK: Looking up

    /// Returns the path below the root that the absolute `path` resolves to, with the object there; `nil` for a path
    /// outside the repository.
    private func resolve(_ path: Path) throws(FileError) -> (path: Path, node: Node?)? {
        guard var rest = path.normalized.relative(to: root)?.components[...] else { return nil }
        var resolved: Path = ""
        var node: Node? = .folder(top)
        var links = 0
        while let component = rest.popFirst() {
            let name = Path(bytes: component)
            guard case .folder(let folder) = node else { return (resolved, nil) }
            let next = resolved.appending(name)
            if folder.isRoot, name == ".git" {
                (resolved, node) = (next, .dotGit)
                continue
            }
            guard let entry = folder.tree.entries[name] else { return (resolved, nil) }
            switch entry.kind {
            case .file: (resolved, node) = (next, .file(folder.repository, id: entry.id))
            case .folder, .submodule:
                node = try self.folder(at: next, entry, in: folder).map { .folder($0) }
                resolved = next
            case .link:
                links += 1
                guard links <= Self.linkLimit else { throw .system(code: SystemError.tooManyLinks) }
                let id = Self.text(ofID: entry.id)
                let target = Path(bytes: try folder.repository.object(id, type: "blob", limit: limits.gitLinkBytes))
                let whole = root.appending(resolved).appending(target).normalized
                guard let inside = whole.relative(to: root) else { throw .leadsOut(next) }
                rest = inside.components[...] + rest
                (resolved, node) = ("", .folder(top))
            }
        }
        return (resolved, node)
    }

    /// Returns the folder or submodule of `entry` in `parent`; `nil` for a submodule that isn't checked out or whose
    /// commit is missing.
    private func folder(at path: Path, _ entry: GitTree.Entry, in parent: Folder) throws(FileError) -> Folder? {
        if let known = state.withLock({ $0.folders[path] }) { return known }
        guard path.components.count <= limits.gitDepth else { throw .system(code: SystemError.tooLong) }
        let folder: Folder
        if entry.kind == .submodule {
            guard parent.repositoryDepth < Self.submoduleLimit, isCheckedOut(path) else { return nil }
            let objects = Self.objects(in: root.appending(path), limits, context)
            do throws(FileError) {
                folder = try Self.readFolder(of: objects, depth: parent.repositoryDepth + 1, commit: entry.id, limits)
            } catch {
                state.withLock { _ = $0.missing.insert(path) }
                return nil
            }
        } else {
            let bytes = try parent.repository.object(
                Self.text(ofID: entry.id),
                type: "tree",
                limit: limits.gitTreeBytes
            )
            folder = Folder(
                repository: parent.repository,
                repositoryDepth: parent.repositoryDepth,
                isRoot: false,
                tree: GitTree(bytes, idLength: entry.id.count),
                id: entry.id
            )
        }
        note(folder, at: path)
        return folder
    }

    private static func objects(in folder: Path, _ limits: Limits, _ context: Context) -> GitObjects {
        GitObjects(of: folder, timeLimit: .seconds(limits.gitSeconds), context: context)
    }

    /// Reads the root of a commit.
    private static func readFolder(
        of objects: GitObjects,
        depth: Int,
        commit: [UInt8],
        _ limits: Limits
    ) throws(FileError) -> Folder {
        let name = text(ofID: commit) + "^{tree}"
        let bytes = try objects.object(name, type: "tree", limit: limits.gitTreeBytes)
        let tree = GitTree(bytes, idLength: commit.count)
        return Folder(repository: objects, repositoryDepth: depth, isRoot: true, tree: tree, id: commit)
    }

    /// Returns whether a repository is at the path itself; links don't count.
    private func isCheckedOut(_ path: Path) -> Bool {
        let folder = root.appending(path)
        guard (try? disk.realPath(of: folder)) == folder else { return false }
        return (try? disk.kind(of: folder.appending(".git"))) != nil
    }

    // MARK: Limits

    /// Caches a folder and reports its problems.
    private func note(_ folder: Folder, at path: Path) {
        state.withLock { state in
            if state.keptEntries + folder.tree.count > Self.keptEntriesLimit {
                state.folders = [:]
                state.keptEntries = 0
            }
            if state.folders.updateValue(folder, forKey: path) == nil { state.keptEntries += folder.tree.count + 1 }
            for name in folder.tree.refused {
                let shown = name.bytes.isEmpty ? "without a name" : "named '\(name.display)'"
                let isSecond = folder.tree.entries[name] != nil
                add(
                    .invalidName,
                    isSecond
                        ? "'\(self.name)' has a second entry \(shown) in one folder; it was skipped"
                        : "'\(self.name)' has an entry \(shown), which git forbids; it was skipped",
                    hint: "run 'git fsck' and check who created the commit",
                    at: path,
                    to: &state
                )
            }
            if folder.tree.isCutOff {
                let message = "'\(self.name)' has a damaged folder, which was only partly read"
                add(.inputOutput, message, hint: "run 'git fsck'", at: path, to: &state)
            }
        }
    }

    /// Counts the entries of a folder, once per path, and returns whether they are within the limits.
    ///
    /// A few small objects can represent a million paths, so repeated trees have a lower limit than distinct ones.
    private func count(_ folder: Folder, at path: Path) -> Bool {
        state.withLock { state in
            guard !state.isOverBudget else { return false }
            guard state.counted.insert(path).inserted else { return true }
            let tree = TreeKey(repository: ObjectIdentifier(folder.repository), id: folder.id)
            if state.trees.insert(tree).inserted {
                state.entries += folder.tree.count
            } else {
                state.repeats += folder.tree.count
            }
            let areMany = state.entries > limits.gitEntries
            guard !areMany, state.repeats <= limits.gitRepeats + state.entries else {
                state.isOverBudget = true
                add(
                    .overLimit,
                    areMany
                        ? "'\(name)' has more than \(limits.gitEntries.grouped) files; the rest was not read"
                        : "'\(name)' has too many identical folders; the rest was not read",
                    hint: "specify only the folders with apps",
                    at: path,
                    to: &state
                )
                return false
            }
            return true
        }
    }

    private func add(_ code: Problem.Code, _ message: String, hint: String, at path: Path, to state: inout State) {
        guard state.problems.count < Self.problemLimit else { return }
        let place = Place(path: root.appending(path))
        state.problems.insert(Problem(code: code, message: message, hint: hint, place: place))
    }

    // MARK: Ids

    private static func text(ofID id: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: id.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// - Precondition: `id` consists of hexadecimal digits, which ``GitRevision`` ensures.
    private static func bytes(ofID id: String) -> [UInt8] {
        let digits = id.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}
