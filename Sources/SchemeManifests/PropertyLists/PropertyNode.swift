package import SchemeModel

/// A value of a property list with its location.
///
/// Every format's reader produces these, and manifests are built from them.
package struct PropertyNode: Hashable, Sendable {
    /// The value.
    package var content: Content
    /// The location of the value with its tags or quotes.
    package var element: SourceRange
    /// The location of the text between the tags or quotes; `nil` if it has none.
    package var text: SourceRange?
    /// Whether it is inside an unresolved preprocessor conditional.
    package var isConditional = false
    /// How the value is produced from the source.
    package var origin = ValueSpan.Origin.literal
    /// The text in the source, if a build produces different text from it.
    package var written: String?

    package enum Content: Hashable, Sendable {
        /// A value other than an array or a dictionary.
        case scalar(PropertyValue)
        case array([PropertyNode])
        /// One member per distinct key, in the order of the input.
        ///
        /// The last of two equal keys is kept, as when Foundation reads XML. The reader reports the other as an
        /// irregularity.
        case dictionary([Member])
    }

    /// A key of a dictionary and its value.
    package struct Member: Hashable, Sendable {
        package var key: ByteString
        /// The location of the key with its tags or quotes.
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

    /// Creates the node of a value that the build computes. All its parts have the location `range`.
    init(computed value: PropertyValue, at range: SourceRange) {
        let content: Content =
            switch value {
            case .array(let elements): .array(elements.map { PropertyNode(computed: $0, at: range) })
            case .dictionary(let entries):
                .dictionary(
                    entries.map {
                        Member(key: $0.key, keyRange: range, value: PropertyNode(computed: $0.value, at: range))
                    }
                )
            default: .scalar(value)
            }
        self.init(content, element: range)
        origin = .computed
    }
}
