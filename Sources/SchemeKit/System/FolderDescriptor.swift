import LibC
import OpenBeneath
import SchemeModel
import Synchronization

/// An open folder, closed when the last reference is released. Its content is accessed through the descriptor, because
/// its path may refer to another folder by now.
final class FolderDescriptor: Sendable {
    private let descriptor: Int32

    /// The result of looking up a name in a folder without following links.
    enum LookupResult<Value> {
        case value(Value)
        /// A link, with its target.
        case link(Path)
    }

    /// Opens the folder at the absolute `path`.
    ///
    /// - Throws: ``FileError``.
    init(_ path: Path) throws(FileError) {
        descriptor = retrying { open(path.nulTerminated, Self.folderFlags | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError(errno: errno) }
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    // On Linux, a folder can be searchable but not readable.
    #if os(Linux)
    private static let folderFlags = O_DIRECTORY | 0o10000000
    #else
    private static let folderFlags = O_DIRECTORY | O_RDONLY
    #endif

    // Non-blocking, so that opening a pipe without a writer doesn't hang before its kind is known.
    private static let fileFlags = O_RDONLY | O_NONBLOCK

    /// Opens the folder called `name` in this one.
    ///
    /// - Throws: ``FileError/notFound`` also if it isn't a folder; ``FileError``.
    func folder(_ name: Path) throws(FileError) -> LookupResult<FolderDescriptor> {
        try find(name, flags: Self.folderFlags) { descriptor in FolderDescriptor(descriptor: descriptor) }
    }

    /// Opens the file called `name` in this folder. The caller must close it.
    ///
    /// - Throws: ``FileError``.
    func file(_ name: Path) throws(FileError) -> LookupResult<Int32> {
        try find(name, flags: Self.fileFlags) { $0 }
    }

    /// Opens the folder at `path` below this one; `nil` if a link is on the way, or if it must be opened name by name for
    /// another reason.
    ///
    /// - Throws: ``FileError/notFound``.
    func folder(withoutLinksTo path: Path) throws(FileError) -> FolderDescriptor? {
        try openBeneath(path, flags: Self.folderFlags).map { FolderDescriptor(descriptor: $0) }
    }

    /// Opens the file at `path` below this folder, like ``folder(withoutLinksTo:)``. The caller must close it.
    ///
    /// - Throws: ``FileError/notFound``.
    func file(withoutLinksTo path: Path) throws(FileError) -> Int32? {
        try openBeneath(path, flags: Self.fileFlags)
    }

    /// Returns the entries of the folder at `path` below this one, like ``folder(withoutLinksTo:)`` and
    /// ``entries(stamped:where:)``.
    ///
    /// - Throws: ``FileError``.
    func entries(
        withoutLinksTo path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry]? {
        guard let folder = try openBeneath(path, flags: O_RDONLY | O_DIRECTORY) else { return nil }
        return try Self.entries(ofOpen: folder, stamped: stamped, where: isWanted)
    }

    /// Whether the system refused to open a path in one call. Linux before 5.6 has no such call, and the filters of some
    /// containers forbid it.
    private static let isRefused = Atomic(false)

    private func openBeneath(_ path: Path, flags: Int32) throws(FileError) -> Int32? {
        // Names are cut at a NUL, so a path must not be.
        guard !Self.isRefused.load(ordering: .relaxed), !path.bytes.contains(0) else { return nil }
        let path = path.bytes.isEmpty ? "." : path
        let found = retrying { open_beneath(descriptor, path.nulTerminated, flags | O_CLOEXEC) }
        guard found < 0 else { return found }
        let code = errno
        guard code != ENOENT else { throw .notFound }
        #if os(Linux)
        // On macOS, a single folder may be protected.
        if code == ENOSYS || code == EPERM { Self.isRefused.store(true, ordering: .relaxed) }
        #endif
        return nil
    }

    private func find<Value>(
        _ name: Path,
        flags: Int32,
        _ value: (Int32) -> Value
    ) throws(FileError) -> LookupResult<Value> {
        let found = retrying { openat(descriptor, name.nulTerminated, flags | O_NOFOLLOW | O_CLOEXEC) }
        guard found < 0 else { return .value(value(found)) }
        let code = errno
        // The error for a link depends on the system and on the other flags.
        if code == ELOOP || code == ENOTDIR, let target = try target(of: name) { return .link(target) }
        throw FileError(errno: code)
    }

    /// Returns the status of `name`, without following a link.
    ///
    /// - Throws: ``FileError``.
    func status(of name: Path) throws(FileError) -> stat { try Self.status(of: name, in: descriptor) }

    private static func status(of name: Path, in folder: Int32) throws(FileError) -> stat {
        var status = stat()
        guard fstatat(folder, name.nulTerminated, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw FileError(errno: errno)
        }
        return status
    }

    /// Returns the target of the link called `name`; `nil` if it isn't a link.
    ///
    /// - Throws: ``FileError``.
    func target(of name: Path) throws(FileError) -> Path? {
        // A longer target would be refused as a path.
        let limit = 4096
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let length = buffer.withMemoryRebound(to: CChar.self) { buffer in
                buffer.baseAddress.map { readlinkat(descriptor, name.nulTerminated, $0, buffer.count) } ?? 0
            }
            if length < 0 { failure = errno }
            count = max(0, length)
        }
        if failure == EINVAL { return nil }
        guard failure == 0 else { throw FileError(errno: failure) }
        guard bytes.count < limit else { throw .system(code: ENAMETOOLONG) }
        return Path(bytes: bytes)
    }

    /// Returns the entries of this folder that satisfy `isWanted`, sorted bytewise.
    ///
    /// - Parameter stamped: Whether those of regular files have their stamps.
    /// - Throws: ``FileError``.
    func entries(
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        let listed = retrying { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard listed >= 0 else { throw FileError(errno: errno) }
        return try Self.entries(ofOpen: listed, stamped: stamped, where: isWanted)
    }

    /// Returns the entries of an open folder, and closes it.
    private static func entries(
        ofOpen descriptor: Int32,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        guard let stream = fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            throw FileError(errno: code)
        }
        defer { closedir(stream) }
        var found: [DirectoryEntry] = []
        while true {
            errno = 0
            guard let record = readdir(stream) else {
                if errno != 0 { throw FileError(errno: errno) }
                break
            }
            let name = withUnsafePointer(to: &record.pointee.d_name) { field in
                field.withMemoryRebound(to: UInt8.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
                    Path(bytes: UnsafeBufferPointer(start: $0, count: strlen($0)))
                }
            }
            // `.` and `..`
            if name.bytes.count <= 2, name.bytes.allSatisfy({ $0 == UInt8(ascii: ".") }) { continue }
            var entry = DirectoryEntry(name: name, kind: kind(of: record.pointee.d_type, name, in: descriptor))
            guard isWanted(entry) else { continue }
            if stamped, entry.kind == .regular, let status = try? status(of: name, in: descriptor),
                FileKind(mode: status.st_mode) == .regular
            {
                entry.stamp = FileStamp(status)
            }
            found.append(entry)
        }
        found.sort { $0.name < $1.name }
        return found
    }

    private static func kind(of type: UInt8, _ name: Path, in folder: Int32) -> FileKind {
        switch Int32(type) {
        case Int32(DT_REG): return .regular
        case Int32(DT_DIR): return .directory
        case Int32(DT_LNK): return .link
        case Int32(DT_UNKNOWN):
            // Some file systems don't provide the kind. A name that is gone by now is reported when it is opened.
            do throws(FileError) {
                return FileKind(mode: try status(of: name, in: folder).st_mode)
            } catch {
                return .regular
            }
        default: return .other
        }
    }
}
