import SchemeModel

/// A manifest can't be parsed.
struct MalformedManifestRule: ManifestRule {
    let description = RuleDescription(
        id: "malformed-manifest",
        section: .inputFiles,
        severity: .error,
        summary: "manifests that can't be parsed, or whose root is not a dictionary",
        why: """
            A build rejects such a file, and the system can't read it. Its schemes can't be checked either, so \
            skipping it silently would hide problems.
            """,
        reportedWhen: """
            Reported once for each manifest, where parsing fails. No other rule checks it. A file that can't be opened \
            is reported as a problem instead, and the run exits with 3. The finding is a note if the file is inside \
            the folder of a project or specification and no known target uses it. If the whole project could be read, \
            such a file isn't reported. It is also a note if the file begins with a key, and no project uses it: some build \
            tools, such as Compose Multiplatform, complete such parts. So is a file in a folder for tests, such as \
            `Fixtures`.
            """,
        fix: "Fix the file; on a Mac, `plutil -lint` checks it. Use `--exclude` to skip a file that is a fixture.",
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
                "A mismatched closing tag from a merge",
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
        let (severity, message, hint): (Severity, String, String) =
            if let project = irregularity.subject {
                (
                    .note, "the manifest cannot be parsed\(cause); no known target of '\(project)' uses it",
                    "fix or remove the file, or skip it with --exclude"
                )
            } else if irregularity.found == "part" {
                (
                    .note, "the file is only part of a manifest\(cause)",
                    "if a build tool completes it, run schemereg on the built app; otherwise, fix the file"
                )
            } else {
                (
                    manifest.isDistrusted || !manifest.origin.path.isFixture ? .error : .note,
                    "the manifest cannot be parsed\(cause)",
                    manifest.origin.source == Source.standardInputName
                        ? "pass a valid property list on standard input"
                        : "fix the file, or skip it with --exclude if it is a fixture"
                )
            }
        let place = manifest.place(of: irregularity.span)
        return [finding(in: manifest, at: place, severity, message, hint: hint, subject: "manifest")]
    }
}
