import Testing
import TestSupport

@testable import SchemeRules

@Suite("CSV")
struct CSVTextTests {
    private func texts(_ text: String) throws -> [[String]] {
        try CSVText(Array(text.utf8)).records.map { $0.map(\.text) }
    }

    @Test(
        "records and fields",
        arguments: [
            ("", []), ("\n\r\n", []), ("a", [["a"]]), ("a\n", [["a"]]), ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
            ("a,,\n", [["a", "", ""]]), (",\n", [["", ""]]), ("\u{FEFF}a,b", [["a", "b"]]),
            (#""a,b","c""d""#, [["a,b", #"c"d"#]]), ("\"a\nb\",c\nd", [["a\nb", "c"], ["d"]]),
            ("\"a\r\nb\"", [["a\r\nb"]]), ("\"\",b", [["", "b"]]), ("a\rb", [["a\rb"]]), ("a\r", [["a"]]),
            (" a , b ", [[" a ", " b "]]), ("é,ü", [["é", "ü"]]),
        ]
    )
    func records(text: String, expected: [[String]]) throws {
        #expect(try texts(text) == expected)
    }

    @Test("fields have positions, even after quoted line breaks and multi-byte characters")
    func places() throws {
        let records = try CSVText(Array("\u{FEFF}é,b\r\n\n\"x\ny\",\"z\"\n".utf8)).records
        #expect(records.map { $0.map { [$0.line, $0.column] } } == [[[1, 1], [1, 4]], [[3, 1], [4, 4]]])
    }

    @Test(
        "text that is no CSV",
        arguments: [
            ("a\n\"b", 2, 1, "a quote is not closed"), ("a\n\"b\nc\n", 2, 1, "a quote is not closed"),
            ("a,b\"c", 1, 4, "a quote in an unquoted field"), ("\"a\"b", 1, 4, "text after a closing quote"),
            ("\"a\" ,b", 1, 4, "text after a closing quote"),
        ]
    )
    func faults(text: String, line: Int, column: Int, reason: String) {
        let fault = #expect(throws: CSVText.SyntaxError.self) { try CSVText(Array(text.utf8)) }
        #expect(fault.map { [$0.line, $0.column] } == [line, column])
        #expect(fault?.reason.hasPrefix(reason) == true)
    }

    @Test("invalid UTF-8 has a position")
    func encoding() {
        let fault = #expect(throws: CSVText.SyntaxError.self) { try CSVText(Array("a,b\nc,".utf8) + [0xFF]) }
        #expect(fault == CSVText.SyntaxError(reason: "invalid UTF-8", line: 2, column: 3))
    }

    @Test("any bytes produce records or an error")
    func anything() {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("\",\r\na\u{FEFF}é".utf8)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<24, using: &generator)
            let bytes = (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
            guard let records = try? CSVText(bytes).records else { continue }
            // Writing all fields with quotes preserves the records.
            let written = records.map { record in
                record.map {
                    "\"" + $0.text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
                        + "\""
                }
                .joined(separator: ",")
            }
            let again = try? CSVText(Array(written.joined(separator: "\n").utf8)).records
            #expect(again?.map { $0.map { Array($0.text.utf8) } } == records.map { $0.map { Array($0.text.utf8) } })
        }
    }
}
