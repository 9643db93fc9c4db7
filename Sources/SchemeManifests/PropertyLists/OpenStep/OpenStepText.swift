import SchemeModel

/// The text of an OpenStep property list, and its mapping to the input.
struct OpenStepText {
    /// The text without a byte order mark. For a UTF-8 input, these are its own bytes, valid or not.
    let text: [UInt8]
    /// Maps offsets in ``text`` to locations in the input.
    let map: TextMap
    private let input: [UInt8]
    private let order: UTF16Text.ByteOrder?

    /// Decodes an input in UTF-8 or UTF-16, with or without a byte order mark.
    ///
    /// - Throws: `PropertyListError.malformed` for UTF-32, and for UTF-16 that ends inside a character.
    init(_ input: [UInt8]) throws(PropertyListError) {
        self.input = input
        let isUTF32 = input.starts(with: [0xFF, 0xFE, 0, 0]) || input.starts(with: [0, 0, 0xFE, 0xFF])
        if isUTF32 {
            throw Self.malformed("the text is in UTF-32; only UTF-8 and UTF-16 are supported", at: 0, length: 4)
        }
        if input.starts(with: [0xEF, 0xBB, 0xBF]) {
            order = nil
            text = Array(input.dropFirst(3))
            map = TextMap(text, storage: .utf8(mark: 3))
            return
        }
        guard let (order, mark) = Self.utf16(input) else {
            order = nil
            text = input
            map = TextMap(text, storage: .utf8(mark: 0))
            return
        }
        guard input.count.isMultiple(of: 2) else {
            throw Self.malformed("the UTF-16 text ends in the middle of a character", at: input.count - 1, length: 1)
        }
        self.order = order
        text = UTF16Text.utf8(input.dropFirst(mark), order).text
        map = TextMap(text, storage: .utf16(mark: mark))
    }

    /// Returns the byte order, and the length of the byte order mark, of UTF-16.
    ///
    /// Without a mark, a zero next to the first character, which is always ASCII, identifies it.
    private static func utf16(_ input: [UInt8]) -> (UTF16Text.ByteOrder, mark: Int)? {
        guard input.count >= 2 else { return nil }
        switch (input[0], input[1]) {
        case (0xFE, 0xFF): return (.bigEndian, 2)
        case (0xFF, 0xFE): return (.littleEndian, 2)
        case (0, 1...): return (.bigEndian, 0)
        case (1..., 0): return (.littleEndian, 0)
        default: return nil
        }
    }

    private static func malformed(_ cause: String, at offset: Int, length: Int) -> PropertyListError {
        let element = SourceRange(byteOffset: offset, byteLength: length)
        return .malformed(Irregularity(.malformed, span: ValueSpan(keyPath: "", element: element), cause: cause))
    }

    /// Returns the text at `range`.
    ///
    /// - Throws: `OpenStepScanner.SyntaxError` for the first invalid character.
    func string(_ range: Range<Int>) throws(OpenStepScanner.SyntaxError) -> String {
        let bytes = text[range]
        guard bytes.contains(where: { $0 >= 0x80 }) else { return String(decoding: bytes, as: UTF8.self) }
        guard let order else {
            guard let offset = bytes.firstNonUTF8 else { return String(decoding: bytes, as: UTF8.self) }
            let cause = "the byte \(bytes[offset].hexadecimal) is not UTF-8; save the file as UTF-8"
            throw OpenStepScanner.SyntaxError(cause: cause, range: offset..<offset + 1)
        }
        // Decoding has replaced lone surrogates. Only the input distinguishes them from a U+FFFD in the source.
        let place = map.range(range)
        let units = input[place.byteOffset..<(place.byteOffset + place.byteLength)]
        guard let lone = UTF16Text.utf8(units, order).lone.map({ range.lowerBound + $0 }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let unit = map.range(lone..<lone).byteOffset
        let (first, second) = (UInt16(input[unit]), UInt16(input[unit + 1]))
        throw OpenStepScanner.SyntaxError(
            cause: UTF16Text.cause(ofLone: order == .bigEndian ? first << 8 | second : second << 8 | first),
            range: lone..<lone + 3
        )
    }
}
