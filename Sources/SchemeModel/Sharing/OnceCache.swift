internal import Synchronization

/// Values that are made when they are first asked for, and kept. Safe to use from any thread: while one makes a value, others
/// that ask for the same one wait.
package final class OnceCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let entries = Mutex<[Key: Once<Value>]>([:])

    package init() {}

    /// Returns the value for `key`. `make` makes it the first time, and must not ask this cache for the same key.
    package func value(for key: Key, _ make: () -> Value) -> Value {
        let entry = entries.withLock { entries in
            if let entry = entries[key] { return entry }
            let entry = Once<Value>()
            entries[key] = entry
            return entry
        }
        return entry.value(make)
    }
}
