import SchemeKit
import Testing
import TestSupport

/// Whether URLs arrive, for code without a project.
@Suite(.enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
struct DeliveryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("App/Info.plist", Self.manifest(platform: "iPhoneOS"))
    }

    private static func manifest(platform: String) -> String {
        """
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.contoso.tram</string>
        <key>CFBundlePackageType</key><string>APPL</string>
        <key>CFBundleSupportedPlatforms</key><array><string>\(platform)</string></array>
        <key>CFBundleURLTypes</key><array><dict>
        <key>CFBundleURLSchemes</key><array><string>contoso-tram</string></array>
        </dict></array>
        </dict></plist>
        """
    }

    private func writeObjectiveC(superclass: String = "UIResponder", delegate: String) throws {
        try folder.write(
            "App/AppDelegate.h",
            "@interface AppDelegate : \(superclass) <UIApplicationDelegate>\n@end\n"
        )
        try folder.write(
            "App/AppDelegate.m",
            """
            @implementation AppDelegate
            - (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)options {
                return [self.router open:url];
            }
            @end

            """
        )
        try folder.write(
            "App/main.m",
            "int main(int argc, char *argv[]) {\n    return UIApplicationMain(argc, argv, nil, \(delegate));\n}\n"
        )
    }

    private func check(_ arguments: String...) -> CommandRun {
        CommandRun.run(["check", "--rule", "missing-scene-lifecycle"] + arguments + ["."], in: folder.path)
    }

    private static let named = "NSStringFromClass([AppDelegate class])"

    @Test(arguments: ["iPhoneOS", "AppleTVOS", "XROS"])
    func objectiveCWithoutSwift(platform: String) throws {
        try folder.write("App/Info.plist", Self.manifest(platform: platform))
        try writeObjectiveC(delegate: Self.named)
        let run = check()
        #expect(run.output.contains("App/main.m:2:12: note: the app does not use scenes"), "\(run.output)")
    }

    @Test(arguments: [
        ("MacOSX", "in application(_:open:) of the app delegate"), ("iPhoneOS", "with onOpenURL or in a delegate"),
    ])
    func namesTheMethodThatAppKitCalls(platform: String, receiver: String) throws {
        try folder.write("App/Info.plist", Self.manifest(platform: platform))
        try folder.write(
            "App/AppDelegate.swift",
            """
            @main
            class AppDelegate: NSObject, NSApplicationDelegate {
                func application(_ app: NSApplication, open url: URL, options: [String: Any]) -> Bool { router.open(url) }
            }

            """
        )
        let run = CommandRun.run(["check", "--rule", "unhandled-url", "."], in: folder.path)
        #expect(run.output.contains("help: handle URLs \(receiver), or remove the scheme"), "\(run.output)")
        #expect(run.output.contains("App/AppDelegate.swift:3:10: note: AppKit does not call this method"))
    }

    @Test func verboseOutputExplainsWhatIsNotKnown() throws {
        try writeObjectiveC(delegate: "@\"OtherDelegate\"")
        let chosen = check("-v")
        #expect(!chosen.output.contains("[missing-scene-lifecycle]"), "\(chosen.output)")
        let start = "whether URLs reach the app is not checked: "
        #expect(
            chosen.errors.contains(
                "App/Info.plist: \(start)the code that starts it was not found, or names a delegate that was not read\n"
            ),
            "\(chosen.errors)"
        )
        try writeObjectiveC(superclass: "FlutterAppDelegate", delegate: Self.named)
        let inherited = check("-v")
        #expect(!inherited.output.contains("[missing-scene-lifecycle]"), "\(inherited.output)")
        #expect(
            inherited.errors.contains(
                "App/AppDelegate.h: \(start)its app delegate 'AppDelegate' inherits from 'FlutterAppDelegate', whose code "
                    + "was not read\n"
            ),
            "\(inherited.errors)"
        )
        try writeObjectiveC(delegate: Self.named)
        #expect(!check("-v").errors.contains(start))
    }

    private func writeProject(targets: String, packages: String = "") throws {
        try folder.write("project.yml", "name: Tram\n\(packages)targets:\n\(targets)")
    }

    private static func target(_ name: String, platform: String = "iOS", _ more: String) -> String {
        """
          \(name):
            type: application
            platform: \(platform)
            sources: [\(name)]
            \(more)

        """
    }

    private static let settings =
        "settings: {INFOPLIST_FILE: App/Info.plist, PRODUCT_BUNDLE_IDENTIFIER: com.contoso.tram}"

    /// A watch app without URL types is no app whose URLs may not arrive.
    @Test func onlyAppsThatReceiveURLsAreUnchecked() throws {
        let scenes = "<key>UIApplicationSceneManifest</key><dict/>\n</dict></plist>"
        let manifest = Self.manifest(platform: "iPhoneOS").replacing("</dict></plist>", with: scenes)
        try folder.write("App/Info.plist", manifest)
        try folder.write("App/D.swift", "@main class D: UIResponder, UIApplicationDelegate {}\n")
        try folder.write(
            "Watch/W.swift",
            "@main struct W: App { var body: some Scene { WindowGroup { Text(\"\") } } }\n"
        )
        let watch = "settings: {GENERATE_INFOPLIST_FILE: YES, PRODUCT_BUNDLE_IDENTIFIER: com.contoso.tram.watchkitapp}"
        try writeProject(
            targets: Self.target("App", Self.settings + "\n    dependencies: [{target: Watch}]")
                + Self.target("Watch", platform: "watchOS", watch)
        )
        let run = check("-v")
        #expect(run.errors.contains("whether URLs reach 'App' is not checked"), "\(run.errors)")
        #expect(!run.errors.contains("whether URLs reach 'Watch'"), "\(run.errors)")
    }

    /// The interface of a class tells its superclass, in a header that isn't among the project's sources, and a class
    /// extension that it is a delegate.
    @Test(arguments: ["TramDelegate", "TramScene", "TramSceneDelegate"])
    func objectiveCSceneDelegates(name: String) throws {
        let scenes = """
            <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
            <key>UIWindowSceneSessionRoleApplication</key><array><dict>
            <key>UISceneDelegateClassName</key><string>\(name)</string>
            </dict></array></dict></dict>
            </dict></plist>
            """
        let manifest = Self.manifest(platform: "iPhoneOS").replacing("</dict></plist>", with: scenes)
        try folder.write("App/Info.plist", manifest)
        try writeObjectiveC(delegate: Self.named)
        try folder.write("App/\(name).h", "@interface \(name) : UIResponder\n@end\n")
        try folder.write(
            "App/\(name).m",
            "@interface \(name) () <UIWindowSceneDelegate>\n@end\n@implementation \(name)\n@end\n"
        )
        try writeProject(targets: Self.target("App", Self.settings))
        let run = CommandRun.run(["check", "-v", "."], in: folder.path)
        #expect(run.output.contains("[unreachable-url-handler]"), "\(run.output)\(run.errors)")
        #expect(!run.errors.contains("is not checked"), "\(run.errors)")
    }

    /// A package that only has a compiled framework has no code that could receive URLs.
    @Test(arguments: [
        (".binaryTarget(name: \"Kit\", path: \"Kit.xcframework\")", true), (".target(name: \"Kit\")", false),
    ])
    func packagesWithoutCode(target: String, isReported: Bool) throws {
        try folder.write("App/D.swift", "@main class D: UIResponder, UIApplicationDelegate {}\n")
        try folder.write(
            "Kit/Package.swift",
            """
            let package = Package(
                name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])], targets: [\(target)]
            )
            """
        )
        try writeProject(
            targets: Self.target("App", Self.settings + "\n    dependencies: [{package: Kit, product: Kit}]"),
            packages: "packages: {Kit: {path: Kit}}\n"
        )
        let run = CommandRun.run(["check", "--rule", "unhandled-url", "."], in: folder.path)
        #expect(run.output.contains("[unhandled-url]") == isReported, "\(run.output)")
    }

    @Test(arguments: [("UIApplicationSceneManifest", false), ("swiftlint", true)])
    func aScriptOfTuistMayAddScenes(script: String, isReported: Bool) throws {
        try writeObjectiveC(delegate: Self.named)
        try folder.write(
            "Project.swift",
            """
            import ProjectDescription
            let project = Project(name: "Tram", targets: [
                .target(
                    name: "Tram", destinations: .iOS, product: .app, bundleId: "com.contoso.tram",
                    infoPlist: "App/Info.plist", sources: ["App/**"],
                    scripts: [.pre(script: "\(script)", name: "Edit")]
                ),
            ])
            """
        )
        #expect(check().output.contains("[missing-scene-lifecycle]") == isReported)
        let isExplained = check("-v").errors.contains("is not checked: 'Edit' may make it use scenes\n")
        #expect(isExplained == !isReported)
    }
}
