#if Links
import SchemeLinks
import SchemeModel
import Testing

/// Sources that are made to break what reads them.
@Suite struct HostileTests {
    private static let good = "struct V: View { var body: some View { Text(\"\").widgetURL(URL(string: \"a://b\")) } }\n"

    @Test(arguments: ["(", "[", "{", "<", "((", "{(", "[[", "(["])
    func nestedBrackets(_ bracket: String) {
        let text = Self.good + "let x = " + String(repeating: bracket, count: 100_000)
        let found = facts(text)
        #expect(found.links.map(\.url) == ["a://b"])
        // `<` is an operator where no type stands.
        #expect(found.problems.map(\.code) == (bracket == "<" ? [] : [.overLimit]))
        #expect(found.problems.allSatisfy { $0.place.line == 2 })
    }

    @Test(arguments: [
        ("", "a().", "b"), ("x", ".a", ""), ("x", "?", ""), ("x", "!", ""), ("", "!", "x"), ("", "try ", "x"),
        ("", "a ? b : ", "c"), ("", "a + ", "b"), ("", "{ a in ", ""), ("", "if a {} else ", "{}"), ("", "-", "x"),
        ("", "\"\\(", ""), ("", "#if a\n", ""), ("", "switch a { case b: ", ""), ("", "x.f { ", ""), ("", "struct A { ", ""),
        ("", "@a(", ""), ("", "a[", ""), ("", "func f() { ", ""), ("let y: ", "Int?", ""), ("let y: ", "[", ""),
        ("", "await ", "x"), ("", "a as b ", ""), ("", "a ?? ", "b"), ("", "if let x = ", "y"), ("", "\\.a", ""),
    ])
    func longRepetitions(_ head: String, _ part: String, _ tail: String) {
        let text = Self.good + "let x = widgetURL\n" + head + String(repeating: part, count: 20_000) + tail
        #expect(facts(text).links.map(\.url).first == "a://b")
    }

    @Test(arguments: [
        "/* " + String(repeating: "x", count: 1_000), String(repeating: "/*", count: 50_000), "\"\"\"\n", "\"", "#\"",
        "let u = \"" + String(repeating: "x", count: 1_000_000) + "\"", "\u{0}", "\u{FEFF}", "#if", "\\", "@", "}}}}", "`",
    ])
    func unfinished(_ tail: String) {
        #expect(facts(Self.good + tail).links.map(\.url) == ["a://b"])
    }

    @Test func bytesThatAreNoText() {
        let file = Array(Self.good.utf8) + [0xFF, 0xFE, 0xC0, 0x80, 0xED, 0xA0, 0x80]
        let sources = LinkSources(files: [SourceFile(place: Place(path: "A.swift"), bytes: file)])
        #expect(sources.facts(of: LinkTarget(name: nil, files: [0])).links.map(\.url) == ["a://b"])
    }

    @Test func targetsThatNameFilesThatAreNotThere() {
        let sources = LinkSources(files: [SourceFile(place: Place(path: "A.swift"), bytes: Array(Self.good.utf8))])
        let target = LinkTarget(name: nil, files: [0, 0, 7, -1], visible: [0, 9])
        #expect(sources.facts(of: target).links.count == 1)
    }

    @Test func definitionsThatGoRoundOrDouble() {
        var text = Self.good
        for index in 0..<60 { text += "var v\(index): String { v\(index + 1) + v\(index + 1) }\n" }
        text += "struct E { var u: E { E().u }; static var x: URL { E().u.u.u.x }; var x: URL { Self.x } }\n"
        text += "struct W: View { var body: some View { W().widgetURL(URL(string: v0)); W(); W() } }\n"
        text += "struct X: View { var body: some View { X().x.widgetURL(E.x) }; var x: some View { x; x; x } }\n"
        let found = facts(text)
        #expect(found.links.map(\.known) == [.exact, .unknown, .unknown])
    }

    @Test func viewsThatDouble() {
        var text = Self.good
        for index in 0..<40 { text += "struct V\(index): View { var body: some View { V\(index + 1)(); V\(index + 1)() } }\n" }
        text += "struct V40: View { var body: some View { Text(\"\").widgetURL(URL(string: \"a://c\")) } }\n"
        #expect(facts(text).links.count == 2)
    }

    @Test func aFileThatIsTooLargeIsAProblem() {
        let large = SourceFile(place: Place(path: "B.swift"), bytes: [UInt8](repeating: 0x20, count: 9 * 1024 * 1024))
        let sources = LinkSources(files: [SourceFile(place: Place(path: "A.swift"), bytes: Array(Self.good.utf8)), large])
        let found = sources.facts(of: LinkTarget(name: nil, files: [0, 1]))
        #expect(found.problems.map(\.code) == [.overLimit])
        #expect(found.links.count == 1)
    }
}
#endif
