/// The size and byte order of an input's characters, as detected from its first bytes.
enum TextEncoding: Hashable, Sendable {
    /// One byte per unit, after a byte order mark of this many bytes.
    case bytes(mark: Int)
    case utf16(isBigEndian: Bool, mark: Int)
    case utf32(isBigEndian: Bool, mark: Int)

    /// Detects the encoding from the byte order mark or, without one, from the zeros around the first ASCII character.
    ///
    /// - Source: XML 1.0 (Fifth Edition), appendix F.1.
    static func detect(_ bytes: [UInt8]) -> TextEncoding {
        func byte(_ index: Int) -> Int { index < bytes.count ? Int(bytes[index]) : -1 }
        switch (byte(0), byte(1), byte(2), byte(3)) {
        case (0x00, 0x00, 0xFE, 0xFF): return .utf32(isBigEndian: true, mark: 4)
        case (0xFF, 0xFE, 0x00, 0x00): return .utf32(isBigEndian: false, mark: 4)
        case (0x00, 0x00, 0x00, 1...): return .utf32(isBigEndian: true, mark: 0)
        case (1..., 0x00, 0x00, 0x00): return .utf32(isBigEndian: false, mark: 0)
        case (0xEF, 0xBB, 0xBF, _): return .bytes(mark: 3)
        case (0xFE, 0xFF, _, _): return .utf16(isBigEndian: true, mark: 2)
        case (0xFF, 0xFE, _, _): return .utf16(isBigEndian: false, mark: 2)
        case (0x00, 1..., _, _): return .utf16(isBigEndian: true, mark: 0)
        case (1..., 0x00, _, _): return .utf16(isBigEndian: false, mark: 0)
        default: return .bytes(mark: 0)
        }
    }

    /// The offset of the first unit after the byte order mark.
    var start: Int {
        switch self {
        case .bytes(let mark), .utf16(_, let mark), .utf32(_, let mark): mark
        }
    }

    /// The number of bytes in a unit.
    var unitSize: Int {
        switch self {
        case .bytes: 1
        case .utf16: 2
        case .utf32: 4
        }
    }

    /// Returns the unit at the offset `index`, or `nil` if no whole unit is left.
    func unit(of bytes: [UInt8], at index: Int) -> UInt32? {
        guard bytes.count - index >= unitSize else { return nil }
        switch self {
        case .bytes:
            return UInt32(bytes[index])
        case .utf16(let isBigEndian, _):
            let (high, low) = isBigEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt32(high) << 8 | UInt32(low)
        case .utf32(let isBigEndian, _):
            let parts = bytes[index..<index + 4]
            return isBigEndian
                ? parts.reduce(0) { $0 << 8 | UInt32($1) } : parts.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
