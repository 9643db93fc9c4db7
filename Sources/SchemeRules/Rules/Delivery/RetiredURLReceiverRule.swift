import SchemeModel

/// An app only receives URLs with methods that are deprecated since iOS 9.
struct RetiredURLReceiverRule: TargetRule {
    let description = RuleDescription(
        id: "retired-url-receiver",
        section: .delivery,
        severity: .note,
        traits: [.isInGroup(.ios27)],
        summary: "apps that only receive URLs with methods that are deprecated since iOS 9",
        why: """
            `application(_:handleOpen:)` and `application(_:open:sourceApplication:annotation:)` are deprecated since iOS 9. \
            Systems still call them in an app without scenes and without a current method, but an app with scenes doesn't \
            get URLs there, and the iOS 27 SDK requires scenes.
            """,
        reportedWhen: """
            Reported at the first of these methods in the app delegate if the app declares schemes, doesn't use scenes, and \
            has no other code that receives URLs.
            """,
        notReportedWhen: """
            Not reported if some code was not read, if the app delegate inherits from a class outside the sources, or if \
            `@available` limits the method to earlier systems. In an app with scenes, `unreachable-url-handler` reports \
            these methods.
            """,
        fix: """
            Adopt scenes, as the page of `missing-scene-lifecycle` shows. The scene delegate then receives URLs, and the \
            `options` of a `UIOpenURLContext` have the values of the old parameters:

            \(FixCode.block(FixCode.sceneDelegate))

            If that has to wait, use the current method of the app delegate:

            \(FixCode.block(fixedDelegate))
            """,
        sources: [
            .init(
                "application(_:handleOpen:): deprecated since iOS 9",
                "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:handleopen:)",
                seen: "2026-11-27"
            ),
            .init(
                "An Apple engineer: use application(_:open:options:) instead of application(_:open:sourceApplication:annotation:)",
                "https://developer.apple.com/forums/thread/773832",
                seen: "2026-11-27"
            ),
        ],
        examples: [
            .init(
                "The oldest method",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        delegate("func ↓application(_ application: UIApplication, handleOpen url: URL) -> Bool"),
                        at: path
                    ),
                ]
            ),
            .init(
                "Both deprecated methods in Objective-C",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .init(
                        "main.m",
                        """
                        @interface AppDelegate : UIResponder <UIApplicationDelegate>
                        @end

                        @implementation AppDelegate
                        - (BOOL)application:(UIApplication *)app ↓openURL:(NSURL *)url sourceApplication:(NSString *)source annotation:(id)note {
                            return [Router open:url];
                        }
                        - (BOOL)application:(UIApplication *)application handleOpenURL:(NSURL *)url {
                            return [Router open:url];
                        }
                        @end

                        int main(int argc, char *argv[]) {
                            return UIApplicationMain(argc, argv, nil, NSStringFromClass([AppDelegate class]));
                        }

                        """
                    ),
                ]
            ),
            .init(
                "The current method, too",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        delegate(
                            "func application(_ app: UIApplication, handleOpen url: URL) -> Bool",
                            "func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool"
                        ),
                        at: path
                    ),
                ]
            ),
            .init(
                "The current method",
                [.manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]), .swift(fixedDelegate, at: path)]
            ),
            .init(
                "An app with scenes",
                [
                    .manifest(of: "com.acme.wallet", SceneExample.manifest),
                    .swift(delegate("func application(_ app: UIApplication, handleOpen url: URL) -> Bool"), at: path),
                    .swift(FixCode.sceneDelegate, at: "SceneDelegate.swift"),
                ]
            ),
            .init(
                "A delegate that inherits from a framework's class",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        @main
                        class AppDelegate: FlutterAppDelegate {
                            override func application(_ app: UIApplication, handleOpen url: URL) -> Bool { router.open(url) }
                        }
                        """,
                        at: path
                    ),
                ]
            ),
        ]
    )

    private static let path = "AppDelegate.swift"

    private static let fixedDelegate = SceneExample.appDelegate(
        open: "",
        body: "router.open(url, from: options[.sourceApplication] as? String)"
    )

    /// Returns an app delegate with functions that open the URL.
    private static func delegate(_ functions: String...) -> String {
        let bodies = functions.map { "    \($0) { router.open(url) }\n" }.joined()
        return "@main\nclass AppDelegate: UIResponder, UIApplicationDelegate {\n\(bodies)}"
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        guard let app = try? AppLifeCycle(of: target), app.lacksScenes, app.delegateObstacle == nil,
            app.manifests.allSatisfy(\.sceneManifests.isEmpty),
            target.declaredSchemes?.contains(where: { $0.key != nil }) ?? false
        else { return [] }
        let receivers = target.appHandlers.filter(\.kind.receivesURLs)
        guard let first = receivers.first, target.handlers.contains(first),
            receivers.allSatisfy({ receiver in
                let isOld = receiver.kind == .applicationHandleOpen || receiver.kind == .applicationOpenSource
                return isOld && receiver.endsBefore == nil && (receiver.type.map(app.isAppDelegate) ?? false)
            })
        else { return [] }
        return [
            finding(
                in: target,
                at: first.place,
                .note,
                "the app only receives URLs with \(first.kind.rawValue), which is deprecated since iOS 9",
                hint: "adopt scenes, and use scene(_:openURLContexts:), or else application(_:open:options:)",
                related: receivers.dropFirst().prefix(Finding.relatedLimit).map {
                    .init(app: app.manifests[0].appDescription, place: $0.place, message: "also deprecated")
                },
                subject: first.kind.rawValue
            )
        ]
    }
}
