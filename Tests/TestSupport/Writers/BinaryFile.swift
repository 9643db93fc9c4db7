/// Writes binary property lists, right ones and wrong ones.
package struct BinaryFile {
    package var header = Array("bplist00".utf8)
    package var objects: [[UInt8]]
    package var root: UInt64 = 0
    package var referenceSize = 1
    package var offsetSize = 1
    /// What stands in the trailer in place of the true numbers.
    package var claimedCount: UInt64?
    package var claimedTable: UInt64?
    package var claimedOffsetSize: UInt8?
    package var claimedReferenceSize: UInt8?
    /// What stands in the offset table in place of the true offsets.
    package var claimedOffsets: [Int: UInt64] = [:]
    /// Bytes between the offset table and the trailer.
    package var stray: [UInt8] = []

    package init(_ objects: [[UInt8]], root: UInt64 = 0) {
        self.objects = objects
        self.root = root
    }

    package var bytes: [UInt8] {
        var bytes = header
        var offsets: [UInt64] = []
        for object in objects {
            offsets.append(UInt64(bytes.count))
            bytes += object
        }
        let table = UInt64(bytes.count)
        for (index, offset) in offsets.enumerated() {
            bytes += Self.number(claimedOffsets[index] ?? offset, size: offsetSize)
        }
        bytes += stray
        bytes += [0, 0, 0, 0, 0, 0]
        bytes += [claimedOffsetSize ?? UInt8(offsetSize), claimedReferenceSize ?? UInt8(referenceSize)]
        bytes += Self.number(claimedCount ?? UInt64(objects.count), size: 8)
        bytes += Self.number(root, size: 8)
        bytes += Self.number(claimedTable ?? table, size: 8)
        return bytes
    }

    /// Where an object begins.
    package func offset(_ object: Int) -> Int { header.count + objects[..<object].map(\.count).reduce(0, +) }

    package static func number(_ value: UInt64, size: Int) -> [UInt8] {
        (0..<size).reversed().map { $0 >= 8 ? 0 : UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    /// A marker with a count: in its low half, or after it where the count is 15 or more.
    package static func marker(_ kind: UInt8, _ count: UInt64) -> [UInt8] {
        count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 0x0F, 0x13] + number(count, size: 8)
    }

    package static func ascii(_ text: String) -> [UInt8] { marker(0x5, UInt64(text.utf8.count)) + Array(text.utf8) }

    package static func utf16(_ units: [UInt16]) -> [UInt8] {
        marker(0x6, UInt64(units.count)) + units.flatMap { number(UInt64($0), size: 2) }
    }

    package static func integer(_ value: UInt64, power: UInt8) -> [UInt8] {
        [0x10 | power] + number(value, size: 1 << Int(power))
    }
    package static func real(_ value: Double) -> [UInt8] { [0x23] + number(value.bitPattern, size: 8) }
    package static func date(_ secondsSince2001: Double) -> [UInt8] {
        [0x33] + number(secondsSince2001.bitPattern, size: 8)
    }
    package static func data(_ bytes: [UInt8]) -> [UInt8] { marker(0x4, UInt64(bytes.count)) + bytes }
    package static func array(_ references: [UInt8]) -> [UInt8] { marker(0xA, UInt64(references.count)) + references }
    package static func set(_ references: [UInt8]) -> [UInt8] { marker(0xC, UInt64(references.count)) + references }

    package static func dictionary(_ members: [(key: UInt8, value: UInt8)]) -> [UInt8] {
        marker(0xD, UInt64(members.count)) + members.map(\.key) + members.map(\.value)
    }
}
