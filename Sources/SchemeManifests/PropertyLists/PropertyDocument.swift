package import SchemeModel

/// The result of reading an input in one of the formats.
package struct PropertyDocument: Sendable {
    package var format: Manifest.Format
    /// The root with the members that ``WantedKeys`` names.
    package var root: PropertyNode
    /// All keys of the root, wanted or not, in the order of the input, without duplicates.
    ///
    /// Empty if the root is not a dictionary.
    package var rootKeys: [ByteString]
    /// The irregularities of the text (duplicate keys, preprocessor lines), in order of location.
    package var irregularities: [Irregularity]

    package init(
        format: Manifest.Format,
        root: PropertyNode,
        rootKeys: [ByteString],
        irregularities: [Irregularity]
    ) {
        self.format = format
        self.root = root
        self.rootKeys = rootKeys
        self.irregularities = irregularities
    }
}

/// The reason why a format's reader failed.
package enum PropertyListError: Error, Hashable, Sendable {
    /// Invalid input; the irregularity is ``Irregularity/Kind/malformed`` with the cause and the location.
    case malformed(Irregularity)
    /// An exceeded limit: what exceeds it, and the allowed number ("objects", 100000).
    case overLimit(what: String, limit: Int)
}

/// The keys of the root whose values a reader returns. Other values are skipped within the limits, and not kept.
package struct WantedKeys: Sendable {
    /// Every key.
    package static let all = WantedKeys(names: [], prefixes: [""])

    /// The names by their length in bytes. This runs for every key of every root, and few names share a length.
    private let namesByLength: [[[UInt8]]]
    private let prefixes: [[UInt8]]

    /// Creates a set of these keys, and of every key that starts with one of `prefixes` (`CFBundleURLTypes~ipad`).
    package init(names: Set<ByteString>, prefixes: [String] = []) {
        var namesByLength: [[[UInt8]]] = []
        for name in names {
            let bytes = Array(name.string.utf8)
            while namesByLength.count <= bytes.count { namesByLength.append([]) }
            namesByLength[bytes.count].append(bytes)
        }
        self.namesByLength = namesByLength
        self.prefixes = prefixes.map { Array($0.utf8) }
    }

    package func contains(_ key: ByteString) -> Bool {
        var text = key.string
        return text.withUTF8 { contains($0) }
    }

    /// Returns whether the key with these bytes is wanted.
    func contains(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        func isSame(_ bytes: UnsafeBufferPointer<UInt8>, _ wanted: [UInt8]) -> Bool {
            wanted.withUnsafeBufferPointer { $0.hasSameBytes(as: bytes) }
        }
        if key.count < namesByLength.count, namesByLength[key.count].contains(where: { isSame(key, $0) }) {
            return true
        }
        return prefixes.contains {
            $0.count <= key.count && isSame(UnsafeBufferPointer(rebasing: key[..<$0.count]), $0)
        }
    }
}
