import SchemeManifests
import SchemeModel
import Testing
import TestSupport

/// Each way in which a binary property list can be broken, with the cause and the place that the reader names.
@Suite struct BinaryMalformedTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let cause: String
        let offset: Int
        let length: Int
        var keyPath = ""

        var testDescription: String { cause }
    }

    private static func file(_ objects: [[UInt8]] = [[0x09]], _ change: (inout BinaryFile) -> Void = { _ in })
        -> [UInt8]
    {
        var file = BinaryFile(objects)
        change(&file)
        return file.bytes
    }

    /// A file whose only object is at byte 8.
    private static func object(_ object: [UInt8], _ cause: String, length: Int) -> Case {
        Case(bytes: file([object]), cause: cause, offset: 8, length: length)
    }

    /// A file of one object, 42 bytes long, whose trailer begins at byte 10.
    private static func trailer(_ cause: String, _ change: (inout BinaryFile) -> Void) -> Case {
        Case(bytes: file([[0x09]], change), cause: cause, offset: 10, length: 32)
    }

    static let frames: [Case] = [
        Case(bytes: [], cause: "expected `bplist` at the start of a binary property list", offset: 0, length: 0),
        Case(
            bytes: Array("hello, world".utf8),
            cause: "expected `bplist` at the start of a binary property list",
            offset: 0,
            length: 8
        ),
        Case(
            bytes: Array("bplist".utf8),
            cause: "only version 0 of the format (`bplist00`) is supported",
            offset: 0,
            length: 6
        ),
        Case(
            bytes: file { $0.header = Array("bplist15".utf8) },
            cause: "only version 0 of the format (`bplist00`) is supported",
            offset: 0,
            length: 8
        ),
        Case(
            bytes: Array("bplist00".utf8),
            cause: "the file is truncated: it has 8 bytes, but the format needs at least 41",
            offset: 8,
            length: 0
        ),
        Case(
            bytes: Array(file().dropLast(2)),
            cause: "the file is truncated: it has 40 bytes, but the format needs at least 41",
            offset: 40,
            length: 0
        ),
        trailer("the trailer declares offsets of 0 bytes") { $0.claimedOffsetSize = 0 },
        trailer("the trailer declares object references of 0 bytes") { $0.claimedReferenceSize = 0 },
        trailer("the trailer declares no objects") { $0.claimedCount = 0 },
        trailer("the root object has index 1, but the object count is 1") { $0.root = 1 },
        trailer("the root object has index 18446744073709551615, but the object count is 1") { $0.root = .max },
        trailer("the offset table starts at byte 8, inside the header") { $0.claimedTable = 8 },
        trailer("the offset table starts at byte 10, beyond the 10 bytes before the trailer") { $0.claimedTable = 10 },
        trailer("the offset table starts at byte 18446744073709551615, beyond the 10 bytes before the trailer") {
            $0.claimedTable = .max
        },
        trailer("the offset table does not fit into the file: 2 offsets in 1 byte") { $0.claimedCount = 2 },
        trailer("the offset table does not fit into the file: 18,446,744,073,709,551,615 offsets in 1 byte") {
            $0.claimedCount = .max
        },
        Case(
            bytes: file { $0.stray = [1, 2] },
            cause: "unexpected data between the offset table and the trailer (2 bytes)",
            offset: 12,
            length: 32
        ),
        Case(
            bytes: file([[UInt8]](repeating: [0x09], count: 256)) { $0.offsetSize = 2 },
            cause: "references of 1 byte are too small for 256 objects",
            offset: 776,
            length: 32
        ),
        Case(
            bytes: file([BinaryFile.data([UInt8](repeating: 0, count: 300))]),
            cause: "offsets of 1 byte are too small to reach byte 318",
            offset: 319,
            length: 32
        ),
        Case(
            bytes: file([[0x09], [0x09]]) { $0.claimedOffsets = [1: 10] },
            cause: "object 1 is outside the file",
            offset: 11,
            length: 1
        ),
        Case(
            bytes: file {
                $0.offsetSize = 9; $0.claimedOffsets = [0: 200]
            },
            cause: "object 0 is outside the file",
            offset: 9,
            length: 9
        ),
        Case(
            bytes: file { $0.claimedOffsets = [0: 3] },
            cause: "an object starts at byte 3, inside the header",
            offset: 3,
            length: 1
        ),
    ]

    static let objects: [Case] = [
        object([0x01], "the object at byte 8 has the unknown type 0x01", length: 1),
        object([0x0F], "the object at byte 8 has the unknown type 0x0F", length: 1),
        object([0x15], "the object at byte 8 has the unknown type 0x15", length: 1),
        object([0x21, 0, 0], "the object at byte 8 has the unknown type 0x21", length: 1),
        object([0x32], "the object at byte 8 has the unknown type 0x32", length: 1),
        object([0x71, 0x61], "the object at byte 8 has the unknown type 0x71", length: 1),
        object([0x90], "the object at byte 8 has the unknown type 0x90", length: 1),
        object([0xB0], "the object at byte 8 has the unknown type 0xB0", length: 1),
        object([0xFF], "the object at byte 8 has the unknown type 0xFF", length: 1),
        object([0x13, 0, 0], "the number at byte 8 needs 8 bytes; only 2 bytes are left", length: 3),
        object([0x22, 0, 0], "the number at byte 8 needs 4 bytes; only 2 bytes are left", length: 3),
        object([0x33], "the date at byte 8 needs 8 bytes; only 0 bytes are left", length: 1),
        object([0x83, 0], "the UID at byte 8 needs 4 bytes; only 1 byte is left", length: 2),
        object([0x84, 1, 0, 0, 0, 0], "the UID at byte 8 needs more than 32 bits", length: 6),
        object([0x45, 0], "the data at byte 8 declares 5 bytes; only 1 byte is left", length: 1),
        object([0x55, 0x61], "the string at byte 8 declares 5 characters; only 1 byte is left", length: 1),
        object([0x61, 0x61], "the string at byte 8 declares 1 UTF-16 unit; only 1 byte is left", length: 1),
        object(
            BinaryFile.marker(0x6, 1 << 63),
            "the string at byte 8 declares 9,223,372,036,854,775,808 UTF-16 units; only 0 bytes are left",
            length: 10
        ),
        object(
            BinaryFile.marker(0xA, UInt64(Int64.max)) + [0],
            "the array at byte 8 declares 9,223,372,036,854,775,807 elements; only 1 byte is left",
            length: 10
        ),
        object(
            BinaryFile.marker(0xA, .max),
            "the array at byte 8 declares 18,446,744,073,709,551,615 elements; only 0 bytes are left",
            length: 10
        ),
        object(
            BinaryFile.marker(0xC, .max),
            "the set at byte 8 declares 18,446,744,073,709,551,615 elements; only 0 bytes are left",
            length: 10
        ),
        object(
            BinaryFile.marker(0xD, 1 << 62),
            "the dictionary at byte 8 declares 4,611,686,018,427,387,904 members; only 0 bytes are left",
            length: 10
        ),
        object([0xD1, 0], "the dictionary at byte 8 declares 1 member; only 1 byte is left", length: 1),
        object(
            [0xAF, 0x14] + [UInt8](repeating: 0xFF, count: 16),
            "the array at byte 8 declares more than 18,446,744,073,709,551,615 elements",
            length: 18
        ),
        object([0xAF], "the array at byte 8 has an invalid count", length: 1),
        object([0xAF, 0x09], "the array at byte 8 has an invalid count", length: 2),
        object([0xAF, 0x13, 0], "the array at byte 8 has an invalid count", length: 2),
        object([0x5F, 0x1F, 0], "the string at byte 8 has an invalid count", length: 2),
        Case(
            bytes: file([BinaryFile.array([1])]),
            cause: "the container at byte 8 refers to an object that does not exist",
            offset: 9,
            length: 1,
            keyPath: "[0]"
        ),
        Case(
            bytes: file([BinaryFile.dictionary([(9, 0)])]),
            cause: "the container at byte 8 refers to an object that does not exist",
            offset: 9,
            length: 1
        ),
        Case(
            bytes: file([BinaryFile.dictionary([(1, 9)]), BinaryFile.ascii("a")]),
            cause: "the container at byte 8 refers to an object that does not exist",
            offset: 10,
            length: 1,
            keyPath: "a"
        ),
        Case(
            bytes: file([BinaryFile.dictionary([(1, 1)]), BinaryFile.integer(7, power: 0)]),
            cause: "the key at byte 11 is not a string",
            offset: 11,
            length: 2
        ),
        Case(
            bytes: file([BinaryFile.dictionary([(0, 0)])]),
            cause: "the key at byte 8 is not a string",
            offset: 8,
            length: 3
        ),
        Case(
            bytes: file([BinaryFile.array([0])]),
            cause: "the container at byte 8 contains itself",
            offset: 8,
            length: 2,
            keyPath: "[0]"
        ),
        Case(
            bytes: file([BinaryFile.array([2, 1]), BinaryFile.dictionary([(2, 0)]), BinaryFile.ascii("up")]),
            cause: "the container at byte 8 contains itself",
            offset: 8,
            length: 3,
            keyPath: "[1].up"
        ),
    ]

    @Test(arguments: frames + objects)
    func namesTheCauseAndThePlace(example: Case) throws {
        let failure = #expect(throws: PropertyListError.self) {
            try BinaryPropertyReader.read(example.bytes, wanted: .all, limits: .standard)
        }
        let irregularity = try #require(failure?.irregularity)
        #expect(irregularity.kind == .malformed)
        #expect(irregularity.cause == example.cause)
        #expect(irregularity.span.keyPath == example.keyPath)
        #expect(irregularity.span.element == SourceRange(byteOffset: example.offset, byteLength: example.length))
    }
}
