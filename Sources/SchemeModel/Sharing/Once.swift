internal import Synchronization

/// A value that is made when it is first asked for, and kept. Safe to use from any thread: while one makes it, others wait.
package final class Once<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)

    package init() {}

    /// Returns the value. `make` makes it the first time, and must not ask for it.
    package func value(_ make: () -> Value) -> Value {
        made.withLock { made in
            if let made { return made }
            let value = make()
            made = value
            return value
        }
    }

    /// Removes the value. It is made again when it is asked for.
    package func remove() { made.withLock { $0 = nil } }
}
