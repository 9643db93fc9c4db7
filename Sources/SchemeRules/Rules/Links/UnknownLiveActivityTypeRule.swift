import SchemeModel

/// A watch app refers to a type of Live Activity that doesn't exist in the sources.
struct UnknownLiveActivityTypeRule: TargetRule {
    let description = RuleDescription(
        id: "unknown-live-activity-type",
        section: .links,
        severity: .warning,
        summary: "types in `WKSupportsLiveActivityLaunchAttributeTypes` that no source declares",
        why: """
            A tap on a Live Activity in the Smart Stack of a watch launches the watch app when its manifest lists the type of the \
            activity's attributes. A name that no type has never matches: the tap shows the activity of the iPhone instead.
            """,
        details: """
            Each string under the key is held against the types in the code of the app that conform to `ActivityAttributes`, by \
            the last name. Silent where code was left out, or where no such type is seen.
            """,
        fix: "Write the name of the type as the code has it, or leave the array empty for all types.",
        sources: [
            .init(
                "WKSupportsLiveActivityLaunchAttributeTypes",
                "https://developer.apple.com/documentation/bundleresources/information-property-list/wksupportsliveactivitylaunchattributetypes",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "A name that was changed",
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
                "One of two",
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
                "The type",
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
                list.span.making != .unknown, let names = list.value.strings
            else {
                return []
            }
            return names.compactMap { name in
                guard let last = name.split(separator: ".").last, !types.contains(last) else { return nil }
                return finding(
                    in: target,
                    at: manifest.place(of: list.span),
                    .warning,
                    "no ActivityAttributes in the code has the name '\(Wording.brief(name))'",
                    hint: "write \(Wording.list(types.sorted().map { "'\($0)'" }, "or"))",
                    subject: name
                )
            }
        }
    }
}
