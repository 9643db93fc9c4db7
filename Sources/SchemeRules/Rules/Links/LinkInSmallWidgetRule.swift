import SchemeModel

/// A `Link` is only in widget families in which it has no effect.
struct LinkInSmallWidgetRule: TargetRule {
    let description = RuleDescription(
        id: "link-in-small-widget",
        section: .links,
        severity: .note,
        summary: "`Link` in widget families that are too small for it",
        why: """
            In the smallest families, a tap anywhere opens the URL of `widgetURL`. A `Link` there has no effect: the \
            tap opens the app as if there were no link.
            """,
        reportedWhen: """
            Reported if all families in which the link can appear are known, and are `accessoryInline` or \
            `accessoryCircular`.
            """,
        notReportedWhen: """
            Not reported for `systemSmall` and `accessoryRectangular`. An older Apple page allows `Link` only in \
            `systemMedium` and larger widgets, but a newer one also allows it in these two.
            """,
        fix: "Use `widgetURL` in these families.",
        sources: [
            .widgetLinks("the families that support Link")
        ],
        examples: [
            .init(
                "A widget in one small family",
                [
                    .swift(
                        .widget(
                            #"↓Link("Pay", destination: URL(string: "wallet://pay")!)"#,
                            modifiers: ".supportedFamilies([.accessoryCircular])"
                        )
                    )
                ]
            ),
            .init(
                "A branch for small families",
                [
                    .swift(
                        .widget(
                            """
                            switch family {
                            case .accessoryCircular: ↓Link("Pay", destination: URL(string: "wallet://pay")!)
                            default: Link("Pay", destination: URL(string: "wallet://pay")!)
                            }
                            """
                        )
                    )
                ]
            ),
            .init(
                "A small widget on the Home Screen",
                [
                    .swift(
                        .widget(
                            #"Link("Pay", destination: URL(string: "wallet://pay")!)"#,
                            modifiers: ".supportedFamilies([.systemSmall])"
                        )
                    )
                ]
            ),
            .init(
                "A widget in larger families",
                [
                    .swift(
                        .widget(
                            #"Link("Pay", destination: URL(string: "wallet://pay")!)"#,
                            modifiers: ".supportedFamilies([.systemMedium, .systemLarge])"
                        )
                    )
                ]
            ),
            .init(
                "widgetURL",
                [
                    .swift(
                        .widget(
                            #"Text("Pay").widgetURL(URL(string: "wallet://pay"))"#,
                            modifiers: ".supportedFamilies([.systemSmall])"
                        )
                    )
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let small: Set<String> = ["accessoryInline", "accessoryCircular"]
        return target.links.compactMap { link in
            guard link.kind == .link, !link.families.isEmpty, small.isSuperset(of: link.families) else { return nil }
            return finding(
                in: target,
                at: link.place,
                .note,
                "Link has no effect in \(Wording.list(link.families)), and appears in no other widget family",
                hint: "use widgetURL instead",
                scheme: link.scheme,
                subject: link.alternatives.map(\.text).joined(separator: " ")
            )
        }
    }
}
