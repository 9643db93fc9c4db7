import SchemeModel

/// A scene delegate loses the URL that launches the app.
struct DroppedLaunchURLRule: TargetRule {
    let description = RuleDescription(
        id: "dropped-launch-url",
        section: .links,
        severity: .warning,
        summary: "scene delegates that lose the URL that launches the app",
        why: """
            When a URL launches the app, the system doesn't call `scene(_:openURLContexts:)`. The URL is in the \
            connection options of `scene(_:willConnectTo:options:)`. A delegate that ignores them opens the right \
            screen only if the app is already running.
            """,
        reportedWhen: """
            Reported if a file has `scene(_:openURLContexts:)`, and its `scene(_:willConnectTo:options:)` neither uses \
            `urlContexts` nor passes on the options.
            """,
        notReportedWhen: "Not reported in an app with `onOpenURL`, where SwiftUI owns the window.",
        fix: """
            Handle `connectionOptions.urlContexts` in `scene(_:willConnectTo:options:)` as in \
            `scene(_:openURLContexts:)`.
            """,
        sources: [
            .init(
                "Defining a custom URL scheme for your app: a launched app gets the URL in scene(_:willConnectTo:options:)",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "Unused options",
                [
                    .swift(
                        """
                        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                            func ↓scene(_ s: UIScene, willConnectTo t: UISceneSession, options o: UIScene.ConnectionOptions) {
                                window = UIWindow()
                            }
                            func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { route(contexts) }
                        }
                        """
                    )
                ]
            ),
            .init(
                "Only the activity is used",
                [
                    .swift(
                        """
                        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                            func ↓scene(_ s: UIScene, willConnectTo t: UISceneSession, options o: UIScene.ConnectionOptions) {
                                restore(o.userActivities.first)
                            }
                            func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { route(contexts) }
                        }
                        """
                    )
                ]
            ),
            .init(
                "The URLs are used",
                [
                    .swift(
                        """
                        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                            func scene(_ s: UIScene, willConnectTo t: UISceneSession, options o: UIScene.ConnectionOptions) {
                                route(o.urlContexts)
                            }
                            func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { route(contexts) }
                        }
                        """
                    )
                ]
            ),
            .init(
                "The options are passed on",
                [
                    .swift(
                        """
                        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                            func scene(_ s: UIScene, willConnectTo t: UISceneSession, options o: UIScene.ConnectionOptions) {
                                coordinator.start(o)
                            }
                            func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { route(contexts) }
                        }
                        """
                    )
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        // SwiftUI then owns the window, and delivers the URL that launches the app.
        guard !target.appHandlers.contains(where: { $0.kind == .onOpenURL }) else { return [] }
        let opening = Set(target.handlers.filter { $0.kind == .sceneOpen }.map(\.place.path))
        return target.handlers.compactMap { handler in
            guard handler.kind == .sceneWillConnect, opening.contains(handler.place.path),
                !handler.looksAt.contains(where: { $0 == .urlContexts || $0 == .options })
            else { return nil }
            return finding(
                in: target,
                at: handler.place,
                .warning,
                "the urlContexts in the connection options are not used, so a URL that launches the app is lost",
                hint: "handle connectionOptions.urlContexts as in scene(_:openURLContexts:)",
                subject: "scene(_:willConnectTo:options:)"
            )
        }
    }
}
