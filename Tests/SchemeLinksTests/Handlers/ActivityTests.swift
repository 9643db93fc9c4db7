#if Links
import SchemeModel
import Testing

/// Finds out how code uses user activities.
@Suite struct ActivityTests {
    @Test(arguments: [
        ("guard let url = activity.webpageURL else { return }\nroute(url)", true, false),
        ("if activity.activityType == kind { open() }", true, false),
        ("router.open(activity)", false, true),
        // Methods of SDKs with the name of the handler.
        ("Linking.scene(scene, continue: activity)", false, true),
        ("Proxy.shared.scene(scene, continue: activity)", false, true),
        ("sdk.scene(scene, continue: activity)", false, true),
        ("let other = activity\nrouter.open(other)", false, true),
        ("scene.userActivity = activity", false, true),
        ("use(activity)", true, false),
        ("take(activity)", false, false),
        ("window?.makeKeyAndVisible()", false, false),
        ("", false, false),
    ])
    func uses(_ body: String, _ looks: Bool, _ passesOn: Bool) throws {
        let text = """
            class S: UIResponder, UIWindowSceneDelegate {
                func scene(_ scene: UIScene, continue activity: NSUserActivity) {
                    \(body)
                }
                func use(_ activity: NSUserActivity) { route(activity.webpageURL) }
                func take(_ activity: NSUserActivity) { showHome() }
            }
            """
        let handler = try #require(facts(text).handlers.first)
        #expect(handler.kind == .sceneContinue)
        #expect(handler.looksAt.contains(.activity) == looks)
        // A URL that the code took from the activity may be passed on as well.
        if passesOn { #expect(handler.looksAt.contains(.elsewhere)) }
        #expect(handler.looksAt.isEmpty == (!looks && !passesOn))
    }

    @Test(arguments: [
        ("NSUserActivityTypeBrowsingWeb) { _ in }", "NSUserActivityTypeBrowsingWeb" as String?, true),
        ("NSUserActivityTypeBrowsingWeb) { route($0.webpageURL) }", "NSUserActivityTypeBrowsingWeb", false),
        ("\"com.acme.edit\") { edit($0) }", "com.acme.edit", false),
        ("Kind.edit) { edit($0) }", "com.acme.edit", false),
        ("CSSearchableItemActionType, perform: unknown)", "CSSearchableItemActionType", false),
        ("kind) { edit($0) }", nil, false),
    ])
    func activityTypes(_ call: String, _ type: String?, _ isIgnored: Bool) throws {
        let text = """
            enum Kind { static let edit = "com.acme.edit" }
            struct V: View { var body: some View { Text("x").onContinueUserActivity(\(call) } }
            """
        let handler = try #require(facts(text).handlers.first)
        #expect(handler.kind == .onContinueUserActivity)
        #expect(handler.activityType == type)
        #expect(handler.looksAt.isEmpty == isIgnored)
    }

    @Test(arguments: [
        ("{ url in GIDSignIn.sharedInstance.handle(url) }", Handler.Resumption.session as Handler.Resumption?),
        ("{ GIDSignIn.sharedInstance.handle($0) }", .session),
        ("{ _ in }", .nothing),
        ("(perform: signIn)", .session),
        ("{ router.open($0) }", nil),
        ("{ url in\nGIDSignIn.sharedInstance.handle(url)\nrouter.open(url) }", nil),
        ("(perform: unknown)", nil),
    ])
    func resumption(_ call: String, _ resumption: Handler.Resumption?) throws {
        let text = """
            struct V: View {
                var body: some View { Text("x").onOpenURL\(call) }
                func signIn(_ url: URL) { GIDSignIn.sharedInstance.handle(url) }
            }
            """
        let handler = try #require(facts(text).handlers.first)
        #expect(handler.kind == .onOpenURL)
        #expect(handler.resumption == resumption)
    }

    @Test(arguments: [
        ("if url.path == \"/help\" { help() }", ["path = '/help'"], true),
        (
            "switch url.pathComponents[1] { case \"pay\": pay(url)\ncase \"help\": help()\ndefault: break }",
            ["path component 1 = 'pay'", "path component 1 = 'help'"], true
        ),
        (
            "switch url.path { case \"/a\": fallthrough\ncase \"/help\": help()\ndefault: break }",
            ["path = '/help'", "path = '/a'"], true
        ),
        ("for item in items where url.path == \"/help\" { item.open() }", ["path = '/help'"], true),
        ("if url.path == \"/help\" { _ = help() }", ["path = '/help'"], true),
        ("if url.path == \"/log\" { showLog() }", ["path = '/log'"], true),
        ("if url.path == \"/log\" { exportLog() }", ["path = '/log'"], true),
        ("if url.path == \"/log\" { dialog.info(text) }", ["path = '/log'"], true),
        ("if url.path == \"/log\" { DDLogInfo(text)\nlogger.info(url)\nLogger.links.log(\"\\(url)\") }", [], false),
        ("if url.path == \"/help\" { help() } else { router.open(url) }", ["path = '/help'"], false),
        ("if url.path == \"/help\" { help() }\nrouter.open(activity)", ["path = '/help'"], false),
        ("do { if url.path == \"/help\" { try help() } } catch { open(url) }", ["path = '/help'"], false),
    ])
    func routes(_ body: String, _ routes: [String], _ isRouted: Bool) throws {
        let start = """
            guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL else { return }
            \(body)
            """
        let text = """
            class S: UIResponder, UIWindowSceneDelegate {
                func scene(_ scene: UIScene, continue activity: NSUserActivity) {
                    \(start)
                }
            }
            struct V: View {
                var body: some View {
                    Text("x").onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
                        \(start)
                    }
                }
            }
            """
        let handlers = facts(text).handlers
        #expect(handlers.map(\.kind) == [.sceneContinue, .onContinueUserActivity])
        for handler in handlers {
            #expect(handler.accepts.map(\.text) == routes)
            #expect(handler.isRouted == isRouted)
        }
    }

    private static let web = "NSUserActivityTypeBrowsingWeb"
    private static let help = "if url.path == \"/help\" { help() }"

    @Test(arguments: [
        (help, true),
        ("\(help) else { print(url) }", true),
        ("\(help) else { showHome() }", false),
        ("\(help) else if isNew { showHome() }", false),
        ("\(help) else { _ = showHome() }", false),
        ("\(help) else { let isShown = showHome() }", false),
        ("\(help) else { let isShown = isNew }", true),
        ("if url.path == \"/help\" { return help() }\nshowHome()", false),
        ("guard url.path == \"/help\" else { showHome(); return }\nhelp()", false),
        ("guard url.path == \"/help\" else { return }\nhelp()", true),
        ("guard url.path == \"/help\", url.port == nil else { showHome(); return }\nhelp()", false),
        ("do { if url.path == \"/help\" { try help() } } catch { showHome() }", false),
        ("do { if url.path == \"/help\" { try help() } } catch { print(error) }", true),
        ("for item in items where isNew { \(help); item.open() }", false),
        ("repeat { showHome() } while isNew\n\(help)", false),
        ("model.load { \(help) } then: { showHome() }", false),
        ("model.load { \(help) }", true),
        // Other functions.
        ("\(help) else { show(url) }", false),
        ("route(url)", true),
        ("sdk.route(url)", false),
        ("note(url)", false),
        ("router.take(url)", false),
        // Comparisons that aren't understood.
        ("\(help)\nif url.pathComponents.contains(\"pay\") { pay() }", false),
        ("\(help)\nlet name = url.path + \"x\"\nif name == \"pay\" { pay() }", false),
        ("\(help)\nif url.path != \"/pay\" { pay() }", false),
        ("if url.pathComponents.count > 1 { \(help) }", true),
        ("guard url.pathComponents.count > 1 else { return }\n\(help)", true),
        // Other separators and filters.
        ("if url.path.split(separator: \"/\").first == \"help\" { help() }", true),
        ("if url.path.split(separator: \"-\").first == \"help\" { help() }", false),
        ("if url.pathComponents.dropFirst().joined(separator: \"/\") == \"help\" { help() }", true),
        ("if url.pathComponents.dropFirst().joined(separator: \".\") == \"help\" { help() }", false),
        ("if url.pathComponents.filter({ $0 != \"/\" })[0] == \"help\" { help() }", true),
        ("if url.pathComponents.filter({ $0 != \"/\" && $0 != language })[0] == \"help\" { help() }", false),
        // Parts that the code changes.
        ("let parts = url.pathComponents\nif parts[1] == \"help\" { help() }", true),
        ("var parts = url.pathComponents\nlet first = parts.removeFirst()\nif parts[1] == \"help\" { help() }", false),
        ("var parts = url.pathComponents\n_ = parts.popLast()\nif parts[1] == \"help\" { help() }", false),
        ("let parts = url.pathComponents.dropFirst()\nif parts[1] == \"help\" { help() }", false),
        ("guard var c = parts(url) else { return }\nc.path = text\nif c.path == \"/help\" { help() }", false),
        ("if moved(url).path == \"/help\" { help() }", false),
        ("if clean(url).path == \"/help\" { help() }", true),
        // A user activity of another type has no web link, but its type may be unknown.
        ("if activity.activityType == kind { showHome() } else { \(help) }", false),
        ("guard activity.activityType == NSUserActivityTypeBrowsingWeb else { return }\n\(help)", true),
        ("if activity.activityType == \"com.acme.edit\" { edit() } else { \(help) }", true),
        ("if activity.activityType != NSUserActivityTypeBrowsingWeb { edit(activity)\nreturn }\n\(help)", true),
        ("if activity.activityType == \"com.acme.edit\" { \(help) }", false),
        (
            "if activity.activityType.lowercased() == \"nsuseractivitytypebrowsingweb\" { showHome() } else { \(help) }",
            false
        ),
        ("switch activity.activityType { case \(web): \(help)\ndefault: showHome() }", true),
        ("switch activity.activityType { case \"com.acme.edit\": edit()\ndefault: \(help) }", true),
        ("switch activity.activityType { case \(web) where isNew: \(help)\ndefault: showHome() }", false),
        ("switch activity.activityType { case kind: edit()\ndefault: \(help) }", false),
    ])
    func onlyRoutes(_ body: String, _ isComplete: Bool) throws {
        let text = """
            class S: UIResponder, UIWindowSceneDelegate {
                func scene(_ scene: UIScene, continue activity: NSUserActivity) {
                    guard let url = activity.webpageURL else { return }
                    \(body)
                }
                func show(_ url: URL) { showHome() }
                func route(_ url: URL) { \(Self.help) }
                let note: (URL) -> Void
                let router: Router
                func parts(_ url: URL) -> URLComponents? { URLComponents(url: url, resolvingAgainstBaseURL: false) }
                func moved(_ url: URL) -> URL {
                    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url }
                    if isNew { parts.path = "/en" + parts.path }
                    return parts.url ?? url
                }
                func clean(_ url: URL) -> URL {
                    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url }
                    parts.scheme = parts.scheme?.lowercased()
                    return parts.url ?? url
                }
            }
            class Notes {
                func note(_ url: URL) { \(Self.help) }
            }
            protocol Router {
                func take(_ url: URL)
            }
            extension Router {
                func take(_ url: URL) { \(Self.help) }
            }
            struct HomeRouter: Router {
                func take(_ url: URL) { showHome() }
            }
            """
        let handler = try #require(facts(text).handlers.first)
        #expect((handler.isRouted && handler.mayTakeOthers == false) == isComplete)
    }

    @Test func returningTrueTakesNoLink() throws {
        let text = """
            class A: UIResponder, UIApplicationDelegate {
                func application(
                    _ app: UIApplication,
                    continue activity: NSUserActivity,
                    restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
                ) -> Bool {
                    if let url = activity.webpageURL, url.path == "/help" { help() }
                    return true
                }
            }
            """
        let handler = try #require(facts(text).handlers.first)
        #expect(handler.isRouted)
        #expect(handler.mayTakeOthers == false)
    }

    @Test(arguments: [
        ("", false),
        ("if let activity = options.userActivities.first { self.scene(scene, continue: activity) }", false),
        ("for activity in options.userActivities { self.scene(scene, continue: activity) }", false),
        ("if let activity = options.userActivities.first { router.open(activity) }", true),
        ("if let url = options.userActivities.first?.webpageURL { router.open(url) }", true),
        ("router.open(options)", true),
    ])
    func linksThatConnectAScene(_ body: String, _ mayTakeOthers: Bool) throws {
        let text = """
            class S: UIResponder, UIWindowSceneDelegate {
                func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
                    window = UIWindow(windowScene: scene)
                    window?.makeKeyAndVisible()
                    \(body)
                }
                func scene(_ scene: UIScene, continue activity: NSUserActivity) {
                    guard let url = activity.webpageURL else { return }
                    \(Self.help)
                }
            }
            """
        let handler = try #require(facts(text).handlers.first { $0.kind == .sceneWillConnect })
        #expect(handler.mayTakeOthers == mayTakeOthers)
    }

    @Test(arguments: [
        ("[self route:activity.webpageURL];", [Handler.Aspect.activity]), ("[router open:activity];", [.elsewhere]),
        ("[self.window makeKeyAndVisible];", []),
    ])
    func objectiveC(_ body: String, _ aspects: [Handler.Aspect]) {
        let found = facts([
            "S.m": """
            @implementation S
            - (void)scene:(UIScene *)scene continueUserActivity:(NSUserActivity *)activity {
                \(body)
            }
            @end
            """,
            "D.m": """
            @implementation D
            - (BOOL)application:(UIApplication *)app continueUserActivity:(NSUserActivity *)activity restorationHandler:(void (^)(NSArray *))handler {
                \(body)
                return YES;
            }
            @end
            """,
        ])
        #expect(found.handlers.map(\.kind) == [.applicationContinue, .sceneContinue])
        #expect(found.handlers.map(\.looksAt) == [aspects, aspects])
        #expect(found.handlers.map(\.mayTakeOthers) == [nil, nil])
    }

    /// Delegates that support older systems have attributes on the methods of scenes, as in irccloud/ios.
    @Test(arguments: [
        "", "API_AVAILABLE(ios(13.0))", "__attribute__((unused))", "__unused", "NS_EXTENSION_UNAVAILABLE_IOS",
    ])
    func objectiveCAttributes(attribute: String) {
        let found = facts([
            "D.m": """
            @implementation D
            - (BOOL)application:(UIApplication *)app continueUserActivity:(__unused NSUserActivity *)activity restorationHandler:(void (^)(NSArray *))handler {
                return NO;
            }
            @end
            @implementation S
            - (void)scene:(UIScene *)scene continueUserActivity:(NSUserActivity *)activity \(attribute) {
                [router open:activity.webpageURL];
            }
            @end
            """
        ])
        #expect(found.handlers.map(\.kind) == [.applicationContinue, .sceneContinue])
        #expect(found.handlers.map(\.type) == ["D", "S"] && found.handlers.map(\.looksAt) == [[], [.activity]])
    }
}
#endif
