/// Text in UTF-16, as binary and OpenStep property lists hold it.
enum UTF16Text {
    /// Which byte of a code unit comes first.
    enum ByteOrder: Sendable {
        case bigEndian
        case littleEndian
    }

    /// The text in UTF-8, with U+FFFD for each surrogate that stands alone, and the offset of the first of these in the
    /// text; an odd last byte is left out.
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

    /// Why a text that holds the surrogate `unit` without its other half cannot be read, as a clause.
    static func cause(ofLone unit: UInt16) -> String {
        "the UTF-16 unit \(unit.hexadecimal) is half a character, whose other half is missing"
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
