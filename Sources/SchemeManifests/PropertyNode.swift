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

    package indirect enum Content: Hashable, Sendable {
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
    /// What is irregular about how it is written (duplicate keys, undecodable text), in order of place.
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

    package var names: Set<ByteString>
    /// Wanted as well is every key that begins with one of these (`CFBundleURLTypes~ipad`).
    package var prefixes: [String]

    package init(names: Set<ByteString>, prefixes: [String] = []) {
        self.names = names
        self.prefixes = prefixes
    }

    package func contains(_ key: ByteString) -> Bool {
        names.contains(key) || prefixes.contains { key.string.utf8.starts(with: $0.utf8) }
    }
}
