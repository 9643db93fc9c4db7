import Foundation

/// Candidates that a walk found and nobody has looked at yet, so that reading begins before the walk has ended.
final class CandidateQueue: @unchecked Sendable {
    private let condition = NSCondition()
    // Both guarded by `condition`.
    private var found: [Candidate] = []
    private var isFinished = false

    /// What the walker has not handed over yet. Touched by the walker alone.
    private var fresh: [Candidate] = []
    /// What is given next, backwards. Touched by one reader at a time.
    private var current: [Candidate] = []

    /// Handing over each candidate by itself costs more than finding it.
    private static let batchSize = 64

    /// Adds one at the end.
    func append(_ candidate: Candidate) {
        fresh.append(candidate)
        if fresh.count >= Self.batchSize { handOver() }
    }

    /// Says that no more will come.
    func finish() {
        handOver()
        condition.lock()
        isFinished = true
        condition.broadcast()
        condition.unlock()
    }

    private func handOver() {
        condition.lock()
        found += fresh
        condition.broadcast()
        condition.unlock()
        fresh.removeAll(keepingCapacity: true)
    }

    /// The next one, which may have to be found first; `nil` after the last. Call from one thread at a time.
    func next() -> Candidate? {
        if let next = current.popLast() { return next }
        condition.lock()
        defer { condition.unlock() }
        while found.isEmpty, !isFinished { condition.wait() }
        current = found.reversed()
        found = []
        return current.popLast()
    }
}
