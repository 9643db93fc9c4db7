import Foundation

/// Applies a function to the elements of a sequence on several threads and gives the results in the sequence's order.
///
/// At most a fixed number of elements is under way or waiting to be taken, so memory stays flat however long the
/// sequence is; whoever takes the results (a database that writes) and those who make them work at the same time.
final class ReadAhead<Element: Sendable, Result: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private let transform: @Sendable (Element) -> Result
    private let window: Int

    // All guarded by `condition`.
    private var pull: () -> Element?
    private var isExhausted = false
    private var isCancelled = false
    private var pulled = 0
    private var taken = 0
    private var results: [Int: Result] = [:]

    /// Starts `workers` threads.
    ///
    /// - Parameters:
    ///   - pull: gives the next element, `nil` after the last; called by one thread at a time.
    ///   - transform: called by several threads at once.
    init(
        workers: Int,
        window: Int = 256,
        pull: @escaping () -> Element?,
        transform: @escaping @Sendable (Element) -> Result
    ) {
        self.pull = pull
        self.transform = transform
        self.window = max(window, workers)
        for _ in 0..<max(1, workers) {
            let thread = Thread { [self] in work() }
            // Foundation's XML reader descends once for each level of nesting, of which there are at most 512.
            thread.stackSize = 4 * 1024 * 1024
            thread.start()
        }
    }

    /// The next result, `nil` after the last. Call from one thread.
    func next() -> Result? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = results.removeValue(forKey: taken) {
                taken += 1
                condition.broadcast()
                return result
            }
            if isExhausted, taken == pulled { return nil }
            condition.wait()
        }
    }

    /// Makes the threads end after what they have under way. Results that were not taken are lost.
    func cancel() {
        condition.lock()
        isCancelled = true
        condition.broadcast()
        condition.unlock()
    }

    private func work() {
        condition.lock()
        defer { condition.unlock() }
        while true {
            while !isCancelled, !isExhausted, pulled - taken >= window { condition.wait() }
            guard !isCancelled, !isExhausted, let element = pull() else {
                isExhausted = true
                condition.broadcast()
                return
            }
            let index = pulled
            pulled += 1
            condition.unlock()
            let result = transform(element)
            condition.lock()
            results[index] = result
            // Only the result that is waited for is worth waking anyone up.
            if index == taken { condition.broadcast() }
        }
    }
}
