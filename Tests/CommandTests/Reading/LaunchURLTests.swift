import SchemeKit
import Testing
import TestSupport

/// Whether URLs arrive in apps with scenes that read the URL in the launch options.
@Suite(.enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
struct LaunchURLTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let scenes = """
        <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
        <key>UIWindowSceneSessionRoleApplication</key><array><dict>
        <key>UISceneDelegateClassName</key><string>SceneDelegate</string>
        </dict></array></dict></dict>
        """

    private static let open = """
        - (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)options {
            return [self.router open:url];
        }
        """

    private static let connect = """
        - (void)scene:(UIScene *)scene willConnectToSession:(UISceneSession *)session options:(UISceneConnectionOptions *)options {
            [self.router openAll:options.URLContexts];
        }
        """

    /// Returns the lines of findings in an app in Objective-C that reads the URL in the launch options.
    private func findings(delegate: String = "", sceneDelegate: String = "") throws -> [String] {
        try folder.write(
            "App/Info.plist",
            """
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>com.contoso.tram</string>
            <key>CFBundlePackageType</key><string>APPL</string>
            <key>CFBundleSupportedPlatforms</key><array><string>iPhoneOS</string></array>
            <key>CFBundleURLTypes</key><array><dict>
            <key>CFBundleURLSchemes</key><array><string>contoso-tram</string></array>
            </dict></array>\(Self.scenes)
            </dict></plist>
            """
        )
        try folder.write(
            "App/Code.m",
            """
            @interface AppDelegate : UIResponder <UIApplicationDelegate>
            @end
            @interface SceneDelegate : UIResponder <UIWindowSceneDelegate>
            @end
            @implementation AppDelegate
            - (BOOL)application:(UIApplication *)app didFinishLaunchingWithOptions:(NSDictionary *)options {
                NSURL *url = options[UIApplicationLaunchOptionsURLKey];
                if (url) { [self.router open:url]; }
                return YES;
            }
            \(delegate)
            @end
            @implementation SceneDelegate
            \(sceneDelegate)
            @end
            int main(int argc, char *argv[]) {
                return UIApplicationMain(argc, argv, nil, NSStringFromClass([AppDelegate class]));
            }

            """
        )
        let run = CommandRun.run(["check", "--rule", "unreachable-url-handler", "."], in: folder.path)
        return run.output.split(separator: "\n").map(String.init).filter { $0.hasPrefix("App/") }
    }

    @Test func reportsLaunchOptionsOfAnAppWithScenes() throws {
        let found = try findings()
        #expect(found.count == 1)
        let message =
            "the app uses scenes, so the launch options have no URL, and URLs with the scheme 'contoso-tram' are lost"
        #expect(found.first?.hasPrefix("App/Code.m:6:") == true, "\(found)")
        #expect(found.first?.contains(message) == true, "\(found)")
    }

    /// The options may only be read to log them.
    @Test func reportsOnlyTheOtherMethodOfTheDelegate() throws {
        let found = try findings(delegate: Self.open)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("App/Code.m:11:") == true, "\(found)")
    }

    @Test func reportsNothingIfASessionGetsTheURL() throws {
        let session = "ASWebAuthenticationSession(url: url, callbackURLScheme: \"contoso-tram\") { _, _ in }"
        try folder.write("App/SignIn.swift", "class SignIn { func start(url: URL) { let session = \(session) } }\n")
        #expect(try findings() == [])
    }

    @Test func reportsNothingIfTheSceneGetsTheURL() throws {
        #expect(try findings(sceneDelegate: Self.connect) == [])
    }
}
