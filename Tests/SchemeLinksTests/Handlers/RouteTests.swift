#if Links
import SchemeModel
import Testing

/// Finds the URLs that handlers handle in other functions, types and files.
@Suite struct RouteTests {
    /// Returns the routes of a handler with `body` and `declarations`.
    private func routes(_ body: String, _ declarations: String = "") throws -> [String] {
        let text =
            "struct V: View { let model: Model; var body: some View { Text(\"\").onOpenURL { url in\n\(body)\n} } }\n\(declarations)"
        let handler = try #require(facts(text).handlers.first)
        return handler.accepts.map(\.text)
    }

    @Test(arguments: [
        "guard contexts.contains(where: { $0.url.host == \"a\" }) else { return }\ngo()",
        "if contexts.contains(where: { context in context.url.host == \"a\" }) { go() }",
    ])
    func aTestOfAnyContext(body: String) throws {
        let text =
            "class S: UIWindowSceneDelegate { func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {\n\(body)\n} }"
        let handler = try #require(facts(text).handlers.first)
        #expect(handler.accepts.map(\.text) == ["host = 'a'"])
    }

    /// Functions that call each other, `first` to `last`, where the last one returns `result`.
    private func chain(_ name: String, to type: String, _ result: String) -> String {
        (1...13).map { index in
            let body = index == 13 ? result : "\(name)\(index + 1)(u)"
            return "func \(name)\(index)(_ u: URL) -> \(type) { \(body) }\n"
        }.joined()
    }

    /// What the end of a long chain returns is known, even if the whole chain was too long before.
    @Test func aChainThatIsTooLongDoesNotHideItsEnd() throws {
        let body = "let whole = a1(url)\nif a8(url).host == \"a\" { go() }"
        #expect(try routes(body, chain("a", to: "URL", "u")) == ["host = 'a'"])
    }

    @Test func aChainThatIsTooLongDoesNotMakeItsEndOpenTheURL() throws {
        let body =
            "if url.host == \"a\" { let whole = a1(url)\ngo() }\nlet count = a8(url)\nif url.host == \"b\" { go() }"
        let text =
            "struct V: View { var body: some View { Text(\"\").onOpenURL { url in\n\(body)\n} } }\n"
            + chain("a", to: "Int", "u.path.count")
        let handler = try #require(facts(text).handlers.first)
        #expect(handler.isRouted && handler.accepts.map(\.text) == ["host = 'a'", "host = 'b'"])
    }

    /// Inside `normal`, `checked` is a part of itself. Elsewhere, it isn't.
    @Test func aFunctionThatIsUsedByTheOneThatItCalls() throws {
        let functions = """
            func normal(_ u: URL) -> URL { let other = checked(u)
            return u }
            func checked(_ u: URL) -> URL { normal(u) }
            """
        let found = try routes("normal(url)\nif checked(url).host == \"a\" { go() }", functions)
        #expect(found == ["host = 'a'"])
    }

    @Test func casesChosenByDifferentTexts() throws {
        let cases = """
            enum Tab: CaseIterable { case one, two
            var host: String { switch self { case .one: "h1"
            case .two: "h2" } }
            var word: String { switch self { case .one: "w1"
            case .two: "w2" } } }
            func same(_ tab: Tab?) -> Tab? { tab }
            """
        let found = try routes(
            """
            if let tab = same(Tab.allCases.first { $0.host == url.host }) { show(tab) }
            if let tab = same(Tab.allCases.first { $0.word == url.host }) { show(tab) }
            """,
            cases
        )
        #expect(found == ["host = 'h1' | 'h2'", "host = 'w1' | 'w2'"])
    }

    @Test(arguments: [
        // Code that is executed later.
        (
            "Task { await handle(url) }", "extension V { func handle(_ u: URL) async { if u.host == \"a\" { go() } } }",
            ["host = 'a'"]
        ),
        ("DispatchQueue.main.async { if url.host == \"a\" { go() } }", "", ["host = 'a'"]),
        (
            "model.whenReady { if url.host == \"a\" { go() } }",
            "class Model { func whenReady(_ f: () -> Void) { f() } }", ["host = 'a'"]
        ),
        // Unknown conditions don't affect known ones.
        ("guard check(url) else { return }\nif url.host == \"a\" { go() }", "", ["host = 'a'"]),
        ("if url.scheme == secret { if url.host == \"a\" { go() } }", "", ["host = 'a'"]),
        (
            "guard let kind = decode(url) else { return }\nshow(kind)",
            "extension V { func decode(_ u: URL) -> Kind? { guard let parts = URLComponents(url: u, resolvingAgainstBaseURL: false) else { return nil }\nswitch parts.host { case \"a\": return first(parts)\ncase \"b\": return .b\ndefault: return nil } }\nfunc first(_ parts: URLComponents) -> Kind? { guard let id = parts.item(named: \"id\")?.value else { return nil }\nreturn .a(id) } }",
            ["host = 'a'", "host = 'b'"]
        ),
        // Enumerations.
        (
            "guard let command = Command(rawValue: url.host ?? \"\") else { return }\nswitch command { case .one: one()\ncase .two: two() }",
            "enum Command: String { case one, two = \"zwei\" }", ["host = 'one'", "host = 'zwei'"]
        ),
        (
            "guard let link = Link(url: url) else { return }\nshow(link)",
            "enum Link: String, CaseIterable { case a = \"carb\", b\ninit?(url: URL?) { guard let url, let host = url.host, let link = Link.allCases.first(where: { $0.rawValue == host }) else { return nil }\nself = link } }",
            ["host = 'b' | 'carb'"]
        ),
        (
            "switch Link.from(url) { case .a: a()\ncase .b: b()\ndefault: break }",
            "enum Link: String, CaseIterable { case a = \"appA\", b = \"appB\"\nstatic func from(_ url: URL) -> Link? { guard let scheme = url.scheme else { return nil }\nreturn allCases.first(where: { $0.rawValue.lowercased() == scheme.lowercased() }) } }",
            ["scheme = 'appa'", "scheme = 'appb'"]
        ),
        (
            "model.handle(.open(url))",
            "enum Event { case open(URL), close }\nclass Model { func handle(_ event: Event) { switch event { case .open(let link): open(link)\ncase .close: stop() } }\nfunc open(_ u: URL) { if u.host == \"a\" { go() } } }",
            ["host = 'a'"]
        ),
        (
            "model.handle(.url(url))",
            "enum Deep { case url(URL), item(Int)\nvar kind: Kind? { switch self { case .url(let url): guard let host = url.host else { return nil }\nreturn Kind(rawValue: host)\ncase .item: return .game } } }\nenum Kind: String { case game = \"g\" }\nclass Model { func handle(_ deep: Deep) { guard let kind = deep.kind else { return }\nshow(kind) } }",
            ["host = 'g'"]
        ),
        // Dictionaries of closures.
        (
            "actions[url.host ?? \"\"]?(url)",
            "extension V { static let none = 1; var actions: [String: (URL) -> Void] { [\"a\": { open($0) }, \"b\": { close($0) }] } }",
            ["host = 'a' | 'b'"]
        ),
        (
            "if let host = url.host, let action = routes[host] { action(url) }",
            "private let routes: [String: (URL) -> Void] = [\"a\": { _ in }, \"b\": { _ in }]", ["host = 'a' | 'b'"]
        ),
        // Properties and functions of the URL itself.
        (
            "if url.isPay { pay() }", "extension URL { var isPay: Bool { scheme == \"app\" && host == \"pay\" } }",
            ["scheme = 'app', host = 'pay'"]
        ),
        (
            "if isPay(url) { pay() } else if isLogin(url) { login() }",
            "extension V { func isPay(_ u: URL) -> Bool { u.host == \"pay\" }\nfunc isLogin(_ u: URL) -> Bool { return u.path == \"/login\" } }",
            ["host = 'pay'", "path = '/login'"]
        ),
        (
            "let url = clean(url)\nif url.host == \"a\" { go() }",
            "extension V { func clean(_ dirty: URL) -> URL { guard var parts = URLComponents(url: dirty, resolvingAgainstBaseURL: true) else { return dirty }\nparts.scheme = parts.scheme?.lowercased()\nreturn parts.url ?? dirty } }",
            ["host = 'a'"]
        ),
        (
            "switch url { case Links.pay: pay()\ndefault: break }",
            "enum Links { static let pay = URL(string: \"app://pay\")! }", ["URL = 'app://pay'"]
        ),
        // Raw values that no case has.
        (
            "guard let route = Route(rawValue: url.host ?? \"\") else { return }\nshow(route)",
            "enum Route: String { case a, b\ninit?(rawValue: String) { switch rawValue { case \"a\", \"old\": self = .a\ncase \"b\": self = .b\ndefault: return nil } } }",
            ["host = 'a'", "host = 'old'", "host = 'b'"]
        ),
        // Comparisons.
        ("if url.scheme?.hasPrefix(\"db-\") == true { go() }", "", ["scheme begins with 'db-'"]),
        ("if url.scheme?.caseInsensitiveCompare(\"App\") == .orderedSame { go() }", "", ["scheme = 'App'"]),
        (
            "switch url.scheme { case \"a\", \"https\" where url.host == \"x\": go()\ndefault: break }", "",
            ["scheme = 'a'", "scheme = 'https', host = 'x'"]
        ),
        ("switch (url.host, name(url)) { case (\"a\", _): go()\ndefault: break }", "", ["host = 'a'"]),
        (
            "let parts = url.path.split(separator: \"/\")\nif parts.first == \"x\" { go() }", "",
            ["path component 1 = 'x'"]
        ),
        (
            "let parts = url.pathComponents.dropFirst()\nif parts.first == \"x\" { go() }", "",
            ["path component 1 = 'x'"]
        ),
        ("if url.path.trimmingCharacters(in: slashes) == \"x\" { go() }", "", ["path = '/x' | 'x'"]),
        ("if url.isFileURL { read(url) } else if url.host == \"a\" { go() }", "", ["scheme = 'file'", "host = 'a'"]),
        (
            "if handled(url) { return }\nif url.host == \"b\" { go() }",
            "extension V { func handled(_ u: URL) -> Bool { guard u.host == \"a\" else { return false }\ngo()\nreturn true } }",
            ["host = 'a'", "host = 'b'"]
        ),
        (
            "if url.scheme == \"app\" { switch url.host { case \"a\": go()\ndefault: break } }", "",
            ["scheme = 'app', host = 'a'"]
        ),
    ])
    func found(_ body: String, _ declarations: String, _ expected: [String]) throws {
        #expect(try routes(body, declarations) == expected)
    }

    /// A function with this name in another type is unrelated.
    @Test func functionsOfOtherTypesAreIgnored() throws {
        let others =
            "class A { func handle(_ u: URL) { if u.host == \"a\" { go() } } }\nclass B { func handle(_ u: URL) { if u.host == \"b\" { go() } } }"
        #expect(try routes("something.handle(url)", others).isEmpty)
    }

    @Test func appleEventHandlers() throws {
        let found = facts(
            """
            class D {
                func f() {
                    NSAppleEventManager.shared().setEventHandler(self, andSelector: #selector(get(_:reply:)), forEventClass: AEEventClass(kInternetEventClass), andEventID: AEEventID(kAEGetURL))
                }
                @objc func get(_ event: NSAppleEventDescriptor, reply: NSAppleEventDescriptor) {
                    guard let text = event.paramDescriptor(forKeyword: keyDirectObject)?.stringValue, text.hasPrefix("app://a") else { return }
                    go()
                }
            }
            """
        )
        #expect(found.handlers.map { $0.accepts.map(\.text) } == [["URL begins with 'app://a'"]])
    }
}
#endif
