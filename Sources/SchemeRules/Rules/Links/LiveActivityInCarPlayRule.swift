import SchemeModel

struct LiveActivityInCarPlayRule: TargetRule {
    let description = RuleDescription(
        id: "live-activity-in-carplay",
        section: .links,
        severity: .note,
        isOn: false,
        summary: "Live Activities in apps without CarPlay support",
        why: "CarPlay shows the Live Activities of every app. A tap only launches the app if it supports CarPlay.",
        reportedWhen: """
            Reported if the code contains an `ActivityConfiguration`, and the app's entitlements are known but include none for \
            CarPlay.
            """,
        fix: "Support CarPlay, or make sure that the Live Activity is useful without a tap.",
        sources: [
            .init(
                "Launching your app from a Live Activity",
                "https://developer.apple.com/documentation/activitykit/launching-your-app-from-a-live-activity",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "Other entitlements only",
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
                "No entitlements",
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
                        .widget(
                            #"Text("Ride").widgetURL(URL(string: "taxi://ride"))"#,
                            name: "RideWidget",
                            kind: "ride"
                        ),
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
                "a tap on this Live Activity in CarPlay does not launch the app, which has no CarPlay entitlement",
                hint: nil,
                subject: widget.attributes ?? widget.type ?? ""
            )
        }
    }
}
