import SchemeModel
import SchemeYAML
import Testing

struct JSONReaderTests {
    private static func shown(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let scalar): scalar.isPlain ? scalar.text : "'\(scalar.text)'"
        case .sequence(let elements): "[" + elements.map(shown).joined(separator: ", ") + "]"
        case .mapping(let members):
            "{" + members.map { "\($0.key): \(shown($0.value))" }.joined(separator: ", ") + "}"
        }
    }

    @Test(arguments: [
        (#"{"a": [true, false, null, -1.5e3, "x"], "b": {}}"#, "{a: [true, false, null, -1.5e3, 'x'], b: {}}"),
        (#""alone""#, "'alone'"),
        ("\u{FEFF}\t[\r\n]\n", "[]"),
        (#"["\u00e9\ud83d\ude00\/\n\"\\", "\ud83d!", "\ude00"]"#, "['é😀/\n\"\\', '\u{FFFD}!', '\u{FFFD}']"),
        ("{a: 'it\\'s', /* x */ $b_1: +2, // y\n}", "{a: 'it's', $b_1: +2}"),
        ("[1,2,]", "[1, 2]"),
        (#"["é", "\é"]"#, "['é', 'é']"),
        (#"{"a": 1, "a": 2}"#, "{a: 2}"),
    ])
    func valuesAreAsWritten(text: String, expected: String) throws {
        #expect(Self.shown(try JSONReader.read(Array(text.utf8)).root) == expected)
    }

    @Test(
        "strict JSON has no extensions",
        arguments: [
            ("[1,]", "trailing comma after the last element"),
            (#"{"a": 1,}"#, "trailing comma after the last element"),
            ("// x\n[]", "comments are not allowed"), ("[] /* x */", "comments are not allowed"),
            ("{a: 1}", "expected a key in double quotes, found 'a'"), ("['a']", "expected a value, found '''"),
            ("[+1]", "expected a value, found '+'"), ("[01]", "expected a value, found '0'"),
            ("[.5]", "expected a value, found '.'"), ("[1.]", "expected a value, found '1'"),
            ("[NaN]", "expected a value, found 'N'"), ("[0x1F]", "expected a value, found '0'"),
            (#"["\v"]"#, "invalid escape sequence"), (#"["\'"]"#, "invalid escape sequence"),
            ("[\u{B}]", "expected a value, found '\u{B}'"),
        ]
    )
    func strictJSON(text: String, cause: String) {
        #expect(throws: YAMLError.self) { try JSONReader.readStrictly(Array(text.utf8)) }
        do throws(YAMLError) {
            _ = try JSONReader.readStrictly(Array(text.utf8))
        } catch {
            guard case .malformed(let found, _) = error else { return #expect(Bool(false), "\(error)") }
            #expect(found == cause)
        }
    }

    @Test func strictJSONIsReadAsJSON() throws {
        let text = #"{"a": [0, -0.5e+3, 10E2, true, null, "\u00e9\/\n"], "b": {}, "c": []}"# + "\r\n"
        let bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        let (strict, lenient) = (try JSONReader.readStrictly(bytes), try JSONReader.read(bytes))
        #expect(strict == lenient)
    }

    @Test func everyValueHasItsPlace() throws {
        let text = "{\n  \"é\": [1, \"two\"],\n  \"e\": {\"f\": true}\n}"
        let bytes = Array(text.utf8)
        let root = try JSONReader.read(bytes, file: 7).root
        let members = try #require(root.members)
        let nodes = try #require(members[0].value.elements) + [members[1].value, try #require(root["e"]?["f"])]
        let parts = nodes.map { node in
            let range = node.focus
            let part = bytes[range.byteOffset..<range.byteOffset + range.byteLength]
            return String(decoding: part, as: UTF8.self)
                + " \(range.lines?.start.line ?? 0):\(range.lines?.start.column ?? 0)"
        }
        #expect(parts == ["1 2:10", "two 2:14", "{\"f\": true} 3:8", "true 3:14"])
        #expect(members.map(\.keyRange.byteOffset) == [4, 24])
        #expect(nodes.map(\.file) == [7, 7, 7, 7])
    }

    @Test(arguments: [
        ("", "expected a value, found the end of the file", "1:1"),
        ("{\"a\": 1", "expected ',' or '}', found the end of the file", "1:8"),
        ("{\"a\" 1}", "expected ':', found '1'", "1:6"),
        ("[1 2]", "expected ',' or ']', found '2'", "1:4"),
        ("[,]", "expected a value, found ','", "1:2"),
        ("{\"a\": b}", "expected a value, found 'b'", "1:7"),
        ("[\"a\nb\"]", "not closed on this line", "1:4"),
        ("[\"a\u{1}\"]", "control character in a string must be escaped", "1:4"),
        ("[\"\\u12\"]", "4 hexadecimal digits", "1:5"),
        ("[1] x", "expected the end of the file, found 'x'", "1:5"),
        ("/* ", "the comment is never closed", "1:1"),
        ("<<<<<<< HEAD", "expected a value, found '<'", "1:1"),
        ("[\"a", "never closed", "1:2"),
        ("]", "expected a value, found ']'", "1:1"),
    ])
    func reportsBrokenTextAtItsPlace(text: String, cause: String, place: String) throws {
        let error = #expect(throws: YAMLError.self) { try JSONReader.read(Array(text.utf8)) }
        guard case .malformed(let found, let range) = error else {
            Issue.record("\(String(describing: error)) is not malformed")
            return
        }
        #expect(found.contains(cause), "\(found)")
        let start = try #require(range.lines).start
        #expect("\(start.line):\(start.column)" == place)
    }

    private static let attacks: [(excess: String, text: String)] = [
        ("levels of nesting", String(repeating: "[", count: 4_000_000)),
        ("values", "[" + String(repeating: "1,", count: 200_000) + "]"),
        ("bytes", String(repeating: " ", count: 5_000_000)),
    ]

    @Test(arguments: attacks.map(\.excess))
    func workIsBounded(excess: String) throws {
        let text = try #require(Self.attacks.first { $0.excess == excess }).text
        let error = #expect(throws: YAMLError.self) { try JSONReader.read(Array(text.utf8)) }
        guard case .overLimit(let what, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(what.contains(excess))
    }
}
