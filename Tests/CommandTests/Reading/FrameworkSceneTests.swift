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
        try writeProject()
    }

    /// Writes the project of an app.
    ///
    /// - Parameters:
    ///   - groups: The folders with its code.
    ///   - products: The products of packages that it uses.
    ///   - objects: More objects.
    ///   - phases: Its build phases.
    private func writeProject(
        groups: String = "Code",
        products: String = "",
        objects: String = "",
        phases: String = ""
    ) throws {
        try folder.write(
            "ios/App.xcodeproj/project.pbxproj",
            """
            // !$*UTF8*$!
            {
                objectVersion = 77;
                rootObject = Project;
                objects = {
                    Project = {isa = PBXProject; buildConfigurationList = List; targets = (App);};
                    App = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; buildConfigurationList = List; fileSystemSynchronizedGroups = (\(groups)); packageProductDependencies = (\(products)); buildPhases = (\(phases));};
                    List = {isa = XCConfigurationList; buildConfigurations = (Release);};
                    Release = {isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; PRODUCT_NAME = App; INFOPLIST_FILE = App/Info.plist; };};
                    \(objects)
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
    private static let general = "\(addition) to the Info.plist, and handle URLs in a scene delegate"

    private static let expo = "\(addition) to the Info.plist, and set its UISceneDelegateClassName to"
    private static let conformance = "and let the app delegate conform to ExpoReactNativeFactoryProvider"

    @Test(arguments: [
        (
            flutter(dart: "^3.8.0"), "FlutterAppDelegate",
            "run flutter build ios with Flutter 3.41 or later; if it does not \(addition), add it"
        ),
        (
            flutter(dart: "^3.8.0"), "FlutterAppDelegate, FlutterImplicitEngineDelegate",
            "\(addition) with FlutterSceneDelegate of Flutter 3.38 or later to the Info.plist"
        ),
        // An app that only shows Flutter in a view.
        (flutter(dart: "^3.8.0"), plain, "\(general)\n"),
        (npm(#""react-native": "0.77.3""#), "RCTAppDelegate", "\(general), such as with RCTLinkingManager of"),
        (npm(#""react-native": "^0.88.1""#), plain, "\(general), such as with RCTLinkingManager of"),
        (npm(#""@capacitor/ios": "^8.3.1""#), plain, "run npx cap migrate with Capacitor 8.5 or later; if it does not"),
        (npm(#""react-native": "latest""#), plain, "\(general)\n"),
        (
            npm(#""expo": "~54.0.12", "react-native": "0.81.5""#), "ExpoAppDelegate",
            "\(expo) a subclass of ExpoAppSceneDelegate of Expo SDK 58 or later, \(conformance)\n"
        ),
        (
            npm(#""expo": "^57.0.24""#), "ExpoAppDelegate, UNUserNotificationCenterDelegate",
            "\(expo) EXExpoAppSceneDelegate of expo 57.0.23 or later, \(conformance)\n"
        ),
        (
            npm(#""expo": "58.0.1""#), "ExpoAppDelegate, ExpoReactNativeFactoryProvider",
            "\(expo) a subclass of ExpoAppSceneDelegate of Expo SDK 58 or later\n"
        ),
        // Expo chooses the version of React Native.
        (npm(#""expo": "^53.0.0", "react-native": "0.79.2""#), plain, "\(general)\n"),
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
        (npm(#""expo": "^54.0.0", "react-native": "0.81.5""#), "RCTAppDelegate"),
        (npm(#""expo": "latest""#), "ExpoAppDelegate"), (npm(#""expo": "^57.0.0 || ^58.0.0""#), "ExpoAppDelegate"),
        (npm(#""expo": "~59.0.0""#), "ExpoAppDelegate"), (npm(#""expo": "~54.0.12""#), "WalletAppDelegate"),
        (npm(#""expo": "~54.0.12", "expo-scene-delegate": "1.0.0""#), "ExpoAppDelegate"),
        (["package.json": #"{"devDependencies": {"with-scenes": "1.0.0"}}"#], plain),
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
        #expect(output.contains("help: \(Self.addition) with FlutterSceneDelegate of Flutter 3.38"), "\(output)")
    }

    /// Many apps patch React Native and Expo, and a patch may make their classes use scenes.
    @Test(arguments: [
        (#""react-native": "0.77.3""#, "RCTAppDelegate", "warning"), (#""react-native": "0.77.3""#, plain, "error"),
        (#""expo": "~54.0.12""#, "ExpoAppDelegate", "warning"), (#""expo": "~54.0.12""#, plain, "error"),
    ])
    func isLessCertainAboutCodeOfReactNative(dependency: String, delegate: String, severity: String) throws {
        let output = try check(delegate, files: Self.npm(dependency), sdk: "27")
        #expect(output.contains("\(severity): the app does not use scenes, so it does not launch"), "\(output)")
    }

    /// As in jellyfin/jellyfin-expo.
    @Test func knowsTheObjectiveCAppDelegateOfExpo() throws {
        try folder.write(
            "ios/Code/AppDelegate.h",
            "#import <Expo/Expo.h>\n@interface AppDelegate : EXAppDelegateWrapper <RCTBridgeDelegate>\n@end\n"
        )
        try folder.write("ios/Code/AppDelegate.mm", "#import \"AppDelegate.h\"\n@implementation AppDelegate\n@end\n")
        try folder.write(
            "ios/Code/main.m",
            """
            int main(int argc, char *argv[]) {
                return UIApplicationMain(argc, argv, nil, NSStringFromClass([AppDelegate class]));
            }

            """
        )
        func run() -> CommandRun {
            CommandRun.run(["check", "-v", "--rule", "missing-scene-lifecycle", "."], in: folder.path)
        }
        let errors = run().errors
        #expect(errors.contains("inherits from 'EXAppDelegateWrapper', whose code was not read"), "\(errors)")
        for (name, text) in Self.npm(#""expo": "~46.0.21""#) { try folder.write(name, text) }
        #expect(run().output.contains("ios/Code/main.m:2:12: note: the app does not use scenes"), "\(run().output)")
    }

    /// As in DefinedNet/mobile_nebula before its change for iOS 27.
    @Test func reportsAnEmptySceneManifestOfFlutter() throws {
        try writeScenes("<key>UISceneConfigurations</key><dict/>")
        let delegate = "FlutterAppDelegate, FlutterImplicitEngineDelegate"
        let output = try check(delegate, files: Self.flutter(dart: "^3.10.8"), sdk: "27")
        #expect(output.contains("error: the app's scene manifest has no scene for its windows, so it"), "\(output)")
        #expect(output.contains("help: add a scene with FlutterSceneDelegate to UISceneConfigurations"), "\(output)")
    }

    /// A superclass that nobody read may configure scenes, which overrides the manifest.
    @Test(arguments: [
        ("ExpoAppDelegate", [:], false), ("FlutterAppDelegate", flutter(dart: "^3.11.0"), true), (plain, [:], true),
    ])
    func trustsTheManifestOnlyIfNoCodeMayConfigureScenes(
        delegate: String,
        files: [String: String],
        isReported: Bool
    ) throws {
        try writeScenes(Self.scene("$(PRODUCT_MODULE_NAME).SceneDelegate"))
        _ = try check(delegate, files: files)
        let run = CommandRun.run(["check", "--rule", "missing-scene-delegate", "."], in: folder.path)
        #expect(run.output.contains("[missing-scene-delegate]") == isReported, "\(run.output)")
    }

    /// Adds these keys to the scene manifest of the app.
    private func writeScenes(_ keys: String) throws {
        let scenes = "<key>UIApplicationSceneManifest</key><dict>\(keys)</dict>"
        let manifest = Sample.app("com.acme.wallet", ("Editor", ["acme-wallet"]), extra: scenes)
        try folder.write("ios/App/Info.plist", manifest)
    }

    private static func scene(_ delegate: String) -> String {
        """
        <key>UISceneConfigurations</key><dict><key>UIWindowSceneSessionRoleApplication</key><array><dict>
        <key>UISceneDelegateClassName</key><string>\(delegate)</string>
        </dict></array></dict>
        """
    }

    /// Flutter's scene delegate passes URLs on, also those that launch the app.
    @Test(arguments: [("FlutterSceneDelegate", false), ("UIResponder, UIWindowSceneDelegate", true)])
    func trustsFluttersSceneDelegate(superclass: String, isReported: Bool) throws {
        try writeScenes(Self.scene("$(PRODUCT_MODULE_NAME).SceneDelegate"))
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

    private static let connecting = """
        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
            %@
        }
        """

    /// UIKit calls no method of `FlutterAppDelegate`, and Flutter gets the URLs of scenes from the scene delegate.
    @Test(arguments: [
        ("UIResponder, UIWindowSceneDelegate", connecting.replacing("%@", with: "window = make(scene)"), true),
        ("UIResponder, UIWindowSceneDelegate", connecting.replacing("%@", with: "flutter.start(options)"), false),
        (
            "UIResponder, UIWindowSceneDelegate",
            "func scene(_ scene: UIScene, openURLContexts urls: Set<UIOpenURLContext>) { flutter.open(urls) }", false
        ),
        ("FlutterSceneDelegate", "", false), ("ShopSceneDelegate", "", false),
    ])
    func reportsASceneDelegateThatPassesNoURLsToFlutter(superclass: String, body: String, isReported: Bool) throws {
        try writeScenes(Self.scene("$(PRODUCT_MODULE_NAME).SceneDelegate"))
        try folder.write("ios/Code/SceneDelegate.swift", "class SceneDelegate: \(superclass) {\n\(body)\n}\n")
        _ = try check("FlutterAppDelegate", files: Self.flutter(dart: "^3.11.0"))
        let run = CommandRun.run(["check", "--rule", "unhandled-url", "."], in: folder.path)
        #expect(run.output.contains("[unhandled-url]") == isReported, "\(run.output)")
        guard isReported else { return }
        let message = "warning: the app declares 'acme-wallet', but its scene delegate does not pass URLs on to Flutter"
        #expect(run.output.contains(message), "\(run.output)")
        let help = "help: handle URLs in the scene delegate, such as with FlutterSceneDelegate, or remove the scheme"
        #expect(run.output.contains(help), "\(run.output)")
        // Another superclass may configure other scenes, and the app may not be made with Flutter.
        _ = try check("ShopAppDelegate")
        let other = CommandRun.run(["check", "--rule", "unhandled-url", "."], in: folder.path)
        #expect(!other.output.contains("[unhandled-url]"), "\(other.output)")
    }

    @Test func namesReactNativesHandlerOfURLs() throws {
        _ = try check(Self.plain, files: Self.npm(#""react-native": "0.86.0""#))
        let run = CommandRun.run(["check", "--rule", "unhandled-url", "."], in: folder.path)
        #expect(
            run.output.contains("help: handle URLs in a delegate, such as with RCTLinkingManager, or remove"),
            "\(run.output)"
        )
    }

    /// As in WelcometoMyGarden/welcometomygarden, whose keys aren't committed, and CompassionCH/mycompassion-app.
    @Test(arguments: [
        (
            "Code, Keys", "",
            "Keys = {isa = PBXFileSystemSynchronizedRootGroup; path = Keys; sourceTree = SOURCE_ROOT;};", ""
        ),
        (
            "Code", "Product",
            "Product = {isa = XCSwiftPackageProductDependency; productName = Keys;};", "import Keys\n"
        ),
    ])
    func reportsAnAppWithMissingParts(groups: String, products: String, objects: String, imports: String) throws {
        try writeProject(groups: groups, products: products, objects: objects)
        try folder.write("ios/Code/Keys.swift", imports)
        let files = Self.npm(#""@capacitor/ios": "^8.3.1""#)
        let output = try check(Self.plain, files: files, sdk: "27")
        #expect(
            output.contains("warning: the app does not use scenes in the code that was read, so it does not launch"),
            "\(output)"
        )
        #expect(!output.contains("was not checked"), "\(output)")
        let unknown = try check("WalletAppDelegate", files: files, sdk: "27")
        #expect(!unknown.contains("[missing-scene-lifecycle]"), "\(unknown)")
        #expect(unknown.contains("whether URLs reach 'App' was not checked (see --verbose)"), "\(unknown)")
        // Any part may have `onOpenURL` or a scene delegate.
        try writeScenes(Self.scene("$(PRODUCT_MODULE_NAME).SceneDelegate"))
        try folder.write("ios/Code/SceneDelegate.swift", "class SceneDelegate: UIResponder, UIWindowSceneDelegate {}\n")
        let receiver = """

                func application(
                    _ app: UIApplication,
                    open url: URL,
                    options: [UIApplication.OpenURLOptionsKey: Any]
                ) -> Bool { router.open(url) }

            """
        _ = try check(Self.plain, body: receiver)
        let run = CommandRun.run(["check", "--rule", "unreachable-url-handler", "."], in: folder.path)
        #expect(!run.output.contains("[unreachable-url-handler]"), "\(run.output)")
    }

    /// The superclass isn't the reason: it doesn't configure scenes.
    @Test(arguments: [
        (npm(#""expo": "~54.0.12""#), "ExpoAppDelegate"), (flutter(dart: "^3.11.0"), "FlutterAppDelegate"),
        ([:], plain),
    ])
    func verboseOutputNamesASceneManifestWithoutConfigurations(files: [String: String], delegate: String) throws {
        try writeScenes("<key>UIApplicationSupportsMultipleScenes</key><false/>")
        _ = try check(delegate, files: files)
        let start = "ios/App/Info.plist: whether URLs reach 'App' is not checked: its scene manifest has no "
        #expect(verboseErrors.contains("\(start)UISceneConfigurations\n"), "\(verboseErrors)")
        try writeScenes("<key>UISceneConfigurations</key><dict/>")
        #expect(!verboseErrors.contains("whether URLs reach"), "\(verboseErrors)")
    }

    @Test func verboseOutputNamesAPackageThatMayAddScenes() throws {
        _ = try check("ExpoAppDelegate", files: Self.npm(#""expo": "~54.0.12", "expo-scene-delegate": "1.0.0""#))
        let reason = "is not checked: 'expo-scene-delegate' may make it use scenes\n"
        #expect(verboseErrors.contains("package.json: whether URLs reach 'App' \(reason)"), "\(verboseErrors)")
    }

    /// As in threema-ch/threema-ios, whose script adds it if a compilation condition is set.
    @Test(arguments: ["KEY=UIApplicationSceneManifest", "sh scenes.sh"])
    func aBuildPhaseMayAddScenes(script: String) throws {
        try folder.write("ios/scenes.sh", "KEY=UIApplicationSceneManifest\n")
        let phase = "P = {isa = PBXShellScriptBuildPhase; name = Scenes; shellScript = \"\(script)\";};"
        try writeProject(objects: phase, phases: "P")
        #expect(try !check(Self.plain).contains("[missing-scene-lifecycle]"))
        #expect(verboseErrors.contains("is not checked: 'Scenes' may make it use scenes\n"), "\(verboseErrors)")
    }

    /// What `check --verbose` prints on standard error.
    private var verboseErrors: String {
        CommandRun.run(["check", "-v", "--rule", "missing-scene-lifecycle", "."], in: folder.path).errors
    }

    @Test func verboseOutputDoesNotSkipIt() throws {
        let files = Self.flutter(dart: "^3.11.0")
        for (name, text) in files { try folder.write(name, text) }
        try folder.write("ios/Code/AppDelegate.swift", "@main\n@objc class AppDelegate: FlutterAppDelegate {}\n")
        let run = CommandRun.run(["check", "-v", "--rule", "missing-scene-lifecycle", "."], in: folder.path)
        #expect(!run.errors.contains("the delivery rules skip"), "\(run.errors)")
    }
}
