import LibC
import SchemeModel

/// A `git` process that can't be made to run anything else by a repository: it runs only commands that read objects and
/// references, without the caller's `GIT_…` variables, pagers, hooks or fetching. Such commands use no filters or
/// helpers. Git itself refuses repositories owned by other users.
final class GitProcess {
    private let process: pid_t
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
        var pipes = [[Int32]](repeating: [-1, -1], count: 3)
        for index in pipes.indices where !(index == 0 ? Self.makeSocket(&pipes[index]) : Self.makePipe(&pipes[index])) {
            let code = errno
            for descriptor in pipes.joined() where descriptor >= 0 { close(descriptor) }
            throw .failed(message: SystemError.text(of: code))
        }
        let words = [Array("git".utf8), Array("-C".utf8), folder.bytes] + Self.options + arguments
        let environment = Self.environment(in: context)
        let (process, failure) = Self.spawn(program, words, environment, [pipes[0][0], pipes[1][1], pipes[2][1]])
        for descriptor in [pipes[0][0], pipes[1][1], pipes[2][1]] { close(descriptor) }
        (input, output, errors) = (pipes[0][1], pipes[1][0], pipes[2][0])
        self.process = process
        isInterrupted = context.isInterrupted
        guard failure == 0 else {
            isEnded = true
            throw .failed(message: SystemError.text(of: failure))
        }
    }

    deinit {
        for descriptor in [input, output, errors] { close(descriptor) }
        guard !isEnded else { return }
        // It only reads, and a process that hangs wouldn't notice that its output is closed.
        kill(process, SIGKILL)
        _ = wait()
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

    private static func makePipe(_ ends: inout [Int32]) -> Bool {
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return true
    }

    /// Makes a pair of connected sockets. Unlike a write to a pipe, ``send(_:)`` on a socket can fail without a SIGPIPE,
    /// which would end a program that uses this library and doesn't ignore the signal.
    private static func makeSocket(_ ends: inout [Int32]) -> Bool {
        #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
        #else
        let type = SOCK_STREAM
        #endif
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return false }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
            #endif
        }
        return true
    }

    private static func spawn(
        _ program: Path,
        _ words: [[UInt8]],
        _ environment: [String],
        _ descriptors: [Int32]
    ) -> (process: pid_t, failure: Int32) {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        // The child must not inherit ignored or blocked signals.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&all)
        for number in [SIGPIPE, SIGXFSZ] { sigaddset(&all, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        func vector(_ words: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
            words.map { strdup(Path(bytes: $0).nulTerminated) } + [nil]
        }
        let (arguments, variables) = (vector(words), vector(environment.map { Array($0.utf8) }))
        defer { for pointer in arguments + variables { free(pointer) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, program.nulTerminated, &actions, &attributes, arguments, variables)
        return (process, failure)
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
        guard git.wait() == 0 else {
            let lines = String(decoding: complaint, as: UTF8.self).split(separator: "\n")
            throw .failed(message: lines.first.map(String.init) ?? "git failed without a message")
        }
        return text
    }

    /// Sends a request.
    ///
    /// - Throws: ``GitError/failed(message:)``.
    func send(_ bytes: [UInt8]) throws(GitError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { piece in
                retrying { systemSend(input, piece.baseAddress, piece.count) }
            }
            guard count > 0 else { throw .failed(message: "git exited unexpectedly") }
            rest = rest.dropFirst(count)
        }
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

    /// Waits for the process to exit, and returns its exit code, or -1 after a signal.
    private func wait() -> Int32 {
        isEnded = true
        var status: Int32 = 0
        guard retrying({ waitpid(process, &status, 0) }) == process else { return -1 }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
    }
}

/// Calls the system's `read`, which a method of the same name hides.
private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, room, count)
}

/// Calls the system's `send` so that it fails without a SIGPIPE if the other end is closed.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
    #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
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
