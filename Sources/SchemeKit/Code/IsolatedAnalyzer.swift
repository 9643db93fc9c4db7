import Foundation
import LibC
import SchemeLinks
package import SchemeModel
import Synchronization

/// Analyzes code in other processes, each of which reads one project at a time.
///
/// If a process ends, its project is read again in a new one, one part (a file or a target) at a time. The process announces
/// each part. A part that crashes the process again is skipped and reported as a failure, within ``RetryBudget``.
///
/// If no process can be started at all, code is analyzed in this process. If one was, and no other can be started, code isn't
/// analyzed anymore, because what ended the first one could end the run.
package final class IsolatedAnalyzer: CodeAnalyzer {
    private let program: Path
    private let isInterrupted: @Sendable () -> Bool
    /// A place for each project that may be read at the same time.
    private let places: DispatchSemaphore
    private let state: Mutex<State>

    private struct State {
        /// The processes that wait for a project.
        var idle: [WorkerProcess] = []
        /// Whether no process can be started.
        var isUnavailable = false
        /// Whether ``IsolatedAnalyzer/end()`` was called.
        var hasEnded = false
        /// Whether a process was ready once.
        var wasReady = false
        var budget: RetryBudget
    }

    /// The maximum number of parts of a project that are left out one by one. With one more, all of its code is.
    private static let mostFailures = 16
    /// The maximum number of processes. Each uses all processors, and has memory of its own.
    private static let mostProcesses = 4

    /// - Parameters:
    ///   - program: This program, as in ``thisProgram``.
    ///   - threads: The number of threads that analyze code at the same time; others wait.
    package convenience init(program: Path, threads: Int, isInterrupted: @escaping @Sendable () -> Bool) {
        self.init(program: program, threads: threads, budget: RetryBudget(), isInterrupted: isInterrupted)
    }

    init(program: Path, threads: Int, budget: RetryBudget, isInterrupted: @escaping @Sendable () -> Bool) {
        state = Mutex(State(budget: budget))
        self.program = program
        self.isInterrupted = isInterrupted
        places = DispatchSemaphore(value: max(1, min(threads, Self.mostProcesses)))
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

    deinit { end() }

    package func prepare() {
        state.withLock { state in
            guard !state.isUnavailable, state.idle.isEmpty, !state.wasReady else { return }
            if let worker = WorkerProcess(program) { state.idle.append(worker) } else { state.isUnavailable = true }
        }
    }

    package func analyze(_ code: CodeToAnalyze) -> CodeAnalysis {
        while places.wait(timeout: .now() + 0.1) == .timedOut {
            if isInterrupted() { return code.unread(.interrupted) }
        }
        defer { places.signal() }
        guard state.withLock({ $0.budget.allowsReading }) else { return code.unread(.skipped) }
        guard let worker = readyWorker() else {
            if isInterrupted() { return code.unread(.interrupted) }
            return state.withLock { $0.wasReady } ? code.unread(.exit) : InProcessAnalyzer().analyze(code)
        }
        switch answer(to: CodeRequest(code, announcesParts: false), from: worker) {
        case .facts(let facts): return CodeAnalysis(facts: facts)
        case .ended(parts: _, cause: .interrupted): return code.unread(.interrupted)
        case .ended: return analyzeAlone(code)
        }
    }

    package func end() {
        let idle = state.withLock { state in
            defer { (state.idle, state.isUnavailable, state.hasEnded) = ([], true, true) }
            return state.idle
        }
        for worker in idle { _ = worker.end() }
    }

    /// Returns an idle process, or a new one; `nil` if there can't be any.
    private func readyWorker() -> WorkerProcess? {
        guard !isInterrupted() else { return nil }
        let (idle, isUnavailable) = state.withLock { ($0.idle.popLast(), $0.isUnavailable) }
        let worker = idle ?? (isUnavailable ? nil : WorkerProcess(program))
        if let worker, worker.isReady(isInterrupted) {
            state.withLock { $0.wasReady = true }
            return worker
        }
        _ = worker?.end()
        if !isInterrupted() { state.withLock { $0.isUnavailable = true } }
        return nil
    }

    private enum Answer {
        case facts([LinkFacts])
        /// The process ended while it read `parts`, outermost first.
        case ended(parts: [ReadingPart], cause: CodeFailure.Cause)
    }

    /// Returns the answer of a process, which is idle afterwards or has ended.
    private func answer(to request: CodeRequest, from worker: WorkerProcess) -> Answer {
        switch worker.answer(to: request, isInterrupted) {
        case .facts(let facts):
            let isLate = state.withLock { state in
                if !state.hasEnded { state.idle.append(worker) }
                return state.hasEnded
            }
            if isLate { _ = worker.end() }
            return .facts(facts)
        case .ended(let parts, let known):
            let status = worker.end()
            let cause = known ?? status
            state.withLock { $0.budget.spend(on: cause) }
            return .ended(parts: parts, cause: cause)
        }
    }

    /// Analyzes code one part at a time, without the parts that end the process.
    private func analyzeAlone(_ code: CodeToAnalyze) -> CodeAnalysis {
        var (rest, failures): (CodeToAnalyze, [CodeFailure]) = (code, [])
        func giveUp(_ cause: CodeFailure.Cause) -> CodeAnalysis {
            CodeAnalysis(of: code, failures: failures + [CodeFailure(part: nil, cause: cause)])
        }
        var hasRepeated = false
        while true {
            guard failures.count <= Self.mostFailures, state.withLock({ $0.budget.allowsSearch }) else {
                return giveUp(.skipped)
            }
            guard let worker = readyWorker() else {
                return giveUp(isInterrupted() ? .interrupted : failures.last?.cause ?? .exit)
            }
            switch answer(to: CodeRequest(rest, announcesParts: true), from: worker) {
            case .facts(let facts): return CodeAnalysis(facts: facts, failures: failures)
            case .ended(let parts, let cause):
                // A part that was left out before isn't the one.
                let suspects = parts.filter { part in !failures.contains { $0.part == part } }
                let part = suspects.last(where: \.isFile) ?? suspects.last
                // Between files, the cause may be outside, such as a lack of memory.
                if case .signal = cause, part?.isFile != true, !hasRepeated {
                    hasRepeated = true
                    continue
                }
                guard let part, cause != .interrupted else { return giveUp(cause) }
                failures.append(CodeFailure(part: part, cause: cause))
                rest.leaveOut(part)
            }
        }
    }
}

extension CodeToAnalyze {
    /// Returns an analysis without facts, because nothing was read.
    fileprivate func unread(_ cause: CodeFailure.Cause) -> CodeAnalysis {
        CodeAnalysis(of: self, failures: [CodeFailure(part: nil, cause: cause)])
    }

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
