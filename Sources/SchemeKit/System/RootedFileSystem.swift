import LibC
package import SchemeModel
import Synchronization

/// The disk, where everything below one folder is opened relative to that folder's descriptor.
///
/// A path can change its meaning at any time: somebody may replace a folder with a link between two calls. Here no
/// system call follows a link. A path without links is opened in one call. Any other is resolved name by name: a link that
/// stays below the folder is followed, and one that leads outside always fails with ``FileError/leadsOut(_:)``.
package final class RootedFileSystem: FileAccess {
    private let root: Path
    private let outside = POSIXFileSystem()
    private let opened = Mutex<FolderDescriptor?>(nil)

    private static let linkLimit = 40

    /// - Parameter root: The absolute path of the folder. A link in it is followed once.
    package init(root: Path) { self.root = root }

    package func rooted(at root: Path) -> any FileAccess { root == self.root ? self : RootedFileSystem(root: root) }

    package func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        guard let path = below(path) else { return try outside.contents(of: path, limit: limit) }
        let descriptor = try file(at: path)
        defer { close(descriptor) }
        return try POSIXFileSystem.contents(of: descriptor, limit: limit)
    }

    package func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        guard let path = below(path) else { return try outside.randomAccess(to: path) }
        return try POSIXRandomAccessFile(descriptor: file(at: path))
    }

    private func file(at path: Path) throws(FileError) -> Int32 {
        if let file = try rootFolder().file(withoutLinksTo: path) { return file }
        return try reach(path) { folder, name, _ throws(FileError) in
            guard let name else { throw .wrongKind(.directory) }
            return try folder.file(name)
        }
    }

    package func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        guard let path = below(path) else { return try outside.entries(of: path, stamped: stamped, where: isWanted) }
        if let found = try rootFolder().entries(withoutLinksTo: path, stamped: stamped, where: isWanted) {
            return found
        }
        let folder = try reach(path) { folder, name, _ throws(FileError) in
            guard let name else { return .value(folder) }
            return try folder.folder(name)
        }
        return try folder.entries(stamped: stamped, where: isWanted)
    }

    package func realPath(of path: Path) throws(FileError) -> Path {
        guard let path = below(path) else { return try outside.realPath(of: path) }
        return try reach(path) { folder, name, path throws(FileError) in
            guard let name else { return .value(root.appending(path)) }
            return try Self.status(of: name, in: folder) { _ in root.appending(path) }
        }
    }

    package func stamp(of path: Path) throws(FileError) -> FileStamp {
        guard let path = below(path) else { return try outside.stamp(of: path) }
        return try reach(path) { folder, name, _ throws(FileError) in
            guard let name else { throw .wrongKind(.directory) }
            return try Self.status(of: name, in: folder) { status throws(FileError) in
                let kind = FileKind(mode: status.st_mode)
                guard kind == .regular else { throw .wrongKind(kind) }
                return FileStamp(status)
            }
        }
    }

    package func kind(of path: Path) throws(FileError) -> FileKind {
        guard let path = below(path) else { return try outside.kind(of: path) }
        return try reach(path) { folder, name, _ throws(FileError) in
            guard let name else { return .value(.directory) }
            return try Self.status(of: name, in: folder) { FileKind(mode: $0.st_mode) }
        }
    }

    private static func status<Value>(
        of name: Path,
        in folder: FolderDescriptor,
        _ value: (stat) throws(FileError) -> Value
    ) throws(FileError) -> FolderDescriptor.LookupResult<Value> {
        let status = try folder.status(of: name)
        if FileKind(mode: status.st_mode) == .link, let target = try folder.target(of: name) { return .link(target) }
        return .value(try value(status))
    }

    // MARK: Resolving

    /// Returns the path relative to the root; `nil` if it isn't below the root.
    private func below(_ path: Path) -> Path? { (path.isNormalized ? path : path.normalized).relative(to: root) }

    /// Resolves `path`, following links.
    ///
    /// - Parameter value: Called with the folder that contains the last name, that name (`nil` for the folder itself),
    ///   and the path to it without links.
    private func reach<Value>(
        _ path: Path,
        _ value: (FolderDescriptor, Path?, Path) throws(FileError) -> FolderDescriptor.LookupResult<Value>
    ) throws(FileError) -> Value {
        var (folder, pending, here) = try start(of: path)
        var links = 0
        var link: Path = ""
        while true {
            let name = pending.popLast()
            guard name != ".." else {
                if here.bytes.isEmpty {
                    // The path leads out of the root, and possibly back in.
                    let way = pending.reversed().reduce(root.appending("..")) { $0.appending($1) }
                    pending = try inside(way, through: link)
                } else {
                    here = here.directory.belowRoot
                }
                folder = try self.folder(at: here)
                continue
            }
            let next = name.map(here.appending) ?? here
            let found: FolderDescriptor.LookupResult<FolderDescriptor>
            if pending.isEmpty {
                switch try value(folder, name, next) {
                case .value(let value): return value
                case .link(let target): found = .link(target)
                }
            } else if let name {
                found = try folder.folder(name)
            } else {
                throw .notFound
            }
            switch found {
            case .value(let below): (folder, here) = (below, next)
            case .link(let target):
                links += 1
                guard links <= Self.linkLimit else { throw .system(code: ELOOP) }
                link = next
                if target.isAbsolute {
                    let way = pending.reversed().reduce(target) { $0.appending($1) }
                    pending = try inside(way, through: link)
                    (folder, here) = (try rootFolder(), "")
                } else {
                    pending += target.components.reversed().map { Path(bytes: $0) }
                }
            }
        }
    }

    /// Returns where to start resolving `path`: its folder if no link is on the way there, otherwise the root; with the
    /// remaining names in reverse order.
    private func start(of path: Path) throws(FileError) -> (FolderDescriptor, [Path], here: Path) {
        let above = path.directory.belowRoot
        let root = try rootFolder()
        if above.bytes.isEmpty { return (root, path.bytes.isEmpty ? [] : [path], "") }
        if let folder = try root.folder(withoutLinksTo: above) { return (folder, [path.lastComponent], above) }
        return (root, path.components.reversed().map { Path(bytes: $0) }, "")
    }

    /// Returns the names from the root to the absolute path `way`.
    ///
    /// - Throws: ``FileError/leadsOut(_:)`` with `link` if it isn't below the root.
    private func inside(_ way: Path, through link: Path) throws(FileError) -> [Path] {
        var below = way.normalized.relative(to: root)
        // The root is a real path, but a link may use another path to it.
        if below == nil { below = (try? outside.realPath(of: way))?.relative(to: root) }
        guard let below else { throw .leadsOut(link) }
        return below.components.reversed().map { Path(bytes: $0) }
    }

    /// Returns the folder at a path without links.
    private func folder(at path: Path) throws(FileError) -> FolderDescriptor {
        var folder = try rootFolder()
        for name in path.components {
            // It was a folder before.
            guard case .value(let inner) = try folder.folder(Path(bytes: name)) else { throw .changedWhileReading }
            folder = inner
        }
        return folder
    }

    private func rootFolder() throws(FileError) -> FolderDescriptor {
        if let root = opened.withLock({ $0 }) { return root }
        let root = try FolderDescriptor(self.root)
        opened.withLock { $0 = root }
        return root
    }
}
