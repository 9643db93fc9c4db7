#if Links
import SchemeModel
import Testing

/// Tells calls that only read the URL from calls that may open it before the handler compares it.
@Suite struct ReadingCallTests {
    /// Returns the handler of a view with `body`, which then compares the host.
    private func handler(_ body: String, _ declarations: String = "") throws -> Handler {
        let text = """
            struct V: View { var body: some View { Text("").onOpenURL { url in
            \(body)
            if url.host == "a" { go() }
            } } }
            \(declarations)
            """
        return try #require(facts(text).handlers.first)
    }

    private static let deepLink = """
        struct DeepLink {
            let url: URL
            var isOpen: Bool { UIApplication.shared.open(url) }
            func open() -> Bool { UIApplication.shared.open(url) }
            func name() -> String { url.host?.lowercased() ?? "" }
            func state() -> String { isOpen ? "a" : "b" }
            func ownState() -> String { self.isOpen ? "a" : "b" }
        }
        """
    private static let opened = "extension String { var opened: Bool { UIApplication.shared.open(link) } }"
    private static let opener = "struct Opener { init(_ url: URL) { pendingURL = url } }"
    private static let setter = "set { UIApplication.shared.open(newValue) }"

    @Test(arguments: [
        // A method or property of a value that holds the URL.
        ("let isOpen = DeepLink(url: url).open()", deepLink),
        ("let link = DeepLink(url: url)\nlet isOpen = link.open()", deepLink),
        ("let isOpen = DeepLink(url: url).isOpen", deepLink),
        ("let isOpen = SDKLink(url: url).open()", ""),
        ("let isOpen = url.open()", ""),
        ("let isOpen = url.open()", "class Door { func open() -> Bool { true } }"),
        ("let cancellable = Just(url).sink(receiveValue: open)", ""),
        // An initializer.
        ("let opener = Opener(url)", "class Opener { init(_ url: URL) { UIApplication.shared.open(url) } }"),
        ("let opener = Opener(url)", "struct Opener { init(_ url: URL) { Router.shared.url = url } }"),
        ("let opener = Opener(url: url)", "class Opener: SDKOpener {}"),
        ("let opener = SDKOpener(url)", ""),
        // Functions and closures that get it.
        ("let all = [url].map(open)", ""),
        ("let all = [url].map(open)", "extension V { func open(_ u: URL) -> Bool { UIApplication.shared.open(u) } }"),
        ("let all = Optional(url).flatMap(SDKLink.init)", ""),
        ("let isOpen = url.host.map { router.open($0) }", ""),
        ("let all = url.pathComponents.filter { state.tab = $0\nreturn true }", ""),
        ("let isOpen = actions[url.path]?(url)", ""),
        ("let isOpen = { state.url = url }()", ""),
        ("var isOpen = false\nisOpen = router.open(url) ?? false", ""),
        // Code that adds to the URL's type.
        ("let isOpen = url.isOpen", "extension URL { var isOpen: Bool { UIApplication.shared.open(self) } }"),
        ("if url.isOpen { return }", "extension URL { var isOpen: Bool { State.shared.url = self\nreturn true } }"),
        (
            "if url.isOpen { return }",
            "extension URL { var isOpen: Bool { go() }\nfunc go() -> Bool { UIApplication.shared.open(self) } }"
        ),
        // Code in a log.
        ("print(f(url))", "func f(_ u: URL) -> String { UIApplication.shared.open(u)\nreturn \"\" }"),
        ("logger.info(\"\\(url.isOpen)\")", "extension URL { var isOpen: Bool { UIApplication.shared.open(self) } }"),
        ("print(\"\\(DeepLink(url: url).open())\")", deepLink),
        // A list of something else.
        ("let isOpen = list(url)", "func list(_ u: URL) -> Bool { Router.shared.urls.append(u)\nreturn true }"),
        (
            "let isOpen = list(url)",
            "func list(_ u: URL) -> Bool { let router = Router.shared\nrouter.append(u)\nreturn true }"
        ),
        ("let link = SDK.link\nlet isOpen = [url].map { link.insert($0) }", ""),
        ("let ids = [url].map { link in queue[0].url = link }", ""),
    ])
    func mayOpenTheURL(_ body: String, _ declarations: String) throws {
        #expect(try !handler(body, declarations).isRouted)
    }

    @Test(arguments: [
        // A getter of a value that holds the URL, or a text from it.
        ("let link = DeepLink(url: url)\nlet isOpen = link.isOpen", deepLink),
        ("let state = DeepLink(url: url).state()", deepLink),
        ("let state = DeepLink(url: url).ownState()", deepLink),
        ("let all = [DeepLink(url: url)].map { $0.isOpen }", deepLink),
        ("let all = [DeepLink(url: url)].map(\\.isOpen)", deepLink),
        ("let isOpen = url.absoluteString.opened", opened),
        // An initializer that sets something else.
        ("let o = Opener(url)", "var pendingURL: URL?\n\(opener)"),
        ("let o = Opener(url)", "\(opener)\nextension Opener { static var pendingURL: URL? }"),
        ("let o = Opener(url)", "\(opener)\nextension Opener { var pendingURL: URL { get { base }\n\(setter) } }"),
        (
            "let o = Opener(url)",
            "struct Opener { init(_ url: URL) { self.link = url }\nvar link: URL { get { base }\n\(setter) } }"
        ),
        (
            "let isOpen = f(url)",
            "var next: URL?\nfunc f(_ u: URL) -> Bool { if let next = g() { print(next) }\nnext = u\nreturn true }"
        ),
        // A method of another object that gets it.
        ("let isOpen = f(url)", "func f(_ u: URL) -> Bool { SDKRouter.shared.matches(u) }"),
        ("let isOpen = f(url)", "func f(_ u: URL) -> Bool { let v = u\nreturn SDKRouter.shared.matches(v) }"),
        ("let isOpen = url.host.map { SDKRouter.shared.matches($0) }", ""),
        ("let isOpen = url.host.map { name in SDKRouter.shared.matches(name) }", ""),
        (
            "let all = Set([url.path])\nlet isOpen = all.union(url)",
            "class Router { func union(_ u: URL) -> Bool { UIApplication.shared.open(u) } }"
        ),
        (
            "let all = Set([url.path])\nlet isOpen = all.union(url)",
            """
            class Router { func union(_ u: URL) -> Bool { UIApplication.shared.open(u) } }
            class Door { func union(_ u: URL) -> Bool { UIApplication.shared.open(u) } }
            """
        ),
        // An element or the content of another object.
        (
            "let isOpen = f(url)",
            "func f(_ u: URL) -> Bool { let router = Router.shared\nrouter[\"x\"] = u\nreturn true }"
        ),
        ("let all = routers.filter { $0.insert(url) }", ""),
        ("let all = [url].map { link in link.insert(url) }", ""),
        ("let all = [url].reduce(into: Router.shared) { $0.insert($1) }", ""),
        // Functions that are values.
        ("let all = [url].map(quick ? open : show)", ""),
        ("let all = [url].map(makeOpener())", ""),
        ("let all = [url].map(openers[0])", ""),
        ("let all = [url].each(open)", "extension Array { func each(_ f: (Element) -> Bool) -> [Bool] { map(f) } }"),
        // A static function that looks like a case.
        ("let isOpen = f(url)", "func f(_ u: URL) -> Bool { let c: Command = .launch(u)\nreturn true }"),
    ])
    func mayOpenInOtherCode(_ body: String, _ declarations: String) throws {
        #expect(try !handler(body, declarations).isRouted)
    }

    @Test(arguments: [
        // Swift and Foundation.
        ("let names = url.pathComponents.map { $0.lowercased() }.filter { !$0.isEmpty }.sorted(by: <)", ""),
        ("let numbers = url.pathComponents.compactMap(Int.init)", ""),
        ("let total = url.pathComponents.map(\\.count).reduce(0, +)", ""),
        ("let id = Int(String(url.path.dropFirst()), radix: 10)", ""),
        ("let folder = url.deletingLastPathComponent().appendingPathComponent(\"x\")", ""),
        (
            "let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.reduce(into: [String: String]()) { $0[$1.name] = $1.value } ?? [:]",
            ""
        ),
        ("let text = String(format: \"%@\", url.path)\nlogger.info(\"\\(text, privacy: .public)\")", ""),
        ("let request = URLRequest(url: url)", ""),
        ("var names = url.pathComponents.map { $0.lowercased() }\nlet first = names.removeFirst()", ""),
        ("var isLong = false\nisLong = url.path.count > 3 && url.path.hasPrefix(\"/x\")", ""),
        ("let time = url.host.flatMap(TimeInterval.init)", ""),
        ("let place = CLLocationCoordinate2D(latitude: Double(url.path) ?? 0, longitude: 0)", ""),
        ("let names = url.pathComponents.reduce(into: Set<String>()) { names, name in names.insert(name) }", ""),
        // Code that only reads.
        (
            "let link = DeepLink(url: url)\nlet text = link.text",
            "\(deepLink)\nextension DeepLink { var text: String { url.path } }"
        ),
        ("let c = f(url)", "enum Command { case launch(URL) }\nfunc f(_ u: URL) -> Command { .launch(u) }"),
        ("let isShort = f(url)", "func f(_ u: URL) -> Bool { let name = u.host!\nreturn name.hasPrefix(u.path) }"),
        ("let name = DeepLink(url: url).name()", deepLink),
        ("let link = DeepLink(url: url)\nprint(link.url)", deepLink),
        (
            "let link = Link(url: url)",
            "enum Link { case a(String), other\ninit(url: URL) { if url.path == \"/x\" { self = .a(url.path) } else { self = .other } } }"
        ),
        (
            "let link = Link(url: url)",
            "class Link { let name: String\nlet count: Int\ninit(url: URL) { var parts = url.pathComponents\nparts.removeFirst()\nself.name = parts.joined(separator: \"-\")\ncount = parts.count } }"
        ),
        ("let kind = url.host.flatMap(Kind.init(rawValue:))", "enum Kind: String { case a, b }"),
        ("let slug = url.path.slug()", "extension String { func slug() -> String { lowercased() } }"),
        (
            "let slug = url.pathComponents.first { $0 != \"x\" }?.slug()",
            "extension String { func slug() -> String { lowercased() } }"
        ),
        (
            "print(\"\\(name(of: url))\")",
            "extension V { func name(of u: URL) -> String { log(u)\nreturn u.host ?? \"\" }\nfunc log(_ u: URL) { print(u) } }"
        ),
        ("let names = url.pathComponents.filter(isShort)", "func isShort(_ text: String) -> Bool { text.count < 3 }"),
    ])
    func onlyReadsTheURL(_ body: String, _ declarations: String) throws {
        let found = try handler(body, declarations)
        #expect(found.accepts.map(\.text) == ["host = 'a'"])
        #expect(found.isRouted)
    }

    /// Code that is not known gets only the URLs that were selected before.
    @Test func unknownCodeGetsSelectedURLs() throws {
        let found = try handler("if url.scheme == \"app\" { let isOpen = SDKLink(url: url).open() }")
        #expect(found.accepts.map(\.text) == ["scheme = 'app'", "host = 'a'"])
        #expect(found.isRouted)
    }
}
#endif
