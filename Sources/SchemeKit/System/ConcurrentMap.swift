import Dispatch
import Synchronization

extension Collection where Index == Int, Element: Sendable, Self: Sendable {
    /// Returns the transformed elements, in order. `transform` is called on all processors at once.
    func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        let results = Mutex<[Result?]>(Array(repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { offset in
            let result = transform(self[startIndex + offset])
            results.withLock { $0[offset] = result }
        }
        return results.withLock { $0.compactMap(\.self) }
    }
}
