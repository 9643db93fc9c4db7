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
            .liveActivityLinks()
        ],
        examples: [
            .init(
                "Other entitlements only",
                app(
                    entitlements: "<key>aps-environment</key><string>production</string>",
                    .rideActivity(isMarked: true)
                )
            ),
            .init("No entitlements", app(entitlements: "", .rideActivity(isMarked: true))),
            .init(
                "An app with CarPlay",
                app(entitlements: "<key>com.apple.developer.carplay-parking</key><true/>", .rideActivity())
            ),
            .init(
                "A widget",
                app(
                    entitlements: "<key>aps-environment</key><string>production</string>",
                    .widget(
                        #"Text("Ride").widgetURL(URL(string: "taxi://ride"))"#,
                        name: "RideWidget",
                        kind: "ride"
                    )
                )
            ),
        ]
    )

    /// Returns an app with these entitlements and code.
    private static func app(entitlements: String, _ code: ExampleCode) -> [RuleDescription.Example.File] {
        .project(
            settings: [
                "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.taxi", "CODE_SIGN_ENTITLEMENTS": "App.entitlements"]
            ],
            code: "Code",
            [.init(schemes: ["taxi"])]
        ) + [
            .init("App.entitlements", "<plist version=\"1.0\"><dict>\(entitlements)</dict></plist>\n"),
            .swift(code, at: "Code/Ride.swift"),
        ]
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let apps = target.appManifests
        let entitlements = apps.compactMap(\.entitlements)
        guard !apps.isEmpty, entitlements.count == apps.count,
            !entitlements.joined().contains(where: { $0.name.string.hasPrefix("com.apple.developer.carplay") }),
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
