import SchemeModel

/// The text of an element: characters, references (`&amp;`, `&#85;`) and CDATA sections.
struct XMLCharacterData {
    /// The text between the tags.
    var range: Range<Int>
    /// Whether it holds references or CDATA sections, so that its bytes are not its characters.
    var needsDecoding = false
    /// Whether its bytes are its characters, and all of them ASCII.
    var isPlain = true
}

extension XMLScanner {
    /// The text from ``offset`` to the next tag, at which ``offset`` then stands, or to the end of the input.
    ///
    /// Bytes that are not UTF-8 make the whole file malformed, as in CoreFoundation: whatever stood in for them, two texts
    /// that differ would become one.
    mutating func characterData() throws(XMLFault) -> XMLCharacterData {
        let start = offset
        var index = start
        var needsDecoding = false
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
        // CDATA sections are skipped over without looking at their bytes, hence the second condition.
        if allBits >= 0x80 || needsDecoding {
            data.isPlain = false
            if let offset = bytes[data.range].firstNonUTF8 {
                let cause = "the byte \(bytes[offset].hexadecimal) is not UTF-8; save the file as UTF-8"
                throw .malformed(cause: cause, at: offset..<offset + 1)
            }
        }
        return data
    }

    /// The characters of `data` in UTF-8, references and CDATA sections replaced; appended to `result`.
    func decode(_ data: XMLCharacterData, into result: inout [UInt8]) throws(XMLFault) {
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

    /// The end of the CDATA section at `start`, where `<!` stands.
    private func endOfSection(at start: Int) throws(XMLFault) -> Int {
        guard matches("<![CDATA[", at: start) else {
            let what = matches("<!--", at: start) ? "a comment" : "`\(quote(start..<bytes.count))`"
            throw .malformed(
                cause: "\(what) stands inside text, which property list readers refuse",
                at: start..<min(start + 4, bytes.count)
            )
        }
        guard let end = firstIndex(of: "]]>", from: start + 9) else {
            throw .malformed(cause: "the CDATA section is never closed with `]]>`", at: start..<start + 9)
        }
        return end + 3
    }

    /// The character that the reference at `start`, where `&` stands, is for, and where the reference ends.
    private func reference(at start: Int) throws(XMLFault) -> (scalar: Unicode.Scalar, end: Int) {
        var end = start + 1
        while end - start < 16,
            (0x30...0x39).contains(self[end]) || (0x61...0x7A).contains(self[end] | 0x20) || self[end] == 0x23
        {
            end += 1
        }
        guard self[end] == UInt8(ascii: ";"), end > start + 1 else {
            let at = start..<min(start + 1, bytes.count)
            throw .malformed(cause: "`&` begins no character reference; a literal one is written `&amp;`", at: at)
        }
        let name = bytes[start + 1..<end]
        guard let scalar = name.first == 0x23 ? numbered(name.dropFirst()) : named(name) else {
            let text = quote(start..<end + 1)
            let cause =
                name.first == 0x23
                ? "`\(text)` is no character" : "`\(text)` is no entity that property lists know"
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

    /// The character of a number: at most eight digits, decimal or after a small `x` hexadecimal, as CoreFoundation
    /// reads them.
    private func numbered(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        let isHexadecimal = digits.first == UInt8(ascii: "x")
        let digits = isHexadecimal ? digits.dropFirst() : digits
        guard (1...8).contains(digits.count) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10).flatMap(
            Unicode.Scalar.init
        )
    }
}
