#if Links
import SchemeLinks
import SchemeModel
import Testing
import TestSupport

/// Sources that are designed to break the reader.
@Suite struct HostileTests {
    private static let good =
        "struct V: View { var body: some View { Text(\"\").widgetURL(URL(string: \"a://b\")) } }\n"

    /// Far more than any nesting that is read.
    private static let repetitions = TestScale.pick(20_000, torture: 100_000)
    /// Enough to take minutes if each call of a function searched all of its code again.
    private static let calls = TestScale.pick(1_000, torture: 4_000)

    @Test(arguments: ["(", "[", "{", "A<", "((", "{(", "[[", "(["])
    func nestedBrackets(_ bracket: String) {
        let text = Self.good + "let x = " + String(repeating: bracket, count: Self.repetitions)
        let found = facts(text)
        #expect(found.links.map(\.url) == ["a://b"])
        #expect(found.problems.map(\.code) == [.overLimit])
        #expect(found.problems.allSatisfy { $0.place.line == 2 })
    }

    @Test(arguments: ["a < ", "a ? ", "a ?\n", "#"])
    func signsThatTheParserCallsItselfFor(_ sign: String) {
        let found = facts(Self.good + "let x = " + String(repeating: sign, count: Self.repetitions))
        #expect(found.links.map(\.url) == ["a://b"])
        #expect(found.problems.map(\.code) == [.overLimit])
    }

    @Test(arguments: ["a;", "f(1)\n", "\"\"\n", "-", "/**/a\n"])
    func manyWords(_ words: String) {
        var limits = Limits.standard
        limits.sourceFileTokens = 300
        let found = facts(Self.good + String(repeating: words, count: 1_500 / words.utf8.count), limits: limits)
        #expect(found.links.map(\.url) == ["a://b"])
        #expect(found.problems.map(\.code) == [.overLimit])
        #expect(found.problems.allSatisfy { $0.message.hasPrefix("the file has more than 300 tokens") })
    }

    /// Long runs also try code that takes hundreds of megabytes to parse. A row of `-` becomes one operator, and its tree just fits.
    @Test(arguments: TestScale.pick(["-"], torture: ["a;", "-"]))
    func moreWordsThanTheStandardLimit(_ words: String) {
        let found = facts(Self.good + String(repeating: words, count: 453_000 / words.utf8.count))
        #expect(found.links.map(\.url) == ["a://b"])
        #expect(found.problems.map(\.code) == [.overLimit])
        #expect(found.problems.allSatisfy { $0.message.hasPrefix("the file has more than 450,000 tokens") })
    }

    /// Comments and strings take no more memory than their bytes.
    @Test func manyBytes() {
        let count = TestScale.pick(20_000, torture: 200_000)
        let long = "/* a b c */ let x = \"\(String(repeating: "a b, ", count: count))\" // a b c\n"
        #expect(facts(Self.good + long).problems.isEmpty)
    }

    private static let parts = TestScale.pick(100, torture: 1_000)
    private static let terms = 10 * parts

    /// Code that would take minutes if every lookup searched everything.
    @Test(arguments: [
        "struct W: View { var body: some View { Text(\"\").widgetURL(a" + String(repeating: " as B", count: terms)
            + ") } }",
        "struct W: View { var body: some View { Text(\"\").widgetURL(a" + String(repeating: " + \"b\"", count: terms)
            + ") } }",
        "struct W: View { var body: some View { Text(\"\").widgetURL(" + String(repeating: "a ? b : ", count: terms)
            + "c) } }",
        "struct W: View { var body: some View {\n"
            + String(repeating: "if a { Text(\"\").widgetURL(u) }\n", count: parts)
            + "} }",
        (0..<parts).map { "extension View { func m\($0)() -> some View { widgetURL(u) } }\n" }.joined(),
        String(repeating: "extension View { func m() -> some View { widgetURL(u) } }\n", count: parts)
            + "let x = a" + String(repeating: ".m()", count: 100),
        String(repeating: "struct W: View { var body: some View { Text(\"\").widgetURL(u) } }\n", count: parts),
        "let x = [" + String(repeating: "a.canOpenURL(u),", count: 2 * parts) + "]",
    ])
    func muchOfOneThing(_ text: String) {
        #expect(facts(Self.good + text).links.first?.url == "a://b")
    }

    /// Chains that would take days if each call asked for its receiver twice.
    @Test(arguments: [
        ".replacingOccurrences(of: \"a\", with: \"\")", ".trimmed()", ".inner.trimmed()", "[0]", "?.first!",
        ".map { $0 }", ".filter { $0 != url.path }", ".own",
    ])
    func longChainsOnAURL(_ call: String) throws {
        let chain = "url.path" + String(repeating: call, count: TestScale.pick(60, torture: 200))
        let found = facts(
            """
            extension String {
                func trimmed() -> String { trimmingCharacters(in: .whitespaces) }
                var own: String { trimmed() }
            }
            struct V: View { var body: some View { Text("").onOpenURL { url in
                let text = \(chain)
                if \(chain) == "b" { show(\(chain)) }
                if url.host == "a" { go() }
            } } }
            """
        )
        #expect(found.problems.isEmpty && found.handlers.count == 1)
    }

    @Test(arguments: ["if a {\n", "do {\n", "f {\n", "f(", "switch a { case 1:\n", "func g() {\n"])
    func deepCodeIsReadInFull(_ start: String) {
        let end = start.contains("{") ? "}\n" : ")\n"
        let found = facts(
            "func f() {\n" + String(repeating: start, count: 200)
                + "UIApplication.shared.open(URL(string: \"a://deep\")!)\n" + String(repeating: end, count: 200) + "}\n"
                + Self.good
        )
        #expect(found.problems.isEmpty)
        #expect(found.links.map(\.url) == ["a://deep", "a://b"])
    }

    @Test func manyCallsOfALargeFunction() throws {
        let code = String(repeating: "x(1)\n", count: 3 * Self.calls)
        let found = facts(
            """
            struct V: View { var body: some View { Text("").onOpenURL { url in
            \(String(repeating: "g(url)\n", count: Self.calls))if url.host == "a" { go() }
            } } }
            func g(_ url: URL) { return
            \(code)}
            """
        )
        #expect(found.problems.isEmpty)
        #expect(try #require(found.handlers.first).accepts.map(\.text) == ["host = 'a'"])
    }

    @Test func manyCallsOfALongStatementInObjectiveC() {
        let arguments = (0..<Self.calls).map { "a\($0), " }.joined()
        let text = """
            @implementation D
            - (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)options {
            if ([url.host isEqualToString:@"a"]) { [self go]; }
            \(String(repeating: "[self g:url];\n", count: Self.calls))return NO; }
            - (void)g:(NSURL *)url { [self x:\(arguments)url]; }
            @end
            """
        let file = SourceFile(place: Place(path: "A.m"), bytes: Array(text.utf8))
        let found = CodeIndex(files: [file]).facts(of: LinkTarget(name: nil, files: [0]))
        #expect(found.handlers.first?.accepts.map(\.text) == ["host = 'a'"])
    }

    /// 128 alternatives with 128 others, for each of many calls.
    @Test func manyCombinationsOfConditions() throws {
        func any(_ test: String) -> String {
            (0..<128).map { "url.path.\(test)(\"p\($0)\")" }.joined(separator: " || ")
        }
        let found = facts(
            """
            struct V: View { var body: some View { Text("").onOpenURL { url in
            if \(any("contains")) {
            \(String(repeating: "g(url)\n", count: Self.calls))}
            } } }
            func g(_ url: URL) { if \(any("hasSuffix")) { go() } }
            """
        )
        #expect(found.problems.isEmpty)
        #expect(try !#require(found.handlers.first).isRouted)
    }

    /// Each call could refer to any of the functions, the last of which doesn't open URLs.
    @Test func manyFunctionsOfOneNameThatOpenURLs() {
        let count = 190
        let types = (0..<count).map {
            "struct F\($0) { func openURL(_ url: URL) { UIApplication.shared.open(url) } }\n"
        }.joined()
        let calls = String(repeating: "made().openURL(URL(string: \"a://b\")!)\n", count: 300)
        let found = facts(types + "struct Z { func openURL(_ url: URL) { keep(url) } }\nfunc send() {\n\(calls)}")
        #expect(found.problems.isEmpty)
        #expect(found.links.count == count)
    }

    @Test(arguments: [
        "try ", "await ", "if a {} else ", "if let x = ", "return ", "Int -> ", "A<B, A<", "any ", "A<Int -> Int, ",
        "A < Int -> Int, ", "A <() async throws -> Int, ",
    ])
    func nestedWords(_ words: String) {
        // More than the limit on `else`, which is the largest.
        let count = TestScale.pick(11_000, torture: 150_000)
        let found = facts(Self.good + "let x: " + String(repeating: words, count: count))
        #expect(found.links.map(\.url) == ["a://b"])
        #expect(found.problems.map(\.code) == [.overLimit])
    }

    @Test(arguments: [
        "a < b", "x = a ? b : c", "x = a as? B", "case .a?: b", "x = i<n", "if i<n {}", "func f() -> Int",
        "let f: (A) -> (B) -> C", "case .a: return",
        "guard a else {}",
        "try await f()", "#if A\n#endif", "let a: A<B<C<D>>>", "x << 1", "x<<1", "if a<b, c<d {}", "[1, [2, [3]]]",
    ])
    func whatPeopleWriteIsReadInFull(_ line: String) {
        // More often than signs may be nested, or brackets, which are the next.
        let count = line.contains { "<?".contains($0) } ? 600 : 300
        let found = facts(Self.good + String(repeating: line + "\n", count: TestScale.pick(count, torture: 2_000)))
        #expect(found.problems.isEmpty)
    }

    /// Generated code has initializers with hundreds of closures.
    @Test func longListsOfFunctionsAreReadInFull() {
        let list = String(repeating: "_ a: @escaping (A) -> (B) -> C<D, E>, ", count: 300)
        let found = facts("struct S { init(" + list + "z: Z) {} }\n" + Self.good)
        #expect(found.problems.isEmpty && found.links.map(\.url) == ["a://b"])
    }

    @Test(arguments: [
        ("", "a().", "b"), ("x", ".a", ""), ("x", "?", ""), ("x", "!", ""), ("", "!", "x"), ("", "try ", "x"),
        ("", "a ? b : ", "c"), ("", "a + ", "b"), ("", "{ a in ", ""), ("", "if a {} else ", "{}"), ("", "-", "x"),
        ("", "\"\\(", ""), ("", "#if a\n", ""), ("", "switch a { case b: ", ""), ("", "x.f { ", ""),
        ("", "struct A { ", ""),
        ("", "@a(", ""), ("", "a[", ""), ("", "func f() { ", ""), ("let y: ", "Int?", ""), ("let y: ", "[", ""),
        ("", "await ", "x"), ("", "a as b ", ""), ("", "a ?? ", "b"), ("", "if let x = ", "y"), ("", "\\.a", ""),
    ])
    func longRepetitions(_ head: String, _ part: String, _ tail: String) {
        // More often than brackets may be nested.
        let count = TestScale.pick(300, torture: 1_000)
        let text = Self.good + "let x = widgetURL\n" + head + String(repeating: part, count: count) + tail
        #expect(facts(text).links.map(\.url).first == "a://b")
    }

    @Test(arguments: [
        "/* " + String(repeating: "x", count: 1_000), String(repeating: "/*", count: 50_000), "\"\"\"\n", "\"", "#\"",
        "let u = \"" + String(repeating: "x", count: TestScale.pick(100_000, torture: 1_000_000)) + "\"", "\u{0}",
        "\u{FEFF}", "#if", "\\", "@", "}}}}",
        "`",
    ])
    func unfinished(_ tail: String) {
        #expect(facts(Self.good + tail).links.map(\.url) == ["a://b"])
    }

    @Test func invalidUTF8() {
        let file = Array(Self.good.utf8) + [0xFF, 0xFE, 0xC0, 0x80, 0xED, 0xA0, 0x80]
        let sources = CodeIndex(files: [SourceFile(place: Place(path: "A.swift"), bytes: file)])
        #expect(sources.facts(of: LinkTarget(name: nil, files: [0])).links.map(\.url) == ["a://b"])
    }

    /// Objective-C code that begins or ends anywhere, even inside a scheme comparison.
    @Test func anyPartOfObjectiveCCode() {
        let text = """
            - (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)options {
                if ([[url.scheme lowercaseString] isEqualToString:@"a"]) { return [self open:url.host]; }
                return [[url scheme] isEqualToString:@"b"];
            }
            """
        // Every fifth place in short runs.
        for offset in stride(from: 0, to: text.utf8.count, by: TestScale.pick(5, torture: 1)) {
            let offset = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
            for part in [text.utf8[offset...], text.utf8[..<offset]] {
                let file = SourceFile(place: Place(path: "A.m"), bytes: Array(part))
                _ = CodeIndex(files: [file]).facts(of: LinkTarget(name: nil, files: [0]))
            }
        }
    }

    /// An invalid byte counts as one U+FFFD, as in editors.
    @Test func columnsAfterInvalidUTF8() {
        let line = Array("/* ".utf8) + [0xFF, 0xF0, 0x9F] + Array(" */ ".utf8) + Array(Self.good.utf8)
        let sources = CodeIndex(files: [SourceFile(place: Place(path: "A.swift"), bytes: line)])
        let start = sources.facts(of: LinkTarget(name: nil, files: [0])).links.first?.place.range?.lines?.start
        #expect(start.map { $0.column - $0.columnUTF16 } == 1)
    }

    @Test func targetsWithMissingFiles() {
        let sources = CodeIndex(files: [SourceFile(place: Place(path: "A.swift"), bytes: Array(Self.good.utf8))])
        let target = LinkTarget(name: nil, files: [0, 0, 7, -1], visible: [0, 9])
        #expect(sources.facts(of: target).links.count == 1)
    }

    @Test func recursiveDefinitions() {
        var text = Self.good
        for index in 0..<60 { text += "var v\(index): String { v\(index + 1) + v\(index + 1) }\n" }
        text += "struct E { var u: E { E().u }; static var x: URL { E().u.u.u.x }; var x: URL { Self.x } }\n"
        text += "struct W: View { var body: some View { W().widgetURL(URL(string: v0)); W(); W() } }\n"
        text += "struct X: View { var body: some View { X().x.widgetURL(E.x) }; var x: some View { x; x; x } }\n"
        let found = facts(text)
        #expect(found.links.map(\.known) == [.exact, .unknown, .unknown])
    }

    @Test func exponentialStringsAreTruncated() throws {
        var text = "let t40 = \"x\"\n"
        for index in 0..<40 { text += "let t\(index) = t\(index + 1) + \"\\(t\(index + 1))\"\n" }
        let link = try link("URL(string: \"a://\" + t0)", text)
        #expect(link.known == .pattern)
        #expect(try #require(link.pattern).utf8.count < 16_384)
    }

    @Test func combinatorialExplosion() throws {
        let ways = (0..<40).map { "c.scheme = \"s\($0)\"; c.host = \"h\($0)\"; c.path = \"/p\($0)\"" }.joined(
            separator: "\n"
        )
        let link = try link("made()", "func made() -> URL { var c = URLComponents()\n\(ways)\nreturn c.url! }")
        #expect(link.known == .unknown)
    }

    /// Evaluated anew at each use, this takes 2^11 times as many steps, and the value is unknown.
    @Test func usesOfUses() throws {
        let uses = (1...11).map { "let a\($0) = a\($0 - 1) + a\($0 - 1)" }.joined(separator: "; ")
        let link = try link(
            "URL(string: made())",
            "func made() -> String { let a0 = \"x\"; \(uses); return \"a://\" + a11 }"
        )
        #expect(link.alternatives.map(\.text) == ["a://" + String(repeating: "x", count: 1 << 11)])
    }

    @Test func manyExpensiveLinks() {
        let ways = (0..<40).map { "func f\($0)(_ x: Int) -> String { [f\($0 + 1)(x), f\($0 + 1)(x + 1)].joined() }" }
        let count = TestScale.pick(100, torture: 300)
        let views = (0..<count).map {
            "struct V\($0): View { var body: some View { Text(f0(\($0))).widgetURL(URL(string: f0(\($0)))) } }"
        }
        var limits = Limits.standard
        limits.linkSteps = TestScale.pick(2_000, torture: 5_000)
        let file = SourceFile(place: Place(path: "A.swift"), bytes: Array((ways + views).joined(separator: "\n").utf8))
        let found = CodeIndex(files: [file], limits: limits).facts(of: LinkTarget(name: nil, files: [0]))
        #expect(found.links.count == count)
        #expect(found.problems.map(\.code) == [.overLimit])
    }

    @Test("T30: too many links for memory are a problem") func tooManyLinks() {
        var limits = Limits.standard
        limits.linkSenders = 10
        let text = Self.good + String(repeating: "UIApplication.shared.open(u)\n", count: 10)
        let found = facts(text, limits: limits)
        #expect(found.links.count == 10)
        #expect(found.problems.map(\.code) == [.overLimit])
    }

    /// Handlers that each look through all functions of one name.
    @Test(
        "T31: long chains of classes and protocols",
        arguments: [
            "class C%: C^ { func application(_ a: UIApplication, open url: URL) -> Bool { super.application(a, open: url) } }",
            "protocol P% { func take(_ url: URL) }; struct S%: P% { func take(_ url: URL) {} }; class D%: NSObject { "
                + "func application(_ a: UIApplication, open url: URL) -> Bool { q.take(url); return true } }",
        ]
    )
    func manyHandlers(_ declaration: String) {
        let count = TestScale.pick(120, torture: 300)
        let text = (0..<count).map { number in
            declaration.replacing("%", with: "\(number)").replacing("^", with: "\(number + 1)")
        }.joined(separator: "\n")
        var limits = Limits.standard
        limits.linkSteps = TestScale.pick(500, torture: 2_000)
        let file = SourceFile(place: Place(path: "A.swift"), bytes: Array((Self.good + text).utf8))
        let found = CodeIndex(files: [file], limits: limits).facts(of: LinkTarget(name: nil, files: [0]))
        #expect(found.handlers.count == count)
        #expect(found.handlers.last?.isRouted == false)
        #expect(found.problems.map(\.code) == [.overLimit])
    }

    @Test("T30: trees of many files have one limit together") func treesOfManyFiles() throws {
        let large = Self.good + String(repeating: "let x = \"\\(a)\"\n", count: 200)
        let texts = Array(repeating: large, count: 20) + [Self.good]
        let files = texts.enumerated().map { index, text in
            SourceFile(place: Place(path: Path("\(index).swift")), bytes: Array(text.utf8))
        }
        var limits = Limits.standard
        // The most that two large trees can take is more than that, what they take isn't.
        limits.codeTreeBytes = 3_000_000
        let sources = CodeIndex(files: files, limits: limits)
        let whole = LinkTarget(name: nil, files: Array(files.indices))
        let alone = LinkTarget(name: "App", files: [18, 20])
        let part = LinkTarget(name: "Part", files: Array(2..<8), visible: Array(8..<12))
        let found = sources.facts(of: [whole, alone, part])
        let problem = try #require(found[0].problems.first)
        #expect(found[0].problems.count == 1 && problem.code == .overLimit)
        #expect(problem.message.hasPrefix("this file and 17 more of 21 were not read"))
        #expect(problem.place.path == "2.swift")
        // The small file still fits, and the next target has all of the memory.
        #expect(found[0].links.map(\.place.path) == ["0.swift", "1.swift", "20.swift"])
        #expect(found[1].links.count == 2 && found[1].problems.isEmpty)
        // Files that the target does not see do not count.
        let other = try #require(found[2].problems.first).message
        #expect(other.hasPrefix("this file and 7 more of 10 were not read"), "\(other)")
        #expect(sources.facts(of: [whole, alone, part]) == found)
    }

    /// A value that doesn't fit is unknown, which is no problem.
    @Test(
        "T30: values leave a quarter of the memory to what has to be read",
        arguments: [(2_000_000, "a://b"), (1_200_000, nil)] as [(Int, String?)]
    )
    func treesForValues(bytes: Int, value: String?) {
        let link =
            "import SwiftUI\nstruct V: View { var body: some View { Link(\"A\", destination: URL(string: address)!) } }\n"
        let constant = "let address = \"a://b\"\n" + String(repeating: "let x = \"\\(a)\"\n", count: 100)
        let files = [link, constant].enumerated().map { index, text in
            SourceFile(place: Place(path: Path("\(index).swift")), bytes: Array(text.utf8))
        }
        var limits = Limits.standard
        limits.codeTreeBytes = bytes
        let found = CodeIndex(files: files, limits: limits).facts(of: LinkTarget(name: nil, files: [0, 1]))
        #expect(found.problems.isEmpty)
        #expect(found.links.map { $0.alternatives.first?.text } == [value])
    }

    @Test("T30: the targets of a project share its steps") func stepsOfAProject() {
        let text = Self.good + (0..<50).map { "let u\($0) = URL(string: \"a://\\(u\($0 + 1))\")\n" }.joined()
        let file = SourceFile(place: Place(path: "A.swift"), bytes: Array((text + Self.good).utf8))
        var limits = Limits.standard
        limits.projectLinkSteps = 100
        let sources = CodeIndex(files: [file], limits: limits)
        let target = LinkTarget(name: nil, files: [0])
        #expect(sources.facts(of: [target])[0].problems.isEmpty)
        #expect(sources.facts(of: Array(repeating: target, count: 100)).allSatisfy { !$0.problems.isEmpty })
    }

    /// 2^14 views reach the limit of one walk, in all of the steps of a target. 2^40 views reach smaller limits of steps.
    @Test(arguments: [(14, Limits.standard.linkSteps), (40, TestScale.pick(4_000, torture: Limits.standard.linkSteps))])
    func exponentialViews(depth: Int, steps: Int) {
        var text = Self.good
        for index in 0..<depth {
            text += "struct V\(index): View { var body: some View { V\(index + 1)(); V\(index + 1)() } }\n"
        }
        text += "struct V\(depth): View { var body: some View { Text(\"\").widgetURL(URL(string: \"a://c\")) } }\n"
        var limits = Limits.standard
        limits.linkSteps = steps
        #expect(facts(text, limits: limits).links.count == 2)
    }

    @Test func largeFilesAreAProblem() {
        let large = SourceFile(place: Place(path: "B.swift"), bytes: [UInt8](repeating: 0x20, count: 3 * 1024 * 1024))
        let sources = CodeIndex(files: [
            SourceFile(place: Place(path: "A.swift"), bytes: Array(Self.good.utf8)), large,
        ])
        let found = sources.facts(of: LinkTarget(name: nil, files: [0, 1]))
        #expect(found.problems.map(\.code) == [.overLimit])
        #expect(found.links.count == 1)
    }
}
#endif
