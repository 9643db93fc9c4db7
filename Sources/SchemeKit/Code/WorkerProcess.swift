import Foundation
import LibC
import SchemeLinks
import SchemeModel
import Synchronization

/// A process that analyzes code, as the run sees it.
///
/// Several threads use it at once, each with its own socket.
final class WorkerProcess: Sendable {
    private let process: pid_t
    /// The socket whose end shows the process that the run ended.
    private let lifeline: Int32
    private let sockets: [Int32]
    private let isInterrupted: @Sendable () -> Bool
    private let times = Mutex(Times())

    /// Times in milliseconds.
    private struct Times {
        /// The processor time of the process when it last answered. Only what follows can be lost.
        var answered = 0
        /// The time for which it was waited for in vain.
        var waited = 0
    }

    /// Starts `program` with a number of sockets; `nil` if the system can't.
    init?(_ program: Path, sockets count: Int, isInterrupted: @escaping @Sendable () -> Bool) {
        // Above the numbers that they get in the process, so that none replaces another one there.
        let lowest = CodeWorker.firstSocket + Int32(count)
        var pairs: [(Int32, Int32)] = []
        for _ in 0...count {
            guard let pair = Socket.pair(secondFrom: lowest) else { break }
            pairs.append(pair)
        }
        defer { for pair in pairs { close(pair.1) } }
        let started = pairs.count == count + 1 ? Self.spawn(program, pairs.map(\.1)) : nil
        guard let started else {
            for pair in pairs { close(pair.0) }
            return nil
        }
        process = started
        lifeline = pairs[0].0
        sockets = pairs.dropFirst().map(\.0)
        self.isInterrupted = isInterrupted
    }

    deinit { for socket in sockets + [lifeline] { close(socket) } }

    private static func spawn(_ program: Path, _ sockets: [Int32]) -> pid_t? {
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
        posix_spawn_file_actions_adddup2(&actions, sockets[0], STDIN_FILENO)
        // The runtime's message about a crash says nothing that the run doesn't report.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        for (number, socket) in sockets.dropFirst().enumerated() {
            posix_spawn_file_actions_adddup2(&actions, socket, CodeWorker.firstSocket + Int32(number))
        }
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
        let words = ["schemereg", CodeWorker.argument, "\(sockets.count - 1)"]
        let arguments = words.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, program.nulTerminated, &actions, &attributes, arguments, variables)
        return failure == 0 ? process : nil
    }

    /// Ends the process, if it hasn't ended yet, and returns its status. Call it once, when no socket is used anymore.
    func end() -> Status {
        kill(process, SIGKILL)
        var (status, usage) = (Int32(0), rusage())
        guard retrying({ wait4(process, &status, 0, &usage) }) == process else { return Status() }
        let used = Self.milliseconds(usage.ru_utime) + Self.milliseconds(usage.ru_stime)
        return times.withLock { times in
            Status(
                signal: status & 0x7F == 0 ? nil : status & 0x7F,
                lostMilliseconds: max(0, used - times.answered) + times.waited
            )
        }
    }

    private static func milliseconds(_ time: timeval) -> Int { Int(time.tv_sec) * 1_000 + Int(time.tv_usec) / 1_000 }

    /// How a process ended.
    struct Status {
        /// The number of the signal that ended it; `nil` if it exited.
        var signal: Int32?
        /// The processor time since its last answer, and the time for which it was waited for in vain.
        var lostMilliseconds = 0
    }

    // MARK: Communication

    /// Returns whether the process is ready, and is the same version of this program.
    func isReady() -> Bool {
        var (received, idle): ([UInt8], Int) = ([], 0)
        while received.count < CodeWorker.greeting.count {
            guard case .ready = wait(for: Int16(POLLIN), on: lifeline, &idle) else { return false }
            let piece = Socket.readAvailable(from: lifeline)
            received += piece
            guard !piece.isEmpty, CodeWorker.greeting.starts(with: received) else { return false }
        }
        return received == CodeWorker.greeting
    }

    /// The result of a request.
    enum Result {
        case facts([LinkFacts])
        /// The process ended, or was ended because of `cause`, while it read `parts`, outermost first.
        case ended(parts: [ReadingPart], cause: CodeFailure.Cause?)
    }

    /// Sends a request through the socket with a number, and waits for the answer.
    func answer(to request: CodeRequest, on number: Int) -> Result {
        let socket = sockets[number]
        var (reader, idle) = (CodeResponseReader(request.code), 0)
        func failure(toWaitFor events: Int16) -> Result? {
            switch wait(for: events, on: socket, &idle) {
            case .ready: return nil
            case .interrupted: return .ended(parts: reader.parts, cause: .interrupted)
            case .stuck:
                times.withLock { $0.waited += Self.idleTicks * Int(Self.tick) }
                return .ended(parts: reader.parts, cause: .tooSlow)
            }
        }
        for piece in request.encoded() {
            var rest = piece[...]
            while !rest.isEmpty {
                if let failure = failure(toWaitFor: Int16(POLLOUT)) { return failure }
                guard let count = Socket.sendAvailable(rest, to: socket) else {
                    return .ended(parts: [], cause: nil)
                }
                rest = rest.dropFirst(count)
            }
        }
        while true {
            if let failure = failure(toWaitFor: Int16(POLLIN)) { return failure }
            let piece = Socket.readAvailable(from: socket)
            guard !piece.isEmpty else { return .ended(parts: reader.parts, cause: nil) }
            do throws(InvalidResponse) {
                guard let facts = try reader.take(piece) else { continue }
                times.withLock { $0.answered = usedTime() }
                return .facts(facts)
            } catch {
                return .ended(parts: reader.parts, cause: .invalidAnswer)
            }
        }
    }

    private enum Readiness {
        case ready, interrupted, stuck
    }

    /// Waits until a socket is ready, or its other end is closed.
    ///
    /// - Parameter idle: The ticks without any work in all waits for one answer. Otherwise, a process that sends one byte
    ///   a minute would never be given up.
    private func wait(for events: Int16, on socket: Int32, _ idle: inout Int) -> Readiness {
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
