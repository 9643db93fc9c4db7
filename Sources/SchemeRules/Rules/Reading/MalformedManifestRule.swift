import SchemeModel

/// A manifest can't be parsed.
struct MalformedManifestRule: ManifestRule {
    let description = RuleDescription(
        id: "malformed-manifest",
        section: .reading,
        severity: .error,
        summary: "manifests that cannot be parsed, or whose root is no dictionary",
        why: """
            A build refuses such a file, and a system that gets it knows nothing of the app. Nothing can be said about \
            its schemes either, so a check that passed it over in silence would pass too much.
            """,
        details: """
            One finding for each manifest, at the place where it can be read no further; no other rule judges it. A \
            file that could not be opened at all is no finding but a problem of the run.
            """,
        fix: """
            Mend the file; on a Mac, `plutil -lint` checks it. A repository that keeps broken files on purpose, as \
            test data, leaves them out with `--exclude`.
            """,
        sources: [
            .init(
                "About Information Property List Files: the root is a dictionary",
                "https://developer.apple.com/library/archive/documentation/General/Reference/InfoPlistKeyReference/Articles/AboutInformationPropertyListFiles.html",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "The root is an array",
                """
                <plist version="1.0">
                ↓<array>
                    <dict>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>wallet</string>
                        </array>
                    </dict>
                </array>
                </plist>

                """
            ),
            .init(
                "A closing tag that does not fit, left by a merge",
                """
                <plist version="1.0">
                <dict>
                    <key>CFBundleIdentifier</key>
                    <string>com.acme.wallet</string>
                    <key>CFBundleURLTypes</key>
                    <array>
                        <dict>
                            <key>CFBundleURLName</key>
                            <string>com.acme.wallet.pay</string>
                        ↓</array>
                    </array>
                </dict>
                </plist>

                """
            ),
            .init("No URL types at all", of: "com.acme.wallet", "<key>CFBundleName</key>\n<string>Wallet</string>"),
            .init("An empty dictionary", "<plist version=\"1.0\">\n<dict/>\n</plist>\n"),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard let irregularity = manifest.irregularities.first(where: { $0.kind == .malformed }) else { return [] }
        let cause = irregularity.cause.map { ": \($0)" } ?? ""
        return [
            finding(
                in: manifest,
                at: manifest.place(of: irregularity.span),
                .error,
                "the manifest cannot be read\(cause)",
                hint: "mend the file; if it is broken on purpose, leave it out with --exclude",
                subject: "manifest"
            )
        ]
    }
}
