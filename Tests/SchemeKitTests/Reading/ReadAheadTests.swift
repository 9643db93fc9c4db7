import Foundation
import Testing

@testable import SchemeKit

struct ReadAheadTests {
    private struct Load: Sendable, Weighed {
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

    private final class Counter: @unchecked Sendable {
        var next = 0
    }

    @Test(arguments: [0, 1, 31, 32, 33, 1000], [0, 3, 100, 1000])
    func givesEverythingInOrderAndHoldsLittle(count: Int, weight: Int) {
        let (workers, limit) = (4, 1000)
        let scale = Scale()
        let counter = Counter()
        let reading = ReadAhead<Int, Load>(
            workers: workers,
            weightLimit: limit,
            pull: {
                counter.next += 1
                return counter.next <= count ? counter.next : nil
            },
            transform: { number in
                scale.add(weight)
                return Load(number: number, weight: weight)
            }
        )
        var taken: [Int] = []
        while let load = reading.next() {
            taken.append(load.number)
            scale.add(-load.weight)
        }
        #expect(taken == Array(1..<(count + 1)))
        // The waiting results, the batch being taken, and for each thread a piece and the result that exceeds the
        // weight.
        #expect(scale.most <= 2 * limit + workers * (limit / 32 + weight), "\(scale.most)")
    }

    @Test func endsWhenItIsCancelled() {
        let reading = ReadAhead<Int, Load>(
            workers: 2,
            weightLimit: 10,
            pull: { 1 },
            transform: { Load(number: $0, weight: 10) }
        )
        #expect(reading.next()?.number == 1)
        reading.cancel()
    }
}
