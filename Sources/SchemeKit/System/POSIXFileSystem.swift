import LibC
package import SchemeModel

/// The disk, accessed with paths as bytes.
package struct POSIXFileSystem: FileAccess {
    package init() {}

    package func rooted(at root: Path) -> any FileAccess { RootedFileSystem(root: root) }

    package func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        // Non-blocking, so that opening a pipe without a writer doesn't hang before its kind is known.
        let descriptor = retrying { open(path.nulTerminated, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError(errno: errno) }
        defer { close(descriptor) }
        return try POSIXFileSystem.contents(of: descriptor, limit: limit)
    }

    package func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        try FolderDescriptor(path).entries(stamped: stamped, where: isWanted)
    }

    package func realPath(of path: Path) throws(FileError) -> Path {
        guard let resolved = realpath(path.nulTerminated, nil) else { throw FileError(errno: errno) }
        defer { free(resolved) }
        return Path(bytes: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }

    package func stamp(of path: Path) throws(FileError) -> FileStamp {
        let status = try POSIXFileSystem.status(of: path)
        let kind = FileKind(mode: status.st_mode)
        guard kind == .regular else { throw .wrongKind(kind) }
        return FileStamp(status)
    }

    package func kind(of path: Path) throws(FileError) -> FileKind {
        FileKind(mode: try POSIXFileSystem.status(of: path).st_mode)
    }

    private static func status(of path: Path) throws(FileError) -> stat {
        var status = stat()
        guard stat(path.nulTerminated, &status) == 0 else { throw FileError(errno: errno) }
        return status
    }

    /// Returns the content of `descriptor`, a regular file.
    static func contents(of descriptor: Int32, limit: Int) throws(FileError) -> FileContents {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(errno: errno) }
        let kind = FileKind(mode: status.st_mode)
        guard kind == .regular else { throw .wrongKind(kind) }
        guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
        let size = Int(status.st_size)
        // One byte more than the size, to detect a file that grew.
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            while count < buffer.count {
                let room = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let got = retrying { read(descriptor, room.baseAddress, room.count) }
                if got < 0 { failure = errno }
                if got <= 0 { break }
                count += got
                // Fewer bytes than requested, but all of the file: this is the end.
                if count == size { break }
            }
        }
        guard failure == 0 else { throw FileError(errno: failure) }
        guard bytes.count == size else { throw .changedWhileReading }
        return FileContents(bytes: bytes, stamp: FileStamp(status))
    }
}

extension Path {
    /// The bytes, followed by a NUL for system calls.
    package var nulTerminated: [CChar] {
        [CChar](unsafeUninitializedCapacity: bytes.count + 1) { buffer, count in
            for byte in bytes {
                buffer.initializeElement(at: count, to: CChar(bitPattern: byte))
                count += 1
            }
            buffer.initializeElement(at: count, to: 0)
            count += 1
        }
    }
}

/// Repeats `call` while it is interrupted by signals, and returns its result.
package func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

/// Writes all `bytes` to an open file, pipe or device.
///
/// - Throws: ``OutputError``; some bytes may have been written.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(OutputError) {
    let failure: Int32 = bytes.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = retrying { write(descriptor, piece.baseAddress, piece.count) }
            guard count > 0 else { return count < 0 ? errno : EIO }
            rest = rest.dropFirst(count)
        }
        return 0
    }
    guard failure == 0 else { throw OutputError(code: failure) }
}

extension FileKind {
    init(mode: mode_t) {
        switch mode & mode_t(S_IFMT) {
        case mode_t(S_IFREG): self = .regular
        case mode_t(S_IFDIR): self = .directory
        case mode_t(S_IFLNK): self = .link
        default: self = .other
        }
    }
}

extension FileStamp {
    init(_ status: stat) {
        #if canImport(Darwin)
        let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        func nanoseconds(_ time: timespec) -> Int {
            let (seconds, overflow) = Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
            return overflow ? Int(time.tv_sec) : seconds &+ Int(time.tv_nsec)
        }
        self.init(
            size: Int(status.st_size),
            modified: nanoseconds(modified),
            changed: nanoseconds(changed),
            inode: UInt64(status.st_ino)
        )
    }
}

extension FileError {
    /// Creates an error from the operating system's number.
    package init(errno code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self = .notFound
        case EACCES, EPERM: self = .permissionDenied
        case EISDIR: self = .wrongKind(.directory)
        case ENXIO, EOPNOTSUPP: self = .wrongKind(.other)
        default: self = .system(code: code)
        }
    }
}
