import SchemeManifests
import SchemeModel
import Testing
import TestSupport

struct TextMapTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var text: String
        var part: Substring
        var storage: TextMap.Storage = .utf8(mark: 0)
        /// Offset and length in the input; line and columns in UTF-8 and in UTF-16.
        var offset: Int
        var length: Int
        var columns: String
        var columnsUTF16: String

        var testDescription: String { name }
    }

    @Test(arguments: [
        Case(
            name: "LF",
            text: "a\nb\nxy",
            part: "xy",
            offset: 4,
            length: 2,
            columns: "3:1-3:3",
            columnsUTF16: "3:1-3:3"
        ),
        Case(
            name: "CRLF",
            text: "a\r\nb\r\nxy",
            part: "xy",
            offset: 6,
            length: 2,
            columns: "3:1-3:3",
            columnsUTF16: "3:1-3:3"
        ),
        Case(
            name: "CR",
            text: "a\rb\rxy",
            part: "xy",
            offset: 4,
            length: 2,
            columns: "3:1-3:3",
            columnsUTF16: "3:1-3:3"
        ),
        Case(
            name: "mixed",
            text: "a\r\n\r\n\rxy",
            part: "xy",
            offset: 6,
            length: 2,
            columns: "4:1-4:3",
            columnsUTF16: "4:1-4:3"
        ),
        Case(
            name: "CR at the end",
            text: "xy\r",
            part: "xy",
            offset: 0,
            length: 2,
            columns: "1:1-1:3",
            columnsUTF16: "1:1-1:3"
        ),
        Case(
            name: "byte order mark",
            text: "a\nxy",
            part: "xy",
            storage: .utf8(mark: 3),
            offset: 5,
            length: 2,
            columns: "2:1-2:3",
            columnsUTF16: "2:1-2:3"
        ),
        Case(
            name: "two-byte characters",
            text: "é\née xy",
            part: "xy",
            offset: 7,
            length: 2,
            columns: "2:5-2:7",
            columnsUTF16: "2:4-2:6"
        ),
        Case(
            name: "beyond the BMP",
            text: "😀\n😀a xy",
            part: "xy",
            offset: 11,
            length: 2,
            columns: "2:7-2:9",
            columnsUTF16: "2:5-2:7"
        ),
        Case(
            name: "UTF-16",
            text: "é\n😀 xy",
            part: "xy",
            storage: .utf16(mark: 2),
            offset: 12,
            length: 4,
            columns: "2:6-2:8",
            columnsUTF16: "2:4-2:6"
        ),
        Case(
            name: "UTF-16 without mark",
            text: "ab",
            part: "b",
            storage: .utf16(mark: 0),
            offset: 2,
            length: 2,
            columns: "1:2-1:3",
            columnsUTF16: "1:2-1:3"
        ),
        Case(
            name: "one byte each",
            text: "é€ xy",
            part: "xy",
            storage: .singleByte,
            offset: 3,
            length: 2,
            columns: "1:7-1:9",
            columnsUTF16: "1:4-1:6"
        ),
        Case(
            name: "one long line",
            text: String(repeating: "é", count: 5000) + "xy",
            part: "xy",
            offset: 10000,
            length: 2,
            columns: "1:10001-1:10003",
            columnsUTF16: "1:5001-1:5003"
        ),
    ])
    func rangesNameTheInput(_ example: Case) throws {
        let text = Array(example.text.utf8)
        let wanted = Array(example.part.utf8)
        let start = try #require(
            (0...text.count - wanted.count).last { text[$0..<$0 + wanted.count].elementsEqual(wanted) }
        )
        let range = TextMap(text, storage: example.storage).range(start..<start + wanted.count)
        #expect(range.byteOffset == example.offset)
        #expect(range.byteLength == example.length)
        #expect(range.columns == example.columns)
        #expect(range.columnsUTF16 == example.columnsUTF16)
    }

    /// Eight characters are any of four, so that line ends stand everywhere in the
    /// words and blocks that the text is looked through by, and across their edges.
    @Test(arguments: ["", "0123", String(repeating: "\n", count: 60)])
    func linesAreThoseOfACount(before: String) {
        let signs = Array("a\u{8D}\n\r".unicodeScalars)
        // Seven has no factor in common with the number of texts, so each sign still stands everywhere.
        for number in stride(from: 0, to: 65_536, by: TestScale.pick(7, torture: 1)) {
            let text = (0..<8).map { signs[number >> (2 * $0) & 3] }
            let bytes = Array((before + String(String.UnicodeScalarView(text)) + before).utf8)
            let isEnd = { (index: Int) in
                bytes[index] == 0x0A || (bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A))
            }
            let map = TextMap(bytes, storage: .utf8(mark: 0))
            let last = map.range(bytes.count..<bytes.count).lines?.start
            let start = bytes.indices.last(where: isEnd).map { $0 + 1 } ?? 0
            guard last?.line == bytes.indices.filter(isEnd).count + 1, last?.column == bytes.count - start + 1 else {
                Issue.record("\(bytes)")
                return
            }
        }
    }

    /// Characters stand at each place of a block, and across its edges.
    @Test(arguments: ["é", "😀", "é😀", "é\n😀", "€\n"])
    func columnsInUTF16AreThoseOfACount(sign: String) {
        for lead in 50..<70 {
            let text = String(repeating: "a", count: lead) + sign + String(repeating: "b", count: 80) + sign
            let map = TextMap(Array(text.utf8), storage: .utf8(mark: 0))
            for index in text.unicodeScalars.indices {
                let line = text[..<index].split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
                let offset = text.utf8.distance(from: text.startIndex, to: index)
                #expect(map.range(offset..<offset).lines?.start.columnUTF16 == line.utf16.count + 1)
            }
        }
    }

    /// What is no UTF-8 counts as the one U+FFFD that editors show for it.
    @Test(
        arguments: [
            ([0xFF], 1), ([0xF0], 1), ([0xF0, 0x9F, 0x98], 1), ([0x80, 0x80], 2), ([0xC3, 0x28], 2), ([0xF5, 0x80], 2),
            ([0xED, 0xA0, 0x80], 3), ([0xF0, 0x9F, 0x98, 0x80], 2), ([0xE2, 0x82, 0xFF, 0xC3, 0xA9], 3),
        ] as [([UInt8], Int)]
    )
    func bytesThatAreNoTextHaveColumns(_ bytes: [UInt8], units: Int) {
        let text = Array("é\na".utf8) + bytes + Array("b".utf8)
        let range = TextMap(text, storage: .utf8(mark: 0)).range(text.count - 1..<text.count)
        #expect(range.columns == "2:\(bytes.count + 2)-2:\(bytes.count + 3)")
        #expect(range.columnsUTF16 == "2:\(units + 2)-2:\(units + 3)")
    }

    @Test func offsetsBeyondTheEndCountAsTheEnd() {
        let map = TextMap(Array("ab\n".utf8), storage: .utf8(mark: 0))
        #expect(map.range(2..<99).columns == "1:3-2:1")
        #expect(map.range(50..<99).columns == "2:1-2:1")
        #expect(TextMap([], storage: .utf8(mark: 0)).range(0..<0).columns == "1:1-1:1")
    }
}
