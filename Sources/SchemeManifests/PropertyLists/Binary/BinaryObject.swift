/// One object of a binary property list with unresolved references.
///
/// - Source: the table "Object Formats" in CFBinaryPList.c, swift-corelibs-foundation.
struct BinaryObject {
    let kind: Kind
    /// The offset of the object.
    let offset: Int
    /// The range after the marker and the count.
    let payload: Range<Int>

    enum Kind: Hashable {
        case null
        case boolean(Bool)
        case integer
        case real
        case date
        case data
        case ascii
        case utf16
        case uid
        case array(count: Int)
        case set(count: Int)
        case dictionary(count: Int)
    }

    /// The range of the whole object.
    var bytes: Range<Int> { offset..<payload.upperBound }

    /// Reads the object at `offset`. `end` is the end of the objects.
    init(_ bytes: [UInt8], at offset: Int, end: Int, referenceSize: Int) throws(BinaryPropertyError) {
        guard offset >= BinaryTrailer.headerSize, offset < end, end <= bytes.count else {
            throw BinaryPropertyError("an object starts at byte \(offset), inside the header", at: offset)
        }
        let marker = bytes[offset]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0:
            kind = try Self.singleton(marker, at: offset)
            payload = (offset + 1)..<(offset + 1)
        case 0x1 where low <= 4:
            kind = .integer
            payload = try Self.payload("number", at: offset, size: 1 << low, end: end)
        case 0x2 where low == 2 || low == 3:
            kind = .real
            payload = try Self.payload("number", at: offset, size: 1 << low, end: end)
        case 0x3 where low == 3:
            kind = .date
            payload = try Self.payload("date", at: offset, size: 8, end: end)
        case 0x8:
            kind = .uid
            payload = try Self.payload("UID", at: offset, size: low + 1, end: end)
        case 0x4:
            kind = .data
            payload = try CountedItems(bytes, "data", "byte", at: offset, itemSize: 1, end: end).payload
        case 0x5:
            kind = .ascii
            payload = try CountedItems(bytes, "string", "character", at: offset, itemSize: 1, end: end).payload
        case 0x6:
            kind = .utf16
            payload = try CountedItems(bytes, "string", "UTF-16 unit", at: offset, itemSize: 2, end: end).payload
        case 0xA:
            let counted = try CountedItems(bytes, "array", "element", at: offset, itemSize: referenceSize, end: end)
            kind = .array(count: counted.count)
            payload = counted.payload
        case 0xC:
            let counted = try CountedItems(bytes, "set", "element", at: offset, itemSize: referenceSize, end: end)
            kind = .set(count: counted.count)
            payload = counted.payload
        case 0xD:
            let size = 2 * referenceSize
            let counted = try CountedItems(bytes, "dictionary", "member", at: offset, itemSize: size, end: end)
            kind = .dictionary(count: counted.count)
            payload = counted.payload
        default:
            throw Self.unknown(marker, at: offset)
        }
        self.offset = offset
    }

    private static func singleton(_ marker: UInt8, at offset: Int) throws(BinaryPropertyError) -> Kind {
        switch marker {
        case 0x00: return .null
        case 0x08: return .boolean(false)
        case 0x09: return .boolean(true)
        default: throw unknown(marker, at: offset)
        }
    }

    private static func unknown(_ marker: UInt8, at offset: Int) -> BinaryPropertyError {
        BinaryPropertyError("the object at byte \(offset) has the unknown type \(marker.hexadecimal)", at: offset)
    }

    private static func payload(
        _ name: String,
        at offset: Int,
        size: Int,
        end: Int
    ) throws(BinaryPropertyError) -> Range<Int> {
        let left = end - offset - 1
        guard size <= left else {
            let cause =
                "the \(name) at byte \(offset) needs \(BinaryPropertyError.count(size, "byte")); only \(BinaryPropertyError.left(left))"
            throw BinaryPropertyError(cause, at: offset, length: end - offset)
        }
        return (offset + 1)..<(offset + 1 + size)
    }

    /// A count followed by that many items of one size.
    private struct CountedItems {
        let count: Int
        let payload: Range<Int>

        init(
            _ bytes: [UInt8],
            _ name: String,
            _ item: String,
            at offset: Int,
            itemSize: Int,
            end: Int
        ) throws(BinaryPropertyError) {
            var start = offset + 1
            var claimed = UInt64(bytes[offset] & 0x0F)
            if claimed == 0x0F {
                // A count that doesn't fit the marker is stored in an integer object.
                guard start < end, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 4,
                    case let size = 1 << Int(bytes[start] & 0x0F), size <= end - start - 1
                else {
                    let cause = "the \(name) at byte \(offset) has an invalid count"
                    throw BinaryPropertyError(cause, at: offset, length: min(2, end - offset))
                }
                guard let value = BinaryNumber.unsigned(bytes, at: start + 1, size: size) else {
                    let cause =
                        "the \(name) at byte \(offset) declares more than \(BinaryPropertyError.count(UInt64.max, item))"
                    throw BinaryPropertyError(cause, at: offset, length: size + 2)
                }
                claimed = value
                start += 1 + size
            }
            let left = end - start
            let (size, overflows) = claimed.multipliedReportingOverflow(by: UInt64(itemSize))
            guard !overflows, size <= UInt64(left) else {
                let cause =
                    "the \(name) at byte \(offset) declares \(BinaryPropertyError.count(claimed, item)); "
                    + "only \(BinaryPropertyError.left(left))"
                throw BinaryPropertyError(cause, at: offset, length: start - offset)
            }
            count = Int(claimed)
            payload = start..<(start + Int(size))
        }
    }
}
