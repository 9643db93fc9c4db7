import Foundation
import Testing
import TestSupport

@testable import SchemeKit

/// On a busy machine, a thread with a lower priority hardly runs, and whatever waits for it doesn't run either.
@Suite("Priorities of threads")
struct ThreadPriorityTests {
    @Test("no source changes the priority of a thread or a process")
    func sources() throws {
        let calls = [
            "setpriority", "nice(", "sched_set", "pthread_setsched", "pthread_set_qos", "threadPriority",
            "qualityOfService", "qos:", ".priority =", "TaskPriority", "ioprio_set",
        ]
        let folder = ProjectFolder.root.appending(path: "Sources")
        var files = 0
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        for name in names where [".swift", ".c", ".h"].contains(where: name.hasSuffix) {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            files += 1
            for call in calls { #expect(!text.contains(call), "\(name) contains '\(call)'") }
        }
        #expect(files > 500)
    }

    #if os(Linux)
    @Test("the threads of a pool have the priority of the thread that starts them")
    func pool() throws {
        struct Priority: Sendable, Weighable {
            var weight: Int { 1 }
            /// The nice value of the calling thread, as the kernel shows it after the name in parentheses.
            let value = (try? String(contentsOfFile: "/proc/thread-self/stat", encoding: .utf8))?
                .split(separator: ")").last?.split(separator: " ").dropFirst(16).first.map(String.init)
        }
        let pool = OrderedPool<Int, Priority>(workers: 4, batchSize: 1)
        pool.start { _ in Priority() }
        for number in 0..<100 { pool.append(number) }
        pool.finish()
        var found: [String?] = []
        while let next = try pool.next() { found.append(next.value) }
        let own = try #require(Priority().value)
        #expect(found == Array(repeating: own, count: 100))
    }
    #endif
}
