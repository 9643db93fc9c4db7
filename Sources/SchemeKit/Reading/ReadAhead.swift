import Foundation
import SchemeModel

/// A value that knows roughly how much memory it takes.
protocol Weighed {
    /// The approximate size in bytes.
    var weight: Int { get }
}

/// Transforms the elements of a sequence on several threads, and returns the results in order.
///
/// Threads exchange elements in batches, because handing over one small file costs more than reading it. The number and
/// total weight of batches in progress or waiting is limited, so that memory stays flat for any sequence. The consumer
/// (a database that writes) and the workers run at the same time.
final class ReadAhead<Element: Sendable, Result: Sendable & Weighed>: @unchecked Sendable {
    private let condition = NSCondition()
    private let transform: @Sendable (Element) -> Result
    private let isInterrupted: @Sendable () -> Bool
    private let batchSize: Int
    private let window: Int
    private let weightLimit: Int
    /// The weight at which a batch is handed over in pieces.
    private let pieceWeight: Int

    /// Called by the thread that set `isPulling`, outside the lock, because finding elements takes time as well.
    private let pull: () -> Element?

    // All are guarded by `condition`.
    private var isPulling = false
    private var isExhausted = false
    private var isCancelled = false
    private var pulled = 0
    private var taken = 0
    private var batches: [Int: Batch] = [:]
    /// The weight of all results that haven't been taken.
    private var heldWeight = 0

    /// The results of a batch that haven't been taken. A heavy batch is handed over in pieces.
    private struct Batch {
        var results: [Result] = []
        var weight = 0
        var isComplete = false
    }

    /// The batch that is being taken, in reverse order. Used only by the consumer.
    private var current: [Result] = []

    /// Starts `workers` threads.
    ///
    /// - Parameters:
    ///   - window: The maximum number of batches in progress or waiting; `nil` for a few per worker.
    ///   - pull: Returns the next element, or `nil` after the last; called by one thread at a time.
    ///   - weightLimit: The maximum weight of waiting results, apart from one per thread; also of the results being
    ///     taken.
    ///   - transform: Called by several threads at once.
    ///   - isInterrupted: Called while waiting; if it returns `true`, ``next()`` returns `nil`.
    init(
        workers: Int,
        batchSize: Int = 32,
        window: Int? = nil,
        isInterrupted: @escaping @Sendable () -> Bool = { false },
        weightLimit: Int = Limits.standard.readAheadBytes,
        pull: @escaping () -> Element?,
        transform: @escaping @Sendable (Element) -> Result
    ) {
        self.pull = pull
        self.transform = transform
        self.isInterrupted = isInterrupted
        self.batchSize = batchSize
        self.weightLimit = weightLimit
        self.window = window ?? workers * 4
        pieceWeight = weightLimit / (workers * 8)
        for _ in 0..<max(1, workers) {
            let thread = Thread { [self] in
                yieldToTaker()
                work()
            }
            // Foundation's XML reader recurses for each level of nesting, up to 512.
            thread.stackSize = 4 * 1024 * 1024
            thread.start()
        }
    }

    /// Returns the next result, or `nil` after the last and when interrupted. Call from one thread.
    func next() -> Result? {
        while current.isEmpty {
            guard let batch = nextBatch() else { return nil }
            current = batch.reversed()
        }
        return current.popLast()
    }

    /// Makes the threads stop after their current batch. Results that weren't taken are lost.
    func cancel() {
        condition.lock()
        isCancelled = true
        condition.broadcast()
        condition.unlock()
    }

    private func nextBatch() -> [Result]? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let batch = batches[taken], batch.isComplete || !batch.results.isEmpty {
                batches[taken] = batch.isComplete ? nil : Batch()
                heldWeight -= batch.weight
                if batch.isComplete { taken += 1 }
                condition.broadcast()
                if !batch.results.isEmpty { return batch.results }
                continue
            }
            if isExhausted, taken == pulled { return nil }
            if isInterrupted() { return nil }
            _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
        }
    }

    private func work() {
        condition.lock()
        defer { condition.unlock() }
        while true {
            while !isCancelled, !isExhausted,
                isPulling || pulled - taken >= window || heldWeight >= weightLimit && pulled > taken
            {
                condition.wait()
            }
            guard !isCancelled, !isExhausted else { return }
            isPulling = true
            condition.unlock()
            var batch: [Element] = []
            batch.reserveCapacity(batchSize)
            while batch.count < batchSize, let element = pull() { batch.append(element) }
            condition.lock()
            isPulling = false
            if batch.count < batchSize { isExhausted = true }
            let index = pulled
            pulled += 1
            condition.broadcast()
            make(batch, at: index)
        }
    }

    /// Lowers the priority of the thread if there are more threads than cores, because all threads depend on the
    /// consumer.
    private func yieldToTaker() {
        #if os(Linux)
        // Affects only the calling thread. A failure costs time and nothing else.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #else
        Thread.current.qualityOfService = .utility
        #endif
    }

    /// Transforms a batch. `condition` is locked before and after.
    private func make(_ batch: [Element], at index: Int) {
        var made = Batch()
        condition.unlock()
        for element in batch {
            let result = transform(element)
            made.results.append(result)
            made.weight += result.weight
            guard made.weight > pieceWeight else { continue }
            condition.lock()
            handOver(&made, at: index)
            // The worker of the batch that is taken next waits only while part of it is available, so that one of the
            // two always continues.
            while !isCancelled, heldWeight >= weightLimit, index != taken || batches[index]?.results.isEmpty == false {
                condition.wait()
            }
            let ends = isCancelled
            condition.unlock()
            if ends { break }
        }
        condition.lock()
        made.isComplete = true
        handOver(&made, at: index)
    }

    private func handOver(_ made: inout Batch, at index: Int) {
        batches[index, default: Batch()].results += made.results
        batches[index, default: Batch()].weight += made.weight
        batches[index, default: Batch()].isComplete = made.isComplete
        heldWeight += made.weight
        made = Batch()
        condition.broadcast()
    }
}
