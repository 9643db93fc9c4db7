import SchemeModel

/// The two compact presentations of a Dynamic Island link to different screens.
struct DisagreeingPresentationsRule: TargetRule {
    let description = RuleDescription(
        id: "disagreeing-presentations",
        section: .links,
        severity: .warning,
        summary: "compact presentations of a Live Activity that link to different screens",
        why: """
            The compact leading and compact trailing presentations look like one element to users. Apple asks that \
            both link to the same screen.
            """,
        reportedWhen: "Reported if the scheme, host or path of the two URLs differs. Query and fragment are ignored.",
        notReportedWhen: "Not reported if a URL is unknown, or if both presentations share a URL.",
        fix: "Link to the same screen in both presentations, or set one URL for the whole `DynamicIsland`.",
        sources: [
            .liveActivityLinks("create a deep link")
        ],
        examples: [
            .init(
                "Two screens",
                [
                    .swift(
                        .liveActivity(
                            lockScreen: #"Text("Ride").widgetURL(URL(string: "taxi://ride"))"#,
                            compactLeading: #"Text("1").↓widgetURL(URL(string: "taxi://driver"))"#,
                            compactTrailing: #"Text("2").widgetURL(URL(string: "taxi://map"))"#
                        )
                    )
                ]
            ),
            .init(
                "Two schemes",
                [
                    .swift(
                        .liveActivity(
                            compactLeading: #"↓Link("1", destination: URL(string: "taxi://ride")!)"#,
                            compactTrailing: #"Text("2").widgetURL(URL(string: "https://taxi.example/ride"))"#
                        )
                    )
                ]
            ),
            .init(
                "Two queries for one screen",
                [
                    .swift(
                        .liveActivity(
                            compactLeading: #"Text("1").widgetURL(URL(string: "taxi://ride?from=leading"))"#,
                            compactTrailing: #"Text("2").widgetURL(URL(string: "taxi://ride?from=trailing"))"#
                        )
                    )
                ]
            ),
            .init(
                "One URL for the whole Dynamic Island",
                [
                    .swift(.liveActivity(modifiers: #".widgetURL(URL(string: "taxi://ride"))"#))
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        target.code.widgets.compactMap { widget in
            guard let leading = screens(of: .compactLeading, in: widget),
                let trailing = screens(of: .compactTrailing, in: widget),
                leading.urls.isDisjoint(with: trailing.urls)
            else { return nil }
            return finding(
                in: target,
                at: leading.first.place,
                .warning,
                "the compact leading presentation links to \(leading.first.value.phrase), but the compact trailing one to "
                    + "\(trailing.first.value.phrase); Apple asks for the same screen in both",
                hint: "link both to the same screen",
                related: [
                    .init(
                        app: target.appManifests.first?.appDescription,
                        place: trailing.first.place,
                        message: "the link in the compact trailing presentation"
                    )
                ],
                subject: "\(leading.first.value.phrase) \(trailing.first.value.phrase)"
            )
        }
    }
}

extension DisagreeingPresentationsRule {
    /// Returns the screens that a presentation links to, and its first link; `nil` if there is none or some are
    /// unknown.
    private func screens(
        of presentation: Presentation,
        in widget: WidgetFact
    ) -> (urls: Set<String>, first: WidgetFact.DisplayedLink)? {
        let shown = widget.links.filter { $0.presentation == presentation }
        guard let first = shown.first, shown.allSatisfy({ $0.value.known != .unknown }) else { return nil }
        let screens = shown.flatMap(\.value.alternatives).map(\.screen)
        let known = screens.compactMap { $0 }
        return known.count == screens.count ? (Set(known), first) : nil
    }
}
