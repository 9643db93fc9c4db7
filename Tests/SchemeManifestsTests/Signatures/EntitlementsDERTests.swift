import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

@Suite("Entitlements in DER")
struct EntitlementsDERTests {
    /// The bytes that Apple's codesign makes of a dictionary with the key `key`.
    ///
    /// - Source: the layout `70 … 02 01 01 B0 … 30 … 0C 03 6B 65 79 …` of libCoreEntitlements.
    static let rows: [(name: String, bytes: [UInt8], names: [Entitlement]?)] = [
        ("empty", [112, 5, 2, 1, 1, 176, 0], []),
        ("true", [112, 15, 2, 1, 1, 176, 10, 48, 8, 12, 3, 107, 101, 121, 1, 1, 255], ["key"]),
        ("false", [112, 15, 2, 1, 1, 176, 10, 48, 8, 12, 3, 107, 101, 121, 1, 1, 0], []),
        ("number", [112, 15, 2, 1, 1, 176, 10, 48, 8, 12, 3, 107, 101, 121, 2, 1, 1], ["key"]),
        ("text", [112, 15, 2, 1, 1, 176, 10, 48, 8, 12, 3, 107, 101, 121, 12, 1, 97], ["key"]),
        ("empty text", [112, 14, 2, 1, 1, 176, 9, 48, 7, 12, 3, 107, 101, 121, 12, 0], []),
        ("first version", DERWriter.entitlements([("a", [1, 1, 1])], dictionaryTag: 0x31), ["a"]),
        ("sorted", DERWriter.entitlements([("b", [1, 1, 1]), ("a", [1, 1, 1])]), ["a", "b"]),
        ("twice, one false", DERWriter.entitlements([("a", [1, 1, 1]), ("a", [1, 1, 0])]), []),
        ("long", DERWriter.entitlements([("a", DERWriter.element(0x0C, Array(repeating: 0x61, count: 5000)))]), ["a"]),
        ("nothing", [], nil),
        ("bytes behind it", [112, 5, 2, 1, 1, 176, 0, 0], nil),
        ("bytes behind the dictionary", [112, 7, 2, 1, 1, 176, 0, 5, 0], nil),
        ("no version", [112, 2, 176, 0], nil),
        ("longer than it is", [112, 6, 2, 1, 1, 176, 0], nil),
        ("indefinite length", [112, 128, 2, 1, 1, 176, 0, 0, 0], nil),
        ("length of nine bytes", [112, 137, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, 1, 1, 176, 0], nil),
        ("huge length", [112, 132, 255, 255, 255, 255, 2, 1, 1, 176, 0], nil),
        ("tag of two bytes", [112, 7, 2, 1, 1, 176, 2, 0x3F, 0x81], nil),
        ("key that is no text", DERWriter.element(0x70, [2, 1, 1] + [176, 8, 48, 6, 2, 1, 1, 1, 1, 1]), nil),
        ("key that is not UTF-8", [112, 15, 2, 1, 1, 176, 10, 48, 8, 12, 3, 255, 101, 121, 1, 1, 255], nil),
        ("key without a value", [112, 12, 2, 1, 1, 176, 7, 48, 5, 12, 3, 107, 101, 121], nil),
    ]

    @Test("are read or refused", arguments: rows.indices)
    func read(index: Int) {
        let (name, bytes, names) = Self.rows[index]
        #expect(EntitlementsDER.held(in: bytes) == names, "\(name)")
    }
}
