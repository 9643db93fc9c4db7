/// Scans the words, strings, data and punctuation of an OpenStep property list.
///
/// - Source: CFOldStylePList.c in swift-corelibs-foundation, which defines the grammar.
struct OpenStepScanner {
    let text: [UInt8]
    /// The offset of the first unread byte.
    var position = 0
    /// The offset of a comment without its `*/`.
    private(set) var unclosedComment: Int?

    /// A quoted or unquoted string.
    struct Token {
        /// The range including the quotes.
        let range: Range<Int>
        /// The range without the quotes.
        let content: Range<Int>
        let isQuoted: Bool
        let hasEscapes: Bool
    }

    /// The reason why the text is invalid, and its location.
    struct SyntaxError: Error {
        let cause: String
        let range: Range<Int>
    }

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// The byte at the current position; `nil` at the end.
    var next: UInt8? { position < text.count ? text[position] : nil }

    /// Skips whitespace and comments.
    mutating func skipSpace() {
        while position < text.count {
            switch text[position] {
            case 0x09...0x0D, 0x20:
                position += 1
            case 0xE2 where isLineSeparator(at: position):
                position += 3
            case UInt8(ascii: "/") where byte(at: position + 1) == UInt8(ascii: "/"):
                position += 2
                while position < text.count, !isLineEnd(at: position) { position += 1 }
            case UInt8(ascii: "/") where byte(at: position + 1) == UInt8(ascii: "*"):
                skipComment()
            default:
                return
            }
        }
    }

    private mutating func skipComment() {
        let start = position
        position += 2
        while position < text.count {
            if text[position] == UInt8(ascii: "*"), byte(at: position + 1) == UInt8(ascii: "/") {
                position += 2
                return
            }
            position += 1
        }
        unclosedComment = start
    }

    /// Reads the word or quoted string at the current position; `nil` if there isn't one.
    mutating func string() throws(SyntaxError) -> Token? {
        guard let first = next else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quoted(first) }
        guard Self.isWordByte(first) else { return nil }
        let start = position
        while position < text.count, Self.isWordByte(text[position]) { position += 1 }
        return Token(range: start..<position, content: start..<position, isQuoted: false, hasEscapes: false)
    }

    private mutating func quoted(_ quote: UInt8) throws(SyntaxError) -> Token {
        let start = position
        var hasEscapes = false
        position += 1
        while position < text.count {
            let byte = text[position]
            if byte == quote {
                position += 1
                let content = (start + 1)..<(position - 1)
                return Token(range: start..<position, content: content, isQuoted: true, hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                position += 1
            }
            position += 1
        }
        position = text.count
        throw SyntaxError(cause: "the quoted string is not closed", range: start..<(start + 1))
    }

    /// Reads the `<…>` at the current position, and returns its number of bytes.
    mutating func data() throws(SyntaxError) -> Int {
        let start = position
        var digits = 0
        position += 1
        while let byte = next {
            switch byte {
            case UInt8(ascii: ">"):
                guard digits.isMultiple(of: 2) else {
                    throw SyntaxError(cause: "the data has an odd number of digits", range: start..<(position + 1))
                }
                position += 1
                return digits / 2
            case UInt8(ascii: "*") where position == start + 1:
                let cause = "`<*` starts a value that only GNUstep supports"
                throw SyntaxError(cause: cause, range: start..<(start + 2))
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
                UInt8(ascii: "a")...UInt8(ascii: "f"):
                digits += 1
                position += 1
            // The two digits of a byte must be adjacent.
            case 0x09, 0x0A, 0x0D,
                0x20 where digits.isMultiple(of: 2):
                position += 1
            case 0xE2 where digits.isMultiple(of: 2) && isLineSeparator(at: position):
                position += 3
            default:
                let cause = "expected pairs of hexadecimal digits between `<` and `>`, found \(found)"
                throw SyntaxError(cause: cause, range: foundRange)
            }
        }
        throw SyntaxError(cause: "the data is not closed", range: start..<(start + 1))
    }

    private func byte(at offset: Int) -> UInt8? { offset < text.count ? text[offset] : nil }

    /// Whether the character is U+2028 or U+2029.
    private func isLineSeparator(at offset: Int) -> Bool {
        byte(at: offset) == 0xE2 && byte(at: offset + 1) == 0x80
            && (byte(at: offset + 2) == 0xA8 || byte(at: offset + 2) == 0xA9)
    }

    private func isLineEnd(at offset: Int) -> Bool {
        text[offset] == 0x0A || text[offset] == 0x0D || isLineSeparator(at: offset)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            // The range from `.` to `:` contains `.`, `/`, the digits and `:`.
            UInt8(ascii: ".")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}

extension OpenStepScanner {
    /// The offsets of the word or character at the current position.
    var foundRange: Range<Int> {
        var end = position
        while end < text.count, Self.isWordByte(text[end]) { end += 1 }
        if end > position { return position..<end }
        guard position < text.count else { return position..<position }
        end = position + 1
        while end < text.count, end < position + 4, text[end] & 0xC0 == 0x80 { end += 1 }
        return position..<end
    }

    /// The description of the current position for messages.
    var found: String {
        guard let byte = next else { return "the end of the file" }
        let range = foundRange
        if Self.isWordByte(byte) { return Self.code(String(decoding: text[range], as: UTF8.self)) }
        if (0x21...0x7E).contains(byte) {
            let sign = Self.code(String(Unicode.Scalar(byte)))
            return Self.signs.contains(byte) ? sign : "\(sign), which must be quoted"
        }
        if byte == 0x20 { return "a space" }
        let scalars = String(decoding: text[range], as: UTF8.self).unicodeScalars
        guard let scalar = scalars.first, scalar != "\u{FFFD}" else { return "bytes that are not text" }
        let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
        return scalar.value < 0x80 ? "a control character (U+\(padded))" : "U+\(padded), which must be quoted"
    }

    /// Punctuation of the format.
    private static let signs = Array("{}()<>=;,\"'".utf8)

    /// Quotes a part of the input for a message, shortened.
    static func code(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return scalars.count <= 60 ? "`\(text)`" : "`\(String(scalars.prefix(60)))…`"
    }

    /// The merge conflict marker on the current line, or `nil`.
    var conflictMarker: Range<Int>? {
        var start = min(position, text.count)
        while start > 0, text[start - 1] != 0x0A, text[start - 1] != 0x0D { start -= 1 }
        guard let sign = byte(at: start), Array("<=>|".utf8).contains(sign) else { return nil }
        let end = text[start...].firstIndex { $0 != sign } ?? text.count
        guard end - start == 7, byte(at: end).map({ $0 <= 0x20 }) ?? true else { return nil }
        return start..<end
    }
}
