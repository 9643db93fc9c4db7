import Foundation
import Synchronization
import Testing

@testable import SchemeModel

@Suite("Values that are made once")
struct OnceCacheTests {
    @Test("are made once for each key, even if there is none")
    func keeps() {
        let cache = OnceCache<Int, Int?>()
        var made: [Int] = []
        for key in [1, 2, 1, 2, 2] {
            let value = cache.value(for: key) {
                made.append(key)
                return key == 1 ? nil : key * 10
            }
            #expect(value == (key == 1 ? nil : 20))
        }
        #expect(made == [1, 2])
    }

    @Test("are made once for several threads, while those that ask for other keys go on")
    func shares() {
        let cache = OnceCache<Int, Int>()
        let made = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            let value = cache.value(for: index % 2) {
                made.withLock { $0 += 1 }
                Thread.sleep(forTimeInterval: 0.02)
                // Making a value may take another one.
                return index % 2 == 0 ? 7 : cache.value(for: 2) { 8 }
            }
            #expect(value == 7 + index % 2)
        }
        #expect(made.withLock { $0 } == 2)
    }
}
