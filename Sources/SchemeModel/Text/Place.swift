/// A position in a text.
public struct TextPosition: Hashable, Sendable, Codable {
    /// The 1-based line. LF, CRLF and CR each end one.
    public var line: Int
    /// The 1-based column in UTF-8 bytes; the byte order mark is not counted.
    public var column: Int
    /// The 1-based column in UTF-16 code units, as SARIF and editors count; the byte order mark is not counted.
    public var columnUTF16: Int

    package init(line: Int, column: Int, columnUTF16: Int) {
        self.line = line
        self.column = column
        self.columnUTF16 = columnUTF16
    }
}

/// A stretch of an input.
public struct SourceRange: Hashable, Sendable, Codable {
    /// The 0-based offset of the first byte in the input as it is stored, whatever its encoding.
    public var byteOffset: Int
    /// The number of bytes in the input as it is stored.
    public var byteLength: Int
    /// Where the stretch begins and, exclusively, ends; `nil` in a format without lines (binary property lists).
    public var lines: Lines?

    /// The same stretch in lines and columns.
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

/// Where a value of a property list is written.
public struct ValueSpan: Hashable, Sendable, Codable {
    /// The way from the root to the value: `CFBundleURLTypes[0].CFBundleURLSchemes[1]`. Empty for the root.
    public var keyPath: String
    /// The key element before the value with its tags; `nil` for an element of an array and for the root.
    public var key: SourceRange?
    /// The value with its tags or quotes.
    public var element: SourceRange
    /// The text between the tags or quotes; `nil` where there is none (`<string/>`, a container).
    public var text: SourceRange?
    /// What makes the value of what is written.
    public var making: Making

    /// What makes a value of what is written.
    public enum Making: String, Sendable, Codable, CaseIterable {
        /// Nothing: the value is what is written.
        case written
        /// A build: it replaces variables or macros, adds values, or preprocesses the whole input. The value is what it
        /// makes, and no edit of the text is known to do the same.
        case built
        /// A build, and it isn't known what value it makes. The value is what is written.
        case unknown
    }

    package init(
        keyPath: String,
        key: SourceRange? = nil,
        element: SourceRange,
        text: SourceRange? = nil,
        making: Making = .written
    ) {
        self.keyPath = keyPath
        self.key = key
        self.element = element
        self.text = text
        self.making = making
    }

    /// What a report underlines and an edit replaces: the text, or the whole element when it has none.
    public var focus: SourceRange {
        if let text, text.byteLength > 0 { return text }
        return element
    }
}

/// A value together with where it is written.
public struct Located<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    /// The value.
    public var value: Value
    /// Where it is written.
    public var span: ValueSpan

    package init(_ value: Value, _ span: ValueSpan) {
        self.value = value
        self.span = span
    }
}

extension Located<String> {
    /// Whether the text is known: no build still has to replace a part of it.
    public var isKnown: Bool { span.making != .unknown && Variable.first(in: value) == nil }
}

/// A place that a person can go to: an input, perhaps a member of it, and a stretch in that.
public struct Place: Hashable, Sendable, Codable {
    /// The name of the source that the input belongs to; `nil` for a path outside any source.
    public var source: String?
    /// The path of the input, relative to the source's root.
    public var path: Path
    /// The path inside the input, for a member of an archive.
    public var member: Path?
    /// The way from the root of a property list to the value; `nil` where the place is no value.
    public var keyPath: String?
    /// The stretch; `nil` where the place is the input as a whole.
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

// Texts are compared by their bytes: sources whose names are canonical twins are two.
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
    /// By source, path, member, then where the stretch begins; places without a stretch come first.
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
