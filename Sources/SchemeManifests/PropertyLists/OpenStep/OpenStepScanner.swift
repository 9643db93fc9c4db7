/// Finds the words, strings, data and signs of an OpenStep property list.
///
/// - Source: CFOldStylePList.c in swift-corelibs-foundation, whose grammar this is.
struct OpenStepScanner {
    let text: [UInt8]
    /// The offset of the first byte that was not consumed.
    var position = 0
    /// Where a comment begins that no `*/` ends.
    private(set) var unclosedComment: Int?

    /// A string with or without quotes.
    struct Token {
        /// With the quotes.
        let range: Range<Int>
        /// Without them.
        let content: Range<Int>
        let isQuoted: Bool
        let hasEscapes: Bool
    }

    /// Why the text cannot be read, and where it shows.
    struct Fault: Error {
        let cause: String
        let range: Range<Int>
    }

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// The byte at the position, `nil` at the end.
    var next: UInt8? { position < text.count ? text[position] : nil }

    /// Goes to the next byte that is neither space nor comment.
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

    /// The word or quoted string at the position, `nil` where there is neither.
    mutating func string() throws(Fault) -> Token? {
        guard let first = next else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quoted(first) }
        guard Self.isWordByte(first) else { return nil }
        let start = position
        while position < text.count, Self.isWordByte(text[position]) { position += 1 }
        return Token(range: start..<position, content: start..<position, isQuoted: false, hasEscapes: false)
    }

    private mutating func quoted(_ quote: UInt8) throws(Fault) -> Token {
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
        throw Fault(cause: "the quoted string that begins here is never closed", range: start..<(start + 1))
    }

    /// The number of bytes that the `<…>` at the position holds in hexadecimal digits.
    mutating func data() throws(Fault) -> Int {
        let start = position
        var digits = 0
        position += 1
        while let byte = next {
            switch byte {
            case UInt8(ascii: ">"):
                guard digits.isMultiple(of: 2) else {
                    throw Fault(cause: "the data has an odd number of digits", range: start..<(position + 1))
                }
                position += 1
                return digits / 2
            case UInt8(ascii: "*") where position == start + 1:
                let cause = "`<*` begins a value that only GNUstep reads"
                throw Fault(cause: cause, range: start..<(start + 2))
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
                UInt8(ascii: "a")...UInt8(ascii: "f"):
                digits += 1
                position += 1
            // The two digits of a byte stand together.
            case 0x09, 0x0A, 0x0D,
                0x20 where digits.isMultiple(of: 2):
                position += 1
            case 0xE2 where digits.isMultiple(of: 2) && isLineSeparator(at: position):
                position += 3
            default:
                let cause = "data between `<` and `>` is pairs of hexadecimal digits; found \(found)"
                throw Fault(cause: cause, range: foundRange)
            }
        }
        throw Fault(cause: "the data that begins here is never closed", range: start..<(start + 1))
    }

    private func byte(at offset: Int) -> UInt8? { offset < text.count ? text[offset] : nil }

    /// U+2028 or U+2029.
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
            // From `.` to `9` without a gap: `.`, `/`, digits; then `:`.
            UInt8(ascii: ".")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}

extension OpenStepScanner {
    /// The offsets of what stands at the position: a word, or one character.
    var foundRange: Range<Int> {
        var end = position
        while end < text.count, Self.isWordByte(text[end]) { end += 1 }
        if end > position { return position..<end }
        guard position < text.count else { return position..<position }
        end = position + 1
        while end < text.count, end < position + 4, text[end] & 0xC0 == 0x80 { end += 1 }
        return position..<end
    }

    /// What stands at the position, as a message says it.
    var found: String {
        guard let byte = next else { return "the end of the file" }
        let range = foundRange
        if Self.isWordByte(byte) { return Self.code(String(decoding: text[range], as: UTF8.self)) }
        if (0x21...0x7E).contains(byte) {
            let sign = Self.code(String(Unicode.Scalar(byte)))
            return Self.signs.contains(byte) ? sign : "\(sign), which must stand in quotes"
        }
        if byte == 0x20 { return "a space" }
        let scalars = String(decoding: text[range], as: UTF8.self).unicodeScalars
        guard let scalar = scalars.first, scalar != "\u{FFFD}" else { return "bytes that are no text" }
        let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
        return scalar.value < 0x80 ? "a control character (U+\(padded))" : "U+\(padded), which must stand in quotes"
    }

    /// Signs that have a meaning of their own.
    private static let signs = Array("{}()<>=;,\"'".utf8)

    /// A piece of the input as a message quotes it, shortened.
    static func code(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return scalars.count <= 60 ? "`\(text)`" : "`\(String(scalars.prefix(60)))…`"
    }

    /// The marker of an unresolved merge in the line at the position, `nil` where there is none.
    var conflictMarker: Range<Int>? {
        var start = min(position, text.count)
        while start > 0, text[start - 1] != 0x0A, text[start - 1] != 0x0D { start -= 1 }
        guard let sign = byte(at: start), Array("<=>|".utf8).contains(sign) else { return nil }
        let end = text[start...].firstIndex { $0 != sign } ?? text.count
        guard end - start == 7, byte(at: end).map({ $0 <= 0x20 }) ?? true else { return nil }
        return start..<end
    }
}
