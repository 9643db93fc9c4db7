/// Text in UTF-16, as in binary and OpenStep property lists.
enum UTF16Text {
    /// The byte order of code units.
    enum ByteOrder: Sendable {
        case bigEndian
        case littleEndian
    }

    /// Returns the text in UTF-8, and the offset of the first unpaired surrogate in it.
    ///
    /// Each unpaired surrogate becomes U+FFFD. An odd last byte is dropped.
    static func utf8(_ bytes: ArraySlice<UInt8>, _ order: ByteOrder) -> (text: [UInt8], lone: Int?) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var lone: Int?
        var codec = UTF16()
        var units = Units(bytes: bytes, order: order, position: bytes.startIndex)
        while true {
            switch codec.decode(&units) {
            case .scalarValue(let scalar):
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            case .error:
                lone = lone ?? text.count
                text.append(contentsOf: UTF8.encodedReplacementCharacter)
            case .emptyInput:
                return (text, lone)
            }
        }
    }

    /// Returns the cause for a text with the unpaired surrogate `unit`, as a clause.
    static func cause(ofLone unit: UInt16) -> String {
        "the UTF-16 code unit \(unit.hexadecimal) is an unpaired surrogate"
    }

    private struct Units: IteratorProtocol {
        let bytes: ArraySlice<UInt8>
        let order: ByteOrder
        var position: Int

        mutating func next() -> UInt16? {
            guard bytes.endIndex - position >= 2 else { return nil }
            let (first, second) = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
            position += 2
            return order == .bigEndian ? first << 8 | second : second << 8 | first
        }
    }
}
