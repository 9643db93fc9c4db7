import SchemeModel

/// An `OpenURLIntent` has a custom scheme.
struct CustomSchemeInOpenIntentRule: TargetRule {
    let description = RuleDescription(
        id: "custom-scheme-in-open-intent",
        section: .links,
        severity: .warning,
        summary: "`OpenURLIntent` with custom schemes",
        why: """
            `OpenURLIntent` is documented for universal links only: it uses those that the app supports, and hands the \
            URL to the app. For a custom scheme nothing is promised.
            """,
        details: """
            Where the scheme is known and is neither `http` nor `https`.
            """,
        fix: "Use a universal link, or let the intent open the app and the app choose the screen.",
        sources: [
            .init(
                "OpenURLIntent: it opens one of the app's universal links",
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
                "From a constant",
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
                "A URL that is not known",
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
                "OpenURLIntent is documented for universal links, and '\(scheme)' is a custom scheme",
                hint: "use a universal link",
                scheme: scheme,
                subject: scheme.description
            )
        }
    }
}
