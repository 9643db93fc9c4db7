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
        }
        """

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
        // Code that only reads.
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
