import SchemeModel

/// The list of queried schemes has the wrong type or a misspelled key.
struct MalformedQuerySchemesRule: ManifestRule {
    let description = RuleDescription(
        id: "malformed-query-schemes",
        section: .queries,
        severity: .error,
        summary: "queried schemes with the wrong structure or under a misspelled key",
        why: """
            `LSApplicationQueriesSchemes` must be an array of strings. The system silently ignores anything else, and any \
            other key: `canOpenURL` then returns `false`, even if an app for the scheme is installed.
            """,
        reportedWhen: """
            Reported for a value of the wrong type in `LSApplicationQueriesSchemes`, and for an array under a misspelled \
            key, such as `LSApplicationQuerySchemes`.
            """,
        notReportedWhen: """
            Not reported for a misspelled key if the manifest also has the correct one, or for a key that only adds \
            something to it.
            """,
        fix: "Use an array of strings, and the key `LSApplicationQueriesSchemes`.",
        sources: [
            .init(
                "LSApplicationQueriesSchemes: an array of strings",
                "https://developer.apple.com/documentation/bundleresources/information-property-list/lsapplicationqueriesschemes",
                seen: "2026-11-27"
            ),
            .init(
                "A misspelled key in a guide, because of which canOpenURL returned false",
                "https://github.com/tschoffelen/react-native-map-link/issues/43",
                seen: "2026-11-27"
            ),
        ],
        examples: [
            .init(
                "A misspelled key",
                of: "com.acme.taxi",
                """
                ↓<key>LSApplicationQueriesSchmes</key>
                <array>
                    <string>comgooglemaps</string>
                </array>
                """
            ),
            .init(
                "A string instead of an array",
                of: "com.acme.taxi",
                """
                <key>LSApplicationQueriesSchemes</key>
                <string>↓comgooglemaps</string>
                """
            ),
            .init(
                "A list that is disabled on purpose",
                of: "com.acme.taxi",
                """
                <key>LSApplicationQueriesSchemesOff</key>
                <array>
                    <string>comgooglemaps</string>
                </array>
                """
            ),
            .init("The correct key", of: "com.acme.taxi", queries: ["comgooglemaps"]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard manifest.mayRun(on: [.iOS, .tvOS, .visionOS]) else { return [] }
        let key = "LSApplicationQueriesSchemes"
        let misspelled = manifest.misspellings(of: key).map { misspelled in
            finding(
                in: manifest,
                at: misspelled.place,
                .error,
                "\(Wording.quoted(misspelled.name)) has no effect, so canOpenURL returns false for the schemes in it",
                hint: "change it to '\(key)'",
                subject: misspelled.name
            )
        }
        let malformed = manifest.irregularities(.wrongType).filter { $0.span.isInside(key) }.map { irregularity in
            let path = irregularity.span.keyPath
            let expected = irregularity.expected ?? "a different type"
            return finding(
                in: manifest,
                at: manifest.place(of: irregularity.span),
                .error,
                "\(path) is \(irregularity.found ?? "a value of the wrong type"), but must be \(expected)",
                hint: "use \(expected)",
                subject: path
            )
        }
        return (misspelled + malformed).sorted { $0.place < $1.place }
    }
}

extension Manifest {
    /// Returns the misspelled keys that are meant to be `key`, and their places.
    func misspellings(of key: String) -> [(name: String, place: Place)] {
        irregularities(.misspelledKey).filter { $0.expected == key }.map { irregularity in
            let span = irregularity.span
            return (
                irregularity.subject ?? span.keyPath, place(keyPath: span.keyPath, range: span.key ?? span.focus)
            )
        }
    }
}
