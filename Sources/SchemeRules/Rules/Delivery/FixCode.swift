/// Code in the descriptions of rules that fixes the delivery of URLs. Examples prove that it does.
enum FixCode {
    /// A scene delegate that receives URLs and universal links, also those that launch the app.
    static let sceneDelegate = """
        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
            var window: UIWindow?

            // A URL or universal link launches the app.
            func scene(_ scene: UIScene, willConnectTo session: UISceneSession,
                       options: UIScene.ConnectionOptions) {
                self.scene(scene, openURLContexts: options.urlContexts)
                options.userActivities.forEach { self.scene(scene, continue: $0) }
            }

            // A URL arrives while the app is running.
            func scene(_ scene: UIScene,
                       openURLContexts contexts: Set<UIOpenURLContext>) {
                contexts.forEach { open($0.url) }
            }

            // A universal link arrives while the app is running.
            func scene(_ scene: UIScene, continue activity: NSUserActivity) {
                if let url = activity.webpageURL { open(url) }
            }

            private func open(_ url: URL) {
                // Show the screen of the URL.
            }
        }
        """

    /// A scene manifest that names this scene delegate and a storyboard.
    static let sceneManifest = """
        <key>UIApplicationSceneManifest</key>
        <dict>
            <key>UISceneConfigurations</key>
            <dict>
                <key>UIWindowSceneSessionRoleApplication</key>
                <array>
                    <dict>
                        <key>UISceneConfigurationName</key>
                        <string>Default Configuration</string>
                        <key>UISceneDelegateClassName</key>
                        <string>$(PRODUCT_MODULE_NAME).SceneDelegate</string>
                        <key>UISceneStoryboardFile</key>
                        <string>Main</string>
                    </dict>
                </array>
            </dict>
        </dict>
        """

    /// A call that opens a URL, and handles that no app opens it.
    static let openCall = """
        UIApplication.shared.open(url) { isOpen in
            if !isOpen { showWebsite() }
        }
        """

    /// Returns `code` as a block of Markdown.
    static func block(_ code: String, _ language: String = "swift") -> String { "```\(language)\n\(code)\n```" }
}
