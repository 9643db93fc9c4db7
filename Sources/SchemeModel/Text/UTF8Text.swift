extension UInt8 {
    /// Whether it is an ASCII digit.
    @inlinable
    package var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether it is an ASCII letter.
    @inlinable
    package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    /// Whether it is an ASCII letter or digit.
    @inlinable
    package var isLetterOrDigit: Bool { isLetter || isDigit }

    /// Whether it can start the name of a build setting or of a macro: an ASCII letter or `_`.
    @inlinable
    package var beginsName: Bool { isLetter || self == 0x5F }

    /// Whether it can continue such a name.
    @inlinable
    package var continuesName: Bool { beginsName || isDigit }

    /// Whether it can be part of an identifier in code: a letter, a digit, `_`, or part of a character that isn't ASCII.
    @inlinable
    package var isWord: Bool { continuesName || self >= 0x80 }
}

extension Collection<UInt8> {
    /// The index of the first byte that is not valid UTF-8; `nil` if all are valid.
    package var firstNonUTF8: Index? {
        if String(validating: self, as: UTF8.self) != nil { return nil }
        var rest = self[...]
        while let length = rest.leadingCharacterLength { rest = rest.dropFirst(length) }
        return rest.isEmpty ? nil : rest.startIndex
    }

    /// The length in bytes of the UTF-8 character at the start; `nil` if there is none.
    package var leadingCharacterLength: Int? {
        guard let byte = first else { return nil }
        let length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        let character = prefix(length)
        return character.count == length && String(validating: character, as: UTF8.self)?.unicodeScalars.count == 1
            ? length : nil
    }
}

extension [UInt8] {
    /// The bytes, with stand-ins where they are no UTF-8: one byte of ASCII, and continuation bytes for the rest of a
    /// character that breaks off. Columns that are counted in UTF-16 units are then those of editors, which show U+FFFD there.
    package var countable: [UInt8] {
        guard contains(where: { $0 >= 0x80 }), firstNonUTF8 != nil else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var parser = Unicode.UTF8.ForwardParser()
        var rest = makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let character): result.append(contentsOf: character)
            case .error(let length):
                result.append(UInt8(ascii: "?"))
                result.append(contentsOf: repeatElement(0x80, count: length - 1))
            case .emptyInput: return result
            }
        }
    }
}
