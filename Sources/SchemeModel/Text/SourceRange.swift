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
public struct SourceRange: Hashable, Sendable {
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

/// As an array of two or eight numbers: offset and length in bytes; line, column and UTF-16 column of the start and of the end.
extension SourceRange: Codable {
    private enum CodingKeys: CodingKey {
        case byteOffset, byteLength, lines
    }

    /// - Throws: `DecodingError` for anything but such an array, or the object with names that older versions wrote.
    public init(from decoder: any Decoder) throws {
        guard var numbers = try? decoder.unkeyedContainer() else {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            byteOffset = try members.decode(Int.self, forKey: .byteOffset)
            byteLength = try members.decode(Int.self, forKey: .byteLength)
            lines = try members.decodeIfPresent(Lines.self, forKey: .lines)
            return
        }
        func position() throws -> TextPosition {
            TextPosition(
                line: try numbers.decode(Int.self),
                column: try numbers.decode(Int.self),
                columnUTF16: try numbers.decode(Int.self)
            )
        }
        byteOffset = try numbers.decode(Int.self)
        byteLength = try numbers.decode(Int.self)
        lines = numbers.isAtEnd ? nil : Lines(start: try position(), end: try position())
        guard numbers.isAtEnd else {
            throw DecodingError.dataCorruptedError(in: numbers, debugDescription: "expected two or eight numbers")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var numbers = encoder.unkeyedContainer()
        let positions = lines.map { [$0.start, $0.end] } ?? []
        for number in [byteOffset, byteLength] + positions.flatMap({ [$0.line, $0.column, $0.columnUTF16] }) {
            try numbers.encode(number)
        }
    }
}
