import LibC
package import SchemeModel

/// Replaces a file atomically: the new content is written to another file, which is then renamed. After a failure, the
/// old content is unchanged.
package enum FileReplacement {
    /// Replaces the content of the regular file at `path`, which must not be a link, and keeps its permissions.
    ///
    /// - Throws: ``FileError``; also ``FileError/permissionDenied`` for a read-only file, although it could be
    ///   replaced. The file is then unchanged.
    package static func replace(_ path: Path, with bytes: [UInt8]) throws(FileError) {
        guard let status = try status(of: path) else { throw .notFound }
        guard status.st_mode & 0o222 != 0 else { throw .permissionDenied }
        try put(bytes, at: path, replacing: status)
    }

    /// Writes the regular file at `path`, which need not exist and must not be a link.
    ///
    /// - Throws: ``FileError``. An existing file is then unchanged.
    package static func write(_ bytes: [UInt8], to path: Path) throws(FileError) {
        try put(bytes, at: path, replacing: try status(of: path))
    }

    /// Returns whether there is something at `path`, without following a link.
    ///
    /// - Throws: ``FileError`` if that can't be determined.
    package static func isThere(_ path: Path) throws(FileError) -> Bool { try status(of: path) != nil }

    /// The suffix of the temporary file.
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
        // Only another run on the same file creates a file of this name, and then one of them fails.
        let beside = Path(bytes: path.bytes + Array(suffix.utf8))
        do throws(OutputError) {
            try put(bytes, at: path, beside: beside, replacing: status)
        } catch {
            throw FileError(errno: error.code)
        }
    }

    /// Writes `path` through the temporary file `beside`.
    ///
    /// - Parameter status: The status of the file to replace; `nil` if there is none, so that the new file has default
    ///   permissions.
    static func put(_ bytes: [UInt8], at path: Path, beside: Path, replacing status: stat?) throws(OutputError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = retrying { open(beside.nulTerminated, flags, status == nil ? 0o666 : 0o600) }
        guard descriptor >= 0 else { throw OutputError(code: errno) }
        do throws(OutputError) {
            do {
                defer { close(descriptor) }
                try writeAll(bytes, to: descriptor)
                if let status {
                    // Only the superuser can keep another owner. For other users, the new file is theirs, as with an
                    // editor.
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
    /// Returns why ``FileReplacement`` couldn't write the file `name`, as a clause, and how to fix it.
    func whyNotWritten(_ name: Path) -> (clause: String, hint: String?) {
        switch self {
        case .notFound: ("no such folder", "create the folder first")
        case .permissionDenied: ("permission denied", "grant write permission for the file and its folder")
        case .wrongKind: ("it is not a regular file", "specify a regular file")
        case .tooLarge, .changedWhileReading, .tooSlow, .leadsOut, .encrypted:
            ("it changed during the run", "run again")
        case .system(EEXIST):
            (
                "another run is writing it or was interrupted",
                "if no other run is active, remove '\(name.display)\(FileReplacement.suffix)'"
            )
        case .system(let code): (SystemError.text(of: code), nil)
        }
    }
}

extension Problem {
    /// Creates the problem for an input that ``FileReplacement`` couldn't write.
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
