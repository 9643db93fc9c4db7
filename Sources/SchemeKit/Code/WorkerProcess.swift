import Foundation
import LibC
import SchemeLinks
import SchemeModel
import Synchronization

/// A process that analyzes code, as the run sees it. One thread at a time uses it.
final class WorkerProcess: Sendable {
    private let process: ChildProcess
    private let socket: Int32
    /// Whether it has sent its greeting.
    private let hasGreeted = Mutex(false)

    /// Starts `program`; `nil` if the system can't.
    init?(_ program: Path) {
        guard let pair = Socket.pair() else { return nil }
        defer { close(pair.1) }
        // Looking for the cause of a crash takes longer than the rest of the run.
        let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        do throws(ChildProcess.Failure) {
            process = try ChildProcess(
                program,
                [Array("schemereg".utf8), Array(CodeWorker.argument.utf8)],
                environment: environment.map { "\($0)=\($1)" },
                // The runtime's message about a crash says nothing that the run doesn't report.
                streams: [pair.1, nil, nil],
                // A terminal sends signals to both processes. The run decides when this one ends.
                blocked: [SIGINT, SIGTERM],
                restored: [SIGXCPU]
            )
        } catch {
            close(pair.0)
            return nil
        }
        socket = pair.0
    }

    deinit { close(socket) }

    /// Ends the process, if it hasn't ended yet, and returns why it ended. Call it once.
    func end() -> CodeFailure.Cause {
        process.end()
        guard case .signal(let signal) = process.wait() else { return .exit }
        return signal == SIGXCPU ? .tooSlow : .signal(signal)
    }

    // MARK: Communication

    /// Returns whether the process is ready, and is the same version of this program.
    func isReady(_ isInterrupted: () -> Bool) -> Bool {
        if hasGreeted.withLock({ $0 }) { return true }
        var (received, idle): ([UInt8], Int) = ([], 0)
        while received.count < CodeWorker.greeting.count {
            let patience = Limits.standard.codeWaitSeconds
            guard wait(patience, for: Int16(POLLIN), &idle, isInterrupted) == nil else { return false }
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
            wait(request.code.limits.codeWaitSeconds, for: events, &idle, isInterrupted).map {
                .ended(parts: reader.parts, cause: $0)
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

    /// Waits until the socket is ready, or its other end is closed. Returns why the process must be ended instead.
    ///
    /// - Parameters:
    ///   - patience: The maximum number of seconds. A process that often sleeps needs hours to use up its time.
    ///   - idle: The ticks without any work in all waits for one answer. Otherwise, a process that sends one byte a minute
    ///     would never be given up.
    private func wait(
        _ patience: Int,
        for events: Int16,
        _ idle: inout Int,
        _ isInterrupted: () -> Bool
    ) -> CodeFailure.Cause? {
        var used = usedTime()
        for _ in 0..<patience * 1_000 / Int(Self.tick) {
            guard !isInterrupted() else { return .interrupted }
            var polled = pollfd(fd: socket, events: events, revents: 0)
            // A signal may arrive just before the wait starts, so waiting has a timeout.
            if poll(&polled, 1, Self.tick) > 0 { return nil }
            // The kernel ends a process that uses too much time. One that uses none never ends. Ticks are counted
            // instead of seconds, which also pass while both processes are stopped.
            if usedTime() == used { idle += 1 }
            used = usedTime()
            if idle >= Self.idleTicks { return .tooSlow }
        }
        return .silent
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
        guard clock_getcpuclockid(process.id, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
        #else
        var usage = rusage_info_current()
        let failure = withUnsafeMutablePointer(to: &usage) { pointer in
            pointer.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
                proc_pid_rusage(process.id, RUSAGE_INFO_CURRENT, $0)
            }
        }
        return failure == 0 ? Int(truncatingIfNeeded: (usage.ri_user_time + usage.ri_system_time) >> 20) : 0
        #endif
    }
}
