import SchemeModel

struct LiveActivityInCarPlayRule: TargetRule {
    let description = RuleDescription(
        id: "live-activity-in-carplay",
        section: .links,
        severity: .note,
        isOn: false,
        summary: "Live Activities of apps without support for CarPlay",
        why: """
            CarPlay shows Live Activities of every app. A tap launches the app only if it supports CarPlay.
            """,
        details: """
            Where code has an `ActivityConfiguration` and the entitlements of the app are known and name none of \
            CarPlay's.
            """,
        fix: "Nothing, if the Live Activity says enough by itself; or support CarPlay.",
        sources: [
            .init(
                "Launching your app from a Live Activity",
                "https://developer.apple.com/documentation/activitykit/launching-your-app-from-a-live-activity",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "Other entitlements",
                .project(
                    settings: [
                        "Release": [
                            "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.taxi", "CODE_SIGN_ENTITLEMENTS": "App.entitlements",
                        ]
                    ],
                    code: "Code",
                    [.init(schemes: ["taxi"])]
                ) + [
                    .init(
                        "App.entitlements",
                        "<plist version=\"1.0\"><dict><key>aps-environment</key><string>production</string></dict></plist>\n"
                    ),
                    .swift(
                        """
                        struct RideActivity: Widget {
                            var body: some WidgetConfiguration {
                                ↓ActivityConfiguration(for: RideAttributes.self) { context in
                                    Text("Ride").widgetURL(URL(string: "taxi://ride"))
                                } dynamicIsland: { context in
                                    island(context)
                                }
                            }
                        }
                        """,
                        at: "Code/Ride.swift"
                    ),
                ]
            ),
            .init(
                "None at all",
                .project(
                    settings: [
                        "Release": [
                            "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.taxi", "CODE_SIGN_ENTITLEMENTS": "App.entitlements",
                        ]
                    ],
                    code: "Code",
                    [.init(schemes: ["taxi"])]
                ) + [
                    .init("App.entitlements", "<plist version=\"1.0\"><dict></dict></plist>\n"),
                    .swift(
                        """
                        struct RideActivity: Widget {
                            var body: some WidgetConfiguration {
                                ↓ActivityConfiguration(for: RideAttributes.self) { context in
                                    Text("Ride").widgetURL(URL(string: "taxi://ride"))
                                } dynamicIsland: { context in
                                    island(context)
                                }
                            }
                        }
                        """,
                        at: "Code/Ride.swift"
                    ),
                ]
            ),
            .init(
                "An app with CarPlay",
                .project(
                    settings: [
                        "Release": [
                            "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.taxi", "CODE_SIGN_ENTITLEMENTS": "App.entitlements",
                        ]
                    ],
                    code: "Code",
                    [.init(schemes: ["taxi"])]
                ) + [
                    .init(
                        "App.entitlements",
                        "<plist version=\"1.0\"><dict><key>com.apple.developer.carplay-parking</key><true/></dict></plist>\n"
                    ),
                    .swift(
                        """
                        struct RideActivity: Widget {
                            var body: some WidgetConfiguration {
                                ActivityConfiguration(for: RideAttributes.self) { context in
                                    Text("Ride").widgetURL(URL(string: "taxi://ride"))
                                } dynamicIsland: { context in
                                    island(context)
                                }
                            }
                        }
                        """,
                        at: "Code/Ride.swift"
                    ),
                ]
            ),
            .init(
                "A widget",
                .project(
                    settings: [
                        "Release": [
                            "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.taxi", "CODE_SIGN_ENTITLEMENTS": "App.entitlements",
                        ]
                    ],
                    code: "Code",
                    [.init(schemes: ["taxi"])]
                ) + [
                    .init(
                        "App.entitlements",
                        "<plist version=\"1.0\"><dict><key>aps-environment</key><string>production</string></dict></plist>\n"
                    ),
                    .swift(
                        """
                        struct RideWidget: Widget {
                            var body: some WidgetConfiguration {
                                StaticConfiguration(kind: "ride", provider: Provider()) { entry in
                                    Text("Ride").widgetURL(URL(string: "taxi://ride"))
                                }
                            }
                        }
                        """,
                        at: "Code/Ride.swift"
                    ),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let apps = target.appManifests
        let entitlements = apps.compactMap(\.entitlements)
        guard !apps.isEmpty, entitlements.count == apps.count,
            !entitlements.joined().contains(where: { $0.hasPrefix("com.apple.developer.carplay") }),
            apps.contains(where: { $0.mayRun(on: [.iOS]) })
        else { return [] }
        return target.code.widgets.filter(\.isLiveActivity).map { widget in
            finding(
                in: target,
                at: widget.place,
                .note,
                "a tap on this Live Activity in CarPlay does not launch the app, which has none of CarPlay's entitlements",
                hint: nil,
                subject: widget.attributes ?? widget.type ?? ""
            )
        }
    }
}
