/// A position in a text.
public struct TextPosition: Hashable, Sendable, Codable {
    /// The 1-based line. LF, CRLF and CR each end a line.
    public var line: Int
    /// The 1-based column in UTF-8 bytes, not counting the byte order mark.
    public var column: Int
    /// The 1-based column in UTF-16 code units, as in SARIF and editors, not counting the byte order mark.
    public var columnUTF16: Int

    package init(line: Int, column: Int, columnUTF16: Int) {
        self.line = line
        self.column = column
        self.columnUTF16 = columnUTF16
    }
}

/// A range of an input.
public struct SourceRange: Hashable, Sendable, Codable {
    /// The 0-based offset of the first byte in the stored input, in any encoding.
    public var byteOffset: Int
    /// The number of bytes in the stored input.
    public var byteLength: Int
    /// The start and the exclusive end in lines and columns; `nil` in a format without lines (binary property lists).
    public var lines: Lines?

    /// A range in lines and columns.
    public struct Lines: Hashable, Sendable, Codable {
        /// The first position.
        public var start: TextPosition
        /// The position after the last one.
        public var end: TextPosition

        package init(start: TextPosition, end: TextPosition) {
            self.start = start
            self.end = end
        }
    }

    package init(byteOffset: Int, byteLength: Int, lines: Lines? = nil) {
        self.byteOffset = byteOffset
        self.byteLength = byteLength
        self.lines = lines
    }
}

/// The location of a value in a property list.
package struct ValueSpan: Hashable, Sendable, Codable {
    /// The key path from the root to the value: `CFBundleURLTypes[0].CFBundleURLSchemes[1]`. Empty for the root.
    package var keyPath: String
    /// The key element before the value with its tags; `nil` for an element of an array and for the root.
    package var key: SourceRange?
    /// The value with its tags or quotes.
    package var element: SourceRange
    /// The text between the tags or quotes; `nil` if there is none (`<string/>`, a container).
    package var text: SourceRange?
    /// How the value results from the written text.
    package var origin: Origin

    /// How a value results from the written text.
    package enum Origin: String, Sendable, Codable, CaseIterable {
        /// The value is the written text.
        case literal
        /// A build changes it: it replaces variables or macros, adds values, or preprocesses the whole input.
        ///
        /// The value is the result, and no edit of the text is known to produce it.
        case computed
        /// A build changes it, but the result is unknown. The value is the written text.
        case unknown
    }

    package init(
        keyPath: String,
        key: SourceRange? = nil,
        element: SourceRange,
        text: SourceRange? = nil,
        origin: Origin = .literal
    ) {
        self.keyPath = keyPath
        self.key = key
        self.element = element
        self.text = text
        self.origin = origin
    }

    /// The range that a report underlines and an edit replaces: the text, or the whole element if it has none.
    package var focus: SourceRange {
        if let text, text.byteLength > 0 { return text }
        return element
    }
}

/// A value with its location.
package struct Located<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    package var value: Value
    /// The location.
    package var span: ValueSpan

    package init(_ value: Value, _ span: ValueSpan) {
        self.value = value
        self.span = span
    }
}

extension Located<String> {
    /// Whether the text is known, so no build still has to replace a part of it.
    package var isKnown: Bool { span.origin != .unknown && VariableReference.first(in: value) == nil }
}

/// A place that the user can open: an input, optionally a member of it, and a range.
public struct Place: Hashable, Sendable, Codable {
    /// The name of the source that the input belongs to; `nil` for a path outside any source.
    public var source: String?
    /// The path of the input, relative to the source's root.
    public var path: Path
    /// The path inside the input, for a member of an archive.
    public var member: Path?
    /// The key path of a value in a property list; `nil` if the place is not a value.
    public var keyPath: String?
    /// The range; `nil` for the input as a whole.
    public var range: SourceRange?

    package init(
        source: String? = nil,
        path: Path,
        member: Path? = nil,
        keyPath: String? = nil,
        range: SourceRange? = nil
    ) {
        self.source = source
        self.path = path
        self.member = member
        self.keyPath = keyPath
        self.range = range
    }
}

// Texts are compared by their bytes, so sources whose names are only canonically equivalent are different.
extension Place {
    public static func == (left: Place, right: Place) -> Bool {
        left.path == right.path && left.range == right.range && left.member == right.member
            && left.source.map(ByteString.init) == right.source.map(ByteString.init)
            && left.keyPath.map(ByteString.init) == right.keyPath.map(ByteString.init)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(range)
        hasher.combine(member)
        hasher.combine(source.map(ByteString.init))
        hasher.combine(keyPath.map(ByteString.init))
    }
}

extension Place: Comparable {
    /// Orders places by source, path, member and start of the range; places without a range come first.
    public static func < (left: Place, right: Place) -> Bool {
        let sources = (ByteString(left.source ?? ""), ByteString(right.source ?? ""))
        if sources.0 != sources.1 { return sources.0 < sources.1 }
        if left.path != right.path { return left.path < right.path }
        if left.member != right.member { return (left.member ?? "") < (right.member ?? "") }
        let (from, to) = (left.range?.byteOffset ?? -1, right.range?.byteOffset ?? -1)
        if from != to { return from < to }
        return ByteString(left.keyPath ?? "") < ByteString(right.keyPath ?? "")
    }
}
