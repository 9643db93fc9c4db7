import Foundation

/// The result of work that another thread does meanwhile.
///
/// Unchecked, because `Mutex` cannot wait for a condition: `condition` guards all state.
final class Later<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    /// `nil` once a thread has begun.
    private var work: (@Sendable () -> Value)?
    private var result: Value?

    /// Starts a thread that does `work`.
    init(_ work: @escaping @Sendable () -> Value) {
        self.work = work
        let thread = Thread { [self] in begin() }
        thread.stackSize = 4 * 1024 * 1024
        thread.start()
    }

    /// Waits for the result. If no thread could be started, or if it hasn't begun, this one does the work.
    var value: Value {
        begin()
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result { return result }
            condition.wait()
        }
    }

    private func begin() {
        guard let work = condition.withLock({ self.work.take() }) else { return }
        let value = work()
        condition.withLock { result = value }
        condition.broadcast()
    }
}
