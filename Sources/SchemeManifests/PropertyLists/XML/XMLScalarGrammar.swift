import SchemeModel

/// The grammar of property list elements that don't contain free text.
///
/// It matches CoreFoundation except for some quirks (control characters as whitespace, years with more than nine
/// digits), so Foundation never rejects a document built from accepted text.
///
/// - Source: swift-corelibs-foundation, CFPropertyList.c, parseIntegerTag, parseRealTag, parseDateTag, parseDataTag.
enum XMLScalarGrammar {
    /// Returns whether `text` is valid in `tag`.
    static func accepts(_ text: Slice<UnsafeBufferPointer<UInt8>>, in tag: XMLTag) -> Bool {
        switch tag {
        case .integer: isInteger(text)
        case .real: isReal(text)
        case .date: isDate(text)
        case .data: text.allSatisfy { $0 < 0x80 }
        default: true
        }
    }

    /// `S*[-+]?S*([0-9]+|0[xX][0-9a-fA-F]+)`, between -2⁶³ and 2⁶⁴ - 1.
    private static func isInteger(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var rest = text.drop(while: XMLScanner.isBlank)
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst().drop(while: XMLScanner.isBlank) }
        let isHexadecimal = rest.first == UInt8(ascii: "0") && rest.dropFirst().first.map { $0 | 0x20 } == 0x78
        if isHexadecimal { rest = rest.dropFirst(2) }
        guard let first = rest.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return false }
        let digits = rest.drop { $0 == UInt8(ascii: "0") }
        if digits.isEmpty { return true }
        // The largest value has 20 digits.
        guard digits.count <= 20,
            let value = UInt64(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
        else { return false }
        return !isNegative || value <= UInt64(Int64.max) + 1
    }

    /// `S*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?`, or a name for infinity or NaN.
    private static func isReal(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if text.count <= 9 {
            switch String(decoding: text, as: UTF8.self).lowercased() {
            case "nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity": return true
            default: break
            }
        }
        func isSign(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
        var rest = text.drop(while: XMLScanner.isBlank)
        if isSign(rest.first) { rest = rest.dropFirst() }
        let whole = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(whole.count)
        var digits = whole.count
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: \.isDigit)
            digits += fraction.count
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard digits > 0 else { return false }
        if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if isSign(rest.first) { rest = rest.dropFirst() }
            guard let first = rest.first, first.isDigit else { return false }
            rest = rest.drop(while: \.isDigit)
        }
        return rest.isEmpty
    }

    /// `-?[0-9]{1,9}-MM-DDThh:mm:ssZ`, without checking the ranges of the numbers.
    private static func isDate(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var rest = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        let year = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(year.count)
        guard (1...9).contains(year.count) else { return false }
        return rest.count == 16
            && zip(rest, "-00-00T00:00:00Z".utf8).allSatisfy { byte, form in
                form == 0x30 ? byte.isDigit : byte == form
            }
    }
}
