import Foundation
import LibC
import SchemeLinks
package import SchemeModel

/// Analyzes code in one other process, for all threads of the run.
///
/// If the process ends, its code is read again in a new process, one part (a file or a target) at a time. The process
/// announces each part. A part that crashes the process again is skipped and reported as a failure. All this takes at
/// most the time of ``RetryBudget``.
///
/// If no process can be started at all, code is analyzed in this process. If one was, and no other can be started, code
/// isn't analyzed anymore, because what ended the first one could end the run.
///
/// Unchecked, because `Mutex` cannot wait for a condition: `condition` guards all state that threads share.
package final class IsolatedAnalyzer: CodeAnalyzer, @unchecked Sendable {
    private let program: Path
    private let isInterrupted: @Sendable () -> Bool
    private let socketCount: Int

    private let condition = NSCondition()
    // All are guarded by `condition`.
    private var worker: WorkerProcess?
    private var isReady = false
    private var isUnavailable = false
    /// Whether a process was ready once.
    private var wasReady = false
    /// The sockets that are not in use.
    private var free: [Int]
    /// The number of threads that wait to be the only one.
    private var claims = 0
    /// Whether the process ended or has to be ended, once no thread uses it.
    private var hasEnded = false
    private var retries = RetryBudget()

    /// The maximum number of parts of a project that are left out one by one. Beyond that, all of its code is left out.
    private static let mostFailures = 16
    private static let mostSockets = 16

    /// - Parameters:
    ///   - program: This program, as in ``thisProgram``.
    ///   - threads: The number of threads that analyze code at the same time; others wait.
    package init(program: Path, threads: Int, isInterrupted: @escaping @Sendable () -> Bool) {
        self.program = program
        self.isInterrupted = isInterrupted
        socketCount = max(1, min(threads, Self.mostSockets))
        free = Array(0..<socketCount)
    }

    /// The program of this process, even if its file was replaced or removed; `nil` if unknown.
    package static var thisProgram: Path? {
        #if os(Linux)
        return "/proc/self/exe"
        #else
        var size: UInt32 = 0
        _ = _NSGetExecutablePath(nil, &size)
        var path = [CChar](repeating: 0, count: Int(size) + 1)
        guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
        return Path(bytes: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
        #endif
    }

    deinit { _ = worker?.end() }

    package func prepare() {
        condition.withLock {
            if worker == nil, !isUnavailable { start() }
        }
    }

    package func analyze(_ code: CodeToAnalyze) -> CodeAnalysis {
        let all = CodeAnalysis(of: code, failures: [CodeFailure(part: nil, cause: .interrupted)])
        switch enter() {
        case .unavailable: return InProcessAnalyzer().analyze(code)
        case .lost: return CodeAnalysis(of: code, failures: [CodeFailure(part: nil, cause: .exit)])
        case .interrupted: return all
        case .entered(let worker, let socket):
            guard let now = limited(code) else {
                leave(socket, ended: false)
                return CodeAnalysis(of: code, failures: [CodeFailure(part: nil, cause: .noTimeLeft)])
            }
            let result = worker.answer(to: CodeRequest(now, announcesParts: false), on: socket)
            leave(socket, ended: result.hasEnded)
            switch result {
            case .facts(let facts): return CodeAnalysis(facts: facts)
            case .ended(parts: _, cause: .interrupted?): return all
            case .ended: return analyzeAlone(code)
            }
        }
    }

    package func end() {
        condition.withLock {
            _ = worker?.end()
            worker = nil
            isUnavailable = true
        }
    }

    // MARK: Sharing the process

    private enum Entry {
        case entered(WorkerProcess, socket: Int)
        /// No process could be started so far.
        case unavailable
        /// A process ended, and no other can be started.
        case lost
        case interrupted
    }

    /// Waits for a socket.
    private func enter() -> Entry {
        condition.lock()
        defer { condition.unlock() }
        while claims > 0 || hasEnded || free.isEmpty {
            guard !isInterrupted() else { return .interrupted }
            _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
        }
        guard let worker = readyWorker() else {
            return isInterrupted() ? .interrupted : wasReady ? .lost : .unavailable
        }
        return .entered(worker, socket: free.removeLast())
    }

    private func leave(_ socket: Int, ended: Bool) {
        condition.withLock {
            free.append(socket)
            if ended { hasEnded = true }
            // The last of several threads that noticed it.
            if hasEnded, free.count == socketCount { _ = stop() }
            condition.broadcast()
        }
    }

    /// Ends the process and returns its status. `condition` is locked.
    private func stop() -> WorkerProcess.Status {
        let status = worker?.end() ?? WorkerProcess.Status()
        (worker, isReady, hasEnded) = (nil, false, false)
        retries.add(milliseconds: status.lostMilliseconds)
        return status
    }

    /// Returns `code` with the time that it may take now; `nil` if it must not be read.
    private func limited(_ code: CodeToAnalyze) -> CodeToAnalyze? {
        guard let limits = condition.withLock({ retries.limits(code.limits) }) else { return nil }
        var code = code
        code.limits = limits
        return code
    }

    /// Starts the process. `condition` is locked.
    private func start() {
        worker = WorkerProcess(program, sockets: socketCount, isInterrupted: isInterrupted)
        if worker == nil { isUnavailable = true }
    }

    /// Returns the process, which is started if necessary; `nil` if it can't be. `condition` is locked.
    private func readyWorker() -> WorkerProcess? {
        if worker == nil, !isUnavailable { start() }
        guard let worker else { return nil }
        if isReady { return worker }
        isReady = worker.isReady()
        if isReady {
            wasReady = true
            return worker
        }
        _ = stop()
        isUnavailable = true
        return nil
    }

    /// Waits until no other thread uses the process, and returns a socket; `nil` if the run was interrupted.
    private func claim() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        // Threads that want to enter wait for the claims, and other threads with a claim for the socket.
        claims += 1
        while hasEnded || free.count < socketCount {
            guard !isInterrupted() else {
                claims -= 1
                return nil
            }
            _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
        }
        return free.removeLast()
    }

    // MARK: Finding what ends the process

    /// Analyzes code in a process that does nothing else, without the parts that end it.
    private func analyzeAlone(_ code: CodeToAnalyze) -> CodeAnalysis {
        guard let socket = claim() else {
            return CodeAnalysis(of: code, failures: [CodeFailure(part: nil, cause: .interrupted)])
        }
        defer {
            condition.withLock {
                free.append(socket)
                claims -= 1
                condition.broadcast()
            }
        }
        var (rest, failures): (CodeToAnalyze, [CodeFailure]) = (code, [])
        while true {
            let worker = condition.withLock { readyWorker() }
            guard !isInterrupted(), let worker else {
                let cause = isInterrupted() ? .interrupted : failures.last?.cause ?? .exit
                return CodeAnalysis(of: code, failures: failures + [CodeFailure(part: nil, cause: cause)])
            }
            // Once, the code is read in any case. It may have been innocent, and only shared the process.
            let mayRead = failures.isEmpty || condition.withLock { retries.allowsSearch(code.limits) }
            guard mayRead, let now = limited(rest) else {
                let all = CodeFailure(part: nil, cause: .noTimeLeft)
                return CodeAnalysis(of: code, failures: failures + [all])
            }
            let result = worker.answer(to: CodeRequest(now, announcesParts: true), on: socket)
            guard case .ended(let parts, let known) = result else {
                if case .facts(let facts) = result { return CodeAnalysis(facts: facts, failures: failures) }
                continue
            }
            let status = condition.withLock { stop() }
            let cause = known ?? status.cause
            // A part that was left out before isn't the one.
            let suspects = parts.filter { part in !failures.contains { $0.part == part } }
            let failure = CodeFailure(part: suspects.last { $0.isFile } ?? suspects.last, cause: cause)
            guard let part = failure.part, failures.count < Self.mostFailures, cause != .interrupted else {
                let all = CodeFailure(part: nil, cause: cause)
                return CodeAnalysis(of: code, failures: failures + [all])
            }
            failures.append(failure)
            rest.leaveOut(part)
        }
    }
}

extension CodeToAnalyze {
    /// Removes the content of a part. The others keep their indices.
    fileprivate mutating func leaveOut(_ part: ReadingPart) {
        switch part {
        case .file(let index): files[index].bytes = []
        case .target(let index):
            targets[index].files = []
            targets[index].visible = []
        }
    }
}

extension ReadingPart {
    fileprivate var isFile: Bool {
        if case .file = self { true } else { false }
    }
}

extension WorkerProcess.Result {
    fileprivate var hasEnded: Bool {
        if case .ended = self { true } else { false }
    }
}

extension WorkerProcess.Status {
    fileprivate var cause: CodeFailure.Cause {
        switch signal {
        case SIGXCPU: .tooSlow
        case let signal?: .signal(signal)
        case nil: .exit
        }
    }
}
