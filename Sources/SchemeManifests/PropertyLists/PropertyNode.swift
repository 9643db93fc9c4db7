package import SchemeModel

/// A value of a property list with the places where it is written: what each format's reader gives, and what manifests
/// are made from.
package struct PropertyNode: Hashable, Sendable {
    /// The value.
    package var content: Content
    /// The value with its tags or quotes.
    package var element: SourceRange
    /// The text between the tags or quotes; `nil` where there is none.
    package var text: SourceRange?
    /// Whether it stands between preprocessor lines that nothing decides.
    package var isConditional = false
    /// What makes the value of what is written.
    package var making = ValueSpan.Making.written
    /// The text as it is written, where a build makes another one of it and that is known.
    package var written: String?

    package enum Content: Hashable, Sendable {
        /// Anything but an array or a dictionary.
        case scalar(PropertyValue)
        case array([PropertyNode])
        /// One member for each different key, in the order of the input. Of two equal keys the last one is here, as
        /// Foundation reads XML; the reader reports the other as an irregularity.
        case dictionary([Member])
    }

    /// A key of a dictionary and its value.
    package struct Member: Hashable, Sendable {
        package var key: ByteString
        /// The key with its tags or quotes.
        package var keyRange: SourceRange
        package var value: PropertyNode

        package init(key: ByteString, keyRange: SourceRange, value: PropertyNode) {
            self.key = key
            self.keyRange = keyRange
            self.value = value
        }
    }

    package init(_ content: Content, element: SourceRange, text: SourceRange? = nil) {
        self.content = content
        self.element = element
        self.text = text
    }
}

/// What a format's reader found in an input.
package struct PropertyDocument: Sendable {
    package var format: Manifest.Format
    /// The root with those members that ``WantedKeys`` names.
    package var root: PropertyNode
    /// All keys of the root, wanted or not, in the order of the input, each once; empty when the root is no dictionary.
    package var rootKeys: [ByteString]
    /// What is irregular about how it is written (duplicate keys, preprocessor lines), in order of place.
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

/// Why a format's reader gave no document.
package enum ReadFailure: Error, Hashable, Sendable {
    /// The input breaks its format; the irregularity is ``Irregularity/Kind/malformed`` and says why and where.
    case malformed(Irregularity)
    /// The input is beyond a limit: what there is too much of, and how much is allowed ("objects", 100000).
    case overLimit(what: String, limit: Int)
}

/// The keys of the root whose values a reader returns. Everything else is only skipped over: bounded, but not kept.
package struct WantedKeys: Sendable {
    /// Every key.
    package static let all = WantedKeys(names: [], prefixes: [""])

    /// The names, by their number of bytes: this is asked of every key of every root, and few names share a length.
    private let namesByLength: [[[UInt8]]]
    private let prefixes: [[UInt8]]

    /// Exactly these keys, and every key that begins with one of `prefixes` (`CFBundleURLTypes~ipad`).
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

    /// Whether the key of these bytes is wanted.
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
