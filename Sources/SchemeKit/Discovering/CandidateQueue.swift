import Foundation

/// A queue of candidates between the walk and the readers, so that reading starts before the walk is finished.
final class CandidateQueue: @unchecked Sendable {
    private let condition = NSCondition()
    // Both are guarded by `condition`.
    private var found: [Candidate] = []
    private var isFinished = false

    /// Candidates that the walk hasn't handed over yet. Used only by the walk.
    private var fresh: [Candidate] = []
    /// Candidates to return next, in reverse order. Used by one reader at a time.
    private var current: [Candidate] = []

    /// The number of candidates handed over at once, because handing over each one costs more than finding it.
    private static let batchSize = 64

    /// Appends a candidate.
    func append(_ candidate: Candidate) {
        fresh.append(candidate)
        if fresh.count >= Self.batchSize { handOver() }
    }

    /// Marks the end of the queue.
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

    /// Returns the next candidate, waiting if necessary, or `nil` after the last. Call from one thread at a time.
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
