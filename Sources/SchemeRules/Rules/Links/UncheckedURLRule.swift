import SchemeModel

struct UncheckedURLRule: TargetRule {
    let description = RuleDescription(
        id: "unchecked-url",
        section: .links,
        severity: .note,
        summary: "handlers that use parts of a URL without checking its scheme or host",
        why: """
            Any app or web page can open a URL with the app's scheme. If a handler uses its path or query unchecked, \
            strangers can control what the app does.
            """,
        reportedWhen: """
            Reported for a handler of an app that uses the path or the query of the URL, if neither it nor the \
            functions that it calls check the scheme or host, or compare the used part with known values.
            """,
        notReportedWhen: """
            Not reported for:

            - handlers that pass the URL to code outside the sources;
            - handlers in frameworks that no app contains;
            - apps without schemes and universal links, which only open files and the links of their own widgets;
            - methods of types that are not delegates, since their caller may have checked the URL.
            """,
        fix: "Check the scheme and host, and ignore unknown values.",
        sources: [
            .customSchemes("validate all URL parameters")
        ],
        examples: [
            .init(
                "A scene delegate uses the path",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                            func ↓scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
                                guard let url = contexts.first?.url else { return }
                                router.show(url.pathComponents)
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "The query is used unchecked",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app(
                            """
                            Home().↓onOpenURL { url in
                                model.pay(url.query)
                            }
                            """
                        )
                    ),
                ]
            ),
            .init(
                "The host is checked",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app(
                            """
                            Home().onOpenURL { url in
                                guard url.host == "pay" else { return }
                                model.pay(url.query)
                            }
                            """
                        )
                    ),
                ]
            ),
            .init(
                "The path is compared",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app(
                            """
                            Home().onOpenURL { url in
                                switch url.path {
                                case "/pay": model.pay()
                                default: break
                                }
                            }
                            """
                        )
                    ),
                ]
            ),
            .init(
                "Only files and the links of its own widgets arrive",
                [
                    .manifest(of: "com.acme.wallet", []),
                    .swift(
                        """
                        @main class AppDelegate: NSObject, NSApplicationDelegate {
                            func application(_ app: NSApplication, open urls: [URL]) {
                                for url in urls { model.restore(url.path) }
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "Unknown code gets the URL",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app(
                            """
                            Home().onOpenURL { url in
                                guard router.accepts(url) else { return }
                                model.pay(url.query)
                            }
                            """
                        )
                    ),
                ]
            ),
            .init(
                "A property of the URL checks it",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app(
                            """
                            Home().onOpenURL { url in
                                if url.isFileURL { model.restore(url.path) }
                            }
                            """
                        )
                    ),
                ]
            ),
            .init(
                "A type that other code calls",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        protocol URLOpening {
                            func canOpen(_ url: URL) -> Bool
                            func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool
                        }

                        class Shop: NSObject, URLOpening {
                            func canOpen(_ url: URL) -> Bool { url.host == "shop" }

                            func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
                                buy(url.query)
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "Another type does everything",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(.app("Home().onOpenURL { url in router.open(url) }")),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        // Code that no app here contains is called by unknown code.
        guard !target.hasProject || !target.appManifests.isEmpty else { return [] }
        // Without schemes, only files and the links of its own widgets arrive, and universal links in SwiftUI.
        let declaresNone = target.declaredSchemes?.isEmpty == true
        let hasNoLinks = target.appManifests.allSatisfy { $0.hasUniversalLinks == false }
        return target.handlers.compactMap { handler in
            guard handler.kind.receivesURLs, !declaresNone || handler.kind == .onOpenURL && !hasNoLinks,
                handler.looksAt.contains(where: { $0 == .path || $0 == .query }),
                !handler.looksAt.contains(where: { [.scheme, .host, .text, .elsewhere].contains($0) }),
                handler.accepts.allSatisfy(\.conditions.isEmpty)
            else { return nil }
            let parts = handler.looksAt.contains(.path) ? "path" : "query"
            return finding(
                in: target,
                at: handler.place,
                .note,
                "the \(parts) of the URL is used without checking its scheme or host",
                hint: "check the scheme and host, and ignore unknown values",
                subject: handler.kind.rawValue
            )
        }
    }
}
