import SchemeKit
import Testing
import TestSupport

/// Whether apps that frameworks make use scenes.
@Suite(.enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
struct FrameworkSceneTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("ios/App/Info.plist", Sample.app("com.acme.wallet", ("Editor", ["acme-wallet"])))
        try folder.write(
            "ios/App.xcodeproj/project.pbxproj",
            """
            // !$*UTF8*$!
            {
                objectVersion = 77;
                rootObject = Project;
                objects = {
                    Project = {isa = PBXProject; buildConfigurationList = List; targets = (App);};
                    App = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; buildConfigurationList = List; fileSystemSynchronizedGroups = (Code);};
                    List = {isa = XCConfigurationList; buildConfigurations = (Release);};
                    Release = {isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; INFOPLIST_FILE = App/Info.plist; };};
                    Code = {isa = PBXFileSystemSynchronizedRootGroup; path = Code; sourceTree = SOURCE_ROOT;};
                };
            }
            """
        )
    }

    /// Returns what `check` reports about an app delegate beside which these files are.
    private func check(
        _ delegate: String,
        body: String = "",
        files: [String: String] = [:],
        sdk: String? = nil
    ) throws -> String {
        try folder.write("ios/Code/AppDelegate.swift", "@main\n@objc class AppDelegate: \(delegate) {\(body)}\n")
        for (name, text) in files { try folder.write(name, text) }
        let options = sdk.map { ["--sdk", $0] } ?? []
        let arguments = ["check", "--rule", "missing-scene-lifecycle"] + options + ["."]
        return CommandRun.run(arguments, in: folder.path).output
    }

    private static func flutter(dart: String) -> [String: String] {
        ["pubspec.yaml": "name: wallet\nenvironment:\n  sdk: \(dart)\n"]
    }

    private static func npm(_ dependencies: String) -> [String: String] {
        ["package.json": #"{"name": "wallet", "dependencies": {\#(dependencies)}}"#]
    }

    private static let plain = "UIResponder, UIApplicationDelegate"
    private static let addition = "add UIApplicationSceneManifest"

    @Test(arguments: [
        (flutter(dart: "^3.8.0"), plain, "update to Flutter 3.41 or later, and \(addition) with FlutterSceneDelegate"),
        (
            flutter(dart: "^3.8.0"), "FlutterAppDelegate",
            "update to Flutter 3.41 or later, and run flutter build ios; if it does not \(addition), add it"
        ),
        (flutter(dart: "^3.11.0"), "FlutterAppDelegate", "run flutter build ios; if it does not \(addition), add it"),
        (
            npm(#""react-native": "0.77.3""#), "RCTAppDelegate",
            "update to React Native 0.88 or later, and \(addition) to the Info.plist, and call RCTLinkingManager"
        ),
        (npm(#""react-native": "^0.88.1""#), plain, "\(addition) to the Info.plist, and call RCTLinkingManager"),
        (npm(#""@capacitor/ios": "^7.0.0""#), plain, "update to Capacitor 8.5 or later, and run npx cap migrate"),
        (npm(#""@capacitor/ios": "~8.5.1""#), plain, "run npx cap migrate"),
        (
            npm(#""react-native": "latest""#), plain,
            "\(addition) to the Info.plist, and handle URLs in a scene delegate"
        ),
    ])
    func explainsHowToAdoptScenes(files: [String: String], delegate: String, hint: String) throws {
        let output = try check(delegate, files: files)
        #expect(output.contains("ios/Code/AppDelegate.swift:2:13: note: the app does not use scenes, so "), "\(output)")
        #expect(output.contains("\n  help: \(hint)"), "\(output)")
    }

    @Test(arguments: [
        ([:], "FlutterAppDelegate"), (flutter(dart: "any"), "FlutterAppDelegate"),
        (flutter(dart: "^3.8.0"), "ShopAppDelegate"), (npm(#""react-native": "latest""#), "RCTAppDelegate"),
        (npm(#""react-native": "0.88.1""#), "RCTAppDelegate"),
        (npm(#""react-native": "npm:react-native-tvos@0.77.3-0""#), "RCTAppDelegate"),
        (npm(#""react-native": "0.77.3", "react-native-uiscene-bridge": "^0.1.2""#), "RCTAppDelegate"),
        (npm(#""react-native": "0.81.5", "react-native-uiscene-bridge": "^0.1.2""#), plain),
    ])
    func staysSilentIfScenesAreUnknown(files: [String: String], delegate: String) throws {
        let output = try check(delegate, files: files, sdk: "27")
        #expect(!output.contains("[missing-scene-lifecycle]"), "\(output)")
    }

    @Test(arguments: [
        ("FlutterAppDelegate", ""), ("FlutterAppDelegate, FlutterPluginRegistrant", ""),
    ])
    func flutterMayMigrateAnUnchangedDelegate(delegate: String, body: String) throws {
        let output = try check(delegate, body: body, files: Self.flutter(dart: "^3.8.0"), sdk: "27")
        #expect(
            output.contains(
                "note: the app does not use scenes, so unless flutter build ios adds them, it does not launch when built"
            ),
            "\(output)"
        )
    }

    @Test(arguments: [
        ("FlutterAppDelegate, FlutterImplicitEngineDelegate", ""),
        (
            "FlutterAppDelegate",
            """

                override func application(
                    _ app: UIApplication,
                    open url: URL,
                    options: [UIApplication.OpenURLOptionsKey: Any]
                ) -> Bool {
                    channel.invokeMethod("open", arguments: url.absoluteString)
                    return super.application(app, open: url, options: options)
                }

            """
        ),
    ])
    func flutterDoesNotMigrateACustomizedDelegate(delegate: String, body: String) throws {
        let output = try check(delegate, body: body, files: Self.flutter(dart: "^3.11.0"), sdk: "27")
        #expect(
            output.contains("error: the app does not use scenes, so it does not launch when built with the iOS 27 SDK"),
            "\(output)"
        )
        #expect(output.contains("help: \(Self.addition) with FlutterSceneDelegate to the Info.plist"), "\(output)")
    }

    /// Flutter's scene delegate passes URLs on, also those that launch the app.
    @Test(arguments: [("FlutterSceneDelegate", false), ("UIResponder, UIWindowSceneDelegate", true)])
    func trustsFluttersSceneDelegate(superclass: String, isReported: Bool) throws {
        let scenes = """
            <key>UIApplicationSceneManifest</key>
            <dict><key>UISceneConfigurations</key><dict><key>UIWindowSceneSessionRoleApplication</key><array><dict>
            <key>UISceneDelegateClassName</key><string>$(PRODUCT_MODULE_NAME).SceneDelegate</string>
            </dict></array></dict></dict>

            """
        let manifest = Sample.app("com.acme.wallet", ("Editor", ["acme-wallet"]), extra: scenes)
        try folder.write("ios/App/Info.plist", manifest)
        try folder.write(
            "ios/Code/SceneDelegate.swift",
            """
            class SceneDelegate: \(superclass) {
                override func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
                    log(contexts.first?.url)
                    super.scene(scene, openURLContexts: contexts)
                }
            }

            """
        )
        for (name, text) in Self.flutter(dart: "^3.11.0") { try folder.write(name, text) }
        let delegate = "@main\n@objc class AppDelegate: FlutterAppDelegate, FlutterImplicitEngineDelegate {}\n"
        try folder.write("ios/Code/AppDelegate.swift", delegate)
        let run = CommandRun.run(["check", "--rule-group", "ios27", "--sdk", "27", "."], in: folder.path)
        #expect(run.output.contains("[dropped-launch-url]") == isReported, "\(run.output)")
        #expect(!run.output.contains("scene-"), "\(run.output)")
    }

    @Test func namesReactNativesHandlerOfURLs() throws {
        _ = try check(Self.plain, files: Self.npm(#""react-native": "0.86.0""#))
        let run = CommandRun.run(["check", "--rule", "unhandled-url", "."], in: folder.path)
        #expect(
            run.output.contains("help: pass URLs to RCTLinkingManager in a delegate, or remove the scheme"),
            "\(run.output)"
        )
    }

    @Test func verboseOutputDoesNotSkipIt() throws {
        let files = Self.flutter(dart: "^3.11.0")
        for (name, text) in files { try folder.write(name, text) }
        try folder.write("ios/Code/AppDelegate.swift", "@main\n@objc class AppDelegate: FlutterAppDelegate {}\n")
        let run = CommandRun.run(["check", "-v", "--rule", "missing-scene-lifecycle", "."], in: folder.path)
        #expect(!run.errors.contains("the delivery rules skip"), "\(run.errors)")
    }
}
