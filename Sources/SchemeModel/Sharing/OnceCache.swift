internal import Synchronization

/// Values that are made when they are first asked for, and kept. Safe to use from any thread: while one makes a value, others
/// that ask for the same one wait.
package final class OnceCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Entry: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private let entries = Mutex<[Key: Entry]>([:])

    package init() {}

    /// Returns the value for `key`. `make` makes it the first time, and must not ask this cache for the same key.
    package func value(for key: Key, _ make: () -> Value) -> Value {
        let entry = entries.withLock { entries in
            if let entry = entries[key] { return entry }
            let entry = Entry()
            entries[key] = entry
            return entry
        }
        return entry.value.withLock { known in
            if let known { return known }
            let value = make()
            known = value
            return value
        }
    }
}
