import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Comments that accept findings")
struct CodeAcceptanceTests {
    /// Returns the comments as `LINE: RULES | REASON`.
    private func read(_ text: String) -> [String] { read(Array(text.utf8)).map(Self.line) }

    private func read(_ bytes: [UInt8]) -> [CodeAcceptance] {
        CodeAcceptanceReader.acceptances(in: bytes, of: Place(source: "s", path: "A.swift"))
    }

    private static func line(_ acceptance: CodeAcceptance) -> String {
        "\(acceptance.line): \(acceptance.rules.joined(separator: ",")) | \(acceptance.reason)"
    }

    static let forms: [(text: String, expected: [String])] = [
        ("// schemereg:allow a-b we know\nopen()", ["2: a-b | we know"]),
        ("open() // schemereg:allow a-b we know\nopen()", ["1: a-b | we know"]),
        ("\t//schemereg:allow a we know", ["2: a | we know"]),
        ("open() //\tschemereg:allow\ta\twe know  ", ["1: a | we know"]),
        // Several rules, each once.
        ("// schemereg:allow a, b,c ,a why", ["2: a,b,c | why"]),
        ("// schemereg:allow a,b: why", ["2: a,b | why"]),
        ("// schemereg:allow a - why", ["2: a | why"]),
        ("// schemereg:allow a, because", ["2: a,because | "]),
        // A reason has a word.
        ("// schemereg:allow a", ["2: a | "]), ("// schemereg:allow a: --", ["2: a | "]),
        ("// schemereg:allow a …", ["2: a | …"]), ("// schemereg:allow", ["2:  | "]),
        ("// schemereg:allow  ", ["2:  | "]),
        // Ends of lines.
        ("\r\n// schemereg:allow a r\r\nopen()\r\n", ["3: a | r"]), ("x\r// schemereg:allow a r\ropen()", ["3: a | r"]),
        // Comments about the same line.
        (
            "// schemereg:allow a r\n  // A note.\n// schemereg:allow b r\nopen() // schemereg:allow c r",
            ["4: a | r", "4: b | r", "4: c | r"]
        ), ("// schemereg:allow a r\n\nopen()", ["2: a | r"]),
        // Other comments and texts.
        ("/// schemereg:allow a r", []), ("//! schemereg:allow a r", []), ("// Use schemereg:allow a r", []),
        ("// schemereg:allowed a r", []), ("// schemereg: allow a r", []), ("/* schemereg:allow a r */", []),
        ("/*\n// schemereg:allow a r\n*/", []), ("let a = \"// schemereg:allow a r\"", []),
        ("let a = \"\"\"\n// schemereg:allow a r\n\"\"\"", []),
        ("let a = #\"\"\"\n// schemereg:allow a r\n\"\"\"#", []),
        ("let a = \"https://a.b\" // schemereg:allow a r", ["1: a | r"]),
        ("NSString *a = @\"\\\"\"; // schemereg:allow a r", ["1: a | r"]),
    ]

    @Test(arguments: forms.indices)
    func form(_ index: Int) {
        let (text, expected) = Self.forms[index]
        #expect(read(text) == expected, "\(text)")
    }

    @Test func thePlaceIsTheComment() throws {
        let text = "\u{FEFF}é() // schemereg:allow a r\n"
        let place = try #require(read(Array(text.utf8)).first?.place)
        let lines = try #require(place.range?.lines)
        #expect((lines.start.line, lines.start.column, lines.start.columnUTF16) == (1, 6, 5))
        #expect((place.range?.byteOffset, place.range?.byteLength) == (8, 22))
        #expect(place.source == "s" && place.path == "A.swift")
    }

    @Test func everythingIsBounded() throws {
        let many = Array(String(repeating: "// schemereg:allow a r\n", count: 5_000).utf8)
        let file = Place(source: "s", path: "A.swift")
        #expect(CodeAcceptanceReader.acceptances(in: many, of: file, limit: 7).map(\.line) == Array(2...8))
        let rules = (0..<50).map { "r\($0)" }.joined(separator: ",")
        let reason = String(repeating: "é", count: 2_000)
        let comment = try #require(read(Array("// schemereg:allow \(rules) \(reason)".utf8)).first)
        #expect(comment.rules.count == 20)
        #expect(comment.reason == String(repeating: "é", count: 250) + "…")
        // Bytes that are not UTF-8.
        let bytes = Array("// schemereg:allow a ".utf8) + [0xFF, 0xC3, 0x20, 0x78]
        #expect(read(bytes).map(Self.line) == ["2: a | \u{FFFD}\u{FFFD} x"])
    }
}
