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
            view hierarchy. If multiple views have `widgetURL` modifiers, the behavior is undefined." Which URL opens \
            may change with any OS release.
            """,
        reportedWhen: """
            Reported if several modifiers always apply together. Branches of `if`, `switch`, `#if` and `?:` exclude \
            each other, and so do the Lock Screen and each region of a Dynamic Island. A modifier inside a `ForEach` \
            and one outside it apply together. The finding is a note if all modifiers are known to have the same URL, \
            or if they modify one view with the same property, and an error otherwise.
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
                "Twice on one view, with the same property",
                [.swift(.widget("Text(entry.name).↓widgetURL(entry.url).padding().widgetURL(entry.url)"))]
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
                    ? "this widgetURL applies \(count == 2 ? "twice" : "\(count) times") in one view hierarchy"
                    : "\(count) widgetURL modifiers apply in one view hierarchy")
                    + (hierarchy.isOneURL
                        ? ", all with \(first.value.known == .unknown ? "the same URL" : first.value.phrase)"
                        : "; which URL a tap opens is undefined"),
                hint: "keep one of them, and use Link for parts with other URLs",
                related: others.filter { $0.place != first.place }.map {
                    let url = hierarchy.isOneURL ? "the same URL" : $0.value.phrase
                    return .init(app: app, place: $0.place, message: "the other widgetURL, with \(url)")
                },
                subject: hierarchy.members.map { $0.value.phrase }.joined(separator: " ")
            )
        }
    }
}
