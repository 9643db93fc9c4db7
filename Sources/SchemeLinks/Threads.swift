import Foundation
import LibC
import Synchronization

// On Linux, the compiler attributes `pthread_attr_t` to whichever C module it loads first, and this is one of them.
#if canImport(CDispatch)
import CDispatch
#endif

/// Runs work on threads of its own.
///
/// `DispatchQueue.concurrentPerform` waits forever if the system has no memory for a thread. This doesn't.
enum Threads {
    /// Bytes of a stack for the parser and the evaluator, which recurse as deep as the code nests. Only the used part is ever
    /// allocated.
    private static let largeStack = 256 * 1024 * 1024
    /// Bytes of a stack for everything else.
    static let smallStack = 4 * 1024 * 1024

    /// Returns the result of `body`, run on a thread with a large stack; `nil` if there is no memory for one.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
        let result = Shared<Result?>(nil)
        perform(1) { _ in
            let value = body()
            result.value.withLock { $0 = value }
        }
        return result.value.withLock { $0 }
    }

    /// Calls `body` with each number below `count` on several threads, and waits.
    ///
    /// - Parameters:
    ///   - threads: The number of threads; `nil` for as many as there are processors.
    ///   - stackSize: The bytes of the stack of each; `nil` for a large one.
    /// - Returns: `false` if there is no memory for a thread, and `body` wasn't called.
    @discardableResult
    static func perform(
        _ count: Int,
        threads: Int? = nil,
        stackSize: Int? = nil,
        _ body: @escaping @Sendable (Int) -> Void
    ) -> Bool {
        let next = Shared(0)
        let most = threads ?? ProcessInfo.processInfo.activeProcessorCount
        let started = (0..<min(count, max(1, most))).compactMap { _ in
            StackThread(stackSize ?? largeStack) {
                while true {
                    let index = next.value.withLock { next in
                        defer { next += 1 }
                        return next
                    }
                    guard index < count else { return }
                    body(index)
                }
            }
        }
        for thread in started { thread.join() }
        return count == 0 || !started.isEmpty
    }

    private final class Shared<Value: Sendable>: Sendable {
        let value: Mutex<Value>

        init(_ value: Value) { self.value = Mutex(value) }
    }
}

/// A thread with a stack of a given size.
private struct StackThread {
    private let thread: pthread_t
    private let stack: UnsafeMutableRawPointer?
    /// The size of the stack in bytes.
    private let size: Int

    /// Bytes at the end of the stack that end the process when they are used.
    private static let guardSize = 64 * 1024

    /// Starts a thread that runs `body`; `nil` if there is no memory for one.
    init?(_ size: Int, _ body: @escaping () -> Void) {
        self.size = size
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        #if canImport(Darwin)
        stack = nil
        pthread_attr_setstacksize(&attributes, size)
        #else
        // A shared mapping doesn't count as data of the process, whose limit (`ProcessLimits`) would otherwise have to allow
        // for the whole stacks of all threads.
        let flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
            return nil
        }
        stack = memory
        mprotect(memory, Self.guardSize, PROT_NONE)
        pthread_attr_setstack(&attributes, memory, size)
        #endif
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
        var started: pthread_t?
        #else
        var started = pthread_t()
        #endif
        let failure = pthread_create(&started, &attributes, { Self.run($0) }, work.toOpaque())
        #if canImport(Darwin)
        let made = started
        #else
        let made: pthread_t? = started
        #endif
        guard failure == 0, let made else {
            work.release()
            if let stack { munmap(stack, size) }
            return nil
        }
        thread = made
    }

    /// Waits for the thread to end, and frees its stack.
    func join() {
        pthread_join(thread, nil)
        if let stack { munmap(stack, size) }
    }

    private static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let work else { return nil }
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
    }

    private final class Work {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }
}
