import Foundation
import Synchronization
import Testing
import Threading

@Suite("Threads")
struct ThreadsTests {
    @Test(arguments: [0, 1, 2, 1_000], [1, 2, 8, nil] as [Int?])
    func resultsAreInOrder(count: Int, threads: Int?) {
        let numbers = Array(0..<count)
        #expect(numbers[...].concurrentMap(threads: threads) { $0 * 2 } == numbers.map { $0 * 2 })
        #expect(numbers.dropFirst(10).concurrentMap(threads: threads) { $0 } == Array(numbers.dropFirst(10)))
    }

    @Test(arguments: [Threads.Stack.small, .large], [1, 3, nil] as [Int?])
    func eachNumberIsUsedOnce(stack: Threads.Stack, threads: Int?) {
        let numbers = Numbers()
        #expect(Threads.perform(500, threads: threads, stack: stack) { numbers.add($0) })
        #expect(numbers.all.sorted() == Array(0..<500))
    }

    @Test func workCanStartMoreWork() {
        let sums = (0..<20).concurrentMap { outer in
            (0..<20).concurrentMap { inner in Threads.run { outer * inner } ?? -1 }.reduce(0, +)
        }
        #expect(sums == (0..<20).map { $0 * 190 })
    }

    /// About 100 bytes for each level, and a thread has 8 MiB by default.
    @Test func largeStacksAreLarge() {
        @Sendable func sum(_ count: Int) -> Int { count == 0 ? 0 : 1 + sum(count - 1) }
        #expect(Threads.run { sum(400_000) } == 400_000)
    }
}

private final class Numbers: Sendable {
    private let found = Mutex<[Int]>([])

    var all: [Int] { found.withLock { $0 } }

    func add(_ number: Int) { found.withLock { $0.append(number) } }
}
