import SchemeModel
import SchemeYAML
import Testing

struct YAMLReaderTests {
    /// The document of `text`, as one line: mappings in braces, lists in brackets, text that is not plain in quotes.
    private func shown(_ text: String) throws -> String { Self.shown(try YAMLReader.read(Array(text.utf8)).root) }

    private static func shown(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let scalar): scalar.isPlain ? scalar.text : "'\(scalar.text)'"
        case .sequence(let elements): "[" + elements.map(shown).joined(separator: ", ") + "]"
        case .mapping(let members):
            "{" + members.map { "\($0.key): \(shown($0.value))" }.joined(separator: ", ") + "}"
        }
    }

    @Test(arguments: [
        ("", ""),
        ("# nothing\n", ""),
        ("a: YES\nb: 'YES'\nc: 1.10\nd: 0x1F\n", "{a: YES, b: 'YES', c: 1.10, d: 0x1F}"),
        ("a:\n- 1\n- [x, {y: z}]\n", "{a: [1, [x, {y: z}]]}"),
        ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", "{a: 'one\ntwo\n', b: 'one two'}"),
        ("a: \"\\u00e9\\t\"\n", "{a: '\u{E9}\t'}"),
        ("a: !!str 1\n", "{a: '1'}"),
        ("{\"a\": [true, null, \"x\\/y\", 1e3], \"b\": {}}", "{a: [true, null, 'x/y', 1e3], b: {}}"),
        ("a: &x {k: v}\nb: *x\n", "{a: {k: v}, b: {k: v}}"),
        ("a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  k: 3\n", "{a: {k: 1, l: 2}, b: {k: 3, l: 2}}"),
        ("a: &x {k: 1}\nb: &y {k: 2, m: 4}\nc: {<<: [*x, *y]}\n", "{a: {k: 1}, b: {k: 2, m: 4}, c: {k: 1, m: 4}}"),
        ("a: {'<<': {k: 1}}\nb: {<<: 1}\n", "{a: {<<: {k: 1}}, b: {<<: 1}}"),
        ("a: &x 1\na2: &x 2\nb: *x\n", "{a: 1, a2: 2, b: 2}"),
    ])
    func valuesAreAsWritten(text: String, expected: String) throws {
        #expect(try shown(text) == expected)
    }

    @Test func meaningOfPlainTextIsLeftToTheReader() throws {
        let root = try YAMLReader.read(Array("[YES, off, 'YES', yes please, ~, '', 12, 1.0]".utf8)).root
        let elements = try #require(root.elements)
        #expect(elements.map(\.boolean) == [true, false, nil, nil, nil, nil, nil, nil])
        #expect(elements.map(\.isNull) == [false, false, false, false, true, false, false, false])
        #expect(elements.map(\.string) == ["YES", "off", "YES", "yes please", nil, "", "12", "1.0"])
        #expect(elements.map(\.integer) == [nil, nil, nil, nil, nil, nil, 12, nil])
    }

    /// What is underlined, found by the way of keys and indexes to it.
    @Test(arguments: [
        ("a: one two # said\n", ["a"], "one two", "1:4-1:11"),
        ("k: ['é😀', 'x y']\r\n", ["k", "1"], "x y", "1:16-1:19"),
        ("é: 1\r\nb: 2\r\n", ["b"], "2", "2:4-2:5"),
        ("a:\r  b: |\r    text\r\r# end\r", ["a", "b"], "|\r    text", "2:6-3:9"),
        ("a:\n  b: 1\n  c: 2\n\n# end\nd: 3\n", ["a"], "b: 1\n  c: 2", "2:3-3:7"),
        ("a: &anchor !!map {x: 1}\nb: *anchor\n", ["b"], "{x: 1}", "1:18-1:24"),
        ("a: &s  text\n", ["a"], "text", "1:8-1:12"),
        ("\u{FEFF}a: b\n", ["a"], "b", "1:4-1:5"),
        ("a: one\n  two\nb: 1\n", ["a"], "one\n  two", "1:4-2:6"),
        ("a: []\n", ["a"], "[]", "1:4-1:6"),
    ])
    func everyValueHasItsPlace(text: String, path: [String], underlined: String, lines: String) throws {
        let bytes = Array(text.utf8)
        let root = try YAMLReader.read(bytes).root
        let node = try path.reduce(root) { node, step in
            try #require(node[step] ?? Int(step).flatMap { node.elements?[$0] })
        }
        let range = node.focus
        let part = bytes[range.byteOffset..<range.byteOffset + range.byteLength]
        #expect(String(decoding: part, as: UTF8.self) == underlined)
        let (start, end) = (try #require(range.lines).start, try #require(range.lines).end)
        #expect("\(start.line):\(start.column)-\(end.line):\(end.column)" == lines)
    }

    @Test func keysHavePlaces() throws {
        let text = "a:\n  'b c': {d: 1}\n"
        let outer = try #require(try YAMLReader.read(Array(text.utf8)).root["a"])
        let member = try #require(outer.member("b c"))
        #expect(member.keyRange.byteOffset == 5)
        #expect(member.keyRange.byteLength == 5)
        #expect(member.value.member("d")?.keyRange.byteOffset == 13)
    }

    @Test func doubledKeysAreSeenAndTheLastCounts() throws {
        let document = try YAMLReader.read(Array("a: 1\nb: {c: 1, c: 2}\na: 3\ncafe\u{301}: 1\ncaf\u{E9}: 2\n".utf8))
        #expect(Self.shown(document.root) == "{a: 3, b: {c: 2}, cafe\u{301}: 1, caf\u{E9}: 2}")
        #expect(document.duplicateKeys.map(\.key) == ["c", "a"])
        #expect(document.duplicateKeys.map(\.range.byteOffset) == [15, 21])
        #expect(document.duplicateKeys.map(\.earlier.byteOffset) == [9, 0])
    }

    @Test func doubledKeysWithTheSameTextAreHarmless() throws {
        let document = try YAMLReader.read(Array("a: x\na: x\nb: x\nb: y\nc: [x]\nc: [x]\n".utf8))
        #expect(document.duplicateKeys.map(\.isHarmless) == [true, false, false])
    }

    @Test(arguments: [
        ("a: [1, 2", "invalid YAML: ", "1:9"),
        ("a: b: c\n", "invalid YAML: ", "1:5"),
        ("a:\n\t- x\n", "invalid YAML: ", "2:1"),
        ("<<<<<<< HEAD\na: 1\n=======\na: 2\n", "invalid YAML: ", "2:2"),
        ("a: *b\n", "'*b' has no anchor", "1:4"),
        ("a: &b [*b]\n", "'*b' has no anchor", "1:8"),
        ("? [a]\n: b\n", "expected a key, found a list", "1:3"),
        ("a: 1\n---\nb: 2\n", "a second document", "2:1"),
        ("a: \u{1}\n", "invalid YAML: ", "1:4"),
    ])
    func reportsBrokenTextAtItsPlace(text: String, cause: String, place: String) throws {
        let error = #expect(throws: YAMLError.self) { try YAMLReader.read(Array(text.utf8)) }
        guard case .malformed(let found, let range) = error else {
            Issue.record("\(String(describing: error)) is not malformed")
            return
        }
        #expect(found.contains(cause))
        let start = try #require(range.lines).start
        #expect("\(start.line):\(start.column)" == place)
    }

    @Test(arguments: [[0x61, 0x3A, 0x20, 0xFF], [0xFF, 0xFE, 0x61, 0x00], [0x61, 0x00, 0x3A, 0x00]] as [[UInt8]])
    func otherEncodingsAreRefused(bytes: [UInt8]) {
        #expect(throws: YAMLError.self) { try YAMLReader.read(bytes) }
    }
}
