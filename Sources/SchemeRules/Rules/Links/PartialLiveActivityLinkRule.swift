import SchemeModel

/// A Live Activity has links in some of its presentations only.
struct PartialLiveActivityLinkRule: TargetRule {
    let description = RuleDescription(
        id: "partial-live-activity-link",
        section: .links,
        severity: .note,
        summary: "Live Activities with links in some presentations but not in others",
        why: """
            A Live Activity appears on the Lock Screen and in the Dynamic Island. A tap on a presentation without a \
            link opens the app where the user left it, which is unexpected if other presentations open a specific \
            screen.
            """,
        reportedWhen: """
            Reported if at least one presentation has a link and at least one has none. The presentations are the Lock \
            Screen, compact leading, compact trailing, minimal and expanded.
            """,
        notReportedWhen: """
            Not reported if the `DynamicIsland` has a `widgetURL`, which "becomes the default URL for deep linking \
            into the app for each view of the Live Activity", or if some views of a presentation are unknown.
            """,
        fix: "Use the same URL in the other presentations. `widgetURL` of the `DynamicIsland` covers all of them.",
        sources: [
            .liveActivityLinks("link to a scene from each presentation"),
            .init(
                "widgetURL(_:) of DynamicIsland: the default URL of each view",
                "https://developer.apple.com/documentation/widgetkit/dynamicisland/widgeturl(_:)",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init(
                "Only the Lock Screen",
                [
                    .swift(
                        .liveActivity(
                            isMarked: true,
                            lockScreen: #"Text("Ride").widgetURL(URL(string: "taxi://ride"))"#
                        )
                    )
                ]
            ),
            .init(
                "All but minimal",
                [
                    .swift(
                        .liveActivity(
                            isMarked: true,
                            lockScreen: #"Text("Ride").widgetURL(URL(string: "taxi://ride"))"#,
                            expanded: #"Text("Ride").widgetURL(URL(string: "taxi://ride"))"#,
                            compactLeading: #"Text("1").widgetURL(URL(string: "taxi://ride"))"#,
                            compactTrailing: #"Text("2").widgetURL(URL(string: "taxi://ride"))"#
                        )
                    )
                ]
            ),
            .init(
                "All",
                [
                    .swift(
                        .liveActivity(
                            lockScreen: #"Text("Ride").widgetURL(URL(string: "taxi://ride"))"#,
                            modifiers: #".widgetURL(URL(string: "taxi://ride"))"#
                        )
                    )
                ]
            ),
            .init(
                "None",
                [
                    .swift(.liveActivity())
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        target.code.widgets.compactMap { widget in
            guard widget.isLiveActivity, !widget.linked.contains(.dynamicIsland) else { return nil }
            let groups: [(name: String, members: Set<Presentation>)] = [
                (Self.lockScreen, [.lockScreen]),
                ("compact leading", [.compactLeading]),
                ("compact trailing", [.compactTrailing]),
                ("minimal", [.minimal]),
                ("expanded", [.expandedLeading, .expandedTrailing, .expandedCenter, .expandedBottom]),
            ]
            var linked: [String] = []
            var unlinked: [String] = []
            for (name, members) in groups {
                if !members.isDisjoint(with: widget.linked) {
                    linked.append(name)
                } else if !members.isDisjoint(with: widget.unlinked), members.isDisjoint(with: widget.opaque) {
                    unlinked.append(name)
                }
            }
            guard !linked.isEmpty, !unlinked.isEmpty else { return nil }
            return finding(
                in: target,
                at: widget.place,
                .note,
                "the Live Activity has a link \(Self.phrase(linked)) but not \(Self.phrase(unlinked, "or"))",
                hint: "add a link to each presentation",
                subject: widget.attributes ?? widget.type ?? ""
            )
        }
    }

    /// Returns the presentations in words: `on the Lock Screen and in the minimal presentation`.
    private static func phrase(_ groups: [String], _ conjunction: String = "and") -> String {
        let island = groups.filter { $0 != lockScreen }
        var parts = island.count < groups.count ? ["on \(lockScreen)"] : []
        if !island.isEmpty {
            parts.append("in the \(Wording.list(island)) presentation\(island.count == 1 ? "" : "s")")
        }
        return parts.joined(separator: " \(conjunction) ")
    }

    private static let lockScreen = "the Lock Screen"
}
