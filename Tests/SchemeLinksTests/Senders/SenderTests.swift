#if Links
import Foundation
import SchemeModel
import Testing

/// Finds calls that pass a URL to the system.
@Suite struct SenderTests {
    @Test(arguments: [
        (#"struct V: View { var body: some View { Text("").widgetURL(u) } }"#, Link.Kind.widgetURL),
        (#"extension View { func w() -> some View { widgetURL(u) } }"#, .widgetURL),
        ("struct V: View { var body: some View { Text(\"\")\n#if os(iOS)\n.widgetURL(u)\n#endif\n} }", .widgetURL),
        (#"struct V: View { @Environment(\.openURL) var openURL; func f() { openURL(u) } }"#, .openURL),
        (
            #"struct V: View { @Environment(\.openURL) private var go: OpenURLAction; func f() { go(u) { _ in } } }"#,
            .openURL
        ),
        (#"class C { func f() { UIApplication.shared.open(u, options: [:]) } }"#, .applicationOpen),
        (#"class C { func f(_ app: UIApplication) { app.open(u) } }"#, .applicationOpen),
        (#"class C { func f() { UIApplication.shared.openURL(u) } }"#, .applicationOpen),
        (
            #"class C: UIViewController { func f() { extensionContext?.open(u, completionHandler: nil) } }"#,
            .extensionContextOpen
        ),
        (#"class C { func f() { self.extensionContext!.open(u) } }"#, .extensionContextOpen),
        (#"class C { func f() { NSWorkspace.shared.open(u) } }"#, .workspaceOpen),
        (#"class C { func f() { NSWorkspace.shared.open(u, configuration: .init()) { _, _ in } } }"#, .workspaceOpen),
        (#"class C { func f() { if UIApplication.shared.canOpenURL(u) {} } }"#, .canOpenURL),
        (#"class C { func f() { let app = UIApplication.shared; if app.canOpenURL(u) {} } }"#, .canOpenURL),
        (#"class C { let disk = NSWorkspace.shared; func f() { disk.open(u) } }"#, .workspaceOpen),
        (#"struct I: AppIntent { func perform() { .result(opensIntent: OpenURLIntent(u)) } }"#, .openURLIntent),
        (
            #"class C { func f(_ app: UIApplication) { app.perform(NSSelectorFromString("openURL:"), with: u) } }"#,
            .applicationOpen
        ),
        (
            """
            class C: UIViewController {
                func f() {
                    var responder: UIResponder? = self
                    while let r = responder {
                        if r is UIApplication { r.perform(Selector("openURL:"), with: u) }
                        responder = r.next
                    }
                }
            }
            """, .applicationOpen
        ),
    ])
    func found(_ text: String, _ kind: Link.Kind) throws {
        let links = facts(text + "\n" + #"let u = URL(string: "a://b")!"#).links
        #expect(links.map(\.kind) == [kind])
        #expect(links.first?.url == "a://b")
        #expect(links.first?.target == "T")
    }

    @Test(arguments: [
        "let a = Action.widgetURL(u)",
        "func f() { run(.widgetURL(u)) }",
        "enum E { case widgetURL(URL) }; func f(e: E) { if case .widgetURL(let u) = e { print(u) } }",
        "struct E { func widgetURL(for x: Int) -> URL { u } }; let v = E().widgetURL(for: 1)",
        "struct E { func widgetURL(_ x: Int) -> URL { u } }; func f(e: E) { e.widgetURL(1) }",
        "struct V: View { var body: some View { NavigationLink(destination: u) { Text(\"\") } } }",
        "struct Link { init(destination: URL) {} }; struct W: Widget { var body: some WidgetConfiguration { StaticConfiguration { _ in Link(destination: u) } } }",
        "struct V: View { var body: some View { Link(\"x\", destination: URL(string: \"https://acme.example/help\")!) } }",
        "class C { func f() { file.open(u); player.open(u); open(u) } }",
        "class C { func openURL(_ u: URL) {}; func f() { openURL(u) } }",
        "class C { func f(_ app: UIApplication) { app.open(u, by: .push) } }",
        "func f() { delegate.canOpenURL(u) }",
        "#Preview { Text(\"\").widgetURL(u) }",
        "class C { private func f() { UIApplication.shared.open(u) } }",
        "class C { @objc private func f() { UIApplication.shared.perform(#selector(f), with: u); f() } }",
        "class C { func f() { NSWorkspace.shared.perform(Selector(\"openURL:\"), with: u) } }",
        "class C { func f(_ any: AnyObject) { any.perform(Selector(\"openURL:\"), with: u) } }",
        """
        class Router: NSObject { @objc func openURL(_ u: URL) { print(u) } }
        class C: UIViewController {
            var router = Router()
            func f(_ other: Router) {
                router.perform(#selector(Router.openURL(_:)), with: u)
                other.perform(#selector(Router.openURL(_:)), with: u, afterDelay: 1)
            }
            func application() -> UIApplication? { next as? UIApplication }
        }
        """,
    ])
    func notFound(_ text: String) {
        #expect(facts(text + "\n" + #"let u = URL(string: "a://b")!"#).links.isEmpty)
    }

    @Test(arguments: [
        ["A.swift": "perform(Selector(\"f\"))"], ["B.swift": "let name = NSSelectorFromString(\"f\")"],
    ])
    func aPrivateFunctionMayBeCalledByName(other: [String: String]) {
        var texts = ["C.swift": "class C { @objc private func f() { UIApplication.shared.open(u) } }"]
        texts.merge(other) { _, new in new }
        #expect(facts(texts).links.count == 1)
    }

    @Test(arguments: [
        "guard let URL = URL(string: link) else { return }; UIApplication.shared.open(URL)",
        "if let URL = URL(string: link) { UIApplication.shared.open(URL) }",
        "guard let url = URL(string: link) else { return }; UIApplication.shared.open(url)",
    ])
    func findsCallsOfAFunctionThatOpensItsParameter(body: String) {
        let text = """
            enum Browser { static func show(_ link: String) { \(body) } }
            func f() { Browser.show("wallet://a") }
            """
        #expect(facts(text).links.map(\.url).contains("wallet://a"))
    }

    @Test(
        arguments: [
            ("app.open(u)", []),
            ("#if MAIN_APP\napp.open(u)\n#endif", [.conditional]),
            ("#if !MAIN_APP && os(iOS)\nprint()\n#else\napp.open(u)\n#endif", [.conditional]),
            ("#if os(iOS) && !targetEnvironment(macCatalyst)\napp.open(u)\n#endif", []),
            ("#if DEBUG\nprint()\n#endif\napp.open(u)", []),
            ("if #available(iOS 18.0, *) { app.open(u) }", [.laterSystems]),
            ("if #unavailable(iOS 18) {} else { app.open(u) }", [.laterSystems]),
            ("if #available(iOS 17, *) { app.open(u) }", []),
            ("if #available(iOS 18.0, *) {} else { app.open(u) }", [.earlierSystems]),
            ("if #unavailable(iOS 18) { app.open(u) }", [.earlierSystems]),
            ("guard #available(iOS 18, *) else { app.open(u); return }", [.earlierSystems]),
            ("if #available(iOS 17, *) {} else { app.open(u) }", [.earlierSystems]),
            ("if #available(iOS 10.0, *) {} else { app.open(u) }", [.earlierSystems]),
            ("if #available(iOS 18.1, *) {} else { app.open(u) }", [.beforeQueryLimit]),
            ("if #available(iOS 26, *) {} else { app.open(u) }", [.beforeQueryLimit]),
            ("if #available(iOS 26, *) { app.open(u) }", [.laterSystems]),
            ("if #available(macOS 10, *) {} else { app.open(u) }", []),
            ("if #available(iOS 10, *), isReady {} else { app.open(u) }", []),
            ("if isReady, #available(iOS 18, *) { app.open(u) }", [.laterSystems]),
            ("if #available(iOS 10, *) { return }\napp.open(u)", [.earlierSystems]),
            ("if #available(iOS 10, *) { log() }\napp.open(u)", []),
            ("app.open(u)\nif #available(iOS 10, *) { return }", []),
            ("guard #available(iOS 18, *) else { return }\napp.open(u)", [.laterSystems]),
            ("@available(iOS, obsoleted: 10)\nfunc g() { app.open(u) }", [.earlierSystems]),
            ("@available(iOS, introduced: 8, deprecated: 10)\nfunc g() { app.open(u) }", []),
            ("@available(iOS 18, *)\nfunc g() { app.open(u) }", [.laterSystems]),
            (
                "if app.responds(to: #selector(UIApplication.open(_:options:completionHandler:))) {} else { app.open(u) }",
                [.earlierSystems]
            ),
        ] as [(String, [Link.Trait])]
    )
    func conditionsAroundACall(code: String, traits: [Link.Trait]) {
        let text = "class C {\nfunc f(_ app: UIApplication) {\n\(code)\n}\n}\nlet u = URL(string: \"a://b\")!"
        #expect(facts(text).links.map(\.traits) == [traits])
    }

    @Test func conditionsAreFollowedByManyOthers() {
        let text = """
            func f(_ app: UIApplication) {
            guard #available(iOS 18, *) else { return }
            \((0..<200).map { "if x == \($0) { return }\n" }.joined())
            app.open(u)
            }
            let u = URL(string: "a://b")!
            """
        #expect(facts(text).links.map(\.traits) == [[.laterSystems]])
    }

    @Test func conditionsFarBeforeACall() {
        let text = """
            func f() {
            \(String(repeating: "log()\n", count: 500))
            if #available(iOS 10, *) { app.open(u, options: [:]); return }
            \(String(repeating: "log()\n", count: 500))
            app.openURL(u)
            }
            let u = URL(string: "a://b")!
            let app = UIApplication.shared
            """
        #expect(facts(text).links.map(\.traits) == [[], [.retiredCall, .earlierSystems]])
    }

    /// As in OneBusAway/onebusaway-ios and the-blue-alliance/the-blue-alliance-ios.
    @Test(arguments: [
        ("", [Link.Trait.forwarded]), ("extension UIApplication: Opener {}", []),
        ("extension UIApplication: @retroactive Opener {}", []), ("extension UIKit.UIApplication: Opener {}", []),
        ("protocol AppOpener: Opener {}\nextension UIApplication: AppOpener {}", []),
        ("typealias AppOpener = Opener\nextension UIApplication: AppOpener {}", []),
        ("class App: UIApplication, Opener {}", []), ("class App: UIApplication {}\nextension App: Opener {}", []),
        ("protocol AppOpener: Opener {}\nextension UIApplication: Other {}", [.forwarded]),
        ("class App: UIApplication, Opener { override func canOpenURL(_ url: URL) -> Bool { true } }", [.forwarded]),
        ("class App: UIApplication {}\nclass Forwarder: Opener {}", [.forwarded]),
    ])
    func queriesThroughAProtocol(conformance: String, traits: [Link.Trait]) {
        let text = """
            protocol Opener {
                func canOpenURL(_ url: URL) -> Bool
                func open(_ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any])
            }
            class C { var opener: Opener?; func f() { opener?.canOpenURL(u) } }
            let u = URL(string: "a://b")!
            """
        let links = facts(text + "\n" + conformance).links
        #expect(links.map(\.kind) == [.canOpenURL] && links.map(\.traits) == [traits], "\(links)")
    }

    @Test(arguments: [
        "extensionContext?.open(u)", "self.extensionContext!.open(u)",
        "guard let context = extensionContext else { return }\ncontext.open(u)",
        "let context = self.extensionContext\ncontext?.open(u)",
        "let context = NSExtensionContext()\ncontext.open(u as URL, completionHandler: nil)",
        "NSExtensionContext().open(u)",
    ])
    func contextsOfAnExtension(code: String) {
        let text =
            "class C: UIViewController {\nfunc f() {\n\(code)\n}\n}\nlet u = URL(string: \"a://b\")!"
        #expect(facts(text).links.map(\.kind) == [.extensionContextOpen])
    }

    @Test func columnsInLongLines() throws {
        let before = String(repeating: "\u{1F600}\u{E9}x", count: 1_000)
        let text = "/* \(before) */ struct V: View { var body: some View { Text(\"\").widgetURL(u) } }"
        let start = try #require(facts(text).links.first?.place.range?.lines?.start)
        let head = try #require(text.range(of: "widgetURL")).lowerBound
        #expect(start.column == text[..<head].utf8.count + 1)
        #expect(start.columnUTF16 == text[..<head].utf16.count + 1)
    }

    @Test func linkCountsInAWidget() throws {
        let view = #"struct V: View { var body: some View { Link(destination: URL(string: "a://b")!) { Text("") } } }"#
        #expect(facts(view, isWidgetExtension: true).links.map(\.kind) == [.link])
        let shown = facts([
            "V.swift": view,
            "W.swift":
                "struct W: Widget { var body: some WidgetConfiguration { StaticConfiguration(kind: k, provider: P()) { _ in V() } } }",
        ])
        #expect(shown.links.map(\.kind) == [.link])
        #expect(shown.links.first?.presentations == [.widget])
    }

    @Test func customModifiersAreLinksAtTheirCalls() {
        let found = facts([
            "W.swift":
                "extension View {\n    func tap(_ id: String) -> some View {\n        widgetURL(URL(string: \"a://\\(id)\"))\n    }\n}",
            "V.swift": "struct V: View { var body: some View { Text(\"\").tap(\"one\") } }",
        ])
        #expect(
            found.links.map { "\($0.place.path):\($0.place.line) \($0.url ?? "-")" } == [
                "V.swift:1 a://one", "W.swift:3 a://one",
            ]
        )
    }

    @Test func presentationsAndFamilies() throws {
        let found = facts(
            #"""
            struct W: Widget {
                static let families: [WidgetFamily] = [.systemSmall, .systemMedium, .accessoryInline]
                var body: some WidgetConfiguration {
                    StaticConfiguration(kind: "k", provider: P()) { entry in V(entry: entry) }
                        .configurationDisplayName("x")
                        .supportedFamilies(Self.families)
                }
            }
            struct V: View {
                @Environment(\.widgetFamily) var family
                var body: some View {
                    switch family {
                    case .systemSmall: Text("").widgetURL(URL(string: "a://small"))
                    case .systemLarge: Text("").widgetURL(URL(string: "a://never"))
                    default: if family == .accessoryInline { Text("").widgetURL(URL(string: "a://inline")) } else { other }
                    }
                }
                var other: some View { VStack { Link("x", destination: URL(string: "a://other")!) } }
            }
            """#
        )
        let families = Dictionary(uniqueKeysWithValues: found.links.map { ($0.url ?? "", $0.families) })
        #expect(
            families == [
                "a://small": ["systemSmall"], "a://never": [], "a://inline": ["accessoryInline"],
                "a://other": ["systemMedium"],
            ]
        )
        #expect(found.widgets.map(\.families) == [["accessoryInline", "systemMedium", "systemSmall"]])
        #expect(found.widgets.map(\.type) == ["W"])
    }

    @Test func liveActivityPresentations() throws {
        let found = facts(
            #"""
            struct A: ActivityAttributes { struct ContentState: Codable {} }
            struct L: Widget {
                var body: some WidgetConfiguration {
                    ActivityConfiguration(for: A.self) { context in
                        Text("").widgetURL(URL(string: "a://lock"))
                    } dynamicIsland: { context in
                        DynamicIsland {
                            DynamicIslandExpandedRegion(.leading) { Link("x", destination: URL(string: "a://leading")!) }
                            DynamicIslandExpandedRegion(.bottom) { Text("") }
                        } compactLeading: {
                            Text("").widgetURL(URL(string: "a://compact/1"))
                        } compactTrailing: {
                            trailing
                        } minimal: {
                            Text("")
                        }
                        .widgetURL(URL(string: "a://island"))
                    }
                }
                var trailing: some View { Text("").widgetURL(URL(string: "a://compact/2")) }
            }
            """#
        )
        let presentations = Dictionary(uniqueKeysWithValues: found.links.map { ($0.url ?? "", $0.presentations) })
        #expect(
            presentations == [
                "a://lock": [.lockScreen], "a://leading": [.expandedLeading], "a://compact/1": [.compactLeading],
                "a://compact/2": [.compactTrailing], "a://island": [.dynamicIsland],
            ]
        )
        let widget = try #require(found.widgets.first)
        #expect(widget.isLiveActivity)
        #expect(widget.attributes == "A")
        #expect(widget.linked == [.lockScreen, .dynamicIsland, .compactLeading, .compactTrailing, .expandedLeading])
        #expect(widget.unlinked == [.minimal, .expandedBottom])
        #expect(found.activityAttributes.map(\.name) == ["A"])
        #expect(found.widgetURLConflicts.isEmpty)
    }
}
#endif
