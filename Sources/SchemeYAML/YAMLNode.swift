package import SchemeModel

/// A value of a YAML or JSON document, with its place.
///
/// A value behind an alias has the place of its anchor, because that is the line to change. Scalars keep their text,
/// because the meaning of a plain `YES`, `1.10` or `0x1F` depends on who reads it.
package struct YAMLNode: Hashable, Sendable {
    package var content: Content
    /// The range of the value with its quotes or brackets, without anchor and tag.
    ///
    /// A collection without brackets extends from its first to its last element.
    package var range: SourceRange
    /// The range of the text between quotes; `nil` for any other value.
    package var inner: SourceRange?
    /// The number of the file that contains the value, for callers that combine several files.
    ///
    /// A key is in the file of its value.
    package var file = 0

    package indirect enum Content: Hashable, Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        /// One member for each key, in document order.
        ///
        /// Members merged by `<<` come last, and never replace a key. The last of several equal keys is kept;
        /// ``YAMLDocument/duplicateKeys`` lists the others.
        case mapping([YAMLMember])
    }

    package init(_ content: Content, range: SourceRange, inner: SourceRange? = nil, file: Int = 0) {
        self.content = content
        self.range = range
        self.inner = inner
        self.file = file
    }
}

/// A key and its value.
package struct YAMLMember: Hashable, Sendable {
    package var key: String
    /// The range of the key with its quotes.
    package var keyRange: SourceRange
    package var value: YAMLNode

    package init(key: String, keyRange: SourceRange, value: YAMLNode) {
        self.key = key
        self.keyRange = keyRange
        self.value = value
    }
}

/// A value that isn't a collection.
package struct YAMLScalar: Hashable, Sendable {
    /// The text, unfolded and unescaped.
    package var text: String
    /// Whether the text isn't quoted, so that it can mean something other than text.
    package var isPlain: Bool

    package init(_ text: String, isPlain: Bool) {
        self.text = text
        self.isPlain = isPlain
    }
}

extension YAMLNode {
    /// The text of a scalar, whatever it means; `nil` for a collection and for a null value (`~`, `null`, empty).
    package var string: String? {
        guard case .scalar(let scalar) = content, !isNull else { return nil }
        return scalar.text
    }

    /// The text of a scalar, including null values; `nil` for a collection.
    package var text: String? {
        if case .scalar(let scalar) = content { return scalar.text }
        return nil
    }

    /// Whether the value is null: `~`, `null` or empty.
    package var isNull: Bool {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
    }

    /// The value of a plain boolean; `nil` for any other value.
    ///
    /// - Source: yaml.org/type/bool.html (YAML 1.1), without the single letters, which Yams omits as well.
    package var boolean: Bool? {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return nil }
        switch scalar.text {
        case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON": return true
        case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF": return false
        default: return nil
        }
    }

    /// The value of a plain decimal integer; `nil` for any other value.
    package var integer: Int? {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return nil }
        return Int(scalar.text)
    }

    /// The elements of a sequence; `nil` for any other value.
    package var elements: [YAMLNode]? {
        if case .sequence(let elements) = content { return elements }
        return nil
    }

    /// The members of a mapping; `nil` for any other value.
    package var members: [YAMLMember]? {
        if case .mapping(let members) = content { return members }
        return nil
    }

    /// The value for `key`, compared by bytes; `nil` if the key doesn't exist, or the value isn't a mapping.
    package subscript(key: String) -> YAMLNode? { member(key)?.value }

    /// Returns the member for `key`, compared by bytes.
    package func member(_ key: String) -> YAMLMember? {
        members?.first { ByteString($0.key) == ByteString(key) }
    }

    /// The range that a report underlines: the text, or the whole value if the text is empty.
    package var focus: SourceRange { inner.flatMap { $0.byteLength > 0 ? $0 : nil } ?? range }

    /// The kind of value for messages, such as "a mapping", "a list" or "a boolean".
    package var kindName: String {
        switch content {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .scalar where isNull: "nothing"
        case .scalar where boolean != nil: "a boolean"
        case .scalar where integer != nil: "a number"
        case .scalar: "text"
        }
    }
}
