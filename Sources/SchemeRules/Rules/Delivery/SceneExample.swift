import SchemeModel

/// Parts of the examples about scenes.
enum SceneExample {
    /// The URL types and the scene manifest of an app.
    static let manifest = manifest(delegate: "$(PRODUCT_MODULE_NAME).SceneDelegate")

    /// Returns the URL types and the scene manifest of an app.
    ///
    /// - Parameter mark: The mark before the scene manifest.
    static func manifest(
        key: String = Manifest.sceneDelegateKey,
        delegate: String,
        mark: String = ""
    ) -> String {
        """
        \(ExampleURLType.text(of: [.init(schemes: ["wallet"])]))
        <key>UIApplicationSceneManifest</key>
        \(mark)<dict>
            <key>UISceneConfigurations</key>
            <dict>
                <key>UIWindowSceneSessionRoleApplication</key>
                <array>
                    <dict>
                        <key>\(key)</key>
                        <string>\(delegate)</string>
                    </dict>
                </array>
            </dict>
        </dict>
        """
    }

    /// Returns an app delegate.
    ///
    /// - Parameters:
    ///   - open: The mark before its function that opens URLs; `nil` if it has none.
    ///   - body: The body of that function.
    ///   - mark: The mark before its name.
    static func appDelegate(
        attribute: String = "@main\n",
        open: String?,
        body: String = "router.open(url)",
        mark: String = ""
    ) -> String {
        var text = "\(attribute)class \(mark)AppDelegate: UIResponder, UIApplicationDelegate {\n"
        if let open {
            text += """
                    func \(open)application(
                        _ app: UIApplication,
                        open url: URL,
                        options: [UIApplication.OpenURLOptionsKey: Any] = [:]
                    ) -> Bool {
                        \(body)
                    }

                """
        }
        return text + "}"
    }

    /// Returns an app delegate that opens the URL in the launch options, with a mark before its function.
    static func launchDelegate(_ mark: String = "") -> String {
        """
        @main
        class AppDelegate: UIResponder, UIApplicationDelegate {
            func \(mark)application(_ app: UIApplication, didFinishLaunchingWithOptions options: Options?) -> Bool {
                if let url = options?[.url] as? URL { router.open(url) }
                return true
            }
        }
        """
    }

    /// Returns a scene delegate with a window and these functions.
    static func sceneDelegate(_ functions: String = "") -> String {
        let lines = functions.split(separator: "\n").map { "    \($0)\n" }.joined()
        return """
            class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                var window: UIWindow?
            \(lines)}
            """
    }

    /// Returns a SwiftUI app with an app delegate, whose view has these modifiers.
    static func swiftUI(_ modifiers: String = "") -> String {
        """
        @main
        struct WalletApp: App {
            @UIApplicationDelegateAdaptor(AppDelegate.self) var delegate
            var body: some Scene {
                WindowGroup { Home()\(modifiers) }
            }
        }
        """
    }
}
