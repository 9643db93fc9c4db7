#if Links
import SchemeModel
import Testing

/// Finds the callback schemes of authentication sessions.
@Suite struct SessionTests {
    private func sessions(_ body: String) -> [Handler] {
        let text = """
            class C {
                func f(page: URL) {
                    \(body)
                }
                func g() { f(page: URL(string: "https://a.b")!); f(page: URL(string: "wallet://a")!) }
            }
            """
        return facts(text).handlers.filter { $0.kind == .authenticationSession }
    }

    private static let session =
        "s = ASWebAuthenticationSession(url: u, callback: .customScheme(page.scheme!)) { _, _ in }"

    @Test(arguments: [
        (session, ["https", "wallet"]),
        ("if page.scheme == \"https\" { web() } else { \(session) }", ["wallet"]),
        ("if page.scheme == \"https\" { \(session) }", ["https"]),
        ("if \"https\" != page.scheme { \(session) }", ["wallet"]),
        ("if page.scheme == \"https\", isReady { web() } else { \(session) }", ["https", "wallet"]),
        ("if page.scheme == \"https\", isReady { \(session) }", ["https"]),
        ("guard page.scheme != \"https\" else { return }\n\(session)", ["wallet"]),
        ("guard page.scheme == \"https\" else { \(session); return }", ["wallet"]),
        ("if page.scheme == \"https\" { return web() }\n\(session)", ["wallet"]),
        ("if page.scheme == \"https\" { web() }\n\(session)", ["https", "wallet"]),
        ("if other.scheme == \"https\" { return }\n\(session)", ["https", "wallet"]),
    ])
    func comparisonsExcludeSchemes(body: String, schemes: [String]) {
        #expect(sessions(body).map(\.callbackSchemes) == [schemes])
    }

    @Test func aSubclassMayOverrideTheScheme() {
        func schemes(of subclass: String) -> [[String]] {
            let code = """
                class Base {
                    class var scheme: String { "" }
                    static func start(page: URL) {
                        s = ASWebAuthenticationSession(url: page, callbackURLScheme: scheme) { _, _ in }
                    }
                }
                class Wallet: Base { \(subclass) }
                """
            return facts(code).handlers.map { $0.callbackSchemes.sorted() }
        }
        #expect(schemes(of: "override class var scheme: String { \"wallet\" }") == [["", "wallet"]])
        #expect(schemes(of: "class var page: String { \"wallet\" }") == [[""]])
    }

    @Test func unreachableSessionsHaveNoScheme() {
        let found = sessions("guard page.scheme == \"x\" else { return }\n\(Self.session)")
        #expect(found.map(\.callbackSchemes) == [[]])
        #expect(found.map(\.isRouted) == [false])
    }

    @Test(arguments: [
        ("present { .init(url: page, callbackURLScheme: \"wallet\") { _ in } }", [["wallet"]]),
        ("client.logIn(at: page, callbackScheme: \"wallet\")", [["wallet"]]),
        ("client.logIn(at: page, callbackURLScheme: scheme)", [[]]),
        // In the order of the code.
        (
            ["a", "b", "c", "d", "e"].map { "\($0)(page, callbackScheme: \"\($0)\")" }.joined(separator: "\n"),
            [["a"], ["b"], ["c"], ["d"], ["e"]]
        ),
        ("client.logIn(at: page, callbackURLScheme: nil)", []),
        // A wrapper may handle these itself.
        ("client.logIn(at: page, callbackURLScheme: \"https\")", []),
        ("client.logIn(at: page, callbackURLScheme: \"wallet://done\")", []),
    ])
    func otherFunctionsStartSessions(body: String, schemes: [[String]]) {
        #expect(sessions(body).map(\.callbackSchemes) == schemes)
    }

    @Test(arguments: [
        (session, nil), ("if #available(iOS 17.4, *) { \(session) }", nil),
        ("if #available(iOS 17.4, *) {} else { \(session) }", SystemVersion(17, 4)),
        ("if #available(iOS 17.4, macOS 14, *) { return }\n\(session)", SystemVersion(17, 4)),
        ("if #unavailable(iOS 18) { if #unavailable(iOS 16) { \(session) } }", SystemVersion(16)),
    ])
    func systemVersions(body: String, end: SystemVersion?) {
        #expect(sessions(body).map(\.endsBefore) == [end])
    }
}
#endif
