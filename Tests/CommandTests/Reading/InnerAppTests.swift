import Foundation
import Testing
import TestSupport

/// App Clips, which run instead of the app that contains them, and watch apps, which run beside it.
@Suite struct InnerAppTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "project.yml",
            """
            name: Wallet
            options: { bundleIdPrefix: com.acme }
            targets:
              Wallet:
                type: application
                platform: iOS
                sources: [App]
                settings: { INFOPLIST_FILE: App/Info.plist }
                dependencies: [{ target: Clip }]
              Clip:
                type: application.on-demand-install-capable
                platform: iOS
                sources: [Clip]
                settings: { INFOPLIST_FILE: Clip/Info.plist }

            """
        )
        let scenes = """
            <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>\
            <key>UIWindowSceneSessionRoleApplication</key><array><dict><key>UISceneDelegateClassName</key>\
            <string>$(PRODUCT_MODULE_NAME).SceneDelegate</string></dict></array></dict></dict>
            """
        try folder.write("App/Info.plist", Sample.app("com.acme.wallet", ("Editor", ["acme-wallet"]), extra: scenes))
        try folder.write("Clip/Info.plist", Sample.app("com.acme.wallet.Clip", extra: scenes))
        try write(
            "App",
            scene: """
                func scene(_ s: UIScene, willConnectTo t: UISceneSession, options o: UIScene.ConnectionOptions) {
                    scene(s, openURLContexts: o.urlContexts)
                }
                func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
                    for context in contexts where context.url.scheme == "acme-wallet" { show(context.url) }
                }
                """
        )
    }

    private func write(_ target: String, scene: String) throws {
        let delegate = "@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n"
        try folder.write("\(target)/AppDelegate.swift", delegate)
        let text = "class SceneDelegate: UIResponder, UIWindowSceneDelegate {\n\(scene)\n}\n"
        try folder.write("\(target)/SceneDelegate.swift", text)
    }

    private func check() -> String { CommandRun.run(["check", "."], in: folder.path).output }

    /// Their classes may have the same names.
    @Test func doesNotMixTheCodeOfAnAppClipWithThatOfTheApp() throws {
        try write(
            "Clip",
            scene: """
                func scene(_ s: UIScene, willConnectTo t: UISceneSession, options o: UIScene.ConnectionOptions) {
                    if let activity = o.userActivities.first { show(activity.webpageURL) }
                }
                """
        )
        let output = check()
        #expect(output.contains("no findings in 1 app and 1 other target"), "\(output)")
    }

    @Test func anAppClipHasScenesThatItsAppMayLack() throws {
        try write(
            "Clip",
            scene: "func scene(_ s: UIScene, continue activity: NSUserActivity) { show(activity.webpageURL) }"
        )
        try folder.write("Clip/Scenes.swift", Self.configuration)
        try folder.write("App/Info.plist", Sample.app("com.acme.wallet", ("Editor", ["acme-wallet"])))
        #expect(check().contains("App/AppDelegate.swift:1:13: note: the app does not use scenes"), "\(check())")
        try folder.write("App/Scenes.swift", Self.configuration)
        #expect(!check().contains("does not use scenes"), "\(check())")
    }

    /// The superclass of the app's delegate may use scenes; the watch app's delegate with the same name doesn't matter.
    @Test func theDelegateOfAWatchAppIsNotThatOfItsApp() throws {
        try folder.write(
            "project.yml",
            """
            name: Wallet
            options: { bundleIdPrefix: com.acme }
            targets:
              Beat:
                type: application
                platform: watchOS
                sources: [Beat]
                settings: { INFOPLIST_FILE: Beat/Info.plist }
              Wallet:
                type: application
                platform: iOS
                sources: [App]
                settings: { INFOPLIST_FILE: App/Info.plist }
                dependencies: [{ target: Beat }]

            """
        )
        try folder.write("App/Info.plist", Sample.app("com.acme.wallet", ("Editor", ["acme-wallet"])))
        try folder.write("Beat/Info.plist", Sample.app("com.acme.wallet.beat"))
        try folder.write("App/AppDelegate.swift", "@main class AppDelegate: ShopAppDelegate {}\n")
        try folder.write("Beat/AppDelegate.swift", "class AppDelegate: NSObject, WKApplicationDelegate {}\n")
        #expect(!check().contains("does not use scenes"), "\(check())")
        try folder.write("App/AppDelegate.swift", "@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n")
        #expect(check().contains("App/AppDelegate.swift:1:13: note: the app does not use scenes"), "\(check())")
        try FileManager.default.removeItem(atPath: folder.path + "/Beat/Info.plist")
        let output = check()
        #expect(output.contains("the manifest 'Beat/Info.plist' of the target 'Beat' is missing"), "\(output)")
        #expect(output.contains("the app does not use scenes"), "\(output)")
    }

    private static let configuration = """
        extension AppDelegate {
            func application(
                _ application: UIApplication,
                configurationForConnecting session: UISceneSession,
                options: UIScene.ConnectionOptions
            ) -> UISceneConfiguration {
                let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
                configuration.delegateClass = SceneDelegate.self
                return configuration
            }
        }

        """
}
