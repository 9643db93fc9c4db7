import Foundation
import LibC
import SchemeLinks
import SchemeModel
import Synchronization

/// A process that analyzes code, as the run sees it. One thread at a time uses it.
final class WorkerProcess: Sendable {
    private let process: pid_t
    private let socket: Int32
    /// Whether it has sent its greeting.
    private let hasGreeted = Mutex(false)

    /// Starts `program`; `nil` if the system can't.
    init?(_ program: Path) {
        guard let pair = Socket.pair() else { return nil }
        defer { close(pair.1) }
        guard let started = Self.spawn(program, pair.1) else {
            close(pair.0)
            return nil
        }
        (process, socket) = (started, pair.0)
    }

    deinit { close(socket) }

    private static func spawn(_ program: Path, _ socket: Int32) -> pid_t? {
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
        posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
        // The runtime's message about a crash says nothing that the run doesn't report.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // A terminal sends signals to both processes. The run decides when this one ends.
        var (blocked, unignored) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigemptyset(&unignored)
        for number in [SIGINT, SIGTERM] { sigaddset(&blocked, number) }
        sigaddset(&unignored, SIGXCPU)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setsigdefault(&attributes, &unignored)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        // Looking for the cause of a crash takes longer than the rest of the run.
        let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let words: [String] = ["schemereg", CodeWorker.argument]
        let arguments = words.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, program.nulTerminated, &actions, &attributes, arguments, variables)
        return failure == 0 ? process : nil
    }

    /// Ends the process, if it hasn't ended yet, and returns why it ended. Call it once.
    func end() -> CodeFailure.Cause {
        kill(process, SIGKILL)
        var status = Int32(0)
        guard retrying({ waitpid(process, &status, 0) }) == process, status & 0x7F != 0 else { return .exit }
        let signal = status & 0x7F
        return signal == SIGXCPU ? .tooSlow : .signal(signal)
    }

    // MARK: Communication

    /// Returns whether the process is ready, and is the same version of this program.
    func isReady(_ isInterrupted: () -> Bool) -> Bool {
        if hasGreeted.withLock({ $0 }) { return true }
        var (received, idle): ([UInt8], Int) = ([], 0)
        while received.count < CodeWorker.greeting.count {
            guard case .ready = wait(for: Int16(POLLIN), &idle, isInterrupted) else { return false }
            let piece = Socket.readAvailable(from: socket)
            received += piece
            guard !piece.isEmpty, CodeWorker.greeting.starts(with: received) else { return false }
        }
        hasGreeted.withLock { $0 = true }
        return received == CodeWorker.greeting
    }

    /// The result of a request.
    enum Result {
        case facts([LinkFacts])
        /// The process ended, or must be ended because of `cause`, while it read `parts`, outermost first.
        case ended(parts: [ReadingPart], cause: CodeFailure.Cause?)
    }

    /// Sends a request, and waits for the answer.
    func answer(to request: CodeRequest, _ isInterrupted: () -> Bool) -> Result {
        var (reader, idle) = (CodeResponseReader(request.code), 0)
        func failure(toWaitFor events: Int16) -> Result? {
            switch wait(for: events, &idle, isInterrupted) {
            case .ready: nil
            case .interrupted: .ended(parts: reader.parts, cause: .interrupted)
            case .stuck: .ended(parts: reader.parts, cause: .tooSlow)
            }
        }
        for piece in request.encoded() {
            var rest = piece[...]
            while !rest.isEmpty {
                if let failure = failure(toWaitFor: Int16(POLLOUT)) { return failure }
                guard let count = Socket.sendAvailable(rest, to: socket) else { return .ended(parts: [], cause: nil) }
                rest = rest.dropFirst(count)
            }
        }
        while true {
            if let failure = failure(toWaitFor: Int16(POLLIN)) { return failure }
            let piece = Socket.readAvailable(from: socket)
            guard !piece.isEmpty else { return .ended(parts: reader.parts, cause: nil) }
            do throws(InvalidResponse) {
                if let facts = try reader.take(piece) { return .facts(facts) }
            } catch {
                return .ended(parts: reader.parts, cause: .invalidAnswer)
            }
        }
    }

    private enum Readiness {
        case ready, interrupted, stuck
    }

    /// Waits until the socket is ready, or its other end is closed.
    ///
    /// - Parameter idle: The ticks without any work in all waits for one answer. Otherwise, a process that sends one byte
    ///   a minute would never be given up.
    private func wait(for events: Int16, _ idle: inout Int, _ isInterrupted: () -> Bool) -> Readiness {
        var used = usedTime()
        while true {
            guard !isInterrupted() else { return .interrupted }
            var polled = pollfd(fd: socket, events: events, revents: 0)
            // A signal may arrive just before the wait starts, so waiting has a timeout.
            if poll(&polled, 1, Self.tick) > 0 { return .ready }
            // The kernel ends a process that uses too much time. One that uses none never ends. Ticks are counted
            // instead of seconds, which also pass while both processes are stopped.
            if usedTime() == used { idle += 1 }
            used = usedTime()
            if idle >= Self.idleTicks { return .stuck }
        }
    }

    /// The milliseconds of a tick.
    private static let tick: Int32 = 100
    /// The ticks without any work, for one answer, after which a process is given up.
    private static let idleTicks = 600

    /// The processor time of the process in milliseconds; constant if it is unknown.
    private func usedTime() -> Int {
        #if os(Linux)
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
        #else
        var usage = rusage_info_current()
        let failure = withUnsafeMutablePointer(to: &usage) { pointer in
            pointer.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
                proc_pid_rusage(process, RUSAGE_INFO_CURRENT, $0)
            }
        }
        return failure == 0 ? Int(truncatingIfNeeded: (usage.ri_user_time + usage.ri_system_time) >> 20) : 0
        #endif
    }
}
