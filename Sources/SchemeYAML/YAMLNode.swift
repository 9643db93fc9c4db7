package import SchemeModel

/// A value of a YAML or JSON document with the place where it is written.
///
/// What an alias stands for has the place of its anchor: that is the line to change. Scalars keep their text, since what
/// a plain `YES`, `1.10` or `0x1F` means depends on who reads it.
package struct YAMLNode: Hashable, Sendable {
    package var content: Content
    /// The value with its quotes or brackets, without anchor and tag; a collection without brackets reaches from its
    /// first to its last element.
    package var range: SourceRange
    /// The text between quotes; `nil` for anything else.
    package var inner: SourceRange?
    /// The number of the file that it stands in, for whoever puts several together. A key stands in its value's.
    package var file = 0

    package indirect enum Content: Hashable, Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        /// One member for each different key, in the order of the document; what `<<` merges comes last and never
        /// replaces a key. Of two equal keys the last one is here; the document tells of the other.
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
    /// The key with its quotes.
    package var keyRange: SourceRange
    package var value: YAMLNode

    package init(key: String, keyRange: SourceRange, value: YAMLNode) {
        self.key = key
        self.keyRange = keyRange
        self.value = value
    }
}

/// A value that holds no others.
package struct YAMLScalar: Hashable, Sendable {
    /// The text after unfolding and unescaping.
    package var text: String
    /// Whether it stands without quotes, so that it may mean something else than its text.
    package var isPlain: Bool

    package init(_ text: String, isPlain: Bool) {
        self.text = text
        self.isPlain = isPlain
    }
}

extension YAMLNode {
    /// The text of a scalar, whatever it may mean; `nil` for a collection and for nothing (`~`, `null`, no text).
    package var string: String? {
        guard case .scalar(let scalar) = content, !isNull else { return nil }
        return scalar.text
    }

    /// The text of a scalar as it stands; `nil` for a collection.
    package var text: String? {
        if case .scalar(let scalar) = content { return scalar.text }
        return nil
    }

    /// Whether nothing stands there.
    package var isNull: Bool {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
    }

    /// The meaning of a plain boolean; `nil` for anything else.
    ///
    /// - Source: yaml.org/type/bool.html (YAML 1.1) without the single letters, which Yams leaves out as well.
    package var boolean: Bool? {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return nil }
        switch scalar.text {
        case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON": return true
        case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF": return false
        default: return nil
        }
    }

    /// The value of a plain decimal whole number; `nil` for anything else.
    package var integer: Int? {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return nil }
        return Int(scalar.text)
    }

    /// The elements of a sequence, `nil` for anything else.
    package var elements: [YAMLNode]? {
        if case .sequence(let elements) = content { return elements }
        return nil
    }

    /// The members of a mapping, `nil` for anything else.
    package var members: [YAMLMember]? {
        if case .mapping(let members) = content { return members }
        return nil
    }

    /// The value under `key`, compared by bytes; `nil` where there is none and for anything but a mapping.
    package subscript(key: String) -> YAMLNode? { member(key)?.value }

    /// The member under `key`, compared by bytes.
    package func member(_ key: String) -> YAMLMember? {
        members?.first { ByteString($0.key) == ByteString(key) }
    }

    /// What a report underlines: the text, or the whole where it has none.
    package var focus: SourceRange { inner.flatMap { $0.byteLength > 0 ? $0 : nil } ?? range }

    /// The kind of value as a message names it: "a mapping", "a list", "a boolean".
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

/// A document of YAML or JSON.
package struct YAMLDocument: Hashable, Sendable {
    package var root: YAMLNode
    /// Keys that stand twice in one mapping, in order of place.
    package var duplicateKeys: [DuplicateKey]

    /// A key that repeats an earlier one.
    package struct DuplicateKey: Hashable, Sendable {
        package var key: String
        package var range: SourceRange
        /// The one before.
        package var earlier: SourceRange
    }
}

/// Why there is no document.
package enum YAMLError: Error, Hashable, Sendable {
    /// The text is not what it should be, or more than one document: why, as a clause without a full stop, and where.
    case malformed(cause: String, range: SourceRange)
    /// What there is too much of, and how much is allowed.
    case overLimit(what: String, limit: Int)
}
