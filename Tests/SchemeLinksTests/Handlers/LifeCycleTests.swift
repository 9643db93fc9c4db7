#if Links
import SchemeLinks
import SchemeModel
import Testing

/// Finds how code starts an app, and how it configures scenes.
@Suite struct LifeCycleTests {
    @Test(arguments: [
        (
            "class D: NSObject, UIApplicationDelegate {}\n@main struct A: App { @UIApplicationDelegateAdaptor(D.self) var d }",
            LifeCycleFacts.Entry.Kind.swiftUI, 2, "D" as String?
        ),
        (
            """
            class D: NSObject, UIApplicationDelegate {}; class E: NSObject, NSApplicationDelegate {}
            @main struct A: App {
                @UIApplicationDelegateAdaptor(D.self) var d
                @NSApplicationDelegateAdaptor(E.self) var e
                @NSApplicationDelegateAdaptor(E.self) var f
                @NSApplicationDelegateAdaptor(E.self) var g
            }
            """,
            .swiftUI, 2, "D"
        ),
        ("@main struct A: App { var body: some Scene { WindowGroup { V() } } }", .swiftUI, 1, nil),
        (
            """
            class D: NSObject, UIApplicationDelegate {}
            struct T: App {}
            struct A: App { @UIApplicationDelegateAdaptor var d: D }
            @main struct Main { static func main() { if tests { T.main() } else { A.main() } } }
            """,
            .swiftUI, 3, "D"
        ),
        ("@main class D: UIResponder, UIApplicationDelegate {}", .delegate, 1, "D"),
        ("@UIApplicationMain @objc class D: FlutterAppDelegate {}", .delegate, 1, "D"),
        ("class E: FlutterAppDelegate {}\n@main class D: UIResponder, UIApplicationDelegate {}", .delegate, 2, "D"),
        (
            "class D: UIResponder, UIApplicationDelegate {}\nUIApplicationMain(c, v, nil, NSStringFromClass(D.self))",
            .call, 2, "D"
        ),
        (
            "class D: UIResponder, UIApplicationDelegate {}\nUIApplicationMain(c, v, nil, name(of: tests))",
            .call, 2, nil
        ),
        (
            """
            class D: UIResponder, UIApplicationDelegate {}; class E: UIResponder, UIApplicationDelegate {}
            if tests { UIApplicationMain(c, v, nil, NSStringFromClass(E.self)) }
            UIApplicationMain(c, v, nil, NSStringFromClass(D.self))
            """,
            .call, 2, nil
        ),
        (
            """
            class D: UIResponder, UIApplicationDelegate {}
            if tests { UIApplicationMain(c, v, nil, nil) }
            UIApplicationMain(c, v, nil, NSStringFromClass(D.self))
            """,
            .call, 2, "D"
        ),
    ])
    func entry(_ text: String, _ kind: LifeCycleFacts.Entry.Kind, _ line: Int, _ delegate: String?) throws {
        let entry = try #require(facts(text).lifeCycle?.entry)
        #expect(entry.kind == kind)
        #expect(entry.place.line == line)
        #expect(entry.delegate == delegate)
    }

    @Test func mainFileThatStartsASwiftUIApp() throws {
        let found = facts(["A.swift": "struct A: App {}", "main.swift": "setUp()\nA.main()"])
        #expect(try #require(found.lifeCycle?.entry).kind == .swiftUI)
        #expect(found.entryPoint?.path == "A.swift")
    }

    /// The app of another module may have a delegate.
    @Test(arguments: [
        "A.main()", "if tests { UIApplicationMain(c, v, nil, NSStringFromClass(D.self)) } else { A.main() }",
    ])
    func startedAppOfAnotherModule(_ main: String) {
        let found = facts("class D: UIResponder, UIApplicationDelegate {}\nextension A: App {}\n" + main)
        #expect(found.entryPoint == nil && found.lifeCycle?.entry == nil)
        #expect(!found.delegates.isEmpty)
    }

    /// Only the run decides which delegate the app has.
    @Test func twoStartedAppsWithDelegates() {
        let apps = ["A", "B"].map {
            "class D\($0): NSObject, UIApplicationDelegate {}\nstruct \($0): App { @UIApplicationDelegateAdaptor var d: D\($0) }"
        }
        let found = facts(
            apps.joined(separator: "\n")
                + "\n@main struct M { static func main() { if tests { A.main() } else { B.main() } } }"
        )
        #expect(found.entryPoint == nil && found.lifeCycle?.entry == nil)
    }

    /// Only the run decides whether the SwiftUI app starts.
    @Test(arguments: [
        "if tests { UIApplicationMain(c, v, nil, NSStringFromClass(D.self)) } else { A.main() }",
        """
        @main struct Main {
            static func main() {
                guard !tests else { UIApplicationMain(c, v, nil, NSStringFromClass(D.self)); return }
                A.main()
            }
        }
        """,
    ])
    func aSwiftUIAppBesideACallIsNoKnownEntry(_ main: String) {
        let found = facts("class D: UIResponder, UIApplicationDelegate {}\nstruct A: App {}\n" + main)
        #expect(found.entryPoint == nil && found.lifeCycle?.entry == nil)
        #expect(!found.delegates.isEmpty)
    }

    @Test(arguments: [
        "int main() { return UIApplicationMain(argc, argv, nil, NSStringFromClass([AppDelegate class])); }",
        "int main() { return UIApplicationMain(argc, argv, nil, NSStringFromClass(AppDelegate.class)); }",
        "int main() { return UIApplicationMain(argc, argv, nil, @\"AppDelegate\"); }",
        "int main() { return UIApplicationMain(argc, argv, NSStringFromClass([App class]), NSStringFromClass(AppDelegate.class)); }",
    ])
    func objectiveCEntry(_ main: String) throws {
        let found = facts([
            "AppDelegate.h": "@interface AppDelegate : UIResponder <UIApplicationDelegate, Other>\n@end",
            "AppDelegate.m": "@interface AppDelegate () <More>\n@end\n@implementation AppDelegate\n@end",
            "main.m": main,
        ])
        let entry = try #require(found.lifeCycle?.entry)
        #expect(entry.kind == .call)
        #expect(entry.delegate == "AppDelegate")
        // Other rules only know entry points in Swift.
        #expect(found.entryPoint == nil)
        let delegate = try #require(found.delegates.first)
        #expect(delegate.name == "AppDelegate")
        #expect(delegate.inherited == ["UIResponder", "UIApplicationDelegate", "Other", "More"])
    }

    @Test(arguments: [
        (
            "Class kind = [AppDelegate class]; return UIApplicationMain(argc, argv, nil, NSStringFromClass(kind));",
            nil as String?
        ),
        (
            "NSString *name = test ? @\"TestDelegate\" : @\"AppDelegate\"; return UIApplicationMain(argc, argv, nil, name);",
            nil
        ),
        ("return UIApplicationMain(argc, argv, nil, test ? nil : NSStringFromClass([AppDelegate class]));", nil),
        (
            """
            if (test) { return UIApplicationMain(argc, argv, nil, @"TestDelegate"); }
            return UIApplicationMain(argc, argv, nil, NSStringFromClass([AppDelegate class]));
            """, nil
        ),
        (
            """
            if (test) { return UIApplicationMain(argc, argv, nil, nil); }
            return UIApplicationMain(argc, argv, nil, NSStringFromClass([AppDelegate class]));
            """, "AppDelegate"
        ),
    ])
    func objectiveCDelegateChosenAtRunTime(_ main: String, _ delegate: String?) throws {
        let entry = try #require(facts(code(main: main)).lifeCycle?.entry)
        #expect(entry.kind == .call)
        #expect(entry.delegate == delegate)
    }

    @Test(arguments: [
        "return UIApplicationMain(argc, argv, @\"AppDelegate\", nil);",
        "return UIApplicationMain(argc, argv, nil, @\"OtherDelegate\");",
        "Class kind = pick(); return UIApplicationMain(argc, argv, nil, NSStringFromClass(kind));",
        "return UIApplicationMain(argc, argv, NSStringFromClass([AppDelegate class]), [Shell delegateName]);",
        """
        NSString *name = NSStringFromClass([ShellDelegate class]);
        if (plain) { name = @"AppDelegate"; }
        return UIApplicationMain(argc, argv, nil, name);
        """,
        """
        if (plain) { return UIApplicationMain(argc, argv, nil, @"ShellDelegate"); }
        return UIApplicationMain(argc, argv, nil, NSStringFromClass([AppDelegate class]));
        """,
        """
        if (test) { return UIApplicationMain(argc, argv, nil, @"TestDelegate"); }
        return UIApplicationMain(argc, argv, nil, @"OtherDelegate");
        """,
    ])
    func ignoresObjectiveCEntriesWithoutADeclaredDelegate(_ main: String) {
        #expect(facts(code(main: main)).lifeCycle?.entry == nil)
    }

    /// An app delegate, and a `main` function with this body.
    private func code(main: String) -> [String: String] {
        [
            "AppDelegate.m":
                "@interface AppDelegate : UIResponder <UIApplicationDelegate>\n@end\n@implementation AppDelegate\n@end",
            "main.m": "int main(int argc, char **argv) { \(main) }",
        ]
    }

    /// Other rules only know entry points whose code they know.
    @Test func superclassElsewhere() {
        let found = facts("@main class D: FlutterAppDelegate {}")
        #expect(found.lifeCycle?.entry?.delegate == "D")
        #expect(found.entryPoint == nil)
        #expect(facts("class D: FlutterAppDelegate {}").lifeCycle?.entry == nil)
        #expect(facts("@main class D: NSObject, WKApplicationDelegate {}").lifeCycle?.entry == nil)
    }

    @Test func objectiveCDelegateElsewhere() {
        let text = "int main() { return UIApplicationMain(argc, argv, nil, NSStringFromClass([AppDelegate class])); }"
        #expect(facts(["main.m": text]).lifeCycle?.entry == nil)
    }

    @Test(arguments: [
        (
            "let c = UISceneConfiguration(name: nil, sessionRole: s.role)\nc.delegateClass = S.self\nreturn c",
            ["S"] as [String]?
        ),
        ("return UISceneConfiguration(name: \"Default\", sessionRole: s.role)", []),
        (
            "let c = UISceneConfiguration(name: nil, sessionRole: s.role)\nif x { c.delegateClass = A.B.self } else { c.delegateClass = S.self }\nreturn c",
            ["A.B", "S"]
        ),
        ("let c = UISceneConfiguration(name: nil, sessionRole: s.role)\nc.delegateClass = kind\nreturn c", nil),
        ("return router.configuration(s)", nil),
    ])
    func configuration(_ body: String, _ delegates: [String]?) throws {
        let text = """
            class D: UIResponder, UIApplicationDelegate {
                func application(_ a: UIApplication, configurationForConnecting s: UISceneSession, options o: UIScene.ConnectionOptions) -> UISceneConfiguration {
                    \(body)
                }
            }
            """
        let found = try #require(facts(text).lifeCycle?.configurations)
        #expect(found.map(\.delegates) == [delegates])
        #expect(found.map(\.type) == ["D"])
        #expect(found.map(\.place.line) == [2])
    }

    @Test(arguments: [
        ("c.delegateClass = [SceneDelegate class]; return c;", ["SceneDelegate"] as [String]?),
        ("[c setDelegateClass:[SceneDelegate class]]; return c;", ["SceneDelegate"]),
        ("c.delegateClass = self.kind; return c;", nil),
        ("return c;", []),
    ])
    func objectiveCConfiguration(_ body: String, _ delegates: [String]?) throws {
        let text = """
            @implementation D
            - (UISceneConfiguration *)application:(UIApplication *)a configurationForConnectingSceneSession:(UISceneSession *)s options:(UISceneConnectionOptions *)o {
                UISceneConfiguration *c = [[UISceneConfiguration alloc] initWithName:@"x" sessionRole:s.role];
                \(body)
            }
            @end
            """
        let found = try #require(facts(["D.m": text]).lifeCycle?.configurations)
        #expect(found.map(\.delegates) == [delegates])
        #expect(found.map(\.type) == ["D"])
    }

    @Test(arguments: [
        (["A.swift": "class SceneDelegate: UIResponder, UIWindowSceneDelegate {}"], true),
        (["A.swift": "@objc(SceneDelegate) class Other: UIResponder, UIWindowSceneDelegate {}"], true),
        (["A.m": "@implementation SceneDelegate\n@end"], true),
        (["A.swift": "let it = view.delegate as? SceneDelegate"], false),
        (["A.m": "@interface SceneDelegate : UIResponder\n@end"], false),
    ])
    func declaredSceneDelegates(_ texts: [String: String], _ isDeclared: Bool) {
        let files = texts.map { SourceFile(place: Place(source: "s", path: Path($0.key)), bytes: Array($0.value.utf8)) }
        let target = LinkTarget(name: "T", files: Array(files.indices), sceneDelegates: ["SceneDelegate"])
        let found = CodeIndex(files: files).facts(of: target)
        #expect(found.lifeCycle?.declaredSceneDelegates == (isDeclared ? ["SceneDelegate"] : []))
    }

    @Test func delegateOfAScreenInACar() throws {
        let found = facts([
            "App.swift": "@main class D: UIResponder, UIApplicationDelegate {}",
            "Car.swift": "final class Car: UIResponder, CPTemplateApplicationSceneDelegate {}",
        ])
        #expect(found.delegates.map(\.name) == ["D", "Car"])
    }

    @Test func typesOfHandlers() {
        let found = facts([
            "A.swift": """
            extension Outer { class D { func application(_ a: UIApplication, handleOpen url: URL) -> Bool { true } } }
            struct V: View { var body: some View { Text("x").onOpenURL { go($0) } } }
            """,
            "B.m": """
            @implementation First
            - (void)other {}
            @end
            @implementation Second (Links)
            - (void)scene:(UIScene *)scene openURLContexts:(NSSet *)contexts {}
            @end
            """,
        ])
        #expect(found.handlers.map(\.type) == ["Outer.D", nil, "Second"])
    }

    @Test(arguments: [
        ("[self open:options.URLContexts];", [Handler.Aspect.urlContexts]),
        ("[self open:[options URLContexts]];", [.urlContexts]),
        ("[self restore:options.userActivities.anyObject];", [.userActivities]),
        ("[self start:options];", [.options]),
        ("self.window = window;", []),
    ])
    func objectiveCConnectionOptions(_ body: String, _ aspects: [Handler.Aspect]) {
        let found = facts([
            "S.m": """
            @implementation S
            - (void)scene:(UIScene *)scene willConnectToSession:(UISceneSession *)session options:(UISceneConnectionOptions *)options {
                \(body)
            }
            - (void)scene:(UIScene *)scene openURLContexts:(NSSet<UIOpenURLContext *> *)URLContexts { [self open:URLContexts]; }
            @end
            """
        ])
        #expect(found.handlers.first { $0.kind == .sceneWillConnect }?.looksAt == aspects)
    }

    @Test func connectionOptionsInSwift() {
        let text =
            "class S { func scene(_ s: UIScene, willConnectTo x: UISceneSession, options o: UIScene.ConnectionOptions) { go(o.userActivities) } }"
        #expect(facts(text).handlers.first?.looksAt == [.userActivities])
    }

    @Test func webCallbacks() throws {
        let text =
            "class L { func f() { s = ASWebAuthenticationSession(url: u, callback: .https(host: \"acme.com\", path: \"/cb\")) { _, _ in } } }"
        let session = try #require(facts(text).handlers.first)
        #expect(session.callbackHosts == ["acme.com"])
        #expect(session.callbackSchemes.isEmpty)
        #expect(session.isRouted)
    }

    @Test(arguments: [
        ("let a = try Activity.request(attributes: x, content: c)", true),
        ("let a = try Activity<Ride>.request(\n    attributes: x, content: c)", true),
        ("for await token in Activity<Ride>.pushToStartTokenUpdates { send(token) }", true),
        ("session.request(url, attributes: x)", false),
        ("let a = Activity<Ride>.activities", false),
    ])
    func startsActivities(code: String, starts: Bool) {
        #expect(facts("func f() async throws { \(code) }").startsActivities == starts)
    }
}
#endif
