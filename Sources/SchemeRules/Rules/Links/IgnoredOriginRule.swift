import SchemeModel

struct IgnoredOriginRule: TargetRule {
    let description = RuleDescription(
        id: "ignored-origin",
        section: .links,
        severity: .note,
        isOn: false,
        summary: "handlers that never look at who sent the URL",
        why: """
            `sourceApplication` names the app that sent the URL where it is of the same team, and is `nil` otherwise. \
            It tells a handler that serves only the team's own apps whether to act.
            """,
        details: """
            For `application(_:open:options:)` and `scene(_:openURLContexts:)` where neither the handler nor the \
            functions of its target that it calls look at `sourceApplication`. `onOpenURL` cannot tell.
            """,
        fix: "Look at `sourceApplication` where it matters who asks.",
        sources: [
            .init(
                "UIApplication.OpenURLOptionsKey.sourceApplication",
                "https://developer.apple.com/documentation/uikit/uiapplication/openurloptionskey/sourceapplication",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "A delegate of the application",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        class AppDelegate: UIResponder, UIApplicationDelegate {
                            func ↓application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
                                guard url.host == "pay" else { return false }
                                return router.open(url)
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "A delegate of a scene",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                            func ↓scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
                                for context in contexts { router.open(context.url) }
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "It is looked at",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        class AppDelegate: UIResponder, UIApplicationDelegate {
                            func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
                                guard options[.sourceApplication] as? String == "com.acme.bank" else { return false }
                                return router.open(url)
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "onOpenURL cannot tell",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        @main
                        struct WalletApp: App {
                            var body: some Scene {
                                WindowGroup {
                                    Home().onOpenURL { url in router.open(url) }
                                }
                            }
                        }
                        """
                    ),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let tellsOrigin: Set<Handler.Kind> = [.applicationOpenOptions, .applicationOpenSource, .sceneOpen]
        return target.handlers.compactMap { handler in
            guard tellsOrigin.contains(handler.kind), !handler.looksAt.contains(.sourceApplication),
                handler.place.path.hasExtension("swift")
            else { return nil }
            return finding(
                in: target,
                at: handler.place,
                .note,
                "the handler never looks at sourceApplication, so that it does the same for every app",
                hint: "look at sourceApplication where it matters who asks",
                subject: handler.kind.rawValue
            )
        }
    }
}
