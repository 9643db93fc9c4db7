/// The last 32 bytes of a binary property list, which say where its objects are.
///
/// A value of this type is proof that the offset table lies inside the file, directly before the trailer, and that every
/// offset in it points before the table.
///
/// - Source: CFBinaryPList.c in swift-corelibs-foundation, `__CFBinaryPlistGetTopLevelInfo`, whose conditions these are.
struct BinaryTrailer {
    /// The number of objects, at least 1.
    let objectCount: Int
    /// The index of the root.
    let rootObject: Int
    /// The bytes in a reference to an object.
    let referenceSize: Int
    /// Where the objects end and the offset table begins.
    let tableOffset: Int
    private let offsetSize: Int

    /// The bytes before the objects: `bplist0` and any one character.
    static let headerSize = 8
    private static let size = 32

    /// Reads and checks the header, the trailer and the offset table of `bytes`.
    init(_ bytes: [UInt8]) throws(BinaryFault) {
        let smallest = Self.headerSize + 1 + Self.size
        guard bytes.starts(with: "bplist".utf8) else {
            throw BinaryFault("a binary property list begins with `bplist`", at: 0, length: min(bytes.count, 8))
        }
        // From Mac OS X 10.6 on, `bplist0` followed by any character is read; `bplist1` is another format.
        guard bytes.count >= Self.headerSize, bytes[6] == UInt8(ascii: "0") else {
            throw BinaryFault("only version 0 of the format is read (`bplist00`)", at: 0, length: min(bytes.count, 8))
        }
        guard bytes.count >= smallest else {
            let cause = "the file is cut off: it has \(bytes.count) bytes and the format needs \(smallest) at least"
            throw BinaryFault(cause, at: bytes.count, length: 0)
        }

        let start = bytes.count - Self.size
        let fault = { (cause: String) in BinaryFault(cause, at: start, length: Self.size) }
        offsetSize = Int(bytes[start + 6])
        referenceSize = Int(bytes[start + 7])
        let objects = BinaryNumber.unsigned(bytes, at: start + 8, size: 8)
        let root = BinaryNumber.unsigned(bytes, at: start + 16, size: 8)
        let table = BinaryNumber.unsigned(bytes, at: start + 24, size: 8)
        guard let objects, let root, let table else { throw fault("the trailer is cut off") }

        guard offsetSize > 0 else { throw fault("the trailer gives 0 bytes to each offset") }
        guard referenceSize > 0 else { throw fault("the trailer gives 0 bytes to each object reference") }
        guard objects > 0 else { throw fault("the trailer says that there are no objects") }
        guard root < objects else { throw fault("the root is object \(root) of \(objects), counted from 0") }
        guard table > UInt64(Self.headerSize) else {
            throw fault("the offset table begins at byte \(table), inside the header")
        }
        guard table < UInt64(start) else {
            throw fault("the offset table begins at byte \(table), beyond the \(start) bytes before the trailer")
        }
        let room = UInt64(start) - table
        let (length, overflows) = objects.multipliedReportingOverflow(by: UInt64(offsetSize))
        guard !overflows, length <= room else {
            throw fault(
                "the offset table ends beyond the file: \(BinaryFault.count(objects, "offset")) in \(BinaryFault.count(room, "byte"))"
            )
        }
        guard length == room else {
            throw fault(
                "between the offset table and the trailer there is something else (\(BinaryFault.count(room - length, "byte")))"
            )
        }
        guard referenceSize >= 8 || objects < 1 << (8 * UInt64(referenceSize)) else {
            throw fault(
                "references of \(BinaryFault.count(referenceSize, "byte")) cannot tell \(objects) objects apart"
            )
        }
        guard offsetSize >= 8 || table < 1 << (8 * UInt64(offsetSize)) else {
            throw fault("offsets of \(BinaryFault.count(offsetSize, "byte")) cannot reach byte \(table)")
        }
        // Both are smaller than the file by now.
        objectCount = Int(objects)
        rootObject = Int(root)
        tableOffset = Int(table)

        for object in 0..<objectCount { _ = try offset(ofObject: object, in: bytes) }
    }

    /// Where an object begins.
    func offset(ofObject object: Int, in bytes: [UInt8]) throws(BinaryFault) -> Int {
        let place = tableOffset + object * offsetSize
        guard let offset = BinaryNumber.unsigned(bytes, at: place, size: offsetSize), offset < UInt64(tableOffset)
        else {
            throw BinaryFault("object \(object) lies outside the file", at: place, length: offsetSize)
        }
        return Int(offset)
    }
}

/// Why a binary property list cannot be read, and which bytes show it.
struct BinaryFault: Error {
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
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// "1 byte is left", "2 bytes are left".
    static func left(_ number: Int) -> String {
        "\(count(number, "byte")) \(number == 1 ? "is" : "are") left"
    }
}

/// Big-endian numbers of any size.
enum BinaryNumber {
    /// The number in `size` bytes; `nil` where they are not all there or the number needs more than 64 bits.
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
