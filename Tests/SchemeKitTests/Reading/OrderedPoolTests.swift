import Foundation
import Testing

@testable import SchemeKit

struct OrderedPoolTests {
    private struct Load: Sendable, Weighable {
        var number: Int
        var weight: Int
    }

    /// Counts results that were made and not yet taken.
    private final class Scale: @unchecked Sendable {
        private let lock = NSLock()
        private var held = 0
        private(set) var most = 0

        func add(_ weight: Int) {
            lock.withLock {
                held += weight
                most = max(most, held)
            }
        }
    }

    @Test(arguments: [0, 1, 31, 32, 33, 1000], [0, 3, 100, 1000])
    func givesEverythingInOrderAndHoldsLittle(count: Int, weight: Int) throws {
        let (workers, limit) = (4, 1000)
        let scale = Scale()
        let pool = OrderedPool<Int, Load>(workers: workers, weightLimit: limit)
        pool.start { number in
            scale.add(weight)
            return Load(number: number, weight: weight)
        }
        for number in 0..<count { pool.append(number) }
        pool.finish()
        var taken: [Int] = []
        while let load = try pool.next() {
            taken.append(load.number)
            scale.add(-load.weight)
        }
        #expect(taken == Array(0..<count))
        // The waiting results, the batch being taken, and for each thread a piece and the result that exceeds the
        // weight.
        #expect(scale.most <= 2 * limit + workers * (limit / 32 + weight), "\(scale.most)")
    }

    /// As if there were no memory for a thread, or before the first one starts on a busy machine.
    @Test func worksWithoutThreadsAndHoldsLittle() throws {
        let scale = Scale()
        let pool = OrderedPool<Int, Load>(workers: 0, weightLimit: 100)
        pool.start { number in
            scale.add(10)
            return Load(number: number, weight: 10)
        }
        for number in 0..<1000 { pool.append(number) }
        pool.finish()
        var taken: [Int] = []
        while let load = try pool.next() {
            taken.append(load.number)
            scale.add(-load.weight)
        }
        #expect(taken == Array(0..<1000))
        #expect(scale.most <= 100, "\(scale.most)")
    }

    @Test func takesElementsFromAnotherThread() throws {
        let pool = OrderedPool<Int, Load>(workers: 2)
        let thread = Thread {
            for number in 0..<1000 { pool.append(number) }
            pool.finish()
        }
        thread.start()
        pool.start { Load(number: $0, weight: 0) }
        var taken: [Int] = []
        while let load = try pool.next() { taken.append(load.number) }
        #expect(taken == Array(0..<1000))
    }

    @Test func endsWhenItIsCancelled() throws {
        let pool = OrderedPool<Int, Load>(workers: 2, weightLimit: 10)
        pool.start { Load(number: $0, weight: 10) }
        for number in 0..<1000 { pool.append(number) }
        #expect(try pool.next()?.number == 0)
        pool.cancel()
    }

    @Test func throwsWhenItIsInterrupted() {
        let pool = OrderedPool<Int, Load>(workers: 1, isInterrupted: { true })
        pool.start { Load(number: $0, weight: 0) }
        defer { pool.cancel() }
        #expect(throws: Interruption.self) { try pool.next() }
    }
}
