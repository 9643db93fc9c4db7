import SchemeModel

/// The last 32 bytes of a binary property list, which locate its objects.
///
/// A value of this type guarantees that the offset table is inside the file, directly before the trailer, and that
/// every offset in it points before the table.
///
/// - Source: CFBinaryPList.c in swift-corelibs-foundation, `__CFBinaryPlistGetTopLevelInfo`, which checks the same
///   conditions.
struct BinaryTrailer {
    /// The number of objects, at least 1.
    let objectCount: Int
    /// The index of the root.
    let rootObject: Int
    /// The size of an object reference in bytes.
    let referenceSize: Int
    /// The end of the objects and the start of the offset table.
    let tableOffset: Int
    private let offsetSize: Int

    /// The number of bytes before the objects: `bplist0` and any one character.
    static let headerSize = 8
    private static let size = 32

    /// Reads and checks the header, the trailer and the offset table of `bytes`.
    init(_ bytes: [UInt8]) throws(BinaryPropertyError) {
        let smallest = Self.headerSize + 1 + Self.size
        guard bytes.starts(with: "bplist".utf8) else {
            let cause = "expected `bplist` at the start of a binary property list"
            throw BinaryPropertyError(cause, at: 0, length: min(bytes.count, 8))
        }
        // Since Mac OS X 10.6, any character may follow `bplist0`. `bplist1` is another format.
        guard bytes.count >= Self.headerSize, bytes[6] == UInt8(ascii: "0") else {
            let cause = "only version 0 of the format (`bplist00`) is supported"
            throw BinaryPropertyError(cause, at: 0, length: min(bytes.count, 8))
        }
        guard bytes.count >= smallest else {
            let cause =
                "the file is truncated: it has \(bytes.count.grouped) bytes, but the format needs at least \(smallest)"
            throw BinaryPropertyError(cause, at: bytes.count, length: 0)
        }

        let start = bytes.count - Self.size
        let invalid = { (cause: String) in BinaryPropertyError(cause, at: start, length: Self.size) }
        offsetSize = Int(bytes[start + 6])
        referenceSize = Int(bytes[start + 7])
        let objects = BinaryNumber.unsigned(bytes, at: start + 8, size: 8)
        let root = BinaryNumber.unsigned(bytes, at: start + 16, size: 8)
        let table = BinaryNumber.unsigned(bytes, at: start + 24, size: 8)
        guard let objects, let root, let table else { throw invalid("the trailer is truncated") }

        guard offsetSize > 0 else { throw invalid("the trailer declares offsets of 0 bytes") }
        guard referenceSize > 0 else { throw invalid("the trailer declares object references of 0 bytes") }
        guard objects > 0 else { throw invalid("the trailer declares no objects") }
        guard root < objects else {
            throw invalid("the root object has index \(root), but the object count is \(objects)")
        }
        guard table > UInt64(Self.headerSize) else {
            throw invalid("the offset table starts at byte \(table), inside the header")
        }
        guard table < UInt64(start) else {
            throw invalid("the offset table starts at byte \(table), beyond the \(start) bytes before the trailer")
        }
        let room = UInt64(start) - table
        let (length, overflows) = objects.multipliedReportingOverflow(by: UInt64(offsetSize))
        guard !overflows, length <= room else {
            throw invalid(
                "the offset table does not fit into the file: \(BinaryPropertyError.count(objects, "offset")) in "
                    + BinaryPropertyError.count(room, "byte")
            )
        }
        guard length == room else {
            throw invalid(
                "unexpected data between the offset table and the trailer (\(BinaryPropertyError.count(room - length, "byte")))"
            )
        }
        guard referenceSize >= 8 || objects < 1 << (8 * UInt64(referenceSize)) else {
            throw invalid(
                "references of \(BinaryPropertyError.count(referenceSize, "byte")) are too small for \(objects.grouped) objects"
            )
        }
        guard offsetSize >= 8 || table < 1 << (8 * UInt64(offsetSize)) else {
            throw invalid(
                "offsets of \(BinaryPropertyError.count(offsetSize, "byte")) are too small to reach byte \(table)"
            )
        }
        // Both are smaller than the file at this point.
        objectCount = Int(objects)
        rootObject = Int(root)
        tableOffset = Int(table)

        for object in 0..<objectCount { _ = try offset(ofObject: object, in: bytes) }
    }

    /// Returns the offset of an object.
    func offset(ofObject object: Int, in bytes: [UInt8]) throws(BinaryPropertyError) -> Int {
        let place = tableOffset + object * offsetSize
        guard let offset = BinaryNumber.unsigned(bytes, at: place, size: offsetSize), offset < UInt64(tableOffset)
        else {
            throw BinaryPropertyError("object \(object) is outside the file", at: place, length: offsetSize)
        }
        return Int(offset)
    }
}

/// The reason why a binary property list is invalid, and the bytes that show it.
struct BinaryPropertyError: Error {
    let cause: String
    let offset: Int
    let length: Int

    init(_ cause: String, at offset: Int, length: Int = 1) {
        self.cause = cause
        self.offset = offset
        self.length = length
    }

    /// "1 byte", "2 bytes".
    static func count(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(number.grouped) \(noun)\(number == 1 ? "" : "s")"
    }

    /// "1 byte is left", "2 bytes are left".
    static func left(_ number: Int) -> String {
        "\(count(number, "byte")) \(number == 1 ? "is" : "are") left"
    }
}

/// Big-endian numbers of any size.
enum BinaryNumber {
    /// Returns the number in `size` bytes, or `nil` if some are missing or it needs more than 64 bits.
    static func unsigned(_ bytes: [UInt8], at offset: Int, size: Int) -> UInt64? {
        guard offset >= 0, size >= 0, offset <= bytes.count, size <= bytes.count - offset else { return nil }
        var value: UInt64 = 0
        for index in offset..<(offset + size) {
            guard value >> 56 == 0 else { return nil }
            value = value << 8 | UInt64(bytes[index])
        }
        return value
    }
}
