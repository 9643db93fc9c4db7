import LibC
package import SchemeModel

/// Writes reports to files.
package enum ReportFile {
    /// Replaces or creates the file at the absolute `path`; after a failure, the old content is unchanged. Pipes and
    /// devices are written to directly.
    ///
    /// Links are refused, because a link in a repository may lead anywhere.
    ///
    /// - Throws: ``ReportFileError``.
    package static func write(_ bytes: [UInt8], to path: Path) throws(ReportFileError) {
        var status = stat()
        let isThere = lstat(path.nulTerminated, &status) == 0
        switch isThere ? status.st_mode & mode_t(S_IFMT) : mode_t(S_IFREG) {
        case mode_t(S_IFDIR): throw ReportFileError(path: path, cause: .folder)
        case mode_t(S_IFLNK) where !leadsToStream(path): throw ReportFileError(path: path, cause: .link)
        case mode_t(S_IFREG):
            // A unique name: the last of several runs wins, and a leftover of an interrupted run does no harm.
            let name = ".schemereg-" + String(UInt64.random(in: 0 ... .max), radix: 16)
            try reporting(path) { () throws(OutputError) in
                try FileReplacement.put(
                    bytes,
                    at: path,
                    beside: path.directory.appending(Path(name)),
                    replacing: isThere ? status : nil
                )
            }
        // Non-blocking, so that a pipe without a reader fails instead of hanging.
        default: try write(bytes, to: path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        }
    }

    /// Returns the absolute path of `file`, which `--output` names.
    ///
    /// - Parameters:
    ///   - what: What is written there.
    ///   - others: Files that the command also uses.
    /// - Throws: ``UsageError`` if the name is empty, or it is one of `others`.
    static func path(
        of file: Path,
        for what: String,
        keeping others: [Path],
        in context: Context
    ) throws(UsageError) -> Path {
        guard !file.bytes.isEmpty else {
            throw UsageError("the file of --output is empty", hint: "use - for standard output")
        }
        let path = context.currentDirectory.appending(file).normalized
        guard !others.contains(where: { context.currentDirectory.appending($0).normalized == path }) else {
            throw UsageError(
                "\(what) would replace '\(file.display)', which the command also uses",
                hint: "choose another file"
            )
        }
        return path
    }

    /// Appends `bytes` to the file at `path`, which is created if necessary.
    ///
    /// - Throws: ``ReportFileError``.
    package static func append(_ bytes: [UInt8], to path: Path) throws(ReportFileError) {
        try write(bytes, to: path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }

    /// Returns whether the link at `path` leads to something other than a regular file.
    private static func leadsToStream(_ path: Path) -> Bool {
        var status = stat()
        return stat(path.nulTerminated, &status) == 0
            && [mode_t(S_IFIFO), mode_t(S_IFCHR)].contains(status.st_mode & mode_t(S_IFMT))
    }

    private static func write(_ bytes: [UInt8], to path: Path, _ flags: Int32) throws(ReportFileError) {
        try reporting(path) { () throws(OutputError) in
            let descriptor = retrying { open(path.nulTerminated, flags, 0o666) }
            guard descriptor >= 0 else { throw OutputError(code: errno) }
            do throws(OutputError) {
                // Only opening must be non-blocking.
                guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) == 0 else {
                    throw OutputError(code: errno)
                }
                try writeAll(bytes, to: descriptor)
            } catch {
                close(descriptor)
                throw error
            }
            // Some file systems report write errors only here.
            guard close(descriptor) == 0 else { throw OutputError(code: errno) }
        }
    }

    private static func reporting(_ path: Path, _ body: () throws(OutputError) -> Void) throws(ReportFileError) {
        do throws(OutputError) { try body() } catch { throw ReportFileError(path: path, cause: .system(error.code)) }
    }
}

/// A failure to write a report.
package struct ReportFileError: ReportedError, Hashable, Sendable {
    /// The path of the file.
    package var path: Path
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

    /// The message, without a period at the end.
    package var message: String {
        switch cause {
        case .link: "'\(path.display)' is a link, and reports are not written through links"
        case .folder: "'\(path.display)' is a folder"
        case .system(let code): "'\(path.display)' could not be written: \(SystemError.text(of: code))"
        }
    }

    /// How to fix it.
    package var hint: String? {
        switch cause {
        case .link: "specify the file itself, or - for standard output"
        case .folder: "specify a file in it"
        case .system(let code) where code == ENOENT: "create the folder first"
        case .system: nil
        }
    }
}
