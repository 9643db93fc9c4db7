import SchemeModel
import SchemeReports
import Testing

@Suite struct SnippetTests {
    /// A line, the 1-based columns of what is marked, and what is to be printed. `end` 0: the stretch ends on a later line.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var line: [UInt8]
        var start: Int
        var end: Int
        var shown: String
        var mark: String
        var testDescription: String { name }

        init(_ name: String, _ line: String, _ start: Int, _ end: Int, _ shown: String, _ mark: String) {
            self.init(name, bytes: Array(line.utf8), start, end, shown, mark)
        }

        init(_ name: String, bytes: [UInt8], _ start: Int, _ end: Int, _ shown: String, _ mark: String) {
            self.name = name
            line = bytes
            self.start = start
            self.end = end
            self.shown = shown
            self.mark = mark
        }
    }

    static let cases = [
        Case("plain", "<string>pay</string>", 9, 12, "<string>pay</string>", "        ^~~"),
        Case("one character", "ab", 2, 3, "ab", " ^"),
        Case("leading tabs", "\t\t<a>pay</a>", 6, 9, "        <a>pay</a>", "           ^~~"),
        Case("tab after text", "ab\tpay", 4, 7, "ab  pay", "    ^~~"),
        Case("tab inside the stretch", "a\tb", 1, 4, "a   b", "^~~~~"),
        Case("two-byte character before", "é pay", 4, 7, "é pay", "  ^~~"),
        Case("wide characters before", "日本pay", 7, 10, "日本pay", "    ^~~"),
        Case("wide characters marked", "a日本b", 2, 8, "a日本b", " ^~~~"),
        Case("combining mark before", "e\u{301}pay", 4, 7, "e\u{301}pay", " ^~~"),
        Case("emoji before", "\u{1F600}pay", 5, 8, "\u{1F600}pay", "  ^~~"),
        Case("escape sequence before", "\u{1B}[31mpay", 6, 9, "\\u{1B}[31mpay", "          ^~~"),
        Case("override marked", "a\u{202E}b", 2, 5, "a\\u{202E}b", " ^~~~~~~~"),
        Case("command of a build service", "##[group]pay", 10, 13, "\\u{23}#[group]pay", "              ^~~"),
        Case("empty stretch", "abc", 2, 2, "abc", " ^"),
        Case("empty line", "", 1, 1, "", "^"),
        Case("at the end of the line", "abc", 4, 4, "abc", "   ^"),
        Case("several lines", "<array>", 1, 0, "<array>", "^~~~~~~"),
        Case("beyond the end", "abc", 9, 12, "abc", "   ^"),
        Case("column zero", "abc", 0, 2, "abc", "^"),
        Case("impossible columns", "abc", .min, .max, "abc", "   ^"),
        Case("end before start", "abc", 3, 1, "abc", "  ^"),
        Case("inside a character", "é", 2, 3, "é", "^"),
        Case("no UTF-8", bytes: [0x61, 0xFF, 0x62], 3, 4, "a\u{FFFD}b", "  ^"),
        Case("cut UTF-8", bytes: [0x61, 0xE6, 0x97], 1, 2, "a\u{FFFD}", "^"),
    ]

    @Test(arguments: cases)
    func marks(_ test: Case) {
        let snippet = Snippet(line: test.line[...], marking: Self.lines(test.start, test.end))
        #expect(Array(snippet.line.utf8) == Array(test.shown.utf8))
        #expect(snippet.mark == test.mark)
    }

    @Test func worksOnASliceOfALargerText() {
        let bytes = Array("xxxx\tpay".utf8)
        #expect(Snippet(line: bytes[4...], marking: Self.lines(2, 5)).mark == "    ^~~")
    }

    @Test func cutsALongLineAroundTheMark() {
        let line = Array((String(repeating: "a", count: 500_000) + "pay" + String(repeating: "b", count: 500_000)).utf8)
        let snippet = Snippet(line: line[...], marking: Self.lines(500_001, 500_004), width: 40)
        #expect(snippet.line == "...aaaaaaaaaaaaaaaaapaybbbbbbbbbbbbbb...")
        #expect(snippet.mark == "                    ^~~")
    }

    @Test func cutsOnlyTheEndWhereTheMarkIsNearTheBeginning() {
        let line = Array(("pay" + String(repeating: "b", count: 200)).utf8)
        let snippet = Snippet(line: line[...], marking: Self.lines(1, 4), width: 20)
        #expect(snippet.line == "paybbbbbbbbbbb...")
        #expect(snippet.mark == "^~~")
    }

    @Test func cutsOnlyTheBeginningWhereTheMarkIsNearTheEnd() {
        let line = Array((String(repeating: "a", count: 200) + "pay").utf8)
        let snippet = Snippet(line: line[...], marking: Self.lines(201, 204), width: 20)
        #expect(snippet.line == "...aaaaaaapay")
        #expect(snippet.mark == "          ^~~")
    }

    /// The indentation of a line that is too long is left out before anything else.
    @Test func cutsTheIndentationFirst() {
        let line = Array("\t\t\t\t<string>fabrikam-pay</string>".utf8)
        let snippet = Snippet(line: line[...], marking: Self.lines(13, 25), width: 30)
        #expect(snippet.line == "<string>fabrikam-pay</st...")
        #expect(snippet.mark == "        ^~~~~~~~~~~~")
    }

    @Test func marksNoFurtherThanTheLineIsShown() {
        let line = Array(String(repeating: "a", count: 200).utf8)
        let snippet = Snippet(line: line[...], marking: Self.lines(1, 201), width: 20)
        #expect(snippet.line == "aaaaaaaaaaaaaa...")
        #expect(snippet.mark == "^~~~~~~~~~~~~~")
    }

    @Test func showsLittleOfEndlessCombiningMarks() {
        let line = Array((String(repeating: "\u{301}", count: 500_000) + "pay").utf8)
        let snippet = Snippet(line: line[...], marking: Self.lines(1_000_001, 1_000_004), width: 40)
        #expect(snippet.line.hasSuffix("pay"))
        #expect(snippet.line.utf8.count < 200)
    }

    @Test(arguments: [
        ("a\nb\r\nc\rd", ["a", "b", "c", "d"]), ("", [""]), ("a\n", ["a", ""]), ("\r\r\n\n", ["", "", "", ""]),
    ])
    func findsLines(text: String, lines: [String]) {
        let source = SourceText(utf8: Array(text.utf8))
        #expect(source.line(0) == nil)
        for (index, line) in lines.enumerated() {
            #expect(source.line(index + 1).map { String(decoding: $0, as: UTF8.self) } == line)
        }
        #expect(source.line(lines.count + 1) == nil)
    }

    /// Memory has a limit even where there is nothing but line ends.
    @Test func findsTheFirstMillionLines() {
        let source = SourceText(utf8: Array(repeating: UInt8(ascii: "\n"), count: 1_000_001) + [UInt8(ascii: "x")])
        #expect(source.line(1_000_000)?.count == 0)
        #expect(source.line(1_000_001) == nil && source.line(1_000_002) == nil)
        #expect(SourceText(utf8: Array(repeating: UInt8(ascii: "\n"), count: 1000)).line(1001)?.count == 0)
    }

    private static func lines(_ start: Int, _ end: Int) -> SourceRange.Lines {
        SourceRange.Lines(
            start: TextPosition(line: 7, column: start, columnUTF16: 1),
            end: TextPosition(line: end == 0 ? 8 : 7, column: end, columnUTF16: 1)
        )
    }
}
