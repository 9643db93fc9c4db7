import SchemeModel

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open folder, closed when the last reference to it goes: what it holds is reached without its path, which may mean
/// another folder by now.
final class FolderDescriptor: Sendable {
    private let descriptor: Int32

    /// What stands at a name in a folder, where a link is not followed.
    enum Found<Value> {
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

    // Linux can hold a folder that may be entered and not be listed.
    #if os(Linux)
    private static let folderFlags = O_DIRECTORY | 0o10000000
    #else
    private static let folderFlags = O_DIRECTORY | O_RDONLY
    #endif

    /// The folder called `name` in this one.
    ///
    /// - Throws: ``FileError/notFound`` also for what is no folder; ``FileError``.
    func folder(_ name: Path) throws(FileError) -> Found<FolderDescriptor> {
        try find(name, flags: Self.folderFlags) { descriptor in FolderDescriptor(descriptor: descriptor) }
    }

    /// The open file called `name` in this folder, for whoever gets it to close.
    ///
    /// - Throws: ``FileError``.
    func file(_ name: Path) throws(FileError) -> Found<Int32> {
        // Non-blocking, so that opening a pipe that nobody writes to does not hang before its kind is known.
        try find(name, flags: O_RDONLY | O_NONBLOCK) { $0 }
    }

    private func find<Value>(
        _ name: Path,
        flags: Int32,
        _ value: (Int32) -> Value
    ) throws(FileError) -> Found<Value> {
        let found = retrying { openat(descriptor, name.nulTerminated, flags | O_NOFOLLOW | O_CLOEXEC) }
        guard found < 0 else { return .value(value(found)) }
        let code = errno
        // Which of the two a link gives depends on the system and on what else was asked for.
        if code == ELOOP || code == ENOTDIR, let target = try target(of: name) { return .link(target) }
        throw FileError(errno: code)
    }

    /// What the operating system says of what is called `name`; of a link, of that itself.
    ///
    /// - Throws: ``FileError``.
    func status(of name: Path) throws(FileError) -> stat {
        var status = stat()
        guard fstatat(descriptor, name.nulTerminated, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw FileError(errno: errno)
        }
        return status
    }

    /// The target of the link called `name`; `nil` where that is none.
    ///
    /// - Throws: ``FileError``.
    func target(of name: Path) throws(FileError) -> Path? {
        // A longer one would be refused as a path.
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

    /// The names in this folder for which `isWanted` answers true, sorted by bytes.
    ///
    /// - Throws: ``FileError``.
    func entries(where isWanted: (DirectoryEntry) -> Bool) throws(FileError) -> [DirectoryEntry] {
        let listed = retrying { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard listed >= 0 else { throw FileError(errno: errno) }
        guard let stream = fdopendir(listed) else {
            let code = errno
            close(listed)
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
            let entry = DirectoryEntry(name: name, kind: kind(of: record.pointee.d_type, name))
            if isWanted(entry) { found.append(entry) }
        }
        return found.sorted { $0.name < $1.name }
    }

    private func kind(of type: UInt8, _ name: Path) -> FileKind {
        switch Int32(type) {
        case Int32(DT_REG): return .regular
        case Int32(DT_DIR): return .directory
        case Int32(DT_LNK): return .link
        case Int32(DT_UNKNOWN):
            // Some file systems do not say; a name that is gone by now is looked at, and reported, when it is opened.
            do throws(FileError) { return FileKind(mode: try status(of: name).st_mode) } catch { return .regular }
        default: return .other
        }
    }
}
