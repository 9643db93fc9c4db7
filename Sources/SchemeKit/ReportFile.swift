package import SchemeModel

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that a report is written to.
package enum ReportFile {
    /// Replaces the file at the absolute `path` by one of `bytes`, or makes it. The new file is written beside it and
    /// renamed, so that nobody sees half of it and a failure leaves the old one. A pipe or a device is written to.
    ///
    /// A link is refused: a repository may hold one that leads anywhere.
    ///
    /// - Throws: ``ReportFileError``.
    package static func write(_ bytes: [UInt8], to path: Path) throws(ReportFileError) {
        var status = stat()
        let isThere = lstat(path.nulTerminated, &status) == 0
        var mode: mode_t?
        if isThere {
            switch status.st_mode & mode_t(S_IFMT) {
            case mode_t(S_IFREG): mode = status.st_mode & 0o7777
            case mode_t(S_IFDIR): throw ReportFileError(path: path, cause: .folder)
            case mode_t(S_IFLNK):
                guard stat(path.nulTerminated, &status) == 0, isStream(status) else {
                    throw ReportFileError(path: path, cause: .link)
                }
                return try writeToStream(bytes, path)
            default: return try writeToStream(bytes, path)
            }
        }
        let beside = path.directory.appending(Path(".schemereg-\(getpid())"))
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = retrying { open(beside.nulTerminated, flags, 0o666) }
        guard descriptor >= 0 else { throw ReportFileError(path: path, code: errno) }
        var failure = write(bytes, to: descriptor)
        if let mode, failure == 0, fchmod(descriptor, mode) != 0 { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure == 0, rename(beside.nulTerminated, path.nulTerminated) != 0 { failure = errno }
        guard failure == 0 else {
            unlink(beside.nulTerminated)
            throw ReportFileError(path: path, code: failure)
        }
    }

    /// Appends `bytes` to the file at `path`, which is made when there is none.
    ///
    /// - Throws: ``ReportFileError``.
    package static func append(_ bytes: [UInt8], to path: Path) throws(ReportFileError) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        try writeAndClose(bytes, path, flags)
    }

    private static func isStream(_ status: stat) -> Bool {
        [mode_t(S_IFIFO), mode_t(S_IFCHR)].contains(status.st_mode & mode_t(S_IFMT))
    }

    /// Writes to what keeps nothing. Nobody waits for the reader of a pipe that has none.
    private static func writeToStream(_ bytes: [UInt8], _ path: Path) throws(ReportFileError) {
        try writeAndClose(bytes, path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    }

    private static func writeAndClose(_ bytes: [UInt8], _ path: Path, _ flags: Int32) throws(ReportFileError) {
        let descriptor = retrying { open(path.nulTerminated, flags, 0o666) }
        guard descriptor >= 0 else { throw ReportFileError(path: path, code: errno) }
        // Only opening must not wait.
        var failure = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) == 0 ? 0 : errno
        if failure == 0 { failure = write(bytes, to: descriptor) }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        guard failure == 0 else { throw ReportFileError(path: path, code: failure) }
    }

    /// Writes all of `bytes`, and gives the number of the error that kept it from that, or 0.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let count = retrying { systemWrite(descriptor, piece.baseAddress, piece.count) }
                guard count > 0 else { return count < 0 ? errno : EIO }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }
}

/// A report that could not be written to its file.
package struct ReportFileError: Error, Hashable, Sendable {
    /// The file.
    package var path: Path
    /// Why.
    package var cause: Cause

    package enum Cause: Hashable, Sendable {
        case link
        case folder
        /// The operating system's error number.
        case system(Int32)
    }

    init(path: Path, cause: Cause) {
        self.path = path
        self.cause = cause
    }

    init(path: Path, code: Int32) { self.init(path: path, cause: .system(code)) }

    /// What happened, without a full stop.
    package var description: String {
        switch cause {
        case .link: "'\(path.display)' is a link, and nothing is written through links"
        case .folder: "'\(path.display)' is a folder"
        case .system(let code): "'\(path.display)' could not be written: \(SystemError.text(of: code))"
        }
    }

    /// What to do about it.
    package var hint: String? {
        switch cause {
        case .link: "name the file itself; - is standard output"
        case .folder: "name a file in it"
        case .system(let code) where code == ENOENT: "make the folder first"
        case .system: nil
        }
    }
}

/// The operating system's `write`, which a method of that name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
