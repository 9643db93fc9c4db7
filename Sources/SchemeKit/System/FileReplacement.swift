package import SchemeModel

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Replaces a file as a whole: the new contents are written beside it and renamed, so that nobody ever sees half of them and
/// a failure leaves what was there.
package enum FileReplacement {
    /// Has the regular file at `path`, which is no link, hold `bytes`, with the permissions that it has.
    ///
    /// - Throws: ``FileError``; ``FileError/permissionDenied`` for a file that nobody may write, although it could be
    ///   replaced: whoever made it so meant it. The file is then as it was.
    package static func replace(_ path: Path, with bytes: [UInt8]) throws(FileError) {
        guard let status = try status(of: path) else { throw .notFound }
        guard status.st_mode & 0o222 != 0 else { throw .permissionDenied }
        try put(bytes, at: path, replacing: status)
    }

    /// Has a regular file at `path`, which need not be there yet and is no link, hold `bytes`.
    ///
    /// - Throws: ``FileError``. What was there is then as it was.
    package static func write(_ bytes: [UInt8], to path: Path) throws(FileError) {
        try put(bytes, at: path, replacing: try status(of: path))
    }

    /// Whether anything stands at `path`; a link is not followed.
    ///
    /// - Throws: ``FileError`` when that cannot be seen.
    package static func isThere(_ path: Path) throws(FileError) -> Bool { try status(of: path) != nil }

    /// What the name of the file has behind it while its new contents are written.
    fileprivate static let suffix = ".schemereg-new"

    private static func status(of path: Path) throws(FileError) -> stat? {
        var status = stat()
        if lstat(path.nulTerminated, &status) == 0 { return status }
        let error = FileError(errno: errno)
        if error == .notFound { return nil }
        throw error
    }

    private static func put(_ bytes: [UInt8], at path: Path, replacing status: stat?) throws(FileError) {
        if let status, status.st_mode & mode_t(S_IFMT) != mode_t(S_IFREG) { throw .wrongKind(.other) }
        // Nobody else makes a file of this name but another run on the same file, and then one of them fails.
        let beside = Path(bytes: path.bytes + Array(suffix.utf8))
        do throws(OutputError) {
            try put(bytes, at: path, beside: beside, replacing: status)
        } catch {
            throw FileError(errno: error.code)
        }
    }

    /// Has `path` hold `bytes`, in a new file that `beside` names until they are on the disk.
    ///
    /// - Parameter status: of the regular file that is replaced; `nil` for none, and the new one's permissions are then as the
    ///   process wants them.
    static func put(_ bytes: [UInt8], at path: Path, beside: Path, replacing status: stat?) throws(OutputError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = retrying { open(beside.nulTerminated, flags, status == nil ? 0o666 : 0o600) }
        guard descriptor >= 0 else { throw OutputError(code: errno) }
        do throws(OutputError) {
            do {
                defer { close(descriptor) }
                try writeAll(bytes, to: descriptor)
                if let status {
                    // Only the superuser can keep another owner; for anybody else the new file is theirs, as an editor's is.
                    _ = fchown(descriptor, status.st_uid, status.st_gid)
                    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw OutputError(code: errno) }
                }
                guard fsync(descriptor) == 0 else { throw OutputError(code: errno) }
            }
            guard rename(beside.nulTerminated, path.nulTerminated) == 0 else { throw OutputError(code: errno) }
        } catch {
            unlink(beside.nulTerminated)
            throw error
        }
    }
}

extension FileError {
    /// What kept ``FileReplacement`` from writing the file called `name`, as a clause, and what to do.
    func whyNotWritten(_ name: Path) -> (clause: String, hint: String?) {
        switch self {
        case .notFound: ("there is no such folder", "make the folder first")
        case .permissionDenied: ("it may not be written, or its folder may not", "give yourself permission to write it")
        case .wrongKind: ("it is a link, a folder or a device, and only files are replaced", nil)
        case .tooLarge, .changedWhileReading, .tooSlow, .leadsOut: ("it changed meanwhile", "run again")
        case .system(EEXIST):
            (
                "another run is writing it, or was cut off",
                "remove '\(name.display)\(FileReplacement.suffix)' when no other run is at work"
            )
        case .system(let code): (SystemError.text(of: code), nil)
        }
    }
}

extension Problem {
    /// What kept ``FileReplacement`` from writing the input.
    init(replacing input: Place, _ error: FileError) {
        let (clause, hint) = error.whyNotWritten(input.path)
        self.init(
            code: error == .permissionDenied ? .permissionDenied : .inputOutput,
            message: "the file was not written: \(clause)",
            hint: hint,
            place: input
        )
    }
}
