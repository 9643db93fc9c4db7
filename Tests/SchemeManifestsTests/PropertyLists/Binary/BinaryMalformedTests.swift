import SchemeManifests
import SchemeModel
import Testing

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
        Case(bytes: [], cause: "a binary property list begins with `bplist`", offset: 0, length: 0),
        Case(
            bytes: Array("hello, world".utf8),
            cause: "a binary property list begins with `bplist`",
            offset: 0,
            length: 8
        ),
        Case(
            bytes: Array("bplist".utf8),
            cause: "only version 0 of the format is read (`bplist00`)",
            offset: 0,
            length: 6
        ),
        Case(
            bytes: file { $0.header = Array("bplist15".utf8) },
            cause: "only version 0 of the format is read (`bplist00`)",
            offset: 0,
            length: 8
        ),
        Case(
            bytes: Array("bplist00".utf8),
            cause: "the file is cut off: it has 8 bytes and the format needs 41 at least",
            offset: 8,
            length: 0
        ),
        Case(
            bytes: Array(file().dropLast(2)),
            cause: "the file is cut off: it has 40 bytes and the format needs 41 at least",
            offset: 40,
            length: 0
        ),
        trailer("the trailer gives 0 bytes to each offset") { $0.claimedOffsetSize = 0 },
        trailer("the trailer gives 0 bytes to each object reference") { $0.claimedReferenceSize = 0 },
        trailer("the trailer says that there are no objects") { $0.claimedCount = 0 },
        trailer("the root is object 1 of 1, counted from 0") { $0.root = 1 },
        trailer("the root is object 18446744073709551615 of 1, counted from 0") { $0.root = .max },
        trailer("the offset table begins at byte 8, inside the header") { $0.claimedTable = 8 },
        trailer("the offset table begins at byte 10, beyond the 10 bytes before the trailer") { $0.claimedTable = 10 },
        trailer("the offset table begins at byte 18446744073709551615, beyond the 10 bytes before the trailer") {
            $0.claimedTable = .max
        },
        trailer("the offset table ends beyond the file: 2 offsets in 1 byte") { $0.claimedCount = 2 },
        trailer("the offset table ends beyond the file: 18446744073709551615 offsets in 1 byte") {
            $0.claimedCount = .max
        },
        Case(
            bytes: file { $0.stray = [1, 2] },
            cause: "between the offset table and the trailer there is something else (2 bytes)",
            offset: 12,
            length: 32
        ),
        Case(
            bytes: file([[UInt8]](repeating: [0x09], count: 256)) { $0.offsetSize = 2 },
            cause: "references of 1 byte cannot tell 256 objects apart",
            offset: 776,
            length: 32
        ),
        Case(
            bytes: file([BinaryFile.data([UInt8](repeating: 0, count: 300))]),
            cause: "offsets of 1 byte cannot reach byte 318",
            offset: 319,
            length: 32
        ),
        Case(
            bytes: file([[0x09], [0x09]]) { $0.claimedOffsets = [1: 10] },
            cause: "object 1 lies outside the file",
            offset: 11,
            length: 1
        ),
        Case(
            bytes: file {
                $0.offsetSize = 9; $0.claimedOffsets = [0: 200]
            },
            cause: "object 0 lies outside the file",
            offset: 9,
            length: 9
        ),
        Case(
            bytes: file { $0.claimedOffsets = [0: 3] },
            cause: "an object begins at byte 3, inside the header",
            offset: 3,
            length: 1
        ),
    ]

    static let objects: [Case] = [
        object([0x01], "the object at byte 8 is of unknown kind 0x01", length: 1),
        object([0x0F], "the object at byte 8 is of unknown kind 0x0F", length: 1),
        object([0x15], "the object at byte 8 is of unknown kind 0x15", length: 1),
        object([0x21, 0, 0], "the object at byte 8 is of unknown kind 0x21", length: 1),
        object([0x32], "the object at byte 8 is of unknown kind 0x32", length: 1),
        object([0x71, 0x61], "the object at byte 8 is of unknown kind 0x71", length: 1),
        object([0x90], "the object at byte 8 is of unknown kind 0x90", length: 1),
        object([0xB0], "the object at byte 8 is of unknown kind 0xB0", length: 1),
        object([0xFF], "the object at byte 8 is of unknown kind 0xFF", length: 1),
        object([0x13, 0, 0], "the number at byte 8 takes 8 bytes; 2 bytes are left", length: 3),
        object([0x22, 0, 0], "the number at byte 8 takes 4 bytes; 2 bytes are left", length: 3),
        object([0x33], "the date at byte 8 takes 8 bytes; 0 bytes are left", length: 1),
        object([0x83, 0], "the UID at byte 8 takes 4 bytes; 1 byte is left", length: 2),
        object([0x84, 1, 0, 0, 0, 0], "the UID at byte 8 needs more than 32 bits", length: 6),
        object([0x45, 0], "the data at byte 8 claims 5 bytes; 1 byte is left", length: 1),
        object([0x55, 0x61], "the string at byte 8 claims 5 characters; 1 byte is left", length: 1),
        object([0x61, 0x61], "the string at byte 8 claims 1 UTF-16 unit; 1 byte is left", length: 1),
        object(
            BinaryFile.marker(0x6, 1 << 63),
            "the string at byte 8 claims 9223372036854775808 UTF-16 units; 0 bytes are left",
            length: 10
        ),
        object(
            BinaryFile.marker(0xA, UInt64(Int64.max)) + [0],
            "the array at byte 8 claims 9223372036854775807 elements; 1 byte is left",
            length: 10
        ),
        object(
            BinaryFile.marker(0xA, .max),
            "the array at byte 8 claims 18446744073709551615 elements; 0 bytes are left",
            length: 10
        ),
        object(
            BinaryFile.marker(0xC, .max),
            "the set at byte 8 claims 18446744073709551615 elements; 0 bytes are left",
            length: 10
        ),
        object(
            BinaryFile.marker(0xD, 1 << 62),
            "the dictionary at byte 8 claims 4611686018427387904 members; 0 bytes are left",
            length: 10
        ),
        object([0xD1, 0], "the dictionary at byte 8 claims 1 member; 1 byte is left", length: 1),
        object(
            [0xAF, 0x14] + [UInt8](repeating: 0xFF, count: 16),
            "the array at byte 8 claims more than 18446744073709551615 elements",
            length: 18
        ),
        object([0xAF], "the array at byte 8 has no count that can be read", length: 1),
        object([0xAF, 0x09], "the array at byte 8 has no count that can be read", length: 2),
        object([0xAF, 0x13, 0], "the array at byte 8 has no count that can be read", length: 2),
        object([0x5F, 0x1F, 0], "the string at byte 8 has no count that can be read", length: 2),
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
            cause: "the key at byte 11 is no string",
            offset: 11,
            length: 2
        ),
        Case(
            bytes: file([BinaryFile.dictionary([(0, 0)])]),
            cause: "the key at byte 8 is no string",
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
        let failure = #expect(throws: ReadFailure.self) {
            try BinaryPropertyReader.read(example.bytes, wanted: .all, limits: .standard)
        }
        let irregularity = try #require(failure?.irregularity)
        #expect(irregularity.kind == .malformed)
        #expect(irregularity.cause == example.cause)
        #expect(irregularity.span.keyPath == example.keyPath)
        #expect(irregularity.span.element == SourceRange(byteOffset: example.offset, byteLength: example.length))
    }
}
