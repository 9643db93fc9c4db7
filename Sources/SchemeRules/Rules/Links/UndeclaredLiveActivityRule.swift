import SchemeModel

/// The code has a Live Activity that the manifest doesn't declare.
struct UndeclaredLiveActivityRule: TargetRule {
    let description = RuleDescription(
        id: "undeclared-live-activity",
        section: .links,
        severity: .error,
        summary: "Live Activities that the app's manifest doesn't declare",
        why: "The system only starts Live Activities of apps whose Info.plist sets `NSSupportsLiveActivities` to true.",
        reportedWhen: """
            Reported if code has an `ActivityConfiguration`, and no manifest of the app sets the key to true.
            """,
        notReportedWhen: """
            Not reported if the app's manifest is unknown. Without a project, only reported if the code contains the \
            app's entry point (`@main`), and there is one manifest.
            """,
        fix:
            "Set `NSSupportsLiveActivities` to true in the app's Info.plist (or `INFOPLIST_KEY_NSSupportsLiveActivities = YES`).",
        sources: [
            .init(
                "NSSupportsLiveActivities",
                "https://developer.apple.com/documentation/bundleresources/information-property-list/nssupportsliveactivities",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "The key is missing",
                [
                    .manifest(of: "com.acme.taxi", ""),
                    .swift(
                        """
                        @main
                        struct TaxiApp: App {
                            var body: some Scene { WindowGroup { Home() } }
                        }

                        struct RideActivity: Widget {
                            var body: some WidgetConfiguration {
                                ↓ActivityConfiguration(for: RideAttributes.self) { context in
                                    Text("Ride").widgetURL(URL(string: "taxi://ride"))
                                } dynamicIsland: { context in
                                    island(context)
                                }
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "The key is false",
                [
                    .manifest(of: "com.acme.taxi", "<key>NSSupportsLiveActivities</key>\n<false/>"),
                    .swift(
                        """
                        @main
                        struct TaxiApp: App {
                            var body: some Scene { WindowGroup { Home() } }
                        }

                        struct RideActivity: Widget {
                            var body: some WidgetConfiguration {
                                ↓ActivityConfiguration(for: RideAttributes.self) { context in
                                    Text("Ride").widgetURL(URL(string: "taxi://ride"))
                                } dynamicIsland: { context in
                                    island(context)
                                }
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "The key is true",
                [
                    .manifest(of: "com.acme.taxi", "<key>NSSupportsLiveActivities</key>\n<true/>"),
                    .swift(
                        """
                        @main
                        struct TaxiApp: App {
                            var body: some Scene { WindowGroup { Home() } }
                        }

                        struct RideActivity: Widget {
                            var body: some WidgetConfiguration {
                                ActivityConfiguration(for: RideAttributes.self) { context in
                                    Text("Ride").widgetURL(URL(string: "taxi://ride"))
                                } dynamicIsland: { context in
                                    island(context)
                                }
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "A widget",
                [
                    .manifest(of: "com.acme.taxi", ""),
                    .swift(
                        """
                        @main
                        struct TaxiApp: App {
                            var body: some Scene { WindowGroup { Home() } }
                        }
                        """,
                        .widget(#"Text("Pay")"#)
                    ),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let apps = target.appManifests
        // A value like `$(LIVE_ACTIVITIES)` may become true.
        guard !apps.isEmpty, target.isWhole, target.isSurelyOneApp, target.manifests.allSatisfy({ !$0.isMalformed }),
            apps.allSatisfy({ [nil, .boolean(false)].contains($0.root("NSSupportsLiveActivities")?.value) })
        else { return [] }
        return target.code.widgets.filter(\.isLiveActivity).map { widget in
            finding(
                in: target,
                at: widget.place,
                .error,
                "the app has a Live Activity, but its Info.plist doesn't set NSSupportsLiveActivities to true, so the activity never starts",
                hint: "set NSSupportsLiveActivities to true in the app's Info.plist",
                related: apps.map {
                    .init(app: $0.appDescription, place: $0.origin, message: "the app's manifest")
                },
                subject: widget.attributes ?? widget.type ?? ""
            )
        }
    }
}
