import SchemeModel

/// An `OpenURLIntent` has a custom scheme.
struct CustomSchemeInOpenIntentRule: TargetRule {
    let description = RuleDescription(
        id: "custom-scheme-in-open-intent",
        section: .links,
        severity: .warning,
        summary: "`OpenURLIntent` with custom schemes",
        why: """
            `OpenURLIntent` is documented for universal links only: it opens those that the app supports, and passes \
            the URL to the app. The behavior with a custom scheme is not documented.
            """,
        reportedWhen: "Reported if the scheme is known and is not `http` or `https`.",
        fix: "Use a universal link, or let the intent open the app and choose the screen in code.",
        sources: [
            .init(
                "OpenURLIntent: opens one of the app's universal links",
                "https://developer.apple.com/documentation/appintents/openurlintent",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "A custom scheme",
                [
                    .swift(
                        """
                        struct Pay: AppIntent {
                            func perform() async throws -> some IntentResult & OpensIntent {
                                .result(opensIntent: ↓OpenURLIntent(URL(string: "wallet://pay")!))
                            }
                        }
                        """
                    )
                ]
            ),
            .init(
                "A custom scheme in a constant",
                [
                    .swift(
                        """
                        enum Links { static let pay = URL(string: "wallet://pay")! }
                        struct Pay: AppIntent {
                            func perform() async throws -> some IntentResult & OpensIntent {
                                .result(opensIntent: ↓OpenURLIntent(Links.pay))
                            }
                        }
                        """
                    )
                ]
            ),
            .init(
                "A universal link",
                [
                    .swift(
                        """
                        struct Pay: AppIntent {
                            func perform() async throws -> some IntentResult & OpensIntent {
                                .result(opensIntent: OpenURLIntent(URL(string: "https://acme.example/pay")!))
                            }
                        }
                        """
                    )
                ]
            ),
            .init(
                "An unknown URL",
                [
                    .swift(
                        """
                        struct Pay: AppIntent {
                            func perform() async throws -> some IntentResult & OpensIntent {
                                .result(opensIntent: OpenURLIntent(url))
                            }
                        }
                        """
                    )
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        target.links.compactMap { link in
            guard link.kind == .openURLIntent, let scheme = link.schemes.first(where: { !$0.isWeb }) else { return nil }
            return finding(
                in: target,
                at: link.place,
                .warning,
                "OpenURLIntent is only documented for universal links, but '\(scheme)' is a custom scheme",
                hint: "use a universal link",
                scheme: scheme,
                subject: scheme.description
            )
        }
    }
}
