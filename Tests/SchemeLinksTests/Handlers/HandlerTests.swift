#if Links
import SchemeModel
import Testing

/// Finds handlers, and what they do with URLs.
@Suite struct HandlerTests {
    @Test(arguments: [
        (
            "struct A: App { var body: some Scene { WindowGroup { V().onOpenURL { url in go(url) } } } }",
            Handler.Kind.onOpenURL
        ),
        ("struct V: View { var body: some View { Text(\"\").onOpenURL(perform: go) } }", .onOpenURL),
        (
            "struct V: View { var body: some View { Text(\"\")\n#if os(iOS)\n.onOpenURL { url in go(url) }\n#endif\n} }",
            .onOpenURL
        ),
        (
            "struct V: View { var body: some View { Text(\"\")\n#if A\n#if B\n.bold().onOpenURL(perform: go).padding()\n#endif\n#endif\n} }",
            .onOpenURL
        ),
        (
            "class D { func application(_ app: UIApplication, open url: URL, options: [X: Any] = [:]) -> Bool { true } }",
            .applicationOpenOptions
        ),
        ("extension D { func application(_ a: NSApplication, open urls: [URL]) {} }", .applicationOpen),
        (
            "class D { func application(_ a: UIApplication, handleOpen url: URL) -> Bool { true } }",
            .applicationHandleOpen
        ),
        (
            "class D { func application(_ a: UIApplication, open url: URL, sourceApplication: String?, annotation: Any) -> Bool { true } }",
            .applicationOpenSource
        ),
        (
            "class D { func application(application: UIApplication, openURL url: NSURL, sourceApplication: String?, annotation: AnyObject) -> Bool { return true } }",
            .applicationOpenSource
        ),
        (
            "class D { func application(application: UIApplication, handleOpenURL url: NSURL) -> Bool { return true } }",
            .applicationHandleOpen
        ),
        (launch("if let url = options?[.url] as? URL { go(url) }"), .applicationLaunch),
        (launch("go(options?[UIApplication.LaunchOptionsKey.url] as? URL)"), .applicationLaunch),
        (launch("if let launchOptions = options { go(launchOptions[.url]) }"), .applicationLaunch),
        (launch("let url = options?[UIApplicationLaunchOptionsURLKey]"), .applicationLaunch),
        (launch("if options?[.url] != nil { wait() }\ngo(options?[.url])"), .applicationLaunch),
        ("class S { func scene(_ s: UIScene, openURLContexts c: Set<UIOpenURLContext>) {} }", .sceneOpen),
        (
            "class S { func scene(_ s: UIScene, willConnectTo x: UISceneSession, options o: UIScene.ConnectionOptions) {} }",
            .sceneWillConnect
        ),
        (
            "struct V: View { var body: some View { Text(\"\").onContinueUserActivity(\"x\") { _ in } } }",
            .onContinueUserActivity
        ),
        (
            "class D { func application(_ a: UIApplication, continue u: NSUserActivity, restorationHandler: X) -> Bool { true } }",
            .applicationContinue
        ),
        ("class D: WKExtensionDelegate { func handle(_ activity: NSUserActivity) {} }", .handleUserActivity),
        (
            "class D { func f() { NSAppleEventManager.shared().setEventHandler(self, andSelector: s, forEventClass: AEEventClass(kInternetEventClass), andEventID: AEEventID(kAEGetURL)) } }",
            .appleEvent
        ),
        (
            "class D { func f() { let s = ASWebAuthenticationSession(url: u, callbackURLScheme: \"cb\") { _, _ in } } }",
            .authenticationSession
        ),
        (
            "class D { func f() { let s = ASWebAuthenticationSession(url: u, callback: .customScheme(\"cb\")) { _, _ in } } }",
            .authenticationSession
        ),
    ])
    func found(_ text: String, _ kind: Handler.Kind) {
        let handlers = facts(text).handlers
        #expect(handlers.map(\.kind) == [kind])
        if kind == .authenticationSession {
            #expect(handlers.first?.accepts.first?.conditions.first?.values == ["cb"])
        }
    }

    /// Returns an app delegate that has this code when the app launches.
    private static func launch(_ body: String) -> String {
        "class D { func application(_ a: UIApplication, didFinishLaunchingWithOptions options: [X: Any]?) -> Bool { \(body)\nreturn true } }"
    }

    @Test(arguments: [("import Auth0", [Handler.Kind.authenticationSession]), ("import Auth", [])])
    func findsSessionsOfAuth0(imported: String, kinds: [Handler.Kind]) {
        let handlers = facts(imported + "\nclass C { func f() { Auth0.webAuth().scope(\"openid\").start { _ in } } }")
            .handlers
        #expect(handlers.map(\.kind) == kinds)
        #expect(handlers.allSatisfy { !$0.isRouted })
    }

    /// AppKit only calls `application(_:open:)` with several URLs.
    @Test(arguments: [
        (
            "class D { func application(_ a: NSApplication, open url: URL, options: [X: Any] = [:]) -> Bool { true } }",
            1
        ),
        ("class D { func application(_ a: NSApplication, handleOpen url: URL) -> Bool { true } }", 1),
        ("class D { func application(_ a: NSApplication, open urls: [URL]) {} }", 0),
        ("class D { func application(_ a: UIApplication, open url: URL, options: [X: Any]) -> Bool { true } }", 0),
    ])
    func notesMethodsThatAppKitDoesNotCall(text: String, count: Int) {
        let found = facts(text)
        #expect(found.uncalledReceivers?.count == count)
        #expect(found.handlers.isEmpty == (count == 1))
    }

    @Test(arguments: [
        "class C { func f() { extras.onOpenURL = { url in go(url) } } }",
        "class C { func f() { extras.onOpenURL(text, 1) } }",
        "struct S { var onOpenURL: (URL) -> Void }",
        "class C { func application(_ a: UIApplication, open file: Document) {} }",
        launch("sdk.start(options)"),
        launch("if options?[.url] == nil { refresh() }"),
        launch("if (options?[.url] as? URL) != nil { track() }"),
        launch("if let push = options?[.remoteNotification], nil != options?[.url] { show(push) }"),
        launch("var options = options\noptions?[.url] = URL(string: \"app://a\")"),
        launch("go(links[.url])"),
        "class C { func start(with options: [X: Any]?) { go(options?[.url]) } }",
        "class C { func scene(_ s: UIScene, openOther c: Int) {} }",
        "class C { func handleUserActivity(_ activity: NSUserActivity) { go(activity.webpageURL) } }",
        "class C: WKExtensionDelegate { func handleUserActivity(_ userInfo: [AnyHashable: Any]?) { go(userInfo) } }",
        "class C { func f() { m.setEventHandler(self, andSelector: s, forEventClass: c, andEventID: kAEOpenDocuments) } }",
    ])
    func notFound(_ text: String) {
        #expect(facts(text).handlers.isEmpty)
    }

    @Test(arguments: [
        ("if let url = o.urlContexts.first?.url { go(url) }", [Handler.Aspect.urlContexts, .elsewhere]),
        ("router.start(o)", [Handler.Aspect.options]),
        ("window = UIWindow()", [Handler.Aspect]()),
        ("let shortcut = o.shortcutItem", [Handler.Aspect]()),
    ])
    func launchOptions(_ body: String, _ aspects: [Handler.Aspect]) {
        let text =
            "class S { func scene(_ s: UIScene, willConnectTo x: UISceneSession, options o: UIScene.ConnectionOptions) { \(body) } }"
        #expect(facts(text).handlers.first.map { Set($0.looksAt) } == Set(aspects))
    }

    @Test(arguments: [
        ("m.show(url.path)", false),
        ("let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)\nm.show(parts?.queryItems)", false),
        ("take(url)\nm.show(url.path)", false),
        ("guard router.accepts(url) else { return }\nm.show(url.path)", true),
        ("m.pending = url\nm.show(url.path)", true),
        ("if url.isOurs { m.show(url.path) }", true),
        ("m.later { other(url) }", true),
    ])
    func handedOver(_ body: String, _ isElsewhere: Bool) {
        let text = """
            struct A: App {
                var body: some Scene { WindowGroup { V().onOpenURL { url in \(body) } } }
                func take(_ it: URL) { store.add(it.query) }
            }
            """
        #expect(facts(text).handlers.first?.looksAt.contains(.elsewhere) == isElsewhere)
    }

    @Test(arguments: [
        ("@main struct A: App { var body: some Scene { WindowGroup { V() } } }", 1),
        ("@main\nstruct A: SwiftUI.App { var body: some Scene { WindowGroup { V() } } }", 2),
        ("@UIApplicationMain class A: UIResponder, UIApplicationDelegate {}", 1),
        ("@main final class A: NSObject, NSApplicationDelegate {}", 1),
        ("class D: NSObject, UIApplicationDelegate {}\nUIApplicationMain(c, v, nil, NSStringFromClass(D.self))", 2),
        (
            "class D: NSObject, UIApplicationDelegate {}\n@main struct A: App { @UIApplicationDelegateAdaptor(D.self) var d }",
            2
        ),
        (
            "class D: NSObject, UIApplicationDelegate {}\n@main struct A: App { @UIApplicationDelegateAdaptor var d: D }",
            2
        ),
        ("@main struct A: App { @UIApplicationDelegateAdaptor(D.self) var d }", nil),
        ("@main struct A: App { @NSApplicationDelegateAdaptor private var d: D }", nil),
        ("@main struct A: WidgetBundle { var body: some Widget { W() } }", nil),
        ("@main struct App { static func main() { print(1) } }", nil),
        ("UIApplicationMain(c, v, nil, \"Delegate\")", nil),
        ("struct A: App { var body: some Scene { WindowGroup { V() } } }", nil),
        ("let version = 1", nil),
    ])
    func entryPoint(_ text: String, _ line: Int?) {
        #expect(facts(text).entryPoint?.line == line)
    }

    @Test func objectiveCHandlers() {
        let found = facts([
            "D.m": """
            - (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)options { return YES; }
            - (void)scene:(UIScene *)scene openURLContexts:(NSSet *)contexts {}
            """, "E.m": "[[UIApplication sharedApplication] openURL:url options:@{} completionHandler:nil];",
        ])
        #expect(
            found.handlers.map { "\($0.place.path):\($0.place.line) \($0.kind.rawValue)" } == [
                "D.m:1 application(_:open:options:)", "D.m:2 scene(_:openURLContexts:)",
            ]
        )
    }

    @Test(arguments: [
        ("NSURL *url = options[UIApplicationLaunchOptionsURLKey]; [self open:url];", true),
        ("[self open:[options objectForKey:UIApplicationLaunchOptionsURLKey]];", true),
        ("if ([options[UIApplicationLaunchOptionsURLKey] isEqual:home]) { [self open:home]; }", true),
        ("if (options[UIApplicationLaunchOptionsURLKey] == nil) { [self refresh]; }", false),
        ("if (options[UIApplicationLaunchOptionsURLKey]) { return YES; }", false),
        ("if (![options objectForKey:UIApplicationLaunchOptionsURLKey]) { [self refresh]; }", false),
        ("copy[UIApplicationLaunchOptionsURLKey] = url;", false),
        ("[self start:options];", false),
    ])
    func findsLaunchURLsInObjectiveC(body: String, isFound: Bool) {
        let text = """
            @implementation D
            - (BOOL)application:(UIApplication *)app didFinishLaunchingWithOptions:(NSDictionary *)options { \(body) return YES; }
            - (void)other { NSURL *url = options[UIApplicationLaunchOptionsURLKey]; }
            @end
            """
        let handlers = facts(["D.m": text]).handlers
        #expect(handlers.map(\.kind) == (isFound ? [.applicationLaunch] : []))
        #expect(handlers.allSatisfy { $0.place.line == 2 && $0.type == "D" && $0.looksAt == [.elsewhere] })
    }

    /// The system calls methods by their whole selector.
    @Test(
        arguments: [
            ("- (BOOL)application:(UIApplication *)a handleOpenURL:(NSURL *)u", .applicationHandleOpen),
            ("- (BOOL)application:(UIApplication *)a handleOpenURL:(NSURL *)u options:(id)o", nil),
            ("- (void)browser:(id)b handleOpenURL:(NSURL *)u", nil),
            ("- (void)load { [WXApi handleOpenURL:self.url delegate:self]; }\n- (void)f", nil),
            ("- (BOOL)custom_application:(UIApplication *)a openURL:(NSURL *)u options:(id)o", nil),
            ("- (BOOL)application:(UIApplication *)a openURL:(NSURL *)u options:(id)o", .applicationOpenOptions),
            ("- (void)web:(id)w openURLs:(NSArray *)u", nil),
            ("- (void)application:(NSApplication *)a openURLs:(NSArray *)u", .applicationOpen),
            ("- (void)tabs:(id)t openURLContexts:(NSSet *)c", nil),
            ("- (void)scene:(UIScene *)s openURLContexts:(NSSet *)c", .sceneOpen),
            ("- (void)web:(id)w continueUserActivity:(NSUserActivity *)a", nil),
            ("- METHOD(BOOL) application:(UIApplication *)a handleOpenURL:(NSURL *)u", .applicationHandleOpen),
        ] as [(String, Handler.Kind?)]
    )
    func methodsInObjectiveC(method: String, kind: Handler.Kind?) {
        let handlers = facts(["D.m": "@implementation D\n\(method) { [self go]; }\n@end\n"]).handlers
        #expect(handlers.map(\.kind) == [kind].compactMap(\.self))
    }

    @Test func delegatesListInheritedTypes() {
        let found = facts(
            "class AppDelegate: FlutterAppDelegate {}\nclass S: Base, UIWindowSceneDelegate {}\nclass Base {}"
        )
        #expect(found.delegates.map(\.name) == ["AppDelegate", "S"])
        #expect(found.delegates.map(\.inheritedInCode) == [[], ["Base"]])
    }
}
#endif
