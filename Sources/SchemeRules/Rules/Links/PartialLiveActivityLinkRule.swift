import SchemeModel

/// A Live Activity has links in some of its presentations only.
struct PartialLiveActivityLinkRule: TargetRule {
    let description = RuleDescription(
        id: "partial-live-activity-link",
        section: .links,
        severity: .note,
        summary: "Live Activities that link on some presentations and not on others",
        why: """
            A Live Activity is seen on the Lock Screen and in a Dynamic Island. Where a presentation has no link, a tap on it \
            opens the app wherever it was, which whoever has tapped another presentation does not expect.
            """,
        details: """
            The presentations are the Lock Screen, the compact ones, the minimal and the expanded one. The `widgetURL` of a \
            `DynamicIsland` "becomes the default URL for deep linking into the app for each view of the Live Activity", so \
            with it nothing is said. A presentation counts as one without link only where all its views are seen. Silent \
            where none has a link.
            """,
        fix: "Give the other presentations the same URL: `widgetURL` at the `DynamicIsland` covers the whole of it.",
        sources: [
            .init(
                "Launching your app from a Live Activity: link to a scene from each presentation",
                "https://developer.apple.com/documentation/activitykit/launching-your-app-from-a-live-activity",
                seen: "2026-11-21"
            ),
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
                        """
                        struct RideActivity: Widget {
                            var body: some WidgetConfiguration {
                                ↓ActivityConfiguration(for: RideAttributes.self) { context in
                                    Text("Ride").widgetURL(URL(string: "taxi://ride"))
                                } dynamicIsland: { context in
                                    DynamicIsland {
                                        DynamicIslandExpandedRegion(.center) { Text("Ride") }
                                    } compactLeading: {
                                        Text("1")
                                    } compactTrailing: {
                                        Text("2")
                                    } minimal: {
                                        Text("3")
                                    }
                                }
                            }
                        }
                        """
                    )
                ]
            ),
            .init(
                "All but the minimal one",
                [
                    .swift(
                        """
                        struct RideActivity: Widget {
                            var body: some WidgetConfiguration {
                                ↓ActivityConfiguration(for: RideAttributes.self) { context in
                                    Text("Ride").widgetURL(URL(string: "taxi://ride"))
                                } dynamicIsland: { context in
                                    DynamicIsland {
                                        DynamicIslandExpandedRegion(.center) { Text("Ride").widgetURL(URL(string: "taxi://ride")) }
                                    } compactLeading: {
                                        Text("1").widgetURL(URL(string: "taxi://ride"))
                                    } compactTrailing: {
                                        Text("2").widgetURL(URL(string: "taxi://ride"))
                                    } minimal: {
                                        Text("3")
                                    }
                                }
                            }
                        }
                        """
                    )
                ]
            ),
            .init(
                "All",
                [
                    .swift(
                        """
                        struct RideActivity: Widget {
                            var body: some WidgetConfiguration {
                                ActivityConfiguration(for: RideAttributes.self) { context in
                                    Text("Ride").widgetURL(URL(string: "taxi://ride"))
                                } dynamicIsland: { context in
                                    DynamicIsland {
                                        DynamicIslandExpandedRegion(.center) { Text("Ride") }
                                    } compactLeading: {
                                        Text("1")
                                    } compactTrailing: {
                                        Text("2")
                                    } minimal: {
                                        Text("3")
                                    }
                                    .widgetURL(URL(string: "taxi://ride"))
                                }
                            }
                        }
                        """
                    )
                ]
            ),
            .init(
                "None",
                [
                    .swift(
                        """
                        struct RideActivity: Widget {
                            var body: some WidgetConfiguration {
                                ActivityConfiguration(for: RideAttributes.self) { context in
                                    Text("Ride")
                                } dynamicIsland: { context in
                                    DynamicIsland {
                                        DynamicIslandExpandedRegion(.center) { Text("Ride") }
                                    } compactLeading: {
                                        Text("1")
                                    } compactTrailing: {
                                        Text("2")
                                    } minimal: {
                                        Text("3")
                                    }
                                }
                            }
                        }
                        """
                    )
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        target.code.widgets.compactMap { widget in
            guard widget.isLiveActivity, !widget.linked.contains(.dynamicIsland) else { return nil }
            let groups: [(name: String, members: Set<Presentation>)] = [
                ("the Lock Screen", [.lockScreen]),
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
                "the Live Activity links on \(Wording.list(linked)) and not on \(Wording.list(unlinked))",
                hint: "give each presentation a link",
                subject: widget.attributes ?? widget.type ?? ""
            )
        }
    }
}
