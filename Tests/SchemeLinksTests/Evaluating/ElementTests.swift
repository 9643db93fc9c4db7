#if Links
import SchemeModel
import Testing

/// Evaluates elements of arrays, and values in code that never runs.
@Suite struct ElementTests {
    @Test(arguments: [
        (#"["a://0", "a://1"][1]"#, ["a://1"]),
        (#""a://0,a://1".split(separator: ",")[0]"#, ["a://0"]),
        (#""a://0;a://1;a://2".components(separatedBy: ";")[2]"#, ["a://2"]),
        (#""x,,a://1".split(separator: ",")[1]"#, ["a://1"]),
        (#""x,,a://1".components(separatedBy: ",")[2]"#, ["a://1"]),
        (#""x,,a://1".split(separator: ",", omittingEmptySubsequences: false)[2]"#, ["a://1"]),
        (#""a://0,a://1".split(separator: ",", maxSplits: 0)[0]"#, ["a://0,a://1"]),
        // The keys of a dictionary are not positions.
        (#"[1: "a://0", 0: "a://1"][1]"#, ["a://0", "a://1"]),
    ])
    func elementsAtLiteralPositions(expression: String, urls: [String]) throws {
        let text = "func f() { let list = \(expression); app.open(URL(string: list)!) }\nlet app: UIApplication"
        #expect(facts(text).links.flatMap(\.alternatives).map(\.text) == urls)
    }

    @Test(arguments: [("list[0]", ["a://0"]), ("list[n]", ["a://0", "a://1"]), ("list.first", ["a://0", "a://1"])])
    func elementsOfAVariable(expression: String, urls: [String]) {
        let text = """
            func f(n: Int) { let list = ["a://0", "a://1"]; app.open(URL(string: \(expression))!) }
            let app: UIApplication
            """
        #expect(facts(text).links.flatMap(\.alternatives).map(\.text) == urls)
    }

    @Test(arguments: [
        "for name in Self.all where app.canOpenURL(URL(string: name)!) {}",
        "Self.all.filter { app.canOpenURL(URL(string: $0)!) }",
        "Self.all.first(where: { name in app.canOpenURL(URL(string: name)!) })",
    ])
    func eachElement(statement: String) {
        let text = """
            struct Banks { static let all = ["a://", "b://"]; let app: UIApplication; func f() { \(statement) } }
            """
        #expect(facts(text).links.flatMap(\.alternatives).map(\.text) == ["a://", "b://"])
    }

    @Test(arguments: [
        "{ url, name in app.open(URL(string: url)!) }", "{ app.open(URL(string: $0)!, options: $1) }",
    ])
    func keysOfADictionaryAreUnknown(closure: String) {
        let text = """
            struct Maps { let app: UIApplication; func f() { ["a://": "x://", "b://": "y://"].forEach \(closure) } }
            """
        #expect(facts(text).links.map(\.known) == [.unknown])
    }

    @Test func elementsThatCodeReplacesAreUnknown() {
        let text = """
            func f() { var list = ["a://0"]; list[0] = other; app.open(URL(string: list[0])!) }
            let app: UIApplication
            """
        #expect(facts(text).links.map(\.known) == [.unknown])
    }

    @Test func aLiteralArgumentDecidesABranch() {
        let text = """
            enum Browser {
                static func link(_ url: String) -> URL? {
                    let parts = url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    let scheme = parts[0] == "http" ? "browser:" : "browsers:"
                    return URL(string: "\\(scheme)\\(parts[1])")
                }
                static func check() -> Bool { UIApplication.shared.canOpenURL(link("http://a.b")!) }
            }
            """
        #expect(facts(text).links.map(\.url) == ["browser://a.b"])
    }

    /// A function that calls `open`, and whether its argument counts.
    @Test(arguments: [
        ("private func unused()", false), ("fileprivate func unused()", false), ("func unused()", true),
        ("@objc private func unused()", false), ("@IBAction private func unused()", true),
        ("private func used()", true),
    ])
    func privateFunctionsThatNothingCalls(declaration: String, counts: Bool) {
        let text = """
            class C {
                func start() { open("a://start"); used() }
                \(declaration) { open("a://other") }
                private func open(_ text: String) { app.canOpenURL(URL(string: text + "/x")!) }
                let app: UIApplication
            }
            """
        let urls = Set(facts(text).links.flatMap(\.alternatives).map(\.text))
        #expect(urls == (counts ? ["a://start/x", "a://other/x"] : ["a://start/x"]))
    }

    @Test(arguments: [("private extension C", ["a"]), ("extension C", ["a", "b"])])
    func functionsOfAPrivateExtension(declaration: String, schemes: [String]) {
        let text = """
            class C {
                let scheme: String
                init(_ scheme: String) { self.scheme = scheme }
                func f() { session = ASWebAuthenticationSession(url: u, callbackURLScheme: scheme) { _, _ in } }
            }
            \(declaration) {
                func unused() { c = C("b") }
            }
            let c = C("a")
            """
        #expect(facts(text).handlers.flatMap(\.callbackSchemes) == schemes)
    }
}
#endif
