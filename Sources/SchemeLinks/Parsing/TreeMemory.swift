#if Links
import Foundation

/// The memory for syntax trees, which all projects of a run share.
///
/// Several small projects are read at the same time. A project whose trees may need all of the memory waits for the
/// others, and they for it, so the result never depends on what else is being read.
final class TreeMemory: Sendable {
    static let shared = TreeMemory()

    private let condition = NSCondition()
    private nonisolated(unsafe) var used = 0
    private nonisolated(unsafe) var lastTicket = 0
    /// The ticket whose turn it is: projects are let in in the order in which they asked.
    private nonisolated(unsafe) var turn = 1

    /// Returns the result of `body`, which starts once `bytes` of `limit` bytes are free.
    func reserving<Result>(_ bytes: Int, of limit: Int, _ body: () -> Result) -> Result {
        let bytes = min(bytes, limit)
        condition.lock()
        lastTicket += 1
        let ticket = lastTicket
        while ticket != turn || used > 0 && used + bytes > limit { condition.wait() }
        turn += 1
        used += bytes
        condition.broadcast()
        condition.unlock()
        defer {
            condition.lock()
            used -= bytes
            condition.broadcast()
            condition.unlock()
        }
        return body()
    }
}
#endif
