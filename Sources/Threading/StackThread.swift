import LibC

// On Linux, the compiler attributes `pthread_attr_t` to whichever C module it loads first, and this is one of them.
#if canImport(CDispatch)
import CDispatch
#endif

/// A thread with a stack of a given size.
struct StackThread {
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
