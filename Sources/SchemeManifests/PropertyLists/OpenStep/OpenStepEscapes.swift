/// The escapes of quoted strings in OpenStep property lists.
///
/// - Source: CFOldStylePList.c in swift-corelibs-foundation, `getSlashedChar`.
enum OpenStepEscapes {
    /// Returns the text with every escape decoded.
    ///
    /// Two `\U` escapes can form one character; an unpaired surrogate becomes U+FFFD.
    static func expanded(_ text: String) -> (string: String, isWellFormed: Bool) {
        let bytes = Array(text.utf8)
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count)
        // The start of the text that isn't copied yet.
        var start = 0
        while let backslash = bytes[start...].firstIndex(of: UInt8(ascii: "\\")) {
            units.append(contentsOf: String(decoding: bytes[start..<backslash], as: UTF8.self).utf16)
            var end = backslash + 1
            if let unit = unit(bytes, at: &end) {
                units.append(unit)
            } else if end < bytes.count, bytes[end] < 0x80 {
                units.append(UInt16(bytes[end]))
                end += 1
            }
            start = end
        }
        units.append(contentsOf: String(decoding: bytes[start...], as: UTF8.self).utf16)
        let isWellFormed = isWellFormed(units)
        return (String(decoding: units, as: UTF16.self), isWellFormed)
    }

    /// Returns the code unit of the escape whose backslash precedes `position`, and moves `position` to its end.
    ///
    /// Returns `nil` if the backslash has no meaning and the next character is literal.
    private static func unit(_ bytes: [UInt8], at position: inout Int) -> UInt16? {
        guard position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            return nextStep(octal(bytes, at: &position))
        case UInt8(ascii: "U"):
            position += 1
            return hexadecimal(bytes, at: &position)
        case let letter:
            guard let unit = controls[letter] else { return nil }
            position += 1
            return unit
        }
    }

    private static let controls: [UInt8: UInt16] = [
        UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
        UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "v"): 0x0B,
    ]

    /// Returns the value of up to three octal digits, truncated to eight bits.
    private static func octal(_ bytes: [UInt8], at position: inout Int) -> UInt8 {
        var number: UInt8 = 0
        let end = min(bytes.count, position + 3)
        while position < end, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(bytes[position]) {
            number = number << 3 | (bytes[position] - UInt8(ascii: "0"))
            position += 1
        }
        return number
    }

    /// Returns the value of up to four hexadecimal digits; U+0000 without digits.
    private static func hexadecimal(_ bytes: [UInt8], at position: inout Int) -> UInt16 {
        var number: UInt16 = 0
        let end = min(bytes.count, position + 4)
        while position < end, let digit = hexadecimalDigit(bytes[position]) {
            number = number << 4 | digit
            position += 1
        }
        return number
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }

    private static func isWellFormed(_ units: [UInt16]) -> Bool {
        var index = 0
        while index < units.count {
            if UTF16.isTrailSurrogate(units[index]) { return false }
            if UTF16.isLeadSurrogate(units[index]) {
                index += 1
                guard index < units.count, UTF16.isTrailSurrogate(units[index]) else { return false }
            }
            index += 1
        }
        return true
    }

    /// Returns the character of a byte in the NeXTSTEP encoding.
    ///
    /// As in CoreFoundation, the two undefined bytes give U+0000.
    private static func nextStep(_ byte: UInt8) -> UInt16 {
        byte < 0x80 ? UInt16(byte) : upperHalf[Int(byte) - 0x80]
    }

    /// - Source: https://www.unicode.org/Public/MAPPINGS/VENDORS/NEXT/NEXTSTEP.TXT
    private static let upperHalf: [UInt16] = [
        0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7,
        0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
        0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
        0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7,
        0x00A9, 0x00A1, 0x00A2, 0x00A3, 0x2044, 0x00A5, 0x0192, 0x00A7,
        0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
        0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022,
        0x201A, 0x201E, 0x201D, 0x00BB, 0x2026, 0x2030, 0x00AC, 0x00BF,
        0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
        0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7,
        0x2014, 0x00B1, 0x00BC, 0x00BD, 0x00BE, 0x00E0, 0x00E1, 0x00E2,
        0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
        0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1,
        0x0141, 0x00D8, 0x0152, 0x00BA, 0x00F2, 0x00F3, 0x00F4, 0x00F5,
        0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
        0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF, 0x0000, 0x0000,
    ]
}
