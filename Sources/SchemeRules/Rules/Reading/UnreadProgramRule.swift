import SchemeModel

/// A file that decides about apps is a program, and is not run.
struct UnreadProgramRule: ManifestRule {
    let description = RuleDescription(
        id: "unread-program",
        section: .reading,
        severity: .note,
        summary: "programs that decide about apps, and are therefore not read",
        why: """
            The tool reads and never runs what it reads. Where a program makes the bundle identifier or the schemes of an \
            app, they are not known from its sources: a report over them is silent about this app, and not because all is \
            well.
            """,
        details: """
            For `app.config.js` and its kin in a package that depends on Expo, for arguments of `.iOSApplication(…)` in a \
            `Package.swift` that are no literals, and for what is neither a literal nor a constant of the same file in a \
            `Project.swift` of Tuist: calls of helpers, operators, interpolations. Where a target's settings are such, its \
            bundle identifier is not known either, because they may replace it.
            """,
        fix: """
            Check what the program makes: the project after `expo prebuild` or `tuist generate`, or the built app. The file \
            itself is left out with `--exclude`.
            """,
        sources: [
            .init(
                "Expo: dynamic configuration",
                "https://docs.expo.dev/workflow/configuration/#dynamic-configuration",
                seen: "2026-11-21"
            ),
            .init(
                "Tuist: manifests",
                "https://tuist.dev/en/docs/guides/features/projects/manifests",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init(
                "A configuration of Expo that is a program",
                [
                    .init(
                        "app.config.js",
                        "↓export default () => ({ expo: { scheme: process.env.SCHEME ?? \"acme-wallet\" } });\n"
                    ),
                    .init("package.json", "{ \"dependencies\": { \"expo\": \"^54.0.0\" } }\n"),
                ]
            ),
            .init(
                "A project of Tuist",
                [
                    .init(
                        "Project.swift",
                        "import ProjectDescription\n\nlet project = Project(name: \"Wallet\", targets: ↓wallets())\n"
                    )
                ]
            ),
            .init(
                "A configuration of Expo that is data",
                [
                    .init(
                        "app.json",
                        """
                        { "expo": { "scheme": "acme-wallet", "ios": { "bundleIdentifier": "com.acme.wallet" } } }

                        """
                    )
                ]
            ),
            .init(
                "The same name in a package without Expo",
                [
                    .init("app.config.js", "export default { title: \"Wallet\" };\n"),
                    .init("package.json", "{ \"dependencies\": { \"nuxt\": \"^4.0.0\" } }\n"),
                ]
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        manifest.irregularities(.notRead).map { irregularity in
            var place = manifest.place(of: irregularity)
            if place.range == nil {
                let start = TextPosition(line: 1, column: 1, columnUTF16: 1)
                place.range = SourceRange(byteOffset: 0, byteLength: 0, lines: .init(start: start, end: start))
            }
            return finding(
                in: manifest,
                at: place,
                .note,
                "'\(irregularity.subject ?? "the file")' is not read: \(irregularity.cause ?? "it is a program")",
                hint: "check what it makes: the generated project, or the built app",
                subject: irregularity.subject ?? ""
            )
        }
    }
}
