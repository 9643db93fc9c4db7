import SchemeModel

/// A scene delegate loses the URL that launches the app.
struct DroppedLaunchURLRule: TargetRule {
    let description = RuleDescription(
        id: "dropped-launch-url",
        section: .links,
        severity: .warning,
        traits: [.isInGroup(.ios27)],
        summary: "scene delegates that lose the URL that launches the app",
        why: """
            When a URL launches the app, the system doesn't call `scene(_:openURLContexts:)`. The URL is in the \
            connection options of `scene(_:willConnectTo:options:)`. A delegate that ignores them opens the right \
            screen only if the app is already running. The same applies to universal links: the system doesn't call \
            `scene(_:continue:)` at launch; the link is in the `userActivities` of the connection options.
            """,
        reportedWhen: """
            Reported if a scene delegate has `scene(_:openURLContexts:)`, but no `scene(_:willConnectTo:options:)`, or \
            one that neither uses `urlContexts` nor passes the options on.

            Reported if a scene delegate of an app with an `applinks:` domain has `scene(_:continue:)`, but no \
            `scene(_:willConnectTo:options:)`, or one that neither uses `userActivities` nor passes the options on.
            """,
        notReportedWhen: """
            Not reported if the entry point of the app is a SwiftUI `App`, or if the app uses `onOpenURL`: SwiftUI \
            then owns the window. Also not reported if the app does not use scenes, so that the system never calls the \
            delegate. A missing method is not reported if the class has a superclass other than `NSObject` \
            or `UIResponder`, or is the delegate of a CarPlay scene, since URLs from elsewhere open a window.

            Not reported if a URL that launches the app needs no handling: if all schemes of the app belong to SDKs, or \
            if `scene(_:openURLContexts:)` only calls functions of SDKs that continue a sign-in or a payment, such as \
            `GIDSignIn.sharedInstance.handle(_:)`. The finding is a note in sample code and in apps that host tests.
            """,
        fix: """
            Handle the `urlContexts` of the connection options as in `scene(_:openURLContexts:)`, and the \
            `userActivities` as in `scene(_:continue:)`:

            \(FixCode.block(FixCode.sceneDelegate))
            """,
        sources: [
            .customSchemes("a URL that launches the app arrives in scene(_:willConnectTo:options:)"),
            .init(
                "Supporting universal links in your app: a link that launches the app arrives in scene(_:willConnectTo:options:)",
                "https://developer.apple.com/documentation/xcode/supporting-universal-links-in-your-app",
                seen: "2026-11-23"
            ),
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
                "No method for the launch",
                [
                    .swift(
                        """
                        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                            func ↓scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { route(contexts) }
                        }
                        """
                    )
                ]
            ),
            .init(
                "A universal link that launches the app",
                .project(body: ExampleURLType.text(of: [.init(schemes: ["wallet"])]), domains: ["applinks:acme.com"])
                    + [
                        .swift(
                            """
                            class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                                func ↓scene(_ s: UIScene, willConnectTo t: UISceneSession, options o: UIScene.ConnectionOptions) {
                                    route(o.urlContexts)
                                }
                                func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { route(contexts) }
                                func scene(_ s: UIScene, continue activity: NSUserActivity) { route(activity.webpageURL) }
                            }
                            """,
                            at: "Code/SceneDelegate.swift"
                        )
                    ]
            ),
            .init(
                "No method for a universal link that launches the app",
                .project(body: ExampleURLType.text(of: [.init(schemes: ["wallet"])]), domains: ["applinks:acme.com"])
                    + [
                        .swift(
                            """
                            class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                                func ↓scene(_ s: UIScene, continue activity: NSUserActivity) { route(activity.webpageURL) }
                            }
                            """,
                            at: "Code/SceneDelegate.swift"
                        )
                    ]
            ),
            .init(
                "A superclass that may handle it",
                [
                    .swift(
                        """
                        class SceneDelegate: BaseSceneDelegate {
                            func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { route(contexts) }
                        }
                        """
                    )
                ]
            ),
            .init(
                "The delegate of a CarPlay scene",
                [
                    .swift(
                        """
                        class CarDelegate: UIResponder {
                            func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { route(contexts) }
                        }
                        extension CarDelegate: CPTemplateApplicationSceneDelegate {}
                        """
                    )
                ]
            ),
            .init(
                "A sign-in that only the running app can continue",
                [
                    .swift(
                        """
                        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                            func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
                                guard let url = contexts.first?.url else { return }
                                GIDSignIn.sharedInstance.handle(url)
                            }
                        }
                        """
                    )
                ]
            ),
            .init(
                "A sign-in, and the app's own URLs",
                [
                    .swift(
                        """
                        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                            func ↓scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
                                guard let url = contexts.first?.url else { return }
                                if GIDSignIn.sharedInstance.handle(url) { return }
                                route(url)
                            }
                        }
                        """
                    )
                ]
            ),
            .init(
                "All schemes belong to SDKs",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["fb1234567890"])]),
                    .swift(
                        """
                        @main
                        class AppDelegate: UIResponder, UIApplicationDelegate {
                        }

                        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                            func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { logIn(contexts) }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "The URLs and universal links are used",
                .project(body: ExampleURLType.text(of: [.init(schemes: ["wallet"])]), domains: ["applinks:acme.com"])
                    + [.swift(FixCode.sceneDelegate, at: "Code/SceneDelegate.swift")]
            ),
            .init(
                "An app without scenes",
                .project(body: ExampleURLType.text(of: [.init(schemes: ["wallet"])]))
                    + [
                        .swift(
                            """
                            @main
                            class AppDelegate: UIResponder, UIApplicationDelegate {
                                func application(_ a: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any])
                                    -> Bool { route(url) }
                            }

                            class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                                func scene(_ s: UIScene, willConnectTo t: UISceneSession, options o: UIScene.ConnectionOptions) {
                                    window = UIWindow()
                                }
                                func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { route(contexts) }
                            }
                            """,
                            at: "Code/App.swift"
                        )
                    ]
            ),
            .init(
                "A demo beside the app, with a delegate of the same name",
                [
                    .swift(FixCode.sceneDelegate, at: "App/SceneDelegate.swift"),
                    .swift(
                        """
                        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                            func scene(_ s: UIScene, willConnectTo t: UISceneSession, options o: UIScene.ConnectionOptions) {
                                window = UIWindow()
                            }
                        }
                        """,
                        at: "Demo/SceneDelegate.swift"
                    ),
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
        guard !target.hasOpenURLModifier, !target.startsWithSwiftUI,
            target.handlers.contains(where: { Self.sceneMethods.contains($0.kind) })
        else { return [] }
        // The system calls no scene delegate of an app without scenes.
        if let app = try? AppLifeCycle(of: target, tolerating: .missingFiles), app.lacksScenes { return [] }
        let hasUniversalLinks = target.appManifests.contains { $0.hasUniversalLinks == true }
        let launchesWithURLs = !target.hasOnlySDKSchemes(knowledge)
        let all = target.appHandlers
        let own = Set(target.code.delegates.map(\.name))
        let delegates = target.delegates(preferring: target.code)
        /// Whether the class of `handler` has both. Another target of the app, such as an App Clip, can have a class of the same name,
        /// and so can, without a project, each of several demos.
        func areBeside(_ other: Handler, _ handler: Handler) -> Bool {
            guard let type = handler.type, other.type == type else {
                return handler.place.path == other.place.path && (handler.type == nil || other.type == nil)
            }
            guard target.hasProject else {
                return handler.place.path == other.place.path || delegates[type, default: []].count < 2
            }
            return other.target == target.name || !own.contains(type)
        }
        /// Whether a handler of this kind other than `handler` does more than continue what the running app began.
        func handles(_ kind: Handler.Kind, apartFrom handler: Handler) -> Bool {
            all.contains {
                $0.kind == kind && areBeside($0, handler) && $0.resumption == nil && !$0.ignoresActivity
            }
        }
        return target.handlers.compactMap { handler in
            switch handler.kind {
            case .sceneWillConnect:
                guard !handler.looksAt.contains(.options) else { return nil }
                let dropsURLs =
                    launchesWithURLs && !handler.looksAt.contains(.urlContexts)
                    && handles(.sceneOpen, apartFrom: handler)
                let dropsLinks =
                    hasUniversalLinks && !handler.looksAt.contains(.userActivities)
                    && handles(.sceneContinue, apartFrom: handler)
                return finding(at: handler, in: target, dropsURLs, dropsLinks)
            case .sceneOpen, .sceneContinue:
                let isOfLinks = handler.kind == .sceneContinue
                guard let type = handler.type, handler.resumption == nil, target.isWhole, !target.isPartial,
                    isOfLinks ? hasUniversalLinks && handler.handlesUniversalLinks : launchesWithURLs,
                    Self.arePlainDelegateOfWindow(delegates[type, default: []]),
                    !all.contains(where: { $0.kind == .sceneWillConnect && areBeside($0, handler) }),
                    // One finding is about both.
                    !isOfLinks || !launchesWithURLs || !handles(.sceneOpen, apartFrom: handler)
                else { return nil }
                return finding(
                    in: target,
                    at: handler.place,
                    target.severity,
                    "the class has no scene(_:willConnectTo:options:), so a \(isOfLinks ? "universal link" : "URL") that launches the app is lost",
                    hint: "add it, and handle connectionOptions.\(isOfLinks ? "userActivities" : "urlContexts") there",
                    subject: "scene(_:willConnectTo:options:)"
                )
            default: return nil
            }
        }
    }

    /// Whether the only delegate of a name directly inherits from a system class, so that it has no other methods, and is not
    /// one of a CarPlay scene, such as `CPTemplateApplicationSceneDelegate`.
    private static func arePlainDelegateOfWindow(_ types: [NamedType]) -> Bool {
        guard types.count == 1, let first = types[0].inherited.first else { return false }
        return AppLifeCycle.plainClasses.contains(first)
            && !types[0].inherited.contains { $0.hasPrefix("CPTemplateApplication") }
    }

    private static let sceneMethods: Set<Handler.Kind> = [.sceneWillConnect, .sceneOpen, .sceneContinue]

    /// Returns the finding about a connecting scene that drops URLs or universal links.
    private func finding(
        at handler: Handler,
        in target: TargetFacts,
        _ dropsURLs: Bool,
        _ dropsLinks: Bool
    ) -> Finding? {
        guard dropsURLs || dropsLinks else { return nil }
        let parts = (dropsURLs ? ["urlContexts"] : []) + (dropsLinks ? ["userActivities"] : [])
        let lost = dropsURLs && dropsLinks ? "URL or universal link" : dropsURLs ? "URL" : "universal link"
        let steps =
            (dropsURLs ? ["connectionOptions.urlContexts as in scene(_:openURLContexts:)"] : [])
            + (dropsLinks ? ["connectionOptions.userActivities as in scene(_:continue:)"] : [])
        return finding(
            in: target,
            at: handler.place,
            target.severity,
            "the \(Wording.list(parts)) in the connection options are not used, so a \(lost) that launches the app is lost",
            hint: "handle \(steps.joined(separator: ", and "))",
            // Without URLs, it is another finding than the one about them.
            subject: dropsURLs ? "scene(_:willConnectTo:options:)" : "userActivities"
        )
    }
}

extension TargetFacts {
    /// Whether the app declares schemes, and all of them belong to SDKs.
    ///
    /// Such a URL ends what the SDK began in the running app.
    fileprivate func hasOnlySDKSchemes(_ knowledge: Knowledge) -> Bool {
        guard let declared = declaredSchemes, isSurelyOneApp else { return false }
        let schemes = declared.compactMap(\.key)
        return !schemes.isEmpty
            && schemes.allSatisfy { knowledge.isSharedByDesign($0) || knowledge.sdkScheme($0) != nil }
    }

    /// Whether SwiftUI starts the app.
    fileprivate var startsWithSwiftUI: Bool { app.contains { $0.lifeCycle?.entry?.kind == .swiftUI } }
}
