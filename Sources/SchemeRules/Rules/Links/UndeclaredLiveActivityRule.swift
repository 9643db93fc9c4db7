import SchemeModel

/// The code has a Live Activity that the manifest doesn't declare.
struct UndeclaredLiveActivityRule: TargetRule {
    let description = RuleDescription(
        id: "undeclared-live-activity",
        section: .links,
        severity: .error,
        summary: "Live Activities that the app's manifest does not declare",
        why: """
            The system starts no Live Activity of an app whose Info.plist does not set `NSSupportsLiveActivities` to true.
            """,
        details: """
            Where code has an `ActivityConfiguration` and no manifest of the app has the key with the value true. Silent where the \
            app's manifest is not known; without a project, where no app begins in the code (`@main`) or there are several \
            manifests.
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

                        struct PayWidget: Widget {
                            var body: some WidgetConfiguration {
                                StaticConfiguration(kind: "pay", provider: Provider()) { entry in
                                    Text("Pay")
                                }
                            }
                        }
                        """
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
                "the app has a Live Activity, and its manifest does not say so: the system never starts it",
                hint: "set NSSupportsLiveActivities to true in the app's Info.plist",
                related: apps.map {
                    .init(app: $0.appDescription, place: $0.origin, message: "the manifest of the app")
                },
                subject: widget.attributes ?? widget.type ?? ""
            )
        }
    }
}
