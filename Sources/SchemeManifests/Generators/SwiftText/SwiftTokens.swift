import SchemeModel

/// The words, texts and brackets of a Swift file in order, as needed to find a call and its literal arguments.
///
/// Comments are skipped. A text with an interpolation is not a literal; ``parts`` has its parts.
///
/// - Source: The Swift Programming Language, Lexical Structure (seen 2026-11-21).
struct SwiftTokens {
    enum Token: Hashable {
        case word(String)
        /// A text in quotes; `nil` if it isn't a literal.
        case text(String?)
        /// Any other character.
        case mark(UInt8)
    }

    /// A part of a text with interpolations.
    enum Part: Hashable {
        case text(String)
        /// The range of an expression in the file.
        case expression(Range<Int>)
    }

    private let text: [UInt8]
    private(set) var offset = 0
    /// The parts of the last text if it has interpolations, and its other parts are literal; otherwise empty.
    private(set) var parts: [Part] = []
    /// The start of the last token.
    private(set) var start = 0
    /// Whether the last token is the first one on its line.
    private(set) var beginsLine = true
    /// The number of `#if` without their `#endif` so far.
    private(set) var openConditions = 0
    private var isAfterPound = false
    /// The ranges of the line comments so far, without the ends of lines; empty unless they are wanted.
    private(set) var lineComments: [Range<Int>] = []
    private let keepsLineComments: Bool

    init(_ text: [UInt8], keepingLineComments: Bool = false) {
        self.text = text
        keepsLineComments = keepingLineComments
    }

    mutating func next() -> Token? {
        beginsLine = offset == 0
        skipBlanks()
        start = offset
        guard let byte = byte() else { return nil }
        let isDirective = isAfterPound
        isAfterPound = false
        if byte.beginsName || byte >= 0x80 || byte == UInt8(ascii: "`") {
            while let byte = self.byte(), byte.continuesName || byte >= 0x80 || byte == UInt8(ascii: "`") {
                offset += 1
            }
            let name = text[start..<offset].filter { $0 != UInt8(ascii: "`") }
            if isDirective, name.elementsEqual("if".utf8) { openConditions += 1 }
            if isDirective, name.elementsEqual("endif".utf8) { openConditions = max(0, openConditions - 1) }
            return .word(String(decoding: name, as: UTF8.self))
        }
        if let quote = quote(at: offset) { return .text(quoted(quote)) }
        skipMark()
        isAfterPound = byte == UInt8(ascii: "#")
        return .mark(byte)
    }

    /// Moves to the token at `offset`, inside the last text.
    mutating func move(to offset: Int) { self.offset = offset }

    /// Whether blanks come next.
    var isBeforeBlank: Bool { byte().map { $0 <= 0x20 } ?? true }

    /// Whether this character comes next.
    func isBefore(_ character: UInt8) -> Bool { byte() == character }

    private func byte(_ ahead: Int = 0) -> UInt8? { offset + ahead < text.count ? text[offset + ahead] : nil }

    /// Skips a character, or a run of `#` that doesn't start a text.
    private mutating func skipMark() {
        repeat { offset += 1 } while text[offset - 1] == UInt8(ascii: "#") && byte() == UInt8(ascii: "#")
    }

    private mutating func skipBlanks() {
        while let byte = byte() {
            if byte <= 0x20 {
                if byte == 0x0A || byte == 0x0D { beginsLine = true }
                offset += 1
            } else if byte == UInt8(ascii: "/"), self.byte(1) == UInt8(ascii: "/") {
                let start = offset
                while let byte = self.byte(), byte != 0x0A, byte != 0x0D { offset += 1 }
                if keepsLineComments { lineComments.append(start..<offset) }
            } else if byte == UInt8(ascii: "/"), self.byte(1) == UInt8(ascii: "*") {
                skipComment()
            } else {
                return
            }
        }
    }

    /// Skips a block comment. Block comments can be nested.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                depth += 1
                offset += 2
            } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                depth -= 1
                offset += 2
            } else {
                offset += 1
            }
        } while depth > 0 && offset < text.count
    }

    // MARK: Texts

    /// The delimiters of a text.
    private struct Quote {
        /// The number of `#`.
        var pounds: Int
        var isMultiline: Bool
        var length: Int { pounds + (isMultiline ? 3 : 1) }
    }

    private func quote(at offset: Int) -> Quote? {
        var index = offset
        while index < text.count, text[index] == UInt8(ascii: "#") { index += 1 }
        guard index < text.count, text[index] == UInt8(ascii: "\"") else { return nil }
        let isMultiline = text[index...].starts(with: "\"\"\"".utf8)
        return Quote(pounds: index - offset, isMultiline: isMultiline)
    }

    private func ends(_ quote: Quote) -> Bool {
        let marks = quote.isMultiline ? 3 : 1
        guard offset + marks + quote.pounds <= text.count else { return false }
        return text[offset..<offset + marks].allSatisfy { $0 == UInt8(ascii: "\"") }
            && text[(offset + marks)..<(offset + marks + quote.pounds)].allSatisfy { $0 == UInt8(ascii: "#") }
    }

    /// Returns whether an escape of a text with this many `#` starts at the current position.
    private func escapes(_ quote: Quote) -> Bool {
        guard byte() == UInt8(ascii: "\\"), offset + 1 + quote.pounds < text.count else { return false }
        return text[(offset + 1)..<(offset + 1 + quote.pounds)].allSatisfy { $0 == UInt8(ascii: "#") }
    }

    /// The number of parts of a text. Real ones have about five.
    private static let mostParts = 64

    /// Reads the text at the current position. Interpolations can contain texts, and so on.
    private mutating func quoted(_ outermost: Quote) -> String? {
        // The open texts, each with the number of open brackets in its interpolation.
        var open: [(quote: Quote, brackets: Int)] = [(outermost, 0)]
        var isLiteral = !outermost.isMultiline
        var result: [UInt8] = []
        var expression = 0
        if !parts.isEmpty { parts = [] }
        offset += outermost.length
        while let (quote, brackets) = open.last, let byte = byte() {
            if brackets > 0 {
                if let inner = self.quote(at: offset) {
                    open.append((inner, 0))
                    offset += inner.length
                    continue
                }
                if byte == UInt8(ascii: "(") { open[open.count - 1].brackets += 1 }
                if byte == UInt8(ascii: ")") { open[open.count - 1].brackets -= 1 }
                if open.count == 1, open[0].brackets == 0 { parts.append(.expression(expression..<offset)) }
                skipMark()
            } else if ends(quote) {
                offset += quote.length
                open.removeLast()
            } else if escapes(quote) {
                offset += 1 + quote.pounds
                guard let escaped = self.byte() else { break }
                offset += 1
                if escaped == UInt8(ascii: "(") { open[open.count - 1].brackets = 1 }
                guard open.count == 1 else { continue }
                if escaped == UInt8(ascii: "(") {
                    if parts.count > Self.mostParts { isLiteral = false }
                    parts.append(.text(String(decoding: result, as: UTF8.self)))
                    result = []
                    expression = offset
                } else if let character = Self.escapes[escaped] {
                    result.append(character)
                } else {
                    isLiteral = false
                }
            } else {
                // An unclosed single-line text ends with the line.
                if !quote.isMultiline, byte == 0x0A || byte == 0x0D {
                    parts = []
                    return nil
                }
                if open.count == 1 { result.append(byte) }
                offset += 1
            }
        }
        let text = String(decoding: result, as: UTF8.self)
        guard isLiteral, open.isEmpty else {
            parts = []
            return nil
        }
        if parts.isEmpty { return text }
        parts.append(.text(text))
        return nil
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "n"): 0x0A,
        UInt8(ascii: "t"): 0x09, UInt8(ascii: "'"): UInt8(ascii: "'"),
    ]
}
