import SchemeModel
import Testing

@Suite struct ByteSearchTests {
    @Test(
        arguments: [
            ("aab", "ab", 1..<3), ("ab", "ab", 0..<2), ("xaxab", "ab", 3..<5), ("a", "ab", nil), ("", "a", nil),
            ("abc", "d", nil), ("abc", "", nil),
        ] as [(String, String, Range<Int>?)]
    )
    func findsTheFirstOccurrence(text: String, part: String, expected: Range<Int>?) {
        let bytes = Array(text.utf8)
        #expect(bytes.firstRange(of: Array(part.utf8)) == expected)
        // A slice counts from the beginning of the whole.
        let slice = ([0, 0] + bytes + [0])[2..<2 + bytes.count]
        #expect(slice.firstRange(of: Array(part.utf8)) == expected.map { $0.lowerBound + 2..<$0.upperBound + 2 })
    }
}
