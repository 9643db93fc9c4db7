/// Reads consecutive numbers from a record of a binary format.
///
/// After the end, every number is 0 and ``isShort`` is true. So a caller checks a record once, after its last field.
struct FieldCursor {
    /// The byte order of a number.
    enum ByteOrder {
        case little
        case big
    }

    private let bytes: [UInt8]
    private let order: ByteOrder
    /// The offset of the next field.
    private(set) var offset: Int
    /// Whether a field after the end was read.
    private(set) var isShort = false

    init(_ bytes: [UInt8], at offset: Int = 0, order: ByteOrder) {
        self.bytes = bytes
        self.offset = offset
        self.order = order
    }

    /// Returns the next field.
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

    /// Skips `count` bytes.
    mutating func skip(_ count: Int) {
        guard !isShort, count >= 0, offset >= 0, offset <= bytes.count, count <= bytes.count - offset else {
            isShort = true
            return
        }
        offset += count
    }
}
