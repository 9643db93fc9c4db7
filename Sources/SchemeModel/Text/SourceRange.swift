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
