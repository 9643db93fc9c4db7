import SchemeModel

/// The wanted members of a manifest's root, each key once, in the order of the manifest.
struct RootMembers {
    let all: [PropertyNode.Member]

    /// The value under `key`. Searched one by one: a manifest has some ten wanted members, for which a table of hashes
    /// costs more than it saves.
    subscript(key: ByteString) -> PropertyNode? {
        index(of: key).map { all[$0].value }
    }

    /// Whether there is a value under `key`.
    func contains(_ key: ByteString) -> Bool { index(of: key) != nil }

    /// The text under `key`, `nil` where there is no string.
    func string(_ key: ByteString) -> String? {
        index(of: key).flatMap { all[$0].value.string }
    }

    /// Whether the boolean true stands under `key`.
    func isTrue(_ key: ByteString) -> Bool {
        index(of: key).map { all[$0].value.isTrue } ?? false
    }

    /// The index of the member with `key`.
    func index(of key: ByteString) -> Int? {
        // By index, since a loop over the elements would copy each with all that it holds.
        for index in all.indices where all[index].key == key { return index }
        return nil
    }
}
