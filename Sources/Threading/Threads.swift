import Foundation
import Synchronization

/// Runs work on threads of its own.
///
/// `DispatchQueue.concurrentPerform` waits forever if the system has no memory for a thread. This doesn't.
package enum Threads {
    package enum Stack: Sendable {
        /// For work of a fixed depth. The thread whose work it is helps.
        case small
        /// For the parser and the evaluator of code, which recurse as deep as it nests. Only the used part is ever allocated.
        case large

        /// The size in bytes.
        fileprivate var size: Int {
            switch self {
            case .small: 4 * 1024 * 1024
            case .large: 256 * 1024 * 1024
            }
        }
    }

    private static let processors = max(1, ProcessInfo.processInfo.activeProcessorCount)

    /// Returns the result of `body`, run on a thread with a large stack; `nil` if there is no memory for one.
    package static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
        let result = Shared<Result?>(nil)
        perform(1, stack: .large) { _ in
            let value = body()
            result.value.withLock { $0 = value }
        }
        return result.value.withLock { $0 }
    }

    /// Calls `body` with each number below `count` on several threads, and waits.
    ///
    /// - Parameter threads: The number of threads; `nil` for as many as there are processors.
    /// - Returns: `false` if there is no memory for a thread with a large stack, and `body` wasn't called.
    @discardableResult
    package static func perform(
        _ count: Int,
        threads: Int? = nil,
        stack: Stack,
        _ body: @escaping @Sendable (Int) -> Void
    ) -> Bool {
        let next = Shared(0)
        let work = { @Sendable in
            while true {
                let index = next.value.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < count else { return }
                body(index)
            }
        }
        let most = min(count, max(1, threads ?? processors))
        let helps = stack == .small
        let started = (0..<max(0, helps ? most - 1 : most)).compactMap { _ in StackThread(stack.size, work) }
        if helps { work() }
        for thread in started { thread.join() }
        return helps || count == 0 || !started.isEmpty
    }

    private final class Shared<Value: Sendable>: Sendable {
        let value: Mutex<Value>

        init(_ value: Value) { self.value = Mutex(value) }
    }
}

extension Collection where Index == Int, Element: Sendable, Self: Sendable {
    /// Returns the transformed elements, in order. `transform` is called on several threads at once, whose stacks are small.
    ///
    /// - Parameter threads: The number of threads; `nil` for as many as there are processors.
    package func concurrentMap<Result: Sendable>(
        threads: Int? = nil,
        _ transform: @escaping @Sendable (Element) -> Result
    ) -> [Result] {
        let results = Mutex<[Result?]>(Array(repeating: nil, count: count))
        Threads.perform(count, threads: threads, stack: .small) { offset in
            let result = transform(self[startIndex + offset])
            results.withLock { $0[offset] = result }
        }
        return results.withLock { $0.compactMap(\.self) }
    }
}
