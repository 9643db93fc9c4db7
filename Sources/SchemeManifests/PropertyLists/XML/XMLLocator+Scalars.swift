import SchemeModel

// Values other than containers.
extension XMLLocator {
    mutating func readText(_ tag: XMLTag, _ element: XMLScanner.Element, _ key: Int?) throws(XMLPropertyError) {
        let data = try text(of: element)
        let range = element.range.lowerBound..<scanner.offset
        let text = element.isEmpty ? nil : data.range
        if let record = try record(tag, range, text, key) {
            records[record].isPlain = data.isPlain
        }
        hasRoot = true
    }

    mutating func readScalar(_ tag: XMLTag, _ element: XMLScanner.Element, _ key: Int?) throws(XMLPropertyError) {
        let isTruth = tag == .true || tag == .false
        if element.isEmpty, !isTruth { throw .malformed(cause: "`<\(tag)>` is empty", at: element.range) }
        var text: Range<Int>?
        var isPlain = isTruth
        if !element.isEmpty {
            let data = try self.text(of: element)
            text = data.range
            var isFine = isTruth ? data.range.isEmpty : XMLScalarGrammar.accepts(scanner.bytes[data.range], in: tag)
            if tag == .real, data.needsDecoding {
                var characters: [UInt8] = []
                try scanner.decode(data, into: &characters)
                isFine = characters.withUnsafeBufferPointer { XMLScalarGrammar.accepts($0[...], in: tag) }
            }
            guard isFine else {
                throw .malformed(cause: complaint(tag, data), at: element.range.lowerBound..<scanner.offset)
            }
            if tag == .integer { isPlain = XMLRecord.decimal(scanner.bytes[data.range]) != nil }
        }
        if let record = try record(tag, element.range.lowerBound..<scanner.offset, text, key) {
            records[record].isPlain = isPlain
        }
        hasRoot = true
    }

    /// Returns the reason why `data` is not valid in `tag`.
    private func complaint(_ tag: XMLTag, _ data: XMLCharacterData) -> String {
        if tag == .true || tag == .false { return "`<\(tag)>` is not empty" }
        if data.range.isEmpty { return "`<\(tag)>` is empty" }
        return "`<\(tag)>` contains `\(scanner.quote(data.range))`, which is not \(Self.content(of: tag))"
    }

    private static func content(of tag: XMLTag) -> String {
        switch tag {
        case .integer: "a 64-bit integer"
        case .real: "a number"
        case .date: "a date like 2026-01-31T12:00:00Z"
        default: "base64"
        }
    }

    /// Reads the text of `element`, and its end tag.
    mutating func text(of element: XMLScanner.Element) throws(XMLPropertyError) -> XMLCharacterData {
        if element.isEmpty { return XMLCharacterData(range: scanner.offset..<scanner.offset) }
        let data = try scanner.characterData()
        let end = data.range.upperBound
        guard scanner.offset < scanner.bytes.count else {
            throw .malformed(cause: "\(quoted(element)) is not closed", at: element.range)
        }
        guard scanner[end + 1] == UInt8(ascii: "/") else {
            // The usual reason is an end tag without its slash, or a missing end tag.
            let inner = tagRange(at: end)
            let cause = "found `\(scanner.quote(inner))` before \(quoted(element)) is closed"
            throw .malformed(cause: cause, at: inner, related: element.range)
        }
        let close = try scanner.endTag()
        guard close.tag == element.tag else {
            let line = scanner.line(of: element.range.lowerBound)
            let isSameLine = line == scanner.line(of: close.range.lowerBound)
            let opened = isSameLine ? "" : " opened on line \(line)"
            let cause = "`</\(scanner.quote(close.name))>` does not match \(quoted(element))\(opened)"
            throw .malformed(cause: cause, at: close.range, related: element.range)
        }
        return data
    }

    private func quoted(_ element: XMLScanner.Element) -> String { "`<\(scanner.quote(element.name))>`" }

    private func tagRange(at start: Int) -> Range<Int> {
        var end = start
        while end < scanner.bytes.count, scanner[end] != UInt8(ascii: ">"), scanner[end] != 0x0A { end += 1 }
        return start..<min(end + 1, scanner.bytes.count)
    }

    /// Adds a record if records are wanted. It replaces an earlier one with the same key.
    mutating func record(
        _ tag: XMLTag,
        _ element: Range<Int>,
        _ text: Range<Int>?,
        _ key: Int?
    ) throws(XMLPropertyError) -> Int? {
        guard isRecording else { return nil }
        textBytes += (text?.count ?? 0) + (key.map { table.keys[$0].text.count } ?? 0)
        guard textBytes <= limits.textBytes else { throw .overLimit(what: "bytes of text", limit: limits.textBytes) }
        let index = records.count
        var record = XMLRecord(tag: tag, element: element, text: text, end: index + 1)
        record.isConditional = conditionals.isConditional
        if let key {
            record.key = table.keys[key]
            if let earlier = table.keys[key].record {
                records[earlier].isSuperseded = true
                record.earlier = earlier
                record.joinsEarlier = records[earlier].isConditional || record.isConditional
            }
            table.setRecord(index, at: key)
        }
        records.append(record)
        return index
    }
}
