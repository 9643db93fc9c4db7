import Foundation
import SchemeModel
import Testing

struct SourceRangeTests {
    private static let lines = SourceRange.Lines(
        start: TextPosition(line: 3, column: 4, columnUTF16: 5),
        end: TextPosition(line: 6, column: 7, columnUTF16: 8)
    )

    @Test(arguments: [
        (SourceRange(byteOffset: 1, byteLength: 2), "[1,2]"),
        (SourceRange(byteOffset: 1, byteLength: 2, lines: lines), "[1,2,3,4,5,6,7,8]"),
    ])
    func isStoredAsNumbers(range: SourceRange, json: String) throws {
        #expect(String(decoding: try JSONEncoder().encode(range), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(SourceRange.self, from: Data(json.utf8)) == range)
    }

    /// Older versions stored names.
    @Test(arguments: [
        (#"{"byteOffset":1,"byteLength":2}"#, SourceRange(byteOffset: 1, byteLength: 2)),
        (
            #"{"byteLength":2,"byteOffset":1,"lines":{"start":{"line":3,"column":4,"columnUTF16":5},"#
                + #""end":{"line":6,"column":7,"columnUTF16":8}}}"#,
            SourceRange(byteOffset: 1, byteLength: 2, lines: lines)
        ),
    ])
    func isReadFromMembers(json: String, range: SourceRange) throws {
        #expect(try JSONDecoder().decode(SourceRange.self, from: Data(json.utf8)) == range)
    }

    @Test(arguments: ["[1]", "[1,2,3]", "[1,2,3,4,5,6,7]", "[1,2,3,4,5,6,7,8,9]", "{}", "1"])
    func isNotReadFromOther(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(SourceRange.self, from: Data(json.utf8)) }
    }
}
