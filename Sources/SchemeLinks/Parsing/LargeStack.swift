#if Links
import Foundation
import LibC

// On Linux, the compiler attributes `pthread_attr_t` to whichever C module it loads first, and this is one of them.
#if canImport(CDispatch)
import CDispatch
#endif

/// Runs work on threads with a large stack, since the parser and the evaluator recurse as deep as the code nests.
enum LargeStack {
    /// Returns the result of `body`, run on its own thread.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
        let result = Box<Result>()
        perform(1) { _ in result.set(body()) }
        return result.value
    }

    /// Calls `body` with each number below `count` on several threads, and waits.
    ///
    /// - Parameter threads: The number of threads; `nil` for as many as there are processors.
    static func perform(_ count: Int, threads: Int? = nil, _ body: @escaping @Sendable (Int) -> Void) {
        let next = Counter()
        let most = threads ?? ProcessInfo.processInfo.activeProcessorCount
        let started = (0..<min(count, max(1, most))).map { _ in
            LargeStackThread { while let index = next.next(below: count) { body(index) } }
        }
        for thread in started { thread.join() }
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

/// A thread with a large stack.
private struct LargeStackThread {
    private let thread: pthread_t
    private let stack: UnsafeMutableRawPointer?

    /// The size of a stack in bytes. Only the used part is ever allocated.
    private static let size = 256 * 1024 * 1024
    /// Bytes at the end of the stack that end the process when they are used.
    private static let guardSize = 64 * 1024

    /// Starts a thread that runs `body`.
    ///
    /// Without a thread nothing can be read, and reading nothing would look like code without links, so the process ends
    /// if there is no memory for one.
    init(_ body: @escaping () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        #if canImport(Darwin)
        stack = nil
        pthread_attr_setstacksize(&attributes, Self.size)
        #else
        // A shared mapping doesn't count as data of the process, whose limit (`DataLimit`) would otherwise have to allow
        // for the whole stacks of all threads.
        let flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE
        guard let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
            fatalError("no memory for the stack of a thread")
        }
        stack = memory
        mprotect(memory, Self.guardSize, PROT_NONE)
        pthread_attr_setstack(&attributes, memory, Self.size)
        #endif
        let work = Unmanaged.passRetained(Work(body)).toOpaque()
        #if canImport(Darwin)
        var started: pthread_t?
        let failure = pthread_create(&started, &attributes, { Self.run($0) }, work)
        guard failure == 0, let started else { fatalError("no thread could be started") }
        thread = started
        #else
        var started = pthread_t()
        guard pthread_create(&started, &attributes, { Self.run($0) }, work) == 0 else {
            fatalError("no thread could be started")
        }
        thread = started
        #endif
    }

    /// Waits for the thread to end, and frees its stack.
    func join() {
        pthread_join(thread, nil)
        if let stack { munmap(stack, Self.size) }
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
#endif
