import Testing

@testable import SchemeModel

@Suite struct FNV1aTests {
    /// The test vectors of the algorithm's authors.
    @Test(
        arguments: [
            ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
        ] as [(String, UInt64)]
    )
    func isTheStandardHash(text: String, hash: UInt64) {
        #expect(Array(text.utf8)[...].fnv1a == hash)
    }
}
