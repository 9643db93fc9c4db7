import SchemeModel

/// The keys of the dictionaries that are open while an XML property list is read, innermost last, so that a second key
/// of the same name is seen however it is disguised (`CFBundle&#85;RLTypes`, CDATA).
struct XMLKeyTable {
    /// A key as it is written.
    struct Key {
        /// The key with its tags.
        var element: Range<Int>
        /// The text between the tags.
        var text: Range<Int>
        /// Its characters in ``XMLKeyTable/decoded``, where they differ from the text.
        var decoded: Range<Int>?
        /// The preprocessor branch that it stands in.
        var branch: XMLConditionals.Branch
        /// The record of its value, `nil` before there is one and where values are not recorded.
        var record: Int?
    }

    private(set) var keys: [Key] = []
    /// The characters of all keys that hold references or CDATA sections.
    private var decoded: [UInt8] = []
    /// For each large dictionary, named by the index of its first key: hashes and the last key that has them.
    private var indexes: [Int: [Int: Int]] = [:]

    /// A dictionary of more keys than this is searched by hash.
    private static let smallCount = 24

    /// Adds a key to the innermost dictionary, whose keys begin at `base`.
    ///
    /// - Returns: its index, and that of the last key before it with the same name in that dictionary.
    mutating func insert(
        element: Range<Int>,
        data: XMLCharacterData,
        branch: XMLConditionals.Branch,
        base: Int,
        scanner: borrowing XMLScanner
    ) throws(XMLFault) -> (index: Int, earlier: Int?) {
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
            // Two keys with one hash are as good as never different; if they are, all are compared.
            let isSame = isSame(keys[candidate], key, text)
            earlier = isSame ? candidate : earlierKey(like: key, base: base, text: text)
        }
        keys.append(key)
        return (index, earlier)
    }

    /// Forgets the keys of the innermost dictionary, which begin at `base`.
    mutating func close(base: Int) {
        if keys.count - base > Self.smallCount { indexes[base] = nil }
        keys.removeLast(keys.count - base)
    }

    /// Notes the record of the value of the key at `index`.
    mutating func setRecord(_ record: Int, at index: Int) { keys[index].record = record }

    /// The characters of `key`.
    func text(of key: Key, _ text: UnsafeBufferPointer<UInt8>) -> String {
        withCharacters(of: key, text) { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether `keys` has the key at `index`.
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
