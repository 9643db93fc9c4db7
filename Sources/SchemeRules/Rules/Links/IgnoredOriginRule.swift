import SchemeModel

struct IgnoredOriginRule: TargetRule {
    let description = RuleDescription(
        id: "ignored-origin",
        section: .links,
        severity: .note,
        isOn: false,
        summary: "handlers that ignore which app sent the URL",
        why: """
            `sourceApplication` is the app that sent the URL if it belongs to the same team, and `nil` otherwise. A \
            handler that only serves the team's own apps can use it to reject other URLs.
            """,
        reportedWhen: """
            Reported for `application(_:open:options:)` and `scene(_:openURLContexts:)` if `sourceApplication` is used \
            neither by the handler nor by any function that the handler calls in the same target.
            """,
        notReportedWhen: "Not reported for `onOpenURL`, which doesn't provide it.",
        fix: "Check `sourceApplication` if the sender matters.",
        sources: [
            .init(
                "UIApplication.OpenURLOptionsKey.sourceApplication",
                "https://developer.apple.com/documentation/uikit/uiapplication/openurloptionskey/sourceapplication",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "An app delegate",
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
                "A scene delegate",
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
                "The sender is checked",
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
                "onOpenURL",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(.app("Home().onOpenURL { url in router.open(url) }")),
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
                "the handler does not check sourceApplication, so it accepts URLs from every app",
                hint: "check sourceApplication if the sender matters",
                subject: handler.kind.rawValue
            )
        }
    }
}
