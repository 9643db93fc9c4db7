import SchemeModel

/// A value in the URL types has the wrong type or is empty.
struct MalformedURLTypesRule: ManifestRule {
    let description = RuleDescription(
        id: "malformed-url-types",
        section: .inputFiles,
        severity: .error,
        summary: "URL types with the wrong structure",
        why: """
            `CFBundleURLTypes` must be an array of dictionaries, and `CFBundleURLSchemes` in each of them an array of \
            strings. The system silently ignores anything else: the scheme is in the file, but opens nothing.
            """,
        reportedWhen: """
            Reported for each value of the wrong type between `CFBundleURLTypes` and a scheme, role or identifier, and \
            for each empty scheme. This includes extensions and frameworks. Also reported for an array under a misspelled \
            key, such as `CFBundleURLType`, if the manifest has no `CFBundleURLTypes`. An empty scheme is a note if a script that \
            may change the URL types may set it.
            """,
        fix: "Use the type that the message names. Even a single scheme needs an array.",
        sources: [
            .init(
                "CFBundleURLTypes and its keys",
                "https://developer.apple.com/documentation/bundleresources/information-property-list/cfbundleurltypes",
                seen: "2026-11-21"
            ),
            .coreFoundationKeys("CFBundleURLTypes is an array of dictionaries, each with an array of strings"),
        ],
        examples: [
            .init(
                "A scheme without its array",
                of: "com.acme.wallet",
                """
                <key>CFBundleURLTypes</key>
                <array>
                    <dict>
                        <key>CFBundleURLSchemes</key>
                        <string>↓wallet</string>
                    </dict>
                </array>
                """
            ),
            .init(
                "An empty element",
                of: "com.acme.wallet",
                """
                <key>CFBundleURLTypes</key>
                <array>
                    <dict>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>wallet</string>
                            ↓<string></string>
                        </array>
                    </dict>
                </array>
                """
            ),
            .init(
                "An empty element that a script may set",
                .project(
                    settings: [("PRODUCT_BUNDLE_IDENTIFIER", "com.acme.wallet")],
                    body: """
                        <key>CFBundleURLTypes</key>
                        <array>
                            <dict>
                                <key>CFBundleURLSchemes</key>
                                <array>
                                    ↓<string></string>
                                </array>
                            </dict>
                        </array>
                        """
                ) + [
                    .init(
                        "ci/prepare.sh",
                        "PlistBuddy -c \"Set :CFBundleURLTypes:0:CFBundleURLSchemes:0 $SCHEME\" Info.plist\n"
                    )
                ]
            ),
            .init(
                "A misspelled key",
                of: "com.acme.wallet",
                """
                ↓<key>CFBundleURLType</key>
                <array>
                    <dict>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>wallet</string>
                        </array>
                    </dict>
                </array>
                """
            ),
            .init("The correct structure", of: "com.acme.wallet", [.init(role: "Editor", schemes: ["wallet"])]),
            .init(
                "An empty identifier",
                of: "com.acme.wallet",
                [.init(role: "Editor", name: "", schemes: ["wallet"])]
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        let wrong = manifest.irregularities(.wrongType).filter { $0.span.isInside("CFBundleURLTypes") }
        let empty = manifest.irregularities(.emptyText).filter(\.span.isScheme)
        let misspelled = manifest.misspellings(of: "CFBundleURLTypes").map { key in
            finding(
                in: manifest,
                at: key.place,
                .error,
                "\(Wording.quoted(key.name)) has no effect, so the schemes in it are not declared",
                hint: "change it to 'CFBundleURLTypes'",
                subject: key.name
            )
        }
        let script = manifest.changingScript
        let malformed = (wrong + empty).map { irregularity in
            let isEmpty = irregularity.kind == .emptyText
            let path = irregularity.span.keyPath
            let expected = irregularity.expected ?? "a different type"
            return finding(
                in: manifest,
                at: manifest.place(of: irregularity.span),
                isEmpty && script != nil ? .note : .error,
                isEmpty
                    ? "\(path) is empty, which is not a valid scheme" + (script.map { "; \($0) may set it" } ?? "")
                    : "\(path) is \(irregularity.found ?? "a value of the wrong type"), but must be \(expected)",
                hint: !isEmpty
                    ? "use \(expected)"
                    : script == nil ? "remove the empty element" : "run schemereg on the built app to check its scheme",
                edits: isEmpty && script == nil ? removal(of: irregularity, in: manifest, knowledge: knowledge) : [],
                subject: path
            )
        }
        return (misspelled + malformed).sorted { $0.place < $1.place }
    }

    /// Returns the edit that removes an empty scheme.
    private func removal(of empty: Irregularity, in manifest: Manifest, knowledge: Knowledge) -> [Finding.Edit] {
        for type in manifest.urlTypes {
            guard let scheme = type.schemes.first(where: { $0.span.keyPath == empty.span.keyPath }) else { continue }
            return manifest.removal(of: scheme, in: type, knowledge: knowledge)
        }
        return []
    }
}

extension ValueSpan {
    /// Whether the value is in an array of schemes.
    fileprivate var isScheme: Bool { isInside("CFBundleURLTypes") && keyPath.contains(".CFBundleURLSchemes[") }
}
