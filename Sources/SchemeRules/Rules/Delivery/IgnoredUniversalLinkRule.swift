import SchemeModel

/// An app with universal links ignores the user activities that carry them.
struct IgnoredUniversalLinkRule: TargetRule {
    let description = RuleDescription(
        id: "ignored-universal-link",
        section: .delivery,
        severity: .warning,
        summary: "apps that get universal links, but never look at them",
        why: """
            A universal link arrives as an `NSUserActivity`, whose `webpageURL` is the link. If no code uses the activity, \
            the app opens where the user left off, instead of the page in the browser.
            """,
        reportedWhen: """
            Reported at `scene(_:continue:)`, `application(_:continue:restorationHandler:)` or \
            `onContinueUserActivity(NSUserActivityTypeBrowsingWeb)` if the app has an `applinks:` domain, neither the \
            method nor a function that it calls uses the activity, and no other code of the app handles universal links. \
            In SwiftUI, `onOpenURL` handles them, unless it only calls an SDK to continue a sign-in.

            Also reported at the domain if the app's code contains its entry point (`@main`, `@UIApplicationMain`), but nothing that \
            receives user activities.

            The finding is a note in sample code and in apps that host tests.
            """,
        notReportedWhen: """
            Not reported if the activity is passed to code that was not read, if some code was not read, or if a delegate \
            inherits from a class outside the sources. Without any code that receives user activities, not reported if the app has an \
            authentication session, whose callback may be the domain, or imports `FirebaseDynamicLinks`, which receives them itself.
            """,
        fix: """
            Open the screen for `userActivity.webpageURL` if `activityType` is `NSUserActivityTypeBrowsingWeb`, or remove the \
            `applinks:` domain.
            """,
        sources: [
            .init(
                "Supporting universal links in your app: check the activity's type, and use its webpageURL",
                "https://developer.apple.com/documentation/xcode/supporting-universal-links-in-your-app",
                seen: "2026-11-23"
            )
        ],
        examples: [
            .init("A scene delegate", links(in: scene("window?.makeKeyAndVisible()", mark: "↓"))),
            .init(
                "A function that doesn't use its parameter either",
                links(in: scene("take(activity)", "func take(_ activity: NSUserActivity) { show(home) }", mark: "↓"))
            ),
            .init(
                "The link is used",
                links(in: scene("guard let url = activity.webpageURL else { return }\nroute(url)"))
            ),
            .init("The activity is passed on", links(in: scene("router.open(activity)"))),
            .init(
                "The links arrive elsewhere",
                links(
                    in: scene("window?.makeKeyAndVisible()"),
                    "extension Home { func links() -> some View { self.onOpenURL { url in route(url) } } }"
                )
            ),
            .init(
                "No code receives user activities",
                .project(body: "", domains: ["↓applinks:acme.com"]) + [
                    .swift(.appDelegate(opening: "return router.open(url)"), at: "Code/App.swift")
                ]
            ),
            .init(
                "A session whose callback may be the domain",
                .project(body: "", domains: ["applinks:acme.com"]) + [
                    .swift(
                        .appDelegate(opening: "return router.open(url)"),
                        """
                        func logIn() {
                            session = ASWebAuthenticationSession(url: page, callbackURLScheme: "https") { _, _ in }
                        }
                        """,
                        at: "Code/App.swift"
                    )
                ]
            ),
            .init(
                "An app without universal links",
                .project(body: "") + [.swift(scene("window?.makeKeyAndVisible()"), at: "Code/App.swift")]
            ),
        ]
    )

    /// Returns a project of an app with an associated domain and this code.
    private static func links(in code: String...) -> [RuleDescription.Example.File] {
        .project(body: "", domains: ["applinks:acme.com"])
            + [.swift(code.joined(separator: "\n\n"), at: "Code/App.swift")]
    }

    /// Returns a scene delegate that continues a user activity with `body`.
    private static func scene(_ body: String, _ functions: String = "", mark: String = "") -> String {
        let lines = body.split(separator: "\n").map { "        \($0)\n" }.joined()
        return """
            @main
            class AppDelegate: UIResponder, UIApplicationDelegate {}

            class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                var window: UIWindow?

                func \(mark)scene(_ scene: UIScene, continue activity: NSUserActivity) {
            \(lines)    }
            \(functions.isEmpty ? "" : "\n    \(functions)\n")}
            """
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        guard target.kind == .application || target.kind == .unknown, target.isWhole, !target.isPartial,
            target.isSurelyOneApp, target.appManifests.contains(where: { $0.hasUniversalLinks == true }),
            !target.inheritsUnknownCode
        else { return [] }
        let all = target.appHandlers
        // A connecting scene that uses its activities handles at least the link that launches the app.
        let isUsed = all.contains {
            $0.handlesUniversalLinks
                || $0.kind == .sceneWillConnect && !Set($0.looksAt).isDisjoint(with: [.userActivities, .options])
        }
        guard !isUsed else { return [] }
        guard let handler = target.handlers.first(where: \.ignoresUniversalLinks) else {
            return all.contains(where: \.mayReceiveUniversalLinks) || target.app.contains(where: \.receivesThroughSDK)
                ? [] : finding(withoutReceiverIn: target).map { [$0] } ?? []
        }
        return [
            finding(
                in: target,
                at: handler.place,
                target.severity,
                "\(handler.kind.rawValue) never looks at the user activity, so universal links open the app but not their page",
                hint: "open the screen for webpageURL of the activity, or remove the applinks: domain",
                subject: handler.kind.rawValue
            )
        ]
    }

    /// Returns the finding that no code of `target` receives user activities; `nil` if its entry point isn't known.
    private func finding(withoutReceiverIn target: TargetFacts) -> Finding? {
        guard target.beginsApp, target.kind == .application,
            let domain = target.appManifests.lazy.filter({ $0.hasUniversalLinks == true }).flatMap(\.writtenDomains)
                .first(where: { $0.value.utf8.starts(with: "applinks:".utf8) })
        else { return nil }
        return finding(
            in: target,
            at: domain.place,
            target.severity,
            "the app has the domain '\(Wording.brief(domain.value))', but none of its code receives universal links",
            hint: "handle user activities in a delegate or links with onOpenURL, or remove the applinks: domain",
            subject: "applinks"
        )
    }
}

extension LinkFacts {
    /// Whether it imports an SDK that receives universal links without code of the app.
    fileprivate var receivesThroughSDK: Bool { imports?.contains("FirebaseDynamicLinks") ?? false }
}

extension Handler {
    /// Whether it may get universal links, or the system may pass one to it as the end of a session.
    fileprivate var mayReceiveUniversalLinks: Bool {
        kind.receivesActivities || kind == .onOpenURL || kind == .authenticationSession
    }

    /// Whether it gets universal links and never looks at them.
    fileprivate var ignoresUniversalLinks: Bool {
        ignoresActivity && kind != .handleUserActivity
            && (kind != .onContinueUserActivity || activityType == Handler.webActivity)
    }
}
