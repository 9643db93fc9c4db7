import SchemeModel

/// The characters of an XML input as UTF-8, without its byte order mark.
struct XMLText {
    /// The text. For a UTF-8 input, these are its own bytes, valid or not.
    var utf8: [UInt8]
    /// The storage of the characters in the input.
    var storage: TextMap.Storage
    /// The first invalid character of the input's encoding.
    ///
    /// The scanner finds invalid UTF-8, which is tolerated in comments.
    var undecodable: UndecodableCharacter?

    /// An invalid character: the cause, and the range of its replacement in ``utf8``.
    struct UndecodableCharacter {
        var cause: String
        var range: Range<Int>
    }

    /// Decodes `bytes` by the byte order mark, the first bytes or the XML declaration.
    ///
    /// - Throws: ``XMLPropertyError/malformed(cause:at:related:)`` for an encoding other than UTF-8, UTF-16, ISO-8859-1,
    ///   Windows-1252 or US-ASCII. Others would need untested converters.
    init(_ bytes: [UInt8]) throws(XMLPropertyError) {
        switch TextEncoding.detect(bytes) {
        case .utf32:
            throw .malformed(cause: "the encoding UTF-32 is not supported", at: 0..<0)
        case .utf16(let isBigEndian, let mark):
            utf8 = []
            storage = .utf16(mark: mark)
            transcode(bytes, from: mark, isBigEndian: isBigEndian)
            // After a byte order mark, CoreFoundation ignores the declaration.
            guard mark == 0, let name = Self.declaredEncoding(utf8) else { break }
            guard Self.name(utf8[name]).hasPrefix("utf-16") else {
                let shown = Self.shown(utf8[name])
                undecodable = UndecodableCharacter(
                    cause: "the XML declaration names `\(shown)`, but the bytes are UTF-16 without a byte order mark",
                    range: name
                )
                break
            }
        case .bytes(let mark):
            let declared = mark == 0 ? Self.declaredEncoding(bytes) : nil
            switch declared.map({ Self.name(bytes[$0]) }) {
            case nil, "utf-8", "utf8":
                utf8 = mark == 0 ? bytes : Array(bytes[mark...])
                storage = .utf8(mark: mark)
            // CoreFoundation reads non-ASCII bytes in a file declared as ASCII as ISO-8859-1.
            case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "us-ascii", "ascii":
                utf8 = []
                storage = .singleByte
                transcode(bytes) { UInt16($0) }
            case "windows-1252", "cp1252", "x-cp1252":
                utf8 = []
                storage = .singleByte
                transcode(bytes) { (0x80...0x9F).contains($0) ? windows1252[Int($0 - 0x80)] : UInt16($0) }
            case let name?:
                let range = declared ?? 0..<0
                let shown = Self.shown(bytes[range])
                let cause =
                    name.hasPrefix("utf-16")
                    ? "the XML declaration names UTF-16, but the bytes are not UTF-16"
                    : "the encoding `\(shown)` is not supported"
                throw .malformed(cause: cause, at: range)
            }
        }
    }

    /// What a message quotes of `bytes`: one line, and not all of a long one.
    private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix(40).prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).asciiLowercased
    }

    /// Returns the range of the encoding's name in the XML declaration, or `nil` if it has none.
    ///
    /// As in CoreFoundation, the declaration must start the file or follow preprocessor lines, which CoreFoundation doesn't
    /// know. The name follows `encoding=` before the first `?` or `>`, and ends at the quote it starts with, wherever
    /// that is.
    ///
    /// - Source: swift-corelibs-foundation, CFPropertyList.c, encodingForXMLData.
    private static func declaredEncoding(_ bytes: [UInt8]) -> Range<Int>? {
        let isPreprocessed = bytes.first { !XMLScanner.isBlank($0) } == UInt8(ascii: "#")
        let start = isPreprocessed ? bytes.prefix(4096).firstIndex(of: UInt8(ascii: "<")) ?? 0 : 0
        guard bytes[start...].starts(with: "<?xml".utf8) else { return nil }
        let declaration = bytes[(start + 5)...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ">") }
        guard let mark = range(of: "encoding=", in: declaration), mark.upperBound < bytes.count else { return nil }
        let quote = bytes[mark.upperBound]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let close = bytes[(mark.upperBound + 1)...].firstIndex(of: quote)
        else { return nil }
        return mark.upperBound + 1..<close
    }

    private static func range(of text: StaticString, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let count = text.utf8CodeUnitCount
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: count)
        return bytes.withUnsafeBufferPointer { buffer in
            var start = 0
            while buffer.count - start >= count {
                if UnsafeBufferPointer(rebasing: buffer[start..<start + count]).hasSameBytes(as: wanted) {
                    return bytes.startIndex + start..<bytes.startIndex + start + count
                }
                start += 1
            }
            return nil
        }
    }

    /// Decodes an encoding with one byte per character, all in the Basic Multilingual Plane.
    ///
    /// U+FFFD marks invalid bytes.
    private mutating func transcode(_ bytes: [UInt8], _ scalar: (UInt8) -> UInt16) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            let scalar = scalar(byte)
            if scalar == 0xFFFD, undecodable == nil {
                let cause =
                    "the byte \(byte.hexadecimal) is not a character in the declared encoding"
                undecodable = UndecodableCharacter(cause: cause, range: result.count..<result.count + 3)
            }
            Self.append(UInt32(scalar), to: &result)
        }
        utf8 = result
    }

    private mutating func transcode(_ bytes: [UInt8], from start: Int, isBigEndian: Bool) {
        let (high, low) = isBigEndian ? (0, 1) : (1, 0)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 2 + bytes.count / 8)
        var index = start
        while index + 1 < bytes.count {
            let unit = UInt32(bytes[index + high]) << 8 | UInt32(bytes[index + low])
            index += 2
            guard (0xD800...0xDFFF).contains(unit) else {
                Self.append(unit, to: &result)
                continue
            }
            if unit < 0xDC00, index + 1 < bytes.count, (0xDC...0xDF).contains(bytes[index + high]) {
                let second = UInt32(bytes[index + high]) << 8 | UInt32(bytes[index + low])
                index += 2
                Self.append(0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00), to: &result)
            } else {
                if undecodable == nil {
                    let unit = UInt16(truncatingIfNeeded: unit)
                    undecodable = UndecodableCharacter(
                        cause: UTF16Text.cause(ofLone: unit),
                        range: result.count..<result.count + 3
                    )
                }
                Self.append(0xFFFD, to: &result)
            }
        }
        utf8 = result
    }

    private static func append(_ scalar: UInt32, to result: inout [UInt8]) {
        switch scalar {
        case ..<0x80:
            result.append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800:
            result.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            result.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        case ..<0x10000:
            result.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            result.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            result.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        default:
            result.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            result.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
            result.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            result.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        }
    }
}

/// Windows-1252 from 0x80 to 0x9F, with U+FFFD for the five undefined bytes.
///
/// Browsers read them as C1 controls; CoreFoundation and others reject the file.
///
/// - Source: Unicode Consortium, MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT.
private let windows1252: [UInt16] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
    0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0xFFFD, 0x017E, 0x0178,
]
