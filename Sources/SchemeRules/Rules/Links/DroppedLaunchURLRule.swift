import SchemeModel

/// A scene delegate loses the URL that launches the app.
struct DroppedLaunchURLRule: TargetRule {
    let description = RuleDescription(
        id: "dropped-launch-url",
        section: .links,
        severity: .warning,
        summary: "scene delegates that lose the URLs which launch the app",
        why: """
            When the app is not running, the system does not call `scene(_:openURLContexts:)`: the URLs are in the \
            connection options of `scene(_:willConnectTo:options:)`. A delegate that does not look there opens the \
            right screen only when the app is running already.
            """,
        details: """
            A file has `scene(_:openURLContexts:)`, and its `scene(_:willConnectTo:options:)` neither reads \
            `urlContexts` nor hands the options on. Silent in an app with `onOpenURL`, where SwiftUI owns the window.
            """,
        fix:
            "Handle `connectionOptions.urlContexts` in `scene(_:willConnectTo:options:)` as in `scene(_:openURLContexts:)`.",
        sources: [
            .init(
                "Defining a custom URL scheme for your app: an app that is not running gets the URL in scene(_:willConnectTo:options:)",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "Options that nobody reads",
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
                "Only the activity is read",
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
                "The URLs are read",
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
                "The options are handed on",
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
                "the connection options are not searched for URLs; one that launches the app is lost",
                hint: "handle the options' urlContexts as scene(_:openURLContexts:) does",
                subject: "scene(_:willConnectTo:options:)"
            )
        }
    }
}
