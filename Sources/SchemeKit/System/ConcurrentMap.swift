import Foundation
import Synchronization

extension Collection where Index == Int, Element: Sendable, Self: Sendable {
    /// Returns the transformed elements, in order. `transform` is called on several threads at once, whose
    /// stacks are small.
    func concurrentMap<Result: Sendable>(_ transform: @escaping @Sendable (Element) -> Result) -> [Result] {
        let results = Mutex<[Result?]>(Array(repeating: nil, count: count))
        Helpers.shared.perform(count) { offset in
            let result = transform(self[startIndex + offset])
            results.withLock { $0[offset] = result }
        }
        return results.withLock { $0.compactMap(\.self) }
    }
}

/// Threads that help others with their work. If the system can't start one, there are fewer. `DispatchQueue` would wait
/// forever.
///
/// Unchecked, because `Mutex` cannot wait for a condition: `condition` guards all state that threads share.
private final class Helpers: @unchecked Sendable {
    static let shared = Helpers()

    private let condition = NSCondition()
    /// The jobs that aren't completely started.
    private var jobs: [Job] = []

    private final class Job {
        let count: Int
        let body: @Sendable (Int) -> Void
        var started = 0
        var done = 0

        init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) { (self.count, self.body) = (count, body) }
    }

    /// The maximum number of threads, with the one whose work it is. Stacks count as data of the process, so the memory that a
    /// run needs would otherwise depend on the number of processors.
    private static let mostThreads = 8

    private init() {
        for _ in 1..<max(1, min(Self.mostThreads, ProcessInfo.processInfo.activeProcessorCount)) {
            let thread = Thread { [self] in work() }
            thread.stackSize = 512 * 1024
            thread.start()
        }
    }

    /// Calls `body` with each number below `count`, on this thread and on those that are free.
    func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        guard count > 1 else {
            if count == 1 { body(0) }
            return
        }
        let job = Job(count, body)
        condition.lock()
        defer { condition.unlock() }
        jobs.append(job)
        condition.broadcast()
        advance(job)
        while job.done < count { condition.wait() }
    }

    /// Does what is left of a job. `condition` is locked, but not meanwhile.
    private func advance(_ job: Job) {
        while job.started < job.count {
            let index = job.started
            job.started += 1
            if job.started == job.count { jobs.removeAll { $0 === job } }
            condition.unlock()
            job.body(index)
            condition.lock()
            job.done += 1
        }
        if job.done == job.count { condition.broadcast() }
    }

    private func work() {
        condition.lock()
        while true {
            if let job = jobs.first { advance(job) } else { condition.wait() }
        }
    }
}
