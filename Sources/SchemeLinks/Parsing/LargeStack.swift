#if Links
import Foundation

/// Runs work on threads with a large stack, since the parser and the evaluator recurse as deep as the code nests.
enum LargeStack {
    /// The size of a stack in bytes. Only the used part is ever allocated.
    private static let size = 256 * 1024 * 1024

    /// Returns the result of `body`, run on its own thread.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
        let result = Box<Result>()
        perform(1) { _ in result.set(body()) }
        return result.value
    }

    /// Calls `body` with each number below `count` on as many threads as there are processors, and waits.
    static func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let next = Counter()
        let group = DispatchGroup()
        for _ in 0..<min(count, max(1, ProcessInfo.processInfo.activeProcessorCount)) {
            group.enter()
            let thread = Thread {
                while let index = next.next(below: count) { body(index) }
                group.leave()
            }
            thread.stackSize = size
            thread.start()
        }
        group.wait()
    }

    private final class Box<Value: Sendable>: @unchecked Sendable {
        private let lock = NSLock()
        private var stored: Value?

        var value: Value? { lock.withLock { stored } }

        func set(_ value: Value) { lock.withLock { stored = value } }
    }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func next(below limit: Int) -> Int? {
            lock.withLock {
                guard count < limit else { return nil }
                defer { count += 1 }
                return count
            }
        }
    }
}
#endif
