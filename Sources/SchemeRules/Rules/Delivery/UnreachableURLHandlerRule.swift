import SchemeModel

/// The app delegate of an app with scenes receives URLs.
struct UnreachableURLHandlerRule: TargetRule {
    let description = RuleDescription(
        id: "unreachable-url-handler",
        section: .delivery,
        severity: .warning,
        traits: [.isInGroup(.ios27)],
        summary: "URL handlers of app delegates that the system never calls, because the app uses scenes",
        why: """
            In an app with scenes, the system delivers URLs and universal links to a scene. It doesn't call \
            `application(_:open:options:)` or `application(_:continue:restorationHandler:)` of the app delegate. The \
            app opens, but the URL is lost. The launch options of the app delegate don't have the URL either. This also \
            holds for SwiftUI apps, which always use scenes on iOS.
            """,
        reportedWhen: """
            Reported at `application(_:open:options:)` and its older variants in the delegate of the app or of a scene if \
            the app declares schemes, uses scenes, and has neither `scene(_:openURLContexts:)` nor `onOpenURL`. One that \
            only calls an SDK to continue a sign-in or a payment doesn't count for the app's own schemes.

            Likewise reported at `application(_:didFinishLaunchingWithOptions:)` that reads the URL in the launch options \
            (`launchOptions?[.url]`), if no other method receives the URLs.

            Reported at `application(_:continue:restorationHandler:)` there if the app has an `applinks:` domain, uses \
            scenes, and has none of `scene(_:continue:)`, `onContinueUserActivity` and `onOpenURL` that handles them. One \
            that never looks at the activity, gets activities of another type, or only continues a sign-in doesn't count.

            An app uses scenes if its entry point is a SwiftUI `App`, if its Info.plist has a configuration in \
            `UIApplicationSceneManifest`, or if its app delegate has \
            `application(_:configurationForConnecting:options:)`.

            The finding is a warning, whatever the SDK: systems don't call these methods in apps with scenes.
            """,
        notReportedWhen: """
            Not reported if some code was not read, or if a delegate inherits from a class outside the sources, which may \
            pass URLs on (Flutter, Expo, `RCTAppDelegate`). Not reported for Mac apps with AppKit, which has no scenes: if \
            their delegate only has one of UIKit's methods, `unhandled-url` reports that nothing receives URLs.

            Not reported if nothing is lost: if the method only returns a constant, or only continues a sign-in that \
            `ASWebAuthenticationSession` completes (`resumeExternalUserAgentFlow(with:)`). The finding is a note in sample \
            code and in apps that host tests.
            """,
        fix: """
            In UIKit, move the handlers to the scene delegate:

            \(FixCode.block(FixCode.sceneDelegate))

            In SwiftUI, `onOpenURL` receives URLs and universal links:

            \(FixCode.block(fixedApp))

            Where a URL arrives depends on the life cycle of the app:

            ```text
            life cycle         the app is running            the URL launches the app
            UIKit, no scenes   application(_:open:options:)  application(_:open:options:)
            UIKit with scenes  scene(_:openURLContexts:)     scene(_:willConnectTo:options:)
            SwiftUI            onOpenURL                     onOpenURL
            AppKit             application(_:open:)          application(_:open:)
            ```
            """,
        sources: [
            .init(
                "Defining a custom URL scheme for your app: in an app with scenes, the system delivers the URL to the scene delegate",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-23"
            ),
            .init(
                "Supporting universal links in your app: the same for universal links",
                "https://developer.apple.com/documentation/xcode/supporting-universal-links-in-your-app",
                seen: "2026-11-23"
            ),
            .init(
                "TN3187: Migrating to the UIKit scene-based life cycle",
                "https://developer.apple.com/documentation/technotes/tn3187-migrating-to-the-uikit-scene-based-life-cycle",
                seen: "2026-11-23"
            ),
        ],
        examples: [
            .init(
                "A scene delegate without a URL handler",
                [
                    .manifest(of: "com.acme.wallet", SceneExample.manifest),
                    .swift(SceneExample.appDelegate(open: "↓"), at: "AppDelegate.swift"),
                    .swift(SceneExample.sceneDelegate(), at: "SceneDelegate.swift"),
                ]
            ),
            .init(
                "An app delegate in SwiftUI",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(SceneExample.swiftUI(), at: "WalletApp.swift"),
                    .swift(SceneExample.appDelegate(attribute: "", open: "↓"), at: "AppDelegate.swift"),
                ]
            ),
            .init(
                "A method of the app delegate in the scene delegate",
                [
                    .manifest(of: "com.acme.wallet", SceneExample.manifest),
                    .swift(SceneExample.appDelegate(open: nil), at: "AppDelegate.swift"),
                    .swift(
                        SceneExample.sceneDelegate(
                            """
                            func ↓application(_ app: UIApplication, open url: URL,
                                options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool { router.open(url) }
                            """
                        ),
                        at: "SceneDelegate.swift"
                    ),
                ]
            ),
            .init(
                "An app delegate that only receives the URL that launches the app",
                [
                    .manifest(of: "com.acme.wallet", SceneExample.manifest),
                    .swift(SceneExample.launchDelegate("↓"), at: "AppDelegate.swift"),
                    .swift(SceneExample.sceneDelegate(), at: "SceneDelegate.swift"),
                ]
            ),
            .init(
                "The scene delegate handles URLs",
                [
                    .manifest(of: "com.acme.wallet", SceneExample.manifest),
                    .swift(SceneExample.appDelegate(open: ""), at: "AppDelegate.swift"),
                    .swift(FixCode.sceneDelegate, at: "SceneDelegate.swift"),
                ]
            ),
            .init(
                "onOpenURL",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(fixedApp, at: "WalletApp.swift"),
                    .swift(SceneExample.appDelegate(attribute: "", open: ""), at: "AppDelegate.swift"),
                ]
            ),
            .init(
                "onOpenURL that only continues a sign-in",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        SceneExample.swiftUI(".onOpenURL { url in GIDSignIn.sharedInstance.handle(url) }"),
                        at: "WalletApp.swift"
                    ),
                    .swift(SceneExample.appDelegate(attribute: "", open: "↓"), at: "AppDelegate.swift"),
                ]
            ),
            .init(
                "Universal links beside a sign-in and another activity",
                .project(body: "", domains: ["applinks:acme.com"])
                    + [
                        .swift(
                            SceneExample.swiftUI(
                                """
                                .onOpenURL { url in GIDSignIn.sharedInstance.handle(url) }
                                            .onContinueUserActivity("com.acme.wallet.edit") { edit($0) }
                                """
                            ),
                            at: "Code/WalletApp.swift"
                        ),
                        .swift(
                            """
                            class AppDelegate: UIResponder, UIApplicationDelegate {
                                func ↓application(
                                    _ application: UIApplication,
                                    continue activity: NSUserActivity,
                                    restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
                                ) -> Bool {
                                    router.open(activity.webpageURL)
                                }
                            }
                            """,
                            at: "Code/AppDelegate.swift"
                        ),
                    ]
            ),
            .init(
                "A function without effect",
                [
                    .manifest(of: "com.acme.wallet", SceneExample.manifest),
                    .swift(SceneExample.appDelegate(open: "", body: "return true"), at: "AppDelegate.swift"),
                    .swift(SceneExample.sceneDelegate(), at: "SceneDelegate.swift"),
                ]
            ),
            .init(
                "A scene delegate that inherits from a framework's class",
                [
                    .manifest(of: "com.acme.wallet", SceneExample.manifest),
                    .swift(SceneExample.appDelegate(open: ""), at: "AppDelegate.swift"),
                    .swift("class SceneDelegate: FlutterSceneDelegate {}", at: "SceneDelegate.swift"),
                ]
            ),
            .init(
                "An app without scenes",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(SceneExample.appDelegate(open: ""), at: "AppDelegate.swift"),
                ]
            ),
        ]
    )

    private static let fixedApp = SceneExample.swiftUI(".onOpenURL { url in router.open(url) }")

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        // A missing file hardly ever has a part of a scene delegate, but any view may have `onOpenURL`.
        guard let app = try? AppLifeCycle(of: target, tolerating: .missingFiles), app.usesKnownScenes,
            !target.isPartial || app.entry.kind != .swiftUI
        else { return [] }
        // Several outcomes of a manifest can declare the same ones.
        var seen: Set<SchemeKey> = []
        let schemes = (target.declaredSchemes ?? []).compactMap(\.key).filter { seen.insert($0).inserted }
        let handlers = target.appHandlers
        // Handlers of scenes that only continue sign-ins of SDKs may get those URLs, but lose the others.
        let continuesSome = handlers.contains { $0.isOfScene && $0.resumption != .nothing }
        let own = schemes.filter { !knowledge.isSharedByDesign($0) && knowledge.sdkScheme($0) == nil }
        let connected = Set(handlers.filter { $0.kind == .sceneWillConnect }.flatMap(\.looksAt))
        // Beside another method, launch options may only be read to log them.
        let isReceived =
            handlers.contains(where: \.kind.receivesURLs) || !connected.isDisjoint(with: [.options, .urlContexts])
        let openers = isReceived ? Self.openers : [.applicationLaunch]
        // Launch options may also be read by an app whose sessions get the URLs.
        let sessions = isReceived ? [] : Set(handlers.flatMap(\.callbackSchemes).map { SchemeKey($0) })
        let isCalledBack = !isReceived && handlers.contains { $0.kind == .authenticationSession && !$0.isRouted }
        let lost = isCalledBack ? [] : (continuesSome ? own : schemes).filter { !sessions.contains($0) }
        let losesURLs = !lost.isEmpty && !handlers.contains { $0.isOfScene && $0.resumption == nil }
        let losesLinks =
            app.manifests.contains { $0.hasUniversalLinks == true }
            && !handlers.contains { Self.continuers.contains($0.kind) && $0.handlesUniversalLinks }
        return target.handlers.compactMap { handler in
            guard let type = handler.type, app.isAppDelegate(type) || app.isOnlySceneDelegate(type)
            else { return nil }
            let isOfLinks = handler.kind == .applicationContinue
            guard isOfLinks ? losesLinks : losesURLs && openers.contains(handler.kind) else { return nil }
            // Nothing is lost.
            if let resumption = handler.resumption, continuesSome || resumption != .anything { return nil }
            guard !handler.ignoresActivity else { return nil }
            let names = Wording.list(lost.prefix(3).map { "'\($0)'" }) + (lost.count > 3 ? ", …" : "")
            let urls = "URLs with the \(lost.count == 1 ? "scheme" : "schemes") \(names)"
            let what = isOfLinks ? "universal links" : urls
            let arrivesAtLaunch =
                connected.contains(.options) || connected.contains(isOfLinks ? .userActivities : .urlContexts)
            return finding(
                in: target,
                at: handler.place,
                target.severity,
                "\(target.isPartial ? "in the code that was read, " : "")the app uses scenes, so \(handler.kind == .applicationLaunch ? "the launch options have no URL" : "the system does not call \(handler.kind.rawValue)"), and \(what) are lost"
                    + (arrivesAtLaunch ? " while it is running" : ""),
                hint: Self.hint(isOfLinks, inSwiftUI: app.entry.kind == .swiftUI),
                scheme: isOfLinks ? nil : lost.first,
                subject: handler.kind.rawValue
            )
        }
    }

    /// The methods of an app delegate that receive URLs.
    private static let openers: Set<Handler.Kind> = [
        .applicationOpenOptions, .applicationOpenSource, .applicationHandleOpen,
    ]

    /// What receives the universal links of a scene.
    private static let continuers: Set<Handler.Kind> = [.sceneContinue, .onOpenURL, .onContinueUserActivity]

    private static func hint(_ isOfLinks: Bool, inSwiftUI: Bool) -> String {
        if inSwiftUI { return "handle \(isOfLinks ? "universal links" : "URLs") with onOpenURL" }
        return isOfLinks
            ? "handle them in scene(_:continue:), and get those that launch the app from connectionOptions.userActivities"
            : "handle them in scene(_:openURLContexts:), and get those that launch the app from connectionOptions.urlContexts"
    }
}

extension Handler {
    /// Whether it receives the URLs of a scene.
    fileprivate var isOfScene: Bool { kind == .onOpenURL || kind == .sceneOpen }
}

extension AppLifeCycle {
    /// The major version of the first SDK with which an app without scenes doesn't launch.
    static let sdkRequiringScenes = 27
}
