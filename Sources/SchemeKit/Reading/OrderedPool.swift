import Foundation
import SchemeModel

/// A value that can estimate how much memory it takes.
protocol Weighable {
    /// The approximate size in bytes.
    var weight: Int { get }
}

/// Transforms elements on several threads, and returns the results in the order of the elements.
///
/// One thread appends elements; when it is done, another one may take the results. Threads exchange elements in batches,
/// because handing over one small file costs more than reading it. The total weight of waiting results is limited, so that
/// memory stays flat however many there are.
///
/// Unchecked, because `Mutex` cannot wait for a condition: `condition` guards all state that threads share.
final class OrderedPool<Element: Sendable, Result: Sendable & Weighable>: @unchecked Sendable {
    private let condition = NSCondition()
    private let workers: Int
    private let isInterrupted: @Sendable () -> Bool
    private let batchSize: Int
    private let weightLimit: Int
    /// The weight at which a batch is handed over in pieces.
    private let pieceWeight: Int

    // All are guarded by `condition`.
    private var waiting: [Int: [Element]] = [:]
    private var appended = 0
    private var isFinished = false
    private var started = 0
    private var taken = 0
    /// The number of threads that have started. Without memory for a thread, there may be none.
    private var threads = 0
    /// Whether no thread has started in time.
    private var isAlone = false
    private var isCancelled = false
    private var batches: [Int: Batch] = [:]
    /// The weight of all results that haven't been taken.
    private var heldWeight = 0

    /// The results of a batch that haven't been taken. A heavy batch is handed over in pieces.
    private struct Batch {
        var results: [Result] = []
        var weight = 0
        var isComplete = false
    }

    /// The elements of an incomplete batch. Used only by the thread that appends.
    private var fresh: [Element] = []

    // Both are used only by the thread that starts the others and takes.
    private var transform: (@Sendable (Element) -> Result)?
    /// The batch that is being taken, in reverse order.
    private var current: [Result] = []

    /// Creates a pool that transforms elements once it is started.
    ///
    /// - Parameters:
    ///   - weightLimit: The maximum weight of waiting results, apart from one per thread; also of the results being
    ///     taken.
    ///   - isInterrupted: Called before each result and while waiting.
    init(
        workers: Int,
        batchSize: Int = 32,
        weightLimit: Int = Limits.standard.readAheadBytes,
        isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) {
        self.workers = workers
        self.isInterrupted = isInterrupted
        self.batchSize = batchSize
        self.weightLimit = weightLimit
        pieceWeight = weightLimit / (max(1, workers) * 8)
    }

    /// Starts the threads. If none can be started, the thread that takes results does the work.
    ///
    /// - Parameter transform: Called by several threads at once.
    func start(_ transform: @escaping @Sendable (Element) -> Result) {
        self.transform = transform
        for _ in 0..<workers {
            let thread = Thread { [self] in work(transform) }
            // Foundation's XML reader recurses for each level of nesting, up to 512.
            thread.stackSize = 4 * 1024 * 1024
            thread.start()
        }
    }

    /// Appends an element.
    func append(_ element: Element) {
        fresh.append(element)
        if fresh.count >= batchSize { handOverElements() }
    }

    /// Marks the end of the elements.
    func finish() {
        if !fresh.isEmpty { handOverElements() }
        condition.lock()
        isFinished = true
        condition.broadcast()
        condition.unlock()
    }

    /// Returns the next result, or `nil` after the last.
    ///
    /// - Throws: ``Interruption`` if `isInterrupted` returns `true`.
    func next() throws(Interruption) -> Result? {
        guard !isInterrupted() else { throw Interruption() }
        while current.isEmpty {
            guard let batch = try nextBatch() else { return nil }
            current = batch.reversed()
        }
        return current.popLast()
    }

    /// Whether ``cancel()`` was called.
    var wasCancelled: Bool { condition.withLock { isCancelled } }

    /// Makes the threads stop after their current element. Results that weren't taken are lost.
    func cancel() {
        condition.lock()
        isCancelled = true
        condition.broadcast()
        condition.unlock()
    }

    private func handOverElements() {
        condition.lock()
        waiting[appended] = fresh
        appended += 1
        condition.broadcast()
        condition.unlock()
        fresh = []
    }

    private func nextBatch() throws(Interruption) -> [Result]? {
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
            if isFinished, taken == appended { return nil }
            guard !isInterrupted() else { throw Interruption() }
            if isAlone, hasRoom, let transform, let batch = waiting.removeValue(forKey: started) {
                makeFirst(of: batch, transform)
            } else if !condition.wait(until: Date(timeIntervalSinceNow: 0.1)), threads == 0 {
                isAlone = true
            }
        }
    }

    private func work(_ transform: (Element) -> Result) {
        condition.lock()
        defer { condition.unlock() }
        threads += 1
        while !isCancelled {
            if started == appended, isFinished { return }
            guard hasRoom, let batch = waiting.removeValue(forKey: started) else {
                condition.wait()
                continue
            }
            let index = started
            started += 1
            condition.unlock()
            make(batch, at: index, transform)
            condition.lock()
        }
    }

    /// Whether the next batch may be started.
    private var hasRoom: Bool { heldWeight < weightLimit || started == taken }

    /// Transforms one element of the next batch, since nobody takes results meanwhile. `condition` is locked, but not
    /// meanwhile.
    private func makeFirst(of batch: [Element], _ transform: (Element) -> Result) {
        condition.unlock()
        let result = transform(batch[0])
        condition.lock()
        var made = Batch(results: [result], weight: result.weight, isComplete: batch.count == 1)
        handOver(&made, at: started)
        if batch.count == 1 { started += 1 } else { waiting[started] = Array(batch.dropFirst()) }
    }

    private func make(_ elements: [Element], at index: Int, _ transform: (Element) -> Result) {
        var made = Batch()
        for element in elements {
            let result = transform(element)
            made.results.append(result)
            made.weight += result.weight
            guard made.weight > pieceWeight else { continue }
            condition.lock()
            handOver(&made, at: index)
            // The worker of the batch that is taken next waits only while part of it is available, so that one of the
            // two always continues.
            while !isCancelled, heldWeight >= weightLimit,
                index != taken || batches[index]?.results.isEmpty == false
            {
                condition.wait()
            }
            let ends = isCancelled
            condition.unlock()
            if ends { break }
        }
        condition.lock()
        made.isComplete = true
        handOver(&made, at: index)
        condition.unlock()
    }

    /// Makes results available. `condition` is locked.
    private func handOver(_ made: inout Batch, at index: Int) {
        batches[index, default: Batch()].results += made.results
        batches[index, default: Batch()].weight += made.weight
        batches[index, default: Batch()].isComplete = made.isComplete
        heldWeight += made.weight
        made = Batch()
        condition.broadcast()
    }
}
