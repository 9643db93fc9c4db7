import Foundation
import SchemeKit
import Testing
import TestSupport

/// Correct apps with a case for links that no entry of the association file matches.
///
/// They get such links, but not from the system's lookup of that file.
@Suite(.enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
struct UnlistedCaseTests {
    private static let receiver = """
        guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL else {
            return false
        }
        \(cases)
        return true
        """

    private static let cases = """
        switch url.pathComponents[1] {
        case "orders": Router.main.show(.orders)
        case "offers": Router.main.show(.offers)
        default: break
        }
        """

    /// Returns an app delegate that compares in the method that receives activities.
    private static func delegate(importing module: String, start: String) -> String {
        """
        import \(module)
        import UIKit

        @main
        class AppDelegate: UIResponder, UIApplicationDelegate {
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                \(start)
                return true
            }

            func application(
                _ application: UIApplication,
                continue activity: NSUserActivity,
                restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
            ) -> Bool {
                \(receiver)
            }
        }
        """
    }

    /// Returns an app whose home screen receives activities with `modifiers`.
    private static func app(importing module: String = "SwiftUI", _ modifiers: String, other: String = "") -> String {
        """
        import \(module)
        import SwiftUI

        @main
        struct Wallet: App {
            var body: some Scene { WindowGroup { Home()\(modifiers) } }
        }
        \(other)
        """
    }

    private static let onActivity = """
        .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
            guard let url = activity.webpageURL else { return }
            \(cases)
        }
        """

    static let apps: [(name: String, code: String)] = [
        (
            // Its SDK calls the app delegate with an activity of its own.
            "push notifications of Customer.io",
            delegate(importing: "CioMessagingPushAPN", start: "MessagingPushAPN.initialize(withConfig: configuration)")
        ),
        (
            // So does this one, for the hosts in IntercomUniversalLinkDomains.
            "messages of Intercom", delegate(importing: "Intercom", start: "Intercom.setApiKey(key, forAppId: id)")
        ),
        ("messages of Braze", app(importing: "BrazeKit", onActivity)),
        (
            "notifications of the app",
            """
            import UIKit
            import UserNotifications

            @main
            class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
                func userNotificationCenter(
                    _ center: UNUserNotificationCenter,
                    didReceive response: UNNotificationResponse
                ) async {
                    let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
                    activity.webpageURL = Message(response).url
                    for scene in UIApplication.shared.connectedScenes {
                        scene.delegate?.scene?(scene, continue: activity)
                    }
                }
            }

            class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                func scene(_ scene: UIScene, continue activity: NSUserActivity) {
                    guard activity.activityType == NSUserActivityTypeBrowsingWeb else { return }
                    guard let url = activity.webpageURL else { return }
                    \(cases)
                }
            }
            """
        ),
        (
            "a widget",
            app(
                onActivity,
                other: """
                    struct OffersView: View {
                        var body: some View { Text("Offers").widgetURL(URL(string: "https://acme.com/offers/today")) }
                    }
                    """
            )
        ),
        (
            "a scanner",
            app(
                ".onOpenURL { url in open(url) }",
                other: """
                    func open(_ url: URL) {
                        \(cases)
                    }
                    struct Scanner: View {
                        var body: some View { CodeScanner { text in URL(string: text).map(open) } }
                    }
                    """
            )
        ),
        ("links with a custom scheme", app(".onOpenURL { url in \(cases) }")),
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the findings about the app with `code` whose domain's association file has these entries.
    private func check(_ code: String, domains: [String] = ["acme.com"], paths: String...) throws -> String {
        let list = domains.map { "\"applinks:\($0)\"" }.joined(separator: ", ")
        try folder.write("Code/App.swift", code)
        try folder.write(
            "project.yml",
            """
            name: App
            targets:
              App:
                type: application
                platform: iOS
                sources: [Code]
                settings:
                  PRODUCT_BUNDLE_IDENTIFIER: com.acme.wallet
                  GENERATE_INFOPLIST_FILE: YES
                entitlements:
                  path: App.entitlements
                  properties:
                    com.apple.developer.associated-domains: [\(list)]

            """
        )
        let entries = paths.map { "{ \"/\": \"\($0)\" }" }.joined(separator: ", ")
        try folder.write(
            "acme.com/apple-app-site-association",
            """
            { "applinks": { "details": [{ "appIDs": ["K9QX2M7RT4.com.acme.wallet"], "components": [\(entries)] }] } }

            """
        )
        let run = CommandRun.run(["check", "--rule", "unrouted-link-pattern", "."], in: folder.path)
        #expect(run.code == 0, "\(run.errors)")
        return run.output
    }

    @Test(arguments: apps.indices)
    func ignoresCasesThatNoEntryMatches(index: Int) throws {
        let (name, code) = Self.apps[index]
        let output = try check(code, paths: "/orders/*")
        #expect(!output.contains("[unrouted-link-pattern]"), "\(name): \(output)")
        // The rule knows all links that the app takes.
        let reported = try check(code, paths: "/orders/*", "/vouchers/*")
        #expect(reported.components(separatedBy: "[unrouted-link-pattern]").count == 2, "\(name): \(reported)")
        #expect(reported.contains("no handler takes links that match {\"/\": \"/vouchers/*\"}"), "\(name): \(reported)")
    }

    @Test func ignoresCasesForAnotherDomain() throws {
        try folder.write(
            "shop.acme.com/apple-app-site-association",
            """
            { "applinks": { "details": [{ "appIDs": ["K9QX2M7RT4.com.acme.wallet"], "paths": ["/offers/*"] }] } }

            """
        )
        let domains = ["acme.com", "shop.acme.com"]
        let output = try check(Self.app(Self.onActivity), domains: domains, paths: "/orders/*")
        #expect(!output.contains("[unrouted-link-pattern]"), "\(output)")
        let reported = try check(Self.app(Self.onActivity), domains: domains, paths: "/orders/*", "/vouchers/*")
        #expect(reported.components(separatedBy: "[unrouted-link-pattern]").count == 2, "\(reported)")
    }
}
