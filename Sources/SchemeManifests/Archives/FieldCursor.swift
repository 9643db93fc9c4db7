/// Takes numbers, one after another, from a record of a binary format.
///
/// Past the end every number is 0 and ``isShort`` becomes true, so that a record is checked once, after its last field.
struct FieldCursor {
    /// The order of the bytes of a number.
    enum ByteOrder {
        case little
        case big
    }

    private let bytes: [UInt8]
    private let order: ByteOrder
    /// The offset of the next field.
    private(set) var offset: Int
    /// Whether a field was wanted that is not there.
    private(set) var isShort = false

    init(_ bytes: [UInt8], at offset: Int = 0, order: ByteOrder) {
        self.bytes = bytes
        self.offset = offset
        self.order = order
    }

    /// The next field.
    mutating func next<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
        let size = MemoryLayout<Number>.size
        guard !isShort, offset >= 0, offset <= bytes.count, size <= bytes.count - offset else {
            isShort = true
            return 0
        }
        let raw = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
        offset += size
        return order == .little ? Number(littleEndian: raw) : Number(bigEndian: raw)
    }

    /// Passes over `count` bytes.
    mutating func skip(_ count: Int) {
        guard !isShort, count >= 0, offset >= 0, offset <= bytes.count, count <= bytes.count - offset else {
            isShort = true
            return
        }
        offset += count
    }
}
