#if Links
import SchemeModel
import Testing

/// Finds out how code uses user activities.
@Suite struct ActivityTests {
    @Test(arguments: [
        ("guard let url = activity.webpageURL else { return }\nroute(url)", true, false),
        ("if activity.activityType == kind { open() }", true, false),
        ("router.open(activity)", false, true),
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
    }
}
#endif
