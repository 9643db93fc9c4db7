import SchemeModel

/// A watch app refers to a type of Live Activity that doesn't exist in the sources.
struct UnknownLiveActivityTypeRule: TargetRule {
    let description = RuleDescription(
        id: "unknown-live-activity-type",
        section: .links,
        severity: .warning,
        summary: "types in `WKSupportsLiveActivityLaunchAttributeTypes` that don't exist in the code",
        why: """
            A tap on a Live Activity in the Smart Stack of an Apple Watch launches the watch app if its manifest lists \
            the type of the activity's attributes. If no such type has the listed name, the name never matches, and \
            the tap shows the iPhone's activity instead.
            """,
        reportedWhen: """
            Reported for each string under the key whose last component isn't the name of a type in the app's code \
            that conforms to `ActivityAttributes`.
            """,
        notReportedWhen: "Not reported if some code was not read, or if no such type is known.",
        fix: "Use the name of the type in the code, or leave the array empty for all types.",
        sources: [
            .init(
                "WKSupportsLiveActivityLaunchAttributeTypes",
                "https://developer.apple.com/documentation/bundleresources/information-property-list/wksupportsliveactivitylaunchattributetypes",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "A renamed type",
                [
                    .manifest(
                        of: "com.acme.taxi.watch",
                        "<key>WKApplication</key>\n<true/>\n<key>WKSupportsLiveActivityLaunchAttributeTypes</key>\n↓<array>\n    <string>TripAttributes</string>\n</array>"
                    ),
                    .swift(
                        """
                        struct RideAttributes: ActivityAttributes {
                            struct ContentState: Codable, Hashable { var minutes: Int }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "One of two types",
                [
                    .manifest(
                        of: "com.acme.taxi.watch",
                        "<key>WKApplication</key>\n<true/>\n<key>WKSupportsLiveActivityLaunchAttributeTypes</key>\n↓<array>\n    <string>RideAttributes</string>\n    <string>Ride</string>\n</array>"
                    ),
                    .swift(
                        """
                        struct RideAttributes: ActivityAttributes {
                            struct ContentState: Codable, Hashable { var minutes: Int }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "The correct type",
                [
                    .manifest(
                        of: "com.acme.taxi.watch",
                        "<key>WKApplication</key>\n<true/>\n<key>WKSupportsLiveActivityLaunchAttributeTypes</key>\n<array>\n    <string>RideAttributes</string>\n</array>"
                    ),
                    .swift(
                        """
                        struct RideAttributes: ActivityAttributes {
                            struct ContentState: Codable, Hashable { var minutes: Int }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "All types",
                [
                    .manifest(
                        of: "com.acme.taxi.watch",
                        "<key>WKApplication</key>\n<true/>\n<key>WKSupportsLiveActivityLaunchAttributeTypes</key>\n<array/>"
                    ),
                    .swift(
                        """
                        struct RideAttributes: ActivityAttributes {
                            struct ContentState: Codable, Hashable { var minutes: Int }
                        }
                        """
                    ),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let types = Set(target.app.flatMap(\.activityAttributes).compactMap { $0.name.split(separator: ".").last })
        guard target.kind != .appExtension, !target.isPartial, !types.isEmpty else { return [] }
        return target.appManifests.flatMap { manifest -> [Finding] in
            guard let list = manifest.root("WKSupportsLiveActivityLaunchAttributeTypes"),
                list.span.origin != .unknown, let names = list.value.strings
            else {
                return []
            }
            return names.compactMap { name in
                guard let last = name.split(separator: ".").last, !types.contains(last) else { return nil }
                return finding(
                    in: target,
                    at: manifest.place(of: list.span),
                    .warning,
                    "no type called '\(Wording.brief(name))' in the code conforms to ActivityAttributes",
                    hint: "use \(Wording.list(types.sorted().map { "'\($0)'" }, "or"))",
                    subject: name
                )
            }
        }
    }
}
