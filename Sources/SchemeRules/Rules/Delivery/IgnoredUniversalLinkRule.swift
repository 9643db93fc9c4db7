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
            In SwiftUI, `onOpenURL` handles them, unless it only calls an SDK to continue a sign-in. The finding is a note in \
            sample code and in apps that host tests.
            """,
        notReportedWhen: """
            Not reported if the activity is passed to code that was not read, if some code was not read, or if a delegate \
            inherits from a class outside the sources.
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
        guard !isUsed, let handler = target.handlers.first(where: \.ignoresUniversalLinks) else { return [] }
        return [
            finding(
                in: target,
                at: handler.place,
                target.isForDevelopers ? .note : .warning,
                "\(handler.kind.rawValue) never looks at the user activity, so universal links open the app but not their page",
                hint: "open the screen for webpageURL of the activity, or remove the applinks: domain",
                subject: handler.kind.rawValue
            )
        ]
    }
}

extension Handler {
    /// Whether it gets universal links and never looks at them.
    fileprivate var ignoresUniversalLinks: Bool {
        ignoresActivity && kind != .handleUserActivity
            && (kind != .onContinueUserActivity || activityType == Handler.webActivity)
    }
}
