import SchemeModel

/// More than one `widgetURL` applies in one view hierarchy.
struct MultipleWidgetURLsRule: TargetRule {
    let description = RuleDescription(
        id: "multiple-widget-urls",
        section: .links,
        severity: .error,
        summary: "more than one `widgetURL` in one view hierarchy",
        why: """
            A widget has one URL for a tap anywhere on it. Apple: "Widgets support one `widgetURL` modifier in their \
            view hierarchy. If multiple views have `widgetURL` modifiers, the behavior is undefined." The URL that \
            opens may change with a release of the system.
            """,
        reportedWhen: """
            Reported if several modifiers certainly apply together. Branches of `if`, `switch`, `#if` and `?:` exclude \
            each other, and so do the Lock Screen and each region of a Dynamic Island. A modifier inside a `ForEach` \
            counts along with one outside. It is a note if all of them are known to have the same URL.
            """,
        notReportedWhen: """
            Not reported for the `widgetURL` of a `DynamicIsland` and one inside a region, since their combination is \
            not documented.
            """,
        fix: "Keep one `widgetURL` in each hierarchy, and use `Link` for parts with other URLs.",
        sources: [
            .init(
                "widgetURL(_:): one modifier in a view hierarchy",
                "https://developer.apple.com/documentation/swiftui/view/widgeturl(_:)",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "One inside another",
                [
                    .swift(
                        .widget(
                            """
                            VStack {
                                Text("Balance").↓widgetURL(URL(string: "wallet://balance"))
                            }
                            .widgetURL(URL(string: "wallet://home"))
                            """
                        )
                    )
                ]
            ),
            .init(
                "In the rows of a list, and around it",
                [
                    .swift(
                        .widget(
                            """
                            VStack {
                                ForEach(entry.cards) { card in
                                    Text(card.name).↓widgetURL(card.url)
                                }
                            }
                            .widgetURL(URL(string: "wallet://cards"))
                            """
                        )
                    )
                ]
            ),
            .init(
                "In a view that is shown twice",
                [
                    .swift(
                        .widget(
                            """
                            VStack {
                                Card(id: "home")
                                Card(id: "work")
                            }
                            """
                        ),
                        """
                        struct Card: View {
                            let id: String
                            var body: some View { Text(id).↓widgetURL(URL(string: "wallet://\\(id)")) }
                        }
                        """
                    )
                ]
            ),
            .init(
                "Branches that exclude each other",
                [
                    .swift(
                        .widget(
                            """
                            if entry.isLocked {
                                Text("Locked").widgetURL(URL(string: "wallet://unlock"))
                            } else {
                                Text("Balance").widgetURL(URL(string: "wallet://balance"))
                            }
                            """
                        )
                    )
                ]
            ),
            .init(
                "Links, and one URL for the rest",
                [
                    .swift(
                        .widget(
                            """
                            VStack {
                                Link("Pay", destination: URL(string: "wallet://pay")!)
                            }
                            .widgetURL(URL(string: "wallet://home"))
                            """
                        )
                    )
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        target.code.widgetURLConflicts.compactMap { hierarchy in
            // All of them are wrong, so only the first is reported.
            guard let first = hierarchy.members.first else { return nil }
            let others = hierarchy.members.dropFirst().filter { $0 != first }
            let count = hierarchy.members.count
            // One modifier in a view that is shown more than once.
            let isOne = hierarchy.members.allSatisfy { $0.place == first.place }
            let app = target.appManifests.first?.appDescription
            return finding(
                in: target,
                at: first.place,
                hierarchy.isOneURL ? .note : .error,
                (isOne
                    ? "this widgetURL applies \(count) times in one view hierarchy"
                    : "\(count) widgetURL modifiers apply in one view hierarchy")
                    + (hierarchy.isOneURL
                        ? ", all with \(first.value.phrase)" : "; it is undefined which URL a tap opens"),
                hint: "keep one of them, and use Link for parts with other URLs",
                related: others.map {
                    .init(app: app, place: $0.place, message: "another widgetURL: \($0.value.phrase)")
                },
                subject: hierarchy.members.map { $0.value.phrase }.joined(separator: " ")
            )
        }
    }
}
