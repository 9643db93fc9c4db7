import SchemeModel

/// An app declares schemes, but has no code that receives URLs.
struct UnhandledURLRule: TargetRule {
    let description = RuleDescription(
        id: "unhandled-url",
        section: .links,
        severity: .warning,
        summary: "apps that declare schemes but have no code that receives URLs",
        why: "The system opens the app, but the app does nothing with the URL. The user ends up where they left off.",
        reportedWhen: """
            Reported at the first scheme, if the app's code contains its entry point (`@main`, `@UIApplicationMain`), \
            but no handler: `onOpenURL`, functions of application and scene delegates, or a handler of Apple events. \
            Without a project, only reported if there is one manifest.
            """,
        notReportedWhen: """
            Not reported if some code was not read, if a delegate inherits from a class outside the sources (Flutter, \
            React Native, Capacitor), or if all schemes belong to SDKs or an authentication session, or only exist so \
            that other apps can detect the app (`org-appextension-feature-password-management`).
            """,
        fix: "Handle the URLs, for example with `onOpenURL` in SwiftUI, or remove the schemes.",
        sources: [
            .init(
                "Defining a custom URL scheme for your app: handle incoming URLs",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "No handler",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["↓wallet"])]),
                    .swift(.app("Home()")),
                ]
            ),
            .init(
                "Only web pages are handled",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["↓wallet", "wallet-pay"])]),
                    .swift(
                        .app(
                            """
                            Home()
                                .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in open(activity.webpageURL) }
                            """
                        )
                    ),
                ]
            ),
            .init(
                "onOpenURL",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(.app("Home().onOpenURL { url in router.open(url) }")),
                ]
            ),
            .init(
                "A delegate with an unknown superclass",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        @main
                        class AppDelegate: FlutterAppDelegate {
                        }
                        """
                    ),
                ]
            ),
            .init(
                "A scheme that only lets other apps detect a password manager",
                [
                    .manifest(of: "com.acme.vault", [.init(schemes: ["org-appextension-feature-password-management"])]),
                    .swift(
                        """
                        @main
                        struct VaultApp: App {
                            var body: some Scene { WindowGroup { Home() } }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "Code without the app's entry point",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift("let version = 1"),
                ]
            ),
            .init(
                "A delegate that is not in Swift",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        @main
                        struct WalletApp: App {
                            @UIApplicationDelegateAdaptor(WalletDelegate.self) var delegate
                            var body: some Scene { WindowGroup { Home() } }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "A scheme for an authentication session",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        @main
                        struct WalletApp: App {
                            var body: some Scene { WindowGroup { Home() } }
                        }

                        class Login {
                            func start() {
                                session = ASWebAuthenticationSession(url: page, callbackURLScheme: "wallet") { _, _ in }
                            }
                        }
                        """
                    ),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let delegates = target.app.flatMap(\.delegates)
        let inherited = Set(delegates.flatMap { Set($0.inherited).subtracting($0.inheritedInCode) })
        guard target.kind == .application || target.kind == .unknown, !target.isPartial,
            target.beginsApp, target.isSurelyOneApp, inherited.isSubset(of: Self.harmless),
            !target.appHandlers.contains(where: \.kind.receivesURLs)
        else { return [] }
        let sessions = Set(
            target.appHandlers.filter { $0.kind == .authenticationSession }.flatMap(\.accepts).flatMap(\.conditions)
                .flatMap(\.values).map { SchemeKey($0) }
        )
        let isSessionOpen = target.appHandlers.contains { $0.kind == .authenticationSession && !$0.isRouted }
        return target.appManifests.compactMap { manifest in
            let own = manifest.declarations.filter { declaration in
                guard let scheme = declaration.scheme.key else { return false }
                return !sessions.contains(scheme) && !knowledge.isSharedByDesign(scheme)
                    && knowledge.sdkScheme(scheme) == nil
            }
            guard let first = own.first, !isSessionOpen else { return nil }
            return finding(
                in: target,
                at: manifest.place(of: first.scheme.span),
                .warning,
                "the app declares '\(first.scheme.key?.description ?? first.scheme.raw)', but none of its code receives URLs",
                hint: "handle URLs with onOpenURL or in a delegate, or remove the scheme",
                scheme: first.scheme.key,
                subject: "CFBundleURLTypes"
            )
        }
    }
}

extension UnhandledURLRule {
    /// The types that a delegate can inherit from without inheriting a URL handler.
    fileprivate static let harmless: Set<String> = [
        "NSObject", "NSResponder", "UIResponder", "UIApplicationDelegate", "NSApplicationDelegate", "UISceneDelegate",
        "UIWindowSceneDelegate", "WKApplicationDelegate", "WKExtensionDelegate", "UNUserNotificationCenterDelegate",
        "ObservableObject", "Sendable", "PKPushRegistryDelegate", "NSWindowDelegate", "NSMenuDelegate",
    ]
}
