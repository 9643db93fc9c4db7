import LibC
import SchemeModel

/// A `git` process that can't be made to run anything else by a repository: it runs only commands that read objects and
/// references, without the caller's `GIT_…` variables, pagers, hooks or fetching. Such commands use no filters or
/// helpers. Git itself refuses repositories owned by other users.
final class GitProcess {
    private let process: ChildProcess
    private let input: Int32
    private let output: Int32
    private let errors: Int32
    private let isInterrupted: @Sendable () -> Bool
    private var isEnded = false
    /// The time at which the process is given up.
    var deadline = ContinuousClock.now + .seconds(Limits.standard.gitSeconds)
    /// Bytes that were read from ``output`` but not returned yet.
    private var buffer: [UInt8] = []
    private var bufferStart = 0

    /// Starts git in `folder`.
    ///
    /// - Throws: ``GitError/notFound`` if git isn't installed, ``GitError/failed(message:)``.
    init(_ arguments: [[UInt8]], in folder: Path, context: Context) throws(GitError) {
        guard let program = Self.program(for: folder, in: context) else { throw .notFound }
        // A process that another thread starts could inherit a pipe before that is prevented, and keep it open.
        let pairs = (0..<3).compactMap { _ in Socket.pair() }
        defer { for pair in pairs { close(pair.1) } }
        var failure = errno
        if pairs.count == 3 {
            do throws(ChildProcess.Failure) {
                process = try ChildProcess(
                    program,
                    [Array("git".utf8), Array("-C".utf8), folder.bytes] + Self.options + arguments,
                    environment: Self.environment(in: context),
                    streams: pairs.map(\.1),
                    restored: [SIGPIPE, SIGXFSZ]
                )
                (input, output, errors) = (pairs[0].0, pairs[1].0, pairs[2].0)
                isInterrupted = context.isInterrupted
                return
            } catch {
                failure = error.code
            }
        }
        for pair in pairs { close(pair.0) }
        throw .failed(message: SystemError.text(of: failure))
    }

    deinit {
        for descriptor in [input, output, errors] { close(descriptor) }
        guard !isEnded else { return }
        // It only reads, and a process that hangs wouldn't notice that its output is closed.
        process.end()
        _ = process.wait()
    }

    /// Options that override the configuration of a repository.
    private static let options = [
        "--no-pager", "--no-replace-objects", "--literal-pathspecs", "-c", "core.hooksPath=/dev/null", "-c",
        "core.fsmonitor=false", "-c", "protocol.allow=never", "-c", "safe.bareRepository=explicit",
    ].map { Array($0.utf8) }

    private static func environment(in context: Context) -> [String] {
        let kept = ["HOME", "PATH", "XDG_CONFIG_HOME", "TMPDIR"].compactMap { name in
            context.environment(name).map { "\(name)=\($0)" }
        }
        // Missing objects of a partial clone are not fetched, because fetching runs commands from the configuration.
        return kept + ["LC_ALL=C", "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0"]
            + ["GIT_OPTIONAL_LOCKS=0", "GIT_PAGER=cat"]
    }

    /// Returns the path of git. Skips relative entries of `PATH` and entries inside the repository around `folder`,
    /// where a pull request could add a program.
    private static func program(for folder: Path, in context: Context) -> Path? {
        let repository = outermostRepository(around: folder)
        return (context.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":").lazy
            .filter { $0.hasPrefix("/") }
            .map { Path(String($0)).appending("git") }
            .first { program in
                guard access(program.nulTerminated, X_OK) == 0 else { return false }
                guard let repository else { return true }
                return (try? POSIXFileSystem().realPath(of: program)).map { $0.relative(to: repository) == nil }
                    ?? false
            }
    }

    /// Returns the outermost folder around `folder`, except the root, that results like a repository.
    private static func outermostRepository(around folder: Path) -> Path? {
        var (outermost, next): (Path?, Path) = (nil, folder)
        while next.bytes.count > 1 {
            if access(next.appending(".git").nulTerminated, F_OK) == 0 { outermost = next }
            next = next.directory
        }
        return outermost
    }

    // MARK: Communication

    /// Runs a command and returns its output.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Throws: ``GitError/failed(message:)`` with git's message; ``GitError/tooMuch``; ``GitError/interrupted``.
    static func output(
        of arguments: [[UInt8]],
        in folder: Path,
        limit: Int,
        context: Context
    ) throws(GitError) -> [UInt8] {
        let git = try GitProcess(arguments, in: folder, context: context)
        var (text, complaint): ([UInt8], [UInt8]) = ([], [])
        var open = [git.output, git.errors]
        while !open.isEmpty {
            for descriptor in try git.waitForInput(on: open) {
                let piece = git.read(descriptor)
                if piece.isEmpty { open.removeAll { $0 == descriptor } }
                if descriptor == git.output { text += piece } else if complaint.count < 4096 { complaint += piece }
            }
            guard text.count <= limit else { throw .tooMuch }
        }
        git.isEnded = true
        guard git.process.wait() == .exit(code: 0) else {
            let lines = String(decoding: complaint, as: UTF8.self).split(separator: "\n")
            throw .failed(message: lines.first.map(String.init) ?? "git failed without a message")
        }
        return text
    }

    /// Sends a request.
    ///
    /// - Throws: ``GitError/failed(message:)``.
    func send(_ bytes: [UInt8]) throws(GitError) {
        guard Socket.send(bytes, to: input) else { throw .failed(message: "git exited unexpectedly") }
    }

    /// Returns the next line of the output without its line end.
    ///
    /// - Throws: ``GitError/failed(message:)`` if the line is longer than 4 KiB.
    func line() throws(GitError) -> [UInt8] {
        while true {
            if let end = buffer[bufferStart...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { bufferStart = end + 1 }
                return Array(buffer[bufferStart..<end])
            }
            guard buffer.count - bufferStart <= 4096 else {
                throw .failed(message: "git returned an unexpected answer")
            }
            try fill()
        }
    }

    /// Returns the next `count` bytes of the output, and drops those beyond `limit`.
    ///
    /// - Throws: ``GitError/failed(message:)``, ``GitError/interrupted``.
    func bytes(_ count: Int, limit: Int) throws(GitError) -> [UInt8] {
        var (left, result): (Int, [UInt8]) = (count, [])
        result.reserveCapacity(min(count, limit))
        while left > 0 {
            if bufferStart == buffer.count { try fill() }
            let piece = buffer[bufferStart...].prefix(left)
            result += piece.prefix(limit - result.count)
            bufferStart += piece.count
            left -= piece.count
        }
        return result
    }

    private func fill() throws(GitError) {
        _ = try waitForInput(on: [output])
        if bufferStart > 0 {
            buffer.removeSubrange(..<bufferStart)
            bufferStart = 0
        }
        let piece = read(output)
        guard !piece.isEmpty else { throw .failed(message: "git exited unexpectedly") }
        buffer += piece
    }

    private func read(_ descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, count in
            count = max(0, retrying { systemRead(descriptor, room.baseAddress, room.count) })
        }
    }

    /// Returns the descriptors among `descriptors` that can be read.
    private func waitForInput(on descriptors: [Int32]) throws(GitError) -> [Int32] {
        while true {
            guard !isInterrupted() else { throw .interrupted }
            guard ContinuousClock.now < deadline else { throw .tooSlow }
            var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if poll(&polled, nfds_t(polled.count), 100) > 0 { return polled.filter { $0.revents != 0 }.map(\.fd) }
        }
    }
}

/// Calls the system's `read`, which a method of the same name hides.
private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, room, count)
}

/// A failure of git.
enum GitError: Error, Hashable {
    /// Git isn't installed.
    case notFound
    /// Git failed; with its own message or that of the system.
    case failed(message: String)
    /// The output is longer than expected.
    case tooMuch
    /// Git took too long.
    case tooSlow
    /// The run was interrupted.
    case interrupted
}
