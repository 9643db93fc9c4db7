import Foundation
import SchemeModel

/// Something that is known to take memory.
protocol Weighed {
    /// About how many bytes it takes.
    var weight: Int { get }
}

/// Applies a function to the elements of a sequence on several threads and gives the results in the sequence's order.
///
/// Threads take and give elements in batches, since handing one small file from thread to thread costs more than reading
/// it. At most a fixed number of batches is under way or waiting to be taken, and what they hold together has a limit too,
/// so memory stays flat however long the sequence is and whatever its elements bring; whoever takes the results (a
/// database that writes) and those who make them work at the same time.
final class ReadAhead<Element: Sendable, Result: Sendable & Weighed>: @unchecked Sendable {
    private let condition = NSCondition()
    private let transform: @Sendable (Element) -> Result
    private let isInterrupted: @Sendable () -> Bool
    private let batchSize: Int
    private let window: Int
    private let weightLimit: Int
    /// What a batch weighs that is handed over in pieces.
    private let pieceWeight: Int

    /// Called by the thread that set `isPulling`, outside the lock: finding the next elements takes time as well.
    private let pull: () -> Element?

    // All guarded by `condition`.
    private var isPulling = false
    private var isExhausted = false
    private var isCancelled = false
    private var pulled = 0
    private var taken = 0
    private var batches: [Int: Batch] = [:]
    /// What all results together weigh that were made and not taken.
    private var heldWeight = 0

    /// What is made of a batch and not yet taken. A heavy batch is handed over in pieces.
    private struct Batch {
        var results: [Result] = []
        var weight = 0
        var isComplete = false
    }

    /// The batch that is being taken, backwards. Touched by the taker alone.
    private var current: [Result] = []

    /// Starts `workers` threads.
    ///
    /// - Parameters:
    ///   - window: how many batches are under way or wait to be taken; `nil` for some for each worker.
    ///   - pull: gives the next element, `nil` after the last; called by one thread at a time.
    ///   - weightLimit: what results that wait to be taken weigh together, but for one of each thread; what is being taken
    ///     has the same limit.
    ///   - transform: called by several threads at once.
    ///   - isInterrupted: asked while nothing comes; ``next()`` then gives `nil`, however long an element takes.
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
            // Foundation's XML reader descends once for each level of nesting, of which there are at most 512.
            thread.stackSize = 4 * 1024 * 1024
            thread.start()
        }
    }

    /// The next result, `nil` after the last and when interrupted. Call from one thread.
    func next() -> Result? {
        while current.isEmpty {
            guard let batch = nextBatch() else { return nil }
            current = batch.reversed()
        }
        return current.popLast()
    }

    /// Makes the threads end after what they have under way. Results that were not taken are lost.
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

    /// Lets whoever takes the results go first where there are more threads than cores: one thread takes them, so that
    /// what it waits for is lost for all.
    private func yieldToTaker() {
        #if os(Linux)
        // For the calling thread alone. A refusal costs time and nothing else.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #else
        Thread.current.qualityOfService = .utility
        #endif
    }

    /// Transforms a batch, called and left with `condition` locked.
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
            // Who makes what is taken next waits only while some of it is there to be taken, so that one of the two
            // always goes on.
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
