import SchemeModel

/// The keys of the open dictionaries, innermost last.
///
/// Finds duplicate keys in every spelling (`CFBundle&#85;RLTypes`, CDATA).
struct XMLKeyTable {
    /// A key in the input.
    struct Key {
        /// The range of the key with its tags.
        var element: Range<Int>
        /// The range between the tags.
        var text: Range<Int>
        /// The decoded characters in ``XMLKeyTable/decoded``, if they differ from the text.
        var decoded: Range<Int>?
        /// The preprocessor branch that contains the key.
        var branch: XMLConditionals.Branch
        /// The record of the value; `nil` before the value, and if values are not recorded.
        var record: Int?
    }

    private(set) var keys: [Key] = []
    /// The decoded characters of all keys with references or CDATA sections.
    private var decoded: [UInt8] = []
    /// For each large dictionary, by the index of its first key: the last key with each hash.
    private var indexes: [Int: [Int: Int]] = [:]

    /// Dictionaries with more keys than this are searched by hash.
    private static let smallCount = 24

    /// Adds a key to the innermost dictionary, whose keys start at `base`.
    ///
    /// - Returns: The index of the key, and the index of the previous key with the same name in that dictionary.
    mutating func insert(
        element: Range<Int>,
        data: XMLCharacterData,
        branch: XMLConditionals.Branch,
        base: Int,
        scanner: borrowing XMLScanner
    ) throws(XMLPropertyError) -> (index: Int, earlier: Int?) {
        var characters: Range<Int>?
        if data.needsDecoding {
            let start = decoded.count
            try scanner.decode(data, into: &decoded)
            characters = start..<decoded.count
        }
        let text = scanner.bytes
        let key = Key(element: element, text: data.range, decoded: characters, branch: branch)
        let index = keys.count
        guard index - base >= Self.smallCount else {
            let earlier = earlierKey(like: key, base: base, text: text)
            keys.append(key)
            return (index, earlier)
        }
        if index - base == Self.smallCount {
            indexes[base] = Dictionary(
                (base..<index).map { (hash(of: keys[$0], text), $0) },
                uniquingKeysWith: { $1 }
            )
        }
        let candidate = indexes[base, default: [:]].updateValue(index, forKey: hash(of: key, text))
        var earlier: Int?
        if let candidate {
            // Hash collisions are very rare. After one, all keys are compared.
            let isSame = isSame(keys[candidate], key, text)
            earlier = isSame ? candidate : earlierKey(like: key, base: base, text: text)
        }
        keys.append(key)
        return (index, earlier)
    }

    /// Removes the keys of the innermost dictionary, which start at `base`.
    mutating func close(base: Int) {
        if keys.count - base > Self.smallCount { indexes[base] = nil }
        keys.removeLast(keys.count - base)
    }

    /// Sets the record of the value of the key at `index`.
    mutating func setRecord(_ record: Int, at index: Int) { keys[index].record = record }

    /// Returns the characters of `key`.
    func text(of key: Key, _ text: UnsafeBufferPointer<UInt8>) -> String {
        withCharacters(of: key, text) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns whether `keys` contains the key at `index`.
    func isWanted(_ index: Int, by keys: WantedKeys, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        withCharacters(of: self.keys[index], text) { keys.contains($0) }
    }

    private func earlierKey(like key: Key, base: Int, text: UnsafeBufferPointer<UInt8>) -> Int? {
        keys[base...].lastIndex { isSame($0, key, text) }
    }

    private func hash(of key: Key, _ text: UnsafeBufferPointer<UInt8>) -> Int {
        withCharacters(of: key, text) { characters in
            var hasher = Hasher()
            hasher.combine(bytes: UnsafeRawBufferPointer(characters))
            return hasher.finalize()
        }
    }

    private func isSame(_ left: Key, _ right: Key, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        withCharacters(of: left, text) { left in withCharacters(of: right, text) { left.hasSameBytes(as: $0) } }
    }

    @inline(__always)
    private func withCharacters<Result>(
        of key: Key,
        _ text: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard let range = key.decoded else { return body(UnsafeBufferPointer(rebasing: text[key.text])) }
        return decoded.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
}
