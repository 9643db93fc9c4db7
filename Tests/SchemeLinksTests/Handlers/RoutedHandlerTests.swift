#if Links
import SchemeModel
import Testing

/// Finds the URLs that a handler handles, and whether these are all.
@Suite struct RoutedHandlerTests {
    /// Returns the routes of a handler with `body`, and whether they are complete.
    private func routes(_ body: String, _ declarations: String = "") throws -> (routes: [String], isRouted: Bool) {
        let text =
            "struct V: View { var body: some View { Text(\"\").onOpenURL { url in\n\(body)\n} } }\n\(declarations)"
        let handler = try #require(facts(text).handlers.first)
        return (handler.accepts.map(Self.show), handler.isRouted)
    }

    private static func show(_ route: Route) -> String {
        route.conditions.map { "\($0.component) \($0.relation) \($0.values.joined(separator: "|"))" }.joined(
            separator: ", "
        )
    }

    @Test(arguments: [
        (
            "switch url.host { case \"a\": one()\ncase \"b\", \"c\": two()\ndefault: break }", "",
            ["host equals a", "host equals b", "host equals c"]
        ),
        (
            "guard url.scheme == \"app\" else { return }\nswitch url.host() { case \"a\": one()\ndefault: print(url) }",
            "", ["scheme equals app, host equals a"]
        ),
        ("if url.scheme == \"app\", url.host == \"a\" { one() }", "", ["scheme equals app, host equals a"]),
        (
            "if url.scheme == \"app\" && url.path == \"/x\" { one() } else if url.host == \"b\" { two() }", "",
            ["scheme equals app, path equals /x", "host equals b"]
        ),
        ("if url.host == \"a\" || url.host == \"b\" { one() }", "", ["host equals a", "host equals b"]),
        (
            "if url.scheme != \"app\" { return }\none(url.path)\n",
            "func one(_ x: String) { if x.hasPrefix(\"/a\") { go() } }", ["scheme equals app, path hasPrefix /a"]
        ),
        (
            "guard let host = url.host else { return }\nif [\"a\", \"b\"].contains(host) { one() }", "",
            ["host equals a|b"]
        ),
        (
            "handle(url)", "extension V { func handle(_ link: URL) { if link.host == \"a\" { go() } } }",
            ["host equals a"]
        ),
        (
            "Router.shared.open(url: url)",
            "class Router { static let shared = Router(); func open(url: URL) -> Bool { switch url.host { case \"a\": return true\ndefault: return false } } }",
            ["host equals a"]
        ),
        (
            "guard let route = Route(url: url) else { return }\nshow(route)",
            "enum Route { case a, b\ninit?(url: URL) { switch url.host { case \"a\": self = .a\ncase \"b\": self = .b\ndefault: return nil } } }",
            ["host equals a", "host equals b"]
        ),
        (
            "guard let route = Route(rawValue: url.host ?? \"\") else { return }\nshow(route)",
            "enum Route: String { case a, b = \"bee\" }", ["host equals a|bee"]
        ),
        (
            "switch (url.scheme, url.host) { case (\"app\", \"a\"): one()\ncase (\"app\", _): two()\ndefault: break }",
            "", ["scheme equals app, host equals a", "scheme equals app"]
        ),
        (
            "let parts = URLComponents(url: url, resolvingAgainstBaseURL: false)\nif parts?.host == \"a\", parts?.queryItems?.first(where: { $0.name == \"t\" })?.value == \"1\" { go() }",
            "", ["host equals a, query(name: \"t\") equals 1"]
        ),
        ("if url.host == Links.home { go() }", "enum Links { static let home = \"h\" }", ["host equals h"]),
        ("if url.pathComponents[1] == \"x\" { go() }", "", ["pathComponent(1) equals x"]),
        ("if url.absoluteString.hasPrefix(\"app://x\") { go() }", "", ["text hasPrefix app://x"]),
        ("if url.scheme?.lowercased() == \"app\" { go() }", "", ["scheme equals app"]),
        // Unknown code gets only the URLs for which the comparisons before it hold.
        (
            "if url.host == \"a\" { let id = decode(url.path)\nif let item = find(id) { go(item) } }", "",
            ["host equals a"]
        ),
        ("if url.scheme == \"app\", check(url) { go() }", "", ["scheme equals app"]),
        ("if url.scheme == \"app\" && check(url) { go() }", "", ["scheme equals app"]),
        ("if url.host != \"a\" || check(url) { return }\ngo(url)", "", ["host equals a"]),
        (
            "if isKnown(url), url.host == \"a\" { go() }",
            "extension V { func isKnown(_ u: URL) -> Bool { guard u.scheme == \"app\" else { return false }\nrouter.open(u)\nreturn true } }",
            ["scheme equals app", "scheme equals app, host equals a"]
        ),
        // Code that only reads the URL.
        (
            "if !UIApplication.shared.canOpenURL(url) { return }\nif url.host == \"a\" { go() }", "",
            ["host equals a"]
        ),
        (
            "if let items = url.items { print(items) }\nif url.host == \"a\" { go() }",
            "extension URL { var items: [String]? { URLComponents(url: self, resolvingAgainstBaseURL: false)?.queryItems?.map(\\.name) } }",
            ["host equals a"]
        ),
        (
            "var text = \"\"\nif let host = url.host { text = host }\nif url.path == \"/a\" { go(text) }", "",
            ["path equals /a"]
        ),
        (
            "let kind: Kind\nswitch url.host { case \"a\": kind = .item(url.path)\ndefault: return }\nshow(kind)", "",
            ["host equals a"]
        ),
        // Messages about the rest.
        (
            "if url.host == \"a\" { go() } else { showAlert(title: errorTitle, message: \"\\(url)\") }", "",
            ["host equals a"]
        ),
        (
            "if url.host == \"a\" { go() } else { alert = AlertState(errorMessage: url.path) }", "", ["host equals a"]
        ),
        (
            "guard url.scheme == \"app\" else { return }\nswitch url.host { case \"a\": go()\ndefault: showError(url.path) }",
            "", ["scheme equals app, host equals a"]
        ),
        // A function with the same name for another type.
        (
            "handle(url)",
            "enum Link: String { case a }\nextension V { func handle(_ u: URL) { if let link = Link(rawValue: u.host ?? \"\") { handle(link) } }\nfunc handle(_ link: Link) { go(link) } }",
            ["host equals a"]
        ),
        (
            "let kind: Kind\nif url.host == \"a\" { kind = .item } else { return }\nshow(kind)", "", ["host equals a"]
        ),
        (
            "var tab = \"home\"\nswitch url.host { case \"a\": tab = \"a\"\ncase \"b\": return\ndefault: return }\nlink = tab",
            "", ["host equals a"]
        ),
        (
            "open(url)",
            "extension V { func open(_ u: URL) -> Bool { var isOpen = false\nif u.host == \"a\" { go()\nisOpen = true }\nreturn isOpen } }",
            ["host equals a"]
        ),
        // A logger in the code.
        (
            "linkLog.log(url)\nlinkLog.log(\"\\(url)\")\nif url.host == \"a\" { go() }",
            "class LinkLog { func log(_ url: URL) { print(url) }\nfunc log(_ text: String) { send(text) } }\nextension V { var linkLog: LinkLog { LinkLog() } }",
            ["host equals a"]
        ),
        // Calls in a log.
        (
            "logger.info(\"\\(open(url))\")",
            "extension V { func open(_ u: URL) -> Bool { guard u.host == \"a\" else { return false }\ngo()\nreturn true } }",
            ["host equals a"]
        ),
        (
            "print(\"\\(name(of: url)) \\(url.path.lowercased())\", String(describing: url))\nif url.host == \"a\" { go() }",
            "extension V { func name(of u: URL) -> String { u.host ?? \"\" } }",
            ["host equals a"]
        ),
        // Another function of this name may get the URLs that were selected.
        (
            "if url.scheme == \"app\" { sdk.open(url) }",
            "class Other { func open(_ u: URL) { if u.host == \"a\" { go() } } }",
            ["scheme equals app", "scheme equals app, host equals a"]
        ),
        // A function that reads a selected URL.
        (
            "if url.scheme == \"app\" { if url.host == \"a\" { let key = Reader.value(\"k\", from: url)\nif let key { go(key) }\nreturn } }",
            "enum Reader { static func value(_ name: String, from url: URL) -> String? { URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value } }",
            ["scheme equals app, host equals a"]
        ),
        // What happens to a mistake.
        ("if url.host == \"a\" { go() } else { showErrorAlert(\"Unknown link\") }", "", ["host equals a"]),
        ("if url.host == \"a\" { go() } else { errorText = \"Unknown link\" }", "", ["host equals a"]),
        (
            "do { try open(url) } catch { print(error) }",
            "extension V { func open(_ u: URL) throws { if u.host == \"a\" { go() } else { throw E() } } }",
            ["host equals a"]
        ),
        ("for kind in kinds where url.host == \"a\" { go(kind) }", "", ["host equals a"]),
        // An extension of String may not be the function that a selected URL gets.
        (
            "guard let kind = decode(url) else { return }\nshow(kind)",
            "extension V { func decode(_ u: URL) -> Kind? { switch u.host { case \"a\": return first(u)\ndefault: return nil } }\nfunc first(_ u: URL) -> Kind? { let text = u.path.strip()\nreturn Kind(text) } }\nextension String { func strip() -> String { trimmed(self) } }",
            ["host equals a"]
        ),
        // A loop over the URL's own parts.
        (
            "for item in URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? [] { print(item) }\nif url.host == \"a\" { go() }",
            "", ["host equals a"]
        ),
        // The URL's own scheme in a prefix.
        (
            "guard let scheme = url.scheme else { return }\nif url.absoluteString.starts(with: \"\\(scheme)://open-url\") { go() } else if url.absoluteString.hasPrefix(\"\\(scheme)://list/\") { go() }",
            "", ["host hasPrefix open-url", "host equals list"]
        ),
    ])
    func routed(_ body: String, _ declarations: String, _ expected: [String]) throws {
        let found = try routes(body, declarations)
        #expect(found.routes == expected)
        #expect(found.isRouted)
    }

    @Test(arguments: [
        ("router.open(url)", ""),
        ("state.url = url", ""),
        ("if url.host == \"a\" { one() }\nother.handle(url)", ""),
        ("switch url.host { case \"a\": one()\ndefault: web(url) }", ""),
        ("if matches(url) { go() }", ""),
        ("NotificationCenter.default.post(name: n, object: url)", ""),
        ("print(url)", ""),
        // Calls in a log.
        ("logger.info(\"\\(router.open(url))\")\nif url.host == \"a\" { go() }", ""),
        ("if url.host == \"a\" { go() } else { logger.error(\"\\(router.open(url))\") }", ""),
        ("print(String(describing: router.open(url)))\nif url.host == \"a\" { go() }", ""),
        (
            "_ = logger.info(\"\\(open(url))\")\nif url.host == \"a\" { go() }",
            "extension V { func open(_ u: URL) -> Bool { state.url = u\nreturn true } }"
        ),
        // The answer says that it takes all URLs.
        (
            "tab = 0\nhandle(url)",
            "extension V { func handle(_ u: URL) -> Bool { switch u.host { case \"a\": one()\nreturn true\ndefault: return true } } }"
        ),
        // Something happens to all URLs.
        ("var tab = \"home\"\nswitch url.host { case \"a\": tab = \"a\"\ndefault: break }\nlink = tab", ""),
        ("var tab = \"home\"\nif url.host == \"a\" { tab = \"a\" }\nopen(tab)", ""),
        ("var tab = 0 { didSet { show(tab) } }\nif url.host == \"a\" { tab = 1 } else { tab = 2 }", ""),
        ("@Binding var tab: Int\nif url.host == \"a\" { tab = 1 } else { tab = 2 }", ""),
        ("switch url.host { case \"a\": one()\ndefault: if isNew { break }\nreturn }\nshowHome()", ""),
        ("if url.host == \"a\" { go() }\nactivate()", ""),
        (
            "tab = 0\nhandle(url)",
            "extension V { func handle(_ u: URL) -> Bool { switch u.host { case \"a\": one()\nreturn true\ndefault: return false } } }"
        ),
        (
            "linkLog.log(url)\nif url.host == \"a\" { go() }",
            "class LinkLog { func log(_ url: URL) { post(url) } }\nextension V { var linkLog: LinkLog { LinkLog() } }"
        ),
        // Another function of this name may get all URLs.
        ("sdk.open(url)", "class Other { func open(_ u: URL) { if u.host == \"a\" { go() } } }"),
        // Without a host, the comparison is about the path.
        ("switch url.host ?? url.path { case \"a\": go()\ndefault: break }", ""),
        ("handle(url)", "func handle(_ u: URL) { handle(u) }"),
        // Another function of this name may return another URL.
        (
            "let link = sdk.clean(url)\nif link.host == \"a\" { go() }",
            "class Other { func clean(_ u: URL) -> URL { u } }"
        ),
        (
            "let link = tidy(url)\nif link.host == \"a\" { go() }",
            "extension V { func tidy(_ u: URL) -> URL { sdk.clean(u) } }\nclass Other { func clean(_ u: URL) -> URL { u } }"
        ),
        // Unknown code gets URLs before they are compared.
        ("for item in sdk.items(url) { print(item) }\nif url.host == \"a\" { go() }", ""),
        ("let item = decode(url)\nif url.host == \"a\" { go(item) }", ""),
        ("let isOpen = router.open(url) ?? false\nif url.host == \"a\" { go() }", ""),
        ("if check(url), url.host == \"a\" { go() }", ""),
        ("if url.scheme == \"app\" || check(url) { go() }", ""),
        (
            "if url.wasOpened { return }\nif url.host == \"a\" { go() }",
            "extension URL { var wasOpened: Bool { router.open(self) } }"
        ),
        ("var text = \"\"\nif let host = url.host { text = host }\nif url.path == \"/a\" { go() }\nopen(text)", ""),
        // A test that other URLs pass, too.
        (
            "guard let link = Link(url: url) else { return }\nshow(link)",
            "enum Link { case a, home\ninit?(url: URL) { if url.host == \"a\" { self = .a } else { self = .home } } }"
        ),
        (
            "guard let kind = decode(url) else { return }\nshow(kind)",
            "extension V { func decode(_ u: URL) -> Kind? { if u.host == \"a\" { return .a }\nreturn .home } }"
        ),
        (
            "if isKnown(url) { go() }",
            "extension V { func isKnown(_ u: URL) -> Bool { if u.host == \"a\" { return true }\nreturn true } }"
        ),
        // Something happens to the URLs that no comparison selects.
        (
            "switch (url.host, url.pathComponents.count) { case (\"a\", _): go()\ncase (_, let n) where n < 2: showHome()\ndefault: return }",
            ""
        ),
        ("switch (url.host, url.path) { case (\"a\", \"/b\"): go()\ncase (_, _): showHome() }", ""),
        ("switch url.host { case secret: fallthrough\ncase \"a\": go()\ndefault: break }", ""),
        ("if url.host == \"a\" { go() } else { showHome() }", ""),
        ("guard url.host == \"a\" else { showHome()\nreturn }\ngo()", ""),
        ("if url.host == \"a\" { go()\nreturn }\nsheet = true", ""),
        ("if url.host != \"a\" { showHome() } else { go() }", ""),
        ("guard url.host != \"a\" else { go()\nreturn }\nshowHome()", ""),
        ("if url.host == \"a\" { go() } else if isOpen { showHome() }", ""),
        ("if url.host == \"a\" { go()\nreturn }\nguard isOpen else { return }\nshowHome()", ""),
        (
            "do { try open(url) } catch { showHome() }",
            "extension V { func open(_ u: URL) throws { if u.host == \"a\" { go() } else { throw E() } } }"
        ),
        ("for kind in kinds where url.host != \"a\" { show(kind) }\nif url.host == \"a\" { go() }", ""),
        (
            "if url.host == \"a\" { go() } else { fall(url) }",
            "extension V { func fall(_ u: URL) { showHome() } }"
        ),
        (
            "for handler in handlers { if handler.take(url) { break } }",
            """
            protocol P { func take(_ u: URL) -> Bool }
            struct A: P { func take(_ u: URL) -> Bool { guard u.host == "a" else { return false }
            go()
            return true } }
            struct B: P { func take(_ u: URL) -> Bool { showHome()
            return true } }
            extension V { var handlers: [any P] { [A(), B()] } }
            """
        ),
        // More than a message about the rest.
        ("if url.host == \"a\" { go() } else { showAlert(title: errorTitle) { open(url) } }", ""),
        ("if url.host == \"a\" { go() } else { presentErrorOrOpen(url) }", ""),
        ("if url.host == \"a\" { go() }\nshowErrorAlert(url.path)", ""),
        ("if url.host == \"a\" { go() } else if url.path == secret { showErrorAlert(url.path) }", ""),
        // The text before the host is not the URL's own scheme.
        (
            "guard let word = url.fragment else { return }\nif url.absoluteString.hasPrefix(\"\\(word)://a\") { open(url) }",
            ""
        ),
    ])
    func notRouted(_ body: String, _ declarations: String) throws {
        #expect(try !routes(body, declarations).isRouted)
    }

    /// Too many combinations of conditions become fewer and wider ones, so that no URL is lost.
    @Test func manyAlternatives() throws {
        let hosts = (1...17).map { "url.host == \"h\($0)\"" }.joined(separator: " || ")
        let paths = (1...17).map { "url.path == \"/p\($0)\"" }.joined(separator: " || ")
        let found = try routes("if \(hosts) { if \(paths) { go() } }")
        #expect(found.routes == (1...17).map { "host equals h\($0)" })
        #expect(found.isRouted)
    }
}
#endif
