import SchemeModel

/// An app declares schemes, but has no code that receives URLs.
struct UnhandledURLRule: TargetRule {
    let description = RuleDescription(
        id: "unhandled-url",
        section: .links,
        severity: .warning,
        summary: "apps that declare schemes but have no code that receives their URLs",
        why: "The system opens the app, but the app does nothing with the URL. The user ends up where they left off.",
        reportedWhen: """
            Reported at the first scheme, if the app's code contains its entry point (`@main`, `@UIApplicationMain`), \
            but no URL handler (`onOpenURL`, a URL method of the app delegate or scene delegate, or a handler of \
            Apple events). A handler that only writes to a log or returns a constant does not count.

            Without a project, only reported if there is exactly one manifest. The finding is a note if there is such a \
            handler, in sample code, in apps that host tests, and if only builds for developers (`Debug`) declare schemes.

            Also reported at a scheme without variables if the app's handlers are completely understood, and only take URLs with other \
            schemes, as `switch url.scheme` does with `default: return false`. It is a note if only \
            builds for developers declare that scheme.
            """,
        notReportedWhen: """
            Not reported:

            - if some code was not read, or if a delegate inherits from a class outside the sources (Flutter, React Native, \
            Capacitor), except if only the app delegate of a Flutter app does so, only files are missing, and its scene \
            delegate has no URL handler. The system then calls no method of the app delegate;
            - if all schemes belong to SDKs or to an authentication session;
            - for schemes that only let other apps detect the app (`org-appextension-feature-password-management`);
            - if a scheme only launches the app: code of the project, such as an extension or a login item, makes a URL \
            of the scheme without anything after it (`wallet://`).
            """,
        fix: """
            Handle the URLs, or remove the schemes. In SwiftUI, use `onOpenURL`, and in UIKit a scene delegate, as the page \
            of `unreachable-url-handler` shows. In AppKit, use this method of the app delegate, even if the URL launches the app:

            \(FixCode.block(appKitMethod))
            """,
        sources: [
            .customSchemes("handle incoming URLs"),
            .init(
                "Flutter: a scene delegate is responsible for forwarding events to plugins",
                "https://api.flutter.dev/ios-embedder/protocol_flutter_scene_life_cycle_provider-p.html",
                seen: "2026-11-28"
            ),
        ],
        examples: [
            .init("No handler", schemes: "↓wallet", code: .app("Home()")),
            .init(
                "Only universal links are handled",
                schemes: "↓wallet",
                "wallet-pay",
                code: .app(
                    """
                    Home()
                        .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in open(activity.webpageURL) }
                    """
                )
            ),
            .init(
                "Only a Debug build declares the scheme",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet", "INFOPLIST_FILE": "Debug.plist"],
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                    ],
                    code: "Code",
                    []
                ) + [
                    .manifest("Debug.plist", of: "com.acme.wallet", [.init(schemes: ["↓wallet"])]),
                    .swift(.app("Home()"), at: "Code/Wallet.swift"),
                ]
            ),
            .init("onOpenURL", schemes: "wallet", code: .app("Home().onOpenURL { url in router.open(url) }")),
            .init(
                "A scene delegate that gets the URL at launch",
                schemes: "wallet",
                code: """
                    @main
                    class AppDelegate: UIResponder, UIApplicationDelegate {
                    }

                    class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
                            if let url = options.urlContexts.first?.url { Router.shared.open(url) }
                        }
                    }
                    """
            ),
            .init("Launch options with the URL", schemes: "wallet", code: "\(SceneExample.launchDelegate())"),
            .init(
                "A delegate with an unknown superclass",
                schemes: "wallet",
                code: """
                    @main
                    class AppDelegate: FlutterAppDelegate {
                    }
                    """
            ),
            .init(
                "A delegate with a protocol of an SDK",
                schemes: "↓wallet",
                code: """
                    @main
                    class AppDelegate: NSObject, UIApplicationDelegate {
                    }

                    extension AppDelegate: MessagingDelegate {}
                    """
            ),
            .init(
                "A scheme that only lets other apps detect a password manager",
                schemes: "org-appextension-feature-password-management",
                code: .app("Home()")
            ),
            .init(
                "A scheme that an extension uses to launch the app",
                schemes: "wallet",
                code: .app("Home()"),
                """
                func launch() {
                    NSWorkspace.shared.open(URL(string: "wallet://")!)
                }
                """
            ),
            .init(
                "A scheme for the events in a calendar",
                schemes: "wallet",
                code: .app("Home()"),
                """
                enum Links {
                    static let app = URL(string: "wallet://")
                }
                """
            ),
            .init(
                "A URL with a host",
                schemes: "↓wallet",
                code: .app("Home()"),
                """
                func launch() {
                    NSWorkspace.shared.open(URL(string: "wallet://pay")!)
                }
                """
            ),
            .init(
                "A method that only UIKit calls, in the delegate of a Mac app",
                macApp(
                    scheme: "↓wallet",
                    """
                    func application(_ app: NSApplication, open url: URL, options: [String: Any] = [:]) -> Bool {
                        show(url)
                    }
                    """
                )
            ),
            .init("AppKit's method", macApp(scheme: "wallet", appKitMethod)),
            .init(
                "A scheme that the handler doesn't take",
                schemes: "wallet-app",
                "↓wallet-old",
                code: .appDelegate(
                    opening: """
                        switch url.scheme {
                        case "wallet-app":
                            isOpen = true
                            return true
                        default: return false
                        }
                        """
                )
            ),
            .init(
                "A handler that passes other URLs on",
                schemes: "wallet-app",
                "wallet-old",
                code: .appDelegate(
                    opening: """
                        switch url.scheme {
                        case "wallet-app": return true
                        default: return router.open(url)
                        }
                        """
                )
            ),
            .init(
                "A handler that only returns true",
                schemes: "↓wallet",
                code: .appDelegate(
                    opening: """
                        print(url)
                        return true
                        """
                )
            ),
            .init(
                "A method that does nothing, and that the system doesn't call in an app with scenes",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["↓wallet"])]),
                    .swift(SceneExample.swiftUI(), at: "WalletApp.swift"),
                    .swift(
                        SceneExample.appDelegate(attribute: "", open: "", body: "return true"),
                        at: "AppDelegate.swift"
                    ),
                ]
            ),
            .init("Code without the app's entry point", schemes: "wallet", code: "let version = 1"),
            .init(
                "A delegate that is not in Swift",
                schemes: "wallet",
                code: """
                    @main
                    struct WalletApp: App {
                        @UIApplicationDelegateAdaptor(WalletDelegate.self) var delegate
                        var body: some Scene { WindowGroup { Home() } }
                    }
                    """
            ),
            .init(
                "A scheme for an authentication session",
                schemes: "wallet",
                code: .app("Home()"),
                """
                class Login {
                    func start() {
                        session = ASWebAuthenticationSession(url: page, callbackURLScheme: "wallet") { _, _ in }
                    }
                }
                """
            ),
            .init(
                "The scheme of a whole URL for an authentication session",
                schemes: "wallet",
                code: .app("Home()"),
                """
                class Login {
                    func start() {
                        session = ASWebAuthenticationSession(url: page, callbackURLScheme: "wallet://auth") { _, _ in }
                    }
                }
                """
            ),
            .init(
                "A scheme that another function passes to an authentication session",
                schemes: "wallet",
                code: .app(
                    """
                    Home().webAuthenticationSession(isPresented: $logsIn) {
                        .init(url: page, callbackURLScheme: "wallet") { _ in }
                    }
                    """
                )
            ),
            .init(
                "The scheme that Auth0 asks for",
                schemes: "com.acme.wallet",
                code: "import Auth0",
                .app("Home()"),
                """
                func logIn() {
                    Auth0.webAuth().start { _ in }
                }
                """
            ),
        ]
    )

    private static let appKitMethod = """
        func application(_ application: NSApplication, open urls: [URL]) {
            urls.forEach(show)
        }
        """

    /// Returns a Mac app whose delegate has this method.
    private static func macApp(scheme: String, _ method: String) -> [RuleDescription.Example.File] {
        let body = method.split(separator: "\n").map { "    \($0)\n" }.joined()
        let delegate = "@main\nclass AppDelegate: NSObject, NSApplicationDelegate {\n\(body)}"
        return [
            .manifest("Info.plist", of: "com.acme.wallet", on: .macOS, [.init(schemes: [scheme])]),
            .swift("import AppKit\n\n" + delegate),
        ]
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let losesURLs = target.losesURLsOfFlutter
        guard target.kind == .application || target.kind == .unknown, target.isSurelyOneApp,
            losesURLs || !target.isPartial && target.beginsApp && !target.inheritsUnknownCode,
            !target.appHandlers.contains(where: {
                $0.receivesURLsAtLaunch || $0.kind == .authenticationSession && !$0.isRouted
            }), !target.readsLaunchURL
        else { return [] }
        // `invalid-session-scheme` reports a session that gets a whole URL. It still waits for this scheme.
        let sessions = Set(
            target.appHandlers.flatMap(\.callbackSchemes).map { SchemeKey(String($0.prefix { $0 != ":" })) }
        )
        let receivers = target.appHandlers.filter(\.kind.receivesURLs)
        let handlers = receivers.filter { !$0.takesNothing }
        guard handlers.allSatisfy(\.takesOnlyKnownSchemes), handlers.isEmpty || !target.mayTakeAnyScheme else {
            return []
        }
        let taken = handlers.isEmpty ? [] : target.comparedSchemes
        let launching = target.launchingSchemes
        let uncalled = target.app.compactMap(\.uncalledReceivers).joined().prefix(Finding.relatedLimit).map {
            Finding.Related(app: nil, place: $0, message: "AppKit does not call this method")
        }
        return target.appManifests.flatMap { manifest -> [Finding] in
            let own = manifest.declarations.filter { declaration in
                guard let scheme = declaration.scheme.key else { return false }
                return !sessions.contains(scheme) && !knowledge.isSharedByDesign(scheme)
                    && knowledge.sdkScheme(scheme) == nil && (handlers.isEmpty || !scheme.isWeb)
            }
            guard launching.isDisjoint(with: own.compactMap(\.scheme.key)) else { return [] }
            guard !handlers.isEmpty else {
                return own.prefix(1).map { declaration in
                    let what =
                        losesURLs
                        ? "\(target.isPartial ? "in the code that was read, " : "")its scene delegate does not pass URLs on to Flutter"
                        : receivers.isEmpty ? "none of its code receives URLs" : "its code ignores all URLs"
                    return finding(
                        about: declaration,
                        of: manifest,
                        in: target,
                        // Opening the app may be all that the URL is for.
                        receivers.isEmpty ? .warning : .note,
                        isInAllBuilds: Self.builds(of: manifest, in: target).allSatisfy { !$0.declarations.isEmpty },
                        "the app declares '\(Self.name(of: declaration))', but \(what)",
                        hint: receivers.isEmpty
                            ? "handle URLs \(Self.receiver(for: manifest, in: target, losesURLs)), or remove the scheme"
                            : "\(Self.use(of: receivers, in: target)), or remove the scheme",
                        related: Set(receivers.map(\.place)).sorted().map {
                            .init(app: nil, place: $0, message: "this handler does nothing with the URL")
                        } + uncalled,
                        // The finding is about all schemes.
                        subject: "CFBundleURLTypes"
                    )
                }
            }
            // Code often reads a scheme from a build setting at run time.
            let untaken = own.filter { declaration in
                declaration.scheme.isWritten && declaration.scheme.key.map { !taken.contains($0) } ?? false
            }
            // Other code may compare the URLs of web pages.
            let others = Wording.list(
                quoting: target.handledSchemes.map(\.text.string).sorted { ByteString($0) < ByteString($1) }
            )
            return untaken.map { untaken in
                finding(
                    about: untaken,
                    of: manifest,
                    in: target,
                    isInAllBuilds: Self.builds(of: manifest, in: target).allSatisfy { build in
                        build.declarations.contains { [nil, untaken.scheme.key].contains($0.scheme.key) }
                    },
                    "the app declares '\(Self.name(of: untaken))', but its code only takes \(others) URLs",
                    hint: "handle URLs with this scheme, or remove it",
                    related: handlers.map { .init(app: nil, place: $0.place, message: "this handler receives URLs") },
                    subject: Self.name(of: untaken)
                )
            }
        }
    }

    /// Returns where code of the app can receive URLs, which a Flutter app may lose.
    private static func receiver(for manifest: Manifest, in target: TargetFacts, _ losesThem: Bool) -> String {
        if losesThem { return "in the scene delegate, such as with FlutterSceneDelegate" }
        guard manifest.companions(.reactNative).isEmpty else { return "in a delegate, such as with RCTLinkingManager" }
        let usesAppKit =
            manifest.deviceSupport.platforms == .macOS
            && target.app.flatMap(\.delegates).contains { $0.inherited.contains("NSApplicationDelegate") }
        return usesAppKit ? "in application(_:open:) of the app delegate" : "with onOpenURL or in a delegate"
    }

    /// Returns what to do with the URLs that `receivers` ignore. Nothing calls an app delegate's in an app with scenes.
    private static func use(of receivers: [Handler], in target: TargetFacts) -> String {
        let ofDelegates: Set<Handler.Kind> = [.applicationOpenOptions, .applicationOpenSource, .applicationHandleOpen]
        guard receivers.allSatisfy({ ofDelegates.contains($0.kind) }),
            let app = try? AppLifeCycle(of: target, tolerating: .missingFiles), app.usesKnownScenes
        else { return "do something with URLs in the handler" }
        return "handle URLs \(app.entry.kind == .swiftUI ? "with onOpenURL" : "in scene(_:openURLContexts:)")"
    }

    /// Returns the manifests of the target that builds `manifest`, in all configurations.
    private static func builds(of manifest: Manifest, in target: TargetFacts) -> [Manifest] {
        guard let name = manifest.outcome.target.map(ByteString.init) else { return [manifest] }
        return target.appManifests.filter { other in
            other.outcome.project == manifest.outcome.project && other.outcome.target.map(ByteString.init) == name
        }
    }

    private static func name(of declaration: Declaration) -> String {
        Wording.brief(declaration.scheme.resolved ?? declaration.scheme.raw)
    }

    private func finding(
        about declaration: Declaration,
        of manifest: Manifest,
        in target: TargetFacts,
        _ severity: Severity = .warning,
        isInAllBuilds: Bool,
        _ message: String,
        hint: String,
        related: [Finding.Related],
        subject: String
    ) -> Finding {
        let isOnlyForDevelopers = !isInAllBuilds && manifest.releaseConfigurations.isEmpty
        return finding(
            in: target,
            at: manifest.place(of: declaration.scheme.span),
            target.isForDevelopers || isOnlyForDevelopers && !target.isDistrusted ? .note : severity,
            message,
            hint: hint,
            scheme: declaration.scheme.key,
            related: related,
            subject: subject
        )
    }
}
