import Synchronization
import Testing

@testable import SchemeKit

@Suite struct LaterTests {
    @Test func doesTheWorkOnceAndGivesTheResultToAll() {
        let count = Mutex(0)
        let results = (0..<100).map { number in
            Later {
                count.withLock { $0 += 1 }
                return number
            }
        }
        let taken = (0..<400).concurrentMap { results[$0 / 4].value }
        #expect(taken == (0..<400).map { $0 / 4 })
        #expect(count.withLock { $0 } == 100)
    }
}
