import SchemeModel

/// CSV text, as RFC 4180 describes it, with the place of each field.
///
/// Records end with LF or CRLF, fields with a comma. A field in quotes can contain anything, with quotes doubled. Empty
/// lines are skipped.
struct CSVText {
    /// The non-empty records, in order.
    private(set) var records: [[Field]] = []

    /// The unquoted text of a field, and where it starts.
    struct Field: Hashable {
        /// The value.
        var text: String
        /// The 1-based line of its beginning.
        var line: Int
        /// The 1-based column of its beginning in UTF-8 bytes, including the quote.
        var column: Int
    }

    /// The reason why the text is not valid CSV, and its place.
    struct SyntaxError: Error, Hashable {
        /// The reason without a period.
        var reason: String
        /// The 1-based line.
        var line: Int
        /// The column in UTF-8 bytes, 1-based.
        var column: Int
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lineStart = 0

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Parses `bytes`, which may begin with a UTF-8 byte order mark.
    ///
    /// - Source: RFC 4180, section 2.
    init(_ bytes: [UInt8]) throws(SyntaxError) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            position = 3
            lineStart = 3
        }
        while position < bytes.count { try readRecord() }
    }

    private mutating func readRecord() throws(SyntaxError) {
        var record: [Field] = []
        repeat {
            record.append(try readField())
        } while take(Self.comma)
        if !takeLineEnd(), position < bytes.count {
            throw syntaxError("text after a closing quote; double the quotes inside a quoted field")
        }
        if record.count > 1 || record.first?.text.isEmpty == false { records.append(record) }
    }

    private mutating func readField() throws(SyntaxError) -> Field {
        let (line, column) = (line, position - lineStart + 1)
        let content = try take(Self.quote) ? quoted(line, column) : plain()
        guard let text = String(validating: content, as: UTF8.self) else {
            throw SyntaxError(reason: "invalid UTF-8", line: line, column: column)
        }
        return Field(text: text, line: line, column: column)
    }

    /// Reads up to the closing quote of the field.
    private mutating func quoted(_ line: Int, _ column: Int) throws(SyntaxError) -> [UInt8] {
        var content: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == Self.quote {
                guard take(Self.quote) else { return content }
            } else if byte == Self.newline {
                beginLine()
            }
            content.append(byte)
        }
        throw SyntaxError(reason: "a quote is not closed", line: line, column: column)
    }

    private mutating func plain() throws(SyntaxError) -> [UInt8] {
        let start = position
        while position < bytes.count, bytes[position] != Self.comma, !isAtLineEnd {
            guard bytes[position] != Self.quote else {
                throw syntaxError("a quote in an unquoted field; quote the field, and double the quote")
            }
            position += 1
        }
        return Array(bytes[start..<position])
    }

    private var isAtLineEnd: Bool {
        bytes[position] == Self.newline
            || bytes[position] == Self.carriageReturn
                && (position + 1 == bytes.count || bytes[position + 1] == Self.newline)
    }

    private mutating func takeLineEnd() -> Bool {
        guard position < bytes.count, isAtLineEnd else { return false }
        _ = take(Self.carriageReturn)
        if take(Self.newline) { beginLine() }
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func beginLine() {
        line += 1
        lineStart = position
    }

    private func syntaxError(_ reason: String) -> SyntaxError {
        SyntaxError(reason: reason, line: line, column: position - lineStart + 1)
    }
}
