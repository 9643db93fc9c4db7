internal import SchemeModel

// Names, numbers, quotations and punctuators.
extension PreprocessorLexer {
    /// Reads the token that starts with `byte`, whose successor is at `next`.
    mutating func token(_ byte: UInt8, _ next: Int) -> PreprocessorToken.Kind {
        switch byte {
        case .doubleQuote, .singleQuote: return quotation(byte, next)
        case 0x30...0x39: return number(next)
        case UInt8(ascii: "."):
            let (digit, behind) = character(at: next)
            return (0x30...0x39).contains(digit) ? number(behind) : punctuator()
        case UInt8(ascii: "L"), UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "R"):
            return prefixedQuotation(byte, next) ?? name(next)
        case _ where byte.beginsName || byte == .dollar: return name(next)
        case 0x80...:
            guard let (scalar, size) = scalar(endingBefore: next) else { break }
            index = next - 1 + size
            return UnicodeNames.canBegin(scalar) ? name(index) : .other
        default: return punctuator()
        }
        index = next
        return .other
    }

    private mutating func name(_ start: Int) -> PreprocessorToken.Kind {
        index = endOfName(start)
        return .identifier
    }

    private func endOfName(_ start: Int) -> Int {
        var index = start
        while true {
            let (byte, next) = character(at: index)
            if byte.continuesName || byte == .dollar {
                index = next
            } else if byte >= 0x80, let (scalar, size) = scalar(endingBefore: next), !UnicodeNames.ends(scalar) {
                index = next - 1 + size
            } else {
                return index
            }
        }
    }

    private mutating func number(_ start: Int) -> PreprocessorToken.Kind {
        let first = index
        index = start
        var last: UInt8 = 0
        while true {
            let (byte, next) = character(at: index)
            if byte.continuesName || byte == UInt8(ascii: ".") {
                (index, last) = (next, byte)
            } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), isExponent(last, ofNumberAt: first) {
                (index, last) = (next, 0)
            } else if byte >= 0x80, let (scalar, size) = scalar(endingBefore: next), !UnicodeNames.ends(scalar) {
                (index, last) = (next - 1 + size, 0)
            } else {
                return .number
            }
        }
    }

    /// Returns whether a sign after the letter `last` belongs to the number.
    private func isExponent(_ last: UInt8, ofNumberAt start: Int) -> Bool {
        switch last | 0x20 {
        case UInt8(ascii: "e"): true
        case UInt8(ascii: "p"):
            syntax.hasBinaryExponents || text[start...].prefix(2).elementsEqual("0x".utf8)
        default: false
        }
    }

    /// Returns the UTF-8 scalar whose first byte is right before `next`, and its length, or `nil` if it is not UTF-8.
    private func scalar(endingBefore next: Int) -> (scalar: UInt32, size: Int)? {
        let bytes = text[(next - 1)...].prefix(4)
        guard let first = bytes.first else { return nil }
        let size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard bytes.count >= size,
            let scalar = String(validating: bytes.prefix(size), as: UTF8.self)?.unicodeScalars.first
        else { return nil }
        return (scalar.value, size)
    }

    /// Reads a quoted text. An unclosed one ends at the end of the line.
    private mutating func quotation(_ quote: UInt8, _ start: Int) -> PreprocessorToken.Kind {
        var (byte, next) = character(at: start)
        // `''` contains no character.
        if quote == .singleQuote, byte == quote {
            index = next
            return .other
        }
        var last = start
        while byte != quote {
            if byte == .backslash {
                last = next
                (byte, next) = character(at: next)
            }
            guard !byte.endsLine, last < text.count, next > last else {
                index = min(last, text.count)
                return .other
            }
            last = next
            (byte, next) = character(at: next)
        }
        guard last < text.count else {
            index = text.count
            return .other
        }
        index = next
        return .quotation
    }

    /// Reads `L"…"`, `u8"…"`, `R"x(…)x"` or similar. Returns `nil` and reads nothing for a name.
    private mutating func prefixedQuotation(_ first: UInt8, _ start: Int) -> PreprocessorToken.Kind? {
        var next = start
        var isUTF8 = false
        if first == UInt8(ascii: "u"), case let (byte, behind) = character(at: next), byte == UInt8(ascii: "8") {
            (next, isUTF8) = (behind, true)
        }
        // C11 added the prefixes, except `L`.
        guard first == UInt8(ascii: "L") || first == UInt8(ascii: "R") || syntax.hasUnicodePrefixes else { return nil }
        var (byte, behind) = character(at: next)
        var isRaw = first == UInt8(ascii: "R")
        if !isRaw, byte == UInt8(ascii: "R"), character(at: behind).byte == .doubleQuote {
            isRaw = true
            (byte, behind) = character(at: behind)
        }
        if isRaw {
            guard syntax.hasRawStrings, byte == .doubleQuote, let body = rawString(behind) else { return nil }
            guard let end = body.end else {
                // The rest of the text is searched only once.
                reportUnterminated(index..<behind)
                return .other
            }
            index = end
            return .quotation
        }
        guard byte == .doubleQuote || byte == .singleQuote && !isUTF8 else { return nil }
        return quotation(byte, behind)
    }

    private struct RawString {
        /// The offset after it; `nil` if it isn't closed.
        var end: Int?
    }

    /// Returns the raw string whose quotation mark ends before `start`, or `nil` if there isn't one.
    private func rawString(_ start: Int) -> RawString? {
        guard let open = text[start...].prefix(17).firstIndex(of: .openParenthesis) else { return nil }
        let delimiter = text[start..<open]
        let isPlain: (UInt8) -> Bool = {
            $0 > 0x20 && $0 != .closeParenthesis && $0 != .backslash && $0 != .doubleQuote
        }
        guard delimiter.allSatisfy(isPlain) else { return nil }
        let closing = [.closeParenthesis] + delimiter + [.doubleQuote]
        var index = open + 1
        while let found = text[index...].firstIndex(of: .closeParenthesis) {
            if text[found...].starts(with: closing) { return RawString(end: found + closing.count) }
            index = found + 1
        }
        return RawString(end: nil)
    }

    /// Reads the longest punctuator at ``index``. Any other character is a token of its own.
    mutating func punctuator() -> PreprocessorToken.Kind {
        let (first, second) = character(at: index)
        guard Self.continuing.contains(character(at: second).byte) else {
            index = max(second, index + 1)
            return first == UInt8(ascii: "#") ? .hash : Self.others.contains(first) ? .other : .punctuator
        }
        var symbol: [UInt8] = []
        var end = index
        var best = (length: 0, end: index)
        while symbol.count < 4 {
            let (byte, next) = character(at: end)
            guard byte != 0 else { break }
            symbol.append(byte)
            end = next
            if symbol.count == 1 || isPunctuator(symbol) { best = (symbol.count, end) }
        }
        symbol.removeSubrange(best.length...)
        index = max(best.end, index + 1)
        switch String(decoding: symbol, as: UTF8.self) {
        case "#", "%:": return .hash
        case "##", "%:%:": return .hashHash
        default: return Self.others.contains(first) ? .other : .punctuator
        }
    }

    /// The characters after the first one in punctuators.
    private static let continuing: Set<UInt8> = Set("=<>&|+-:%#.".utf8)

    /// The ASCII characters that don't start a token.
    private static let others: Set<UInt8> = Set("@`\\".utf8).union(0x01...0x08).union(0x0E...0x1F).union([0x7F])

    private func isPunctuator(_ symbol: [UInt8]) -> Bool {
        let text = String(decoding: symbol, as: UTF8.self)
        return Self.punctuators.contains(text) || syntax.hasDigraphs && Self.digraphs.contains(text)
    }

    private static let punctuators: Set<String> = [
        "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=",
        "-=", "&=", "^=", "|=", "##",
    ]

    private static let digraphs: Set<String> = ["<:", ":>", "<%", "%>", "%:", "%:%:"]
}
