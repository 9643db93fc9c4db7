import SchemeModel

/// The wanted members of a manifest's root, without duplicate keys, in the order of the manifest.
struct RootMembers {
    let all: [PropertyNode.Member]

    /// The value of `key`.
    ///
    /// A linear search: a manifest has about ten wanted members, so a hash table costs more than it saves.
    subscript(key: ByteString) -> PropertyNode? {
        index(of: key).map { all[$0].value }
    }

    /// Returns whether `key` has a value.
    func contains(_ key: ByteString) -> Bool { index(of: key) != nil }

    /// Returns the string value of `key`, or `nil` if it has none.
    func string(_ key: ByteString) -> String? {
        index(of: key).flatMap { all[$0].value.string }
    }

    /// Returns whether the value of `key` is the boolean true.
    func isTrue(_ key: ByteString) -> Bool {
        index(of: key).map { all[$0].value.isTrue } ?? false
    }

    /// Returns the index of the member with `key`.
    func index(of key: ByteString) -> Int? {
        // A loop over the elements would copy each with its contents.
        for index in all.indices where all[index].key == key { return index }
        return nil
    }
}
