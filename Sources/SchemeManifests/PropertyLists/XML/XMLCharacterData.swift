import SchemeModel

/// The text of an element: characters, references (`&amp;`, `&#85;`) and CDATA sections.
struct XMLCharacterData {
    /// The range between the tags.
    var range: Range<Int>
    /// Whether it contains references, CDATA sections or a byte order mark to remove, and must be decoded.
    var needsDecoding = false
    /// Whether it is ASCII that needs no decoding.
    var isPlain = true
}

extension XMLScanner {
    /// Reads the text from ``offset`` to the next tag or the end of the input, and moves ``offset`` there.
    ///
    /// Invalid UTF-8 makes the whole file malformed, as in CoreFoundation. Replacement characters could make two
    /// different texts equal.
    mutating func characterData() throws(XMLPropertyError) -> XMLCharacterData {
        let start = offset
        var index = start
        var needsDecoding = matches("\u{FEFF}", at: start)
        var allBits: UInt8 = 0
        scan: while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "<"):
                guard self[index + 1] == UInt8(ascii: "!") else { break scan }
                needsDecoding = true
                index = try endOfSection(at: index)
            case UInt8(ascii: "&"):
                needsDecoding = true
                index = try reference(at: index).end
            default:
                allBits |= byte
                index += 1
            }
        }
        offset = index
        var data = XMLCharacterData(range: start..<index, needsDecoding: needsDecoding)
        // The loop skips the bytes of CDATA sections, hence the second condition.
        if allBits >= 0x80 || needsDecoding {
            data.isPlain = false
            if let offset = bytes[data.range].firstNonUTF8 {
                let cause = "the byte \(bytes[offset].hexadecimal) is not UTF-8; save the file as UTF-8"
                throw .malformed(cause: cause, at: offset..<offset + 1)
            }
        }
        return data
    }

    /// Appends the characters of `data` to `result` in UTF-8, with references and CDATA sections decoded.
    ///
    /// CoreFoundation makes a string of the decoded bytes, for which it removes one byte order mark at the start, however
    /// it is written. So a key of `U+FEFF` and `CFBundleURLTypes` is `CFBundleURLTypes`.
    func decode(_ data: XMLCharacterData, into result: inout [UInt8]) throws(XMLPropertyError) {
        let start = result.count
        defer { if result[start...].starts(with: Self.mark) { result.removeSubrange(start..<start + Self.mark.count) } }
        var index = data.range.lowerBound
        while index < data.range.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "<"):
                let end = try endOfSection(at: index)
                result.append(contentsOf: bytes[index + 9..<end - 3])
                index = end
            case UInt8(ascii: "&"):
                let reference = try reference(at: index)
                result.append(contentsOf: String(Character(reference.scalar)).utf8)
                index = reference.end
            default:
                result.append(bytes[index])
                index += 1
            }
        }
    }

    /// The byte order mark in UTF-8.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns the end of the CDATA section whose `<!` is at `start`.
    private func endOfSection(at start: Int) throws(XMLPropertyError) -> Int {
        guard matches("<![CDATA[", at: start) else {
            let what = matches("<!--", at: start) ? "a comment" : "`\(quote(start..<bytes.count))`"
            throw .malformed(
                cause: "text contains \(what), which property list readers reject",
                at: start..<min(start + 4, bytes.count)
            )
        }
        guard let end = firstIndex(of: "]]>", from: start + 9) else {
            throw .malformed(cause: "the CDATA section is not closed with `]]>`", at: start..<start + 9)
        }
        return end + 3
    }

    /// Returns the character of the reference whose `&` is at `start`, and the end of the reference.
    private func reference(at start: Int) throws(XMLPropertyError) -> (scalar: Unicode.Scalar, end: Int) {
        var end = start + 1
        while end - start < 16, self[end].isLetterOrDigit || self[end] == UInt8(ascii: "#") { end += 1 }
        guard self[end] == UInt8(ascii: ";"), end > start + 1 else {
            let at = start..<min(start + 1, bytes.count)
            throw .malformed(cause: "`&` does not start a character reference; write `&amp;` for a literal `&`", at: at)
        }
        let name = bytes[start + 1..<end]
        guard let scalar = name.first == 0x23 ? numbered(name.dropFirst()) : named(name) else {
            let text = quote(start..<end + 1)
            let cause =
                name.first == 0x23
                ? "`\(text)` is not a character" : "`\(text)` is not a known entity"
            throw .malformed(cause: cause, at: start..<end + 1)
        }
        return (scalar, end + 1)
    }

    private func named(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        switch String(decoding: name, as: UTF8.self) {
        case "lt": "<"
        case "gt": ">"
        case "amp": "&"
        case "apos": "'"
        case "quot": "\""
        default: nil
        }
    }

    /// Returns the character with this number.
    ///
    /// As in CoreFoundation, up to eight digits are allowed: decimal, or hexadecimal after a lowercase `x`.
    private func numbered(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        let isHexadecimal = digits.first == UInt8(ascii: "x")
        let digits = isHexadecimal ? digits.dropFirst() : digits
        guard (1...8).contains(digits.count) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10).flatMap(
            Unicode.Scalar.init
        )
    }
}
