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
