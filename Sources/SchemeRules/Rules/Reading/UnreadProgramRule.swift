import SchemeModel

/// A project setting is computed by code, which is not run.
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
            `Package.swift` that are no literals, and once for each \
            `Project.swift` of Tuist that computes values: calls of helpers, operators, interpolations. Literals, constants \
            and functions of the same file, and constants of `Tuist/ProjectDescriptionHelpers` are read. Values that decide \
            nothing about URLs, such as the settings of a test, are not mentioned.
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
                Self.message(irregularity),
                hint: Self.hint(irregularity, in: manifest),
                subject: irregularity.subject ?? ""
            )
        }
    }

    private static func message(_ irregularity: Irregularity) -> String {
        let file = irregularity.subject ?? "the file"
        let what = irregularity.found == nil ? "was skipped" : "was read only in part"
        return "'\(file)' \(what): \(irregularity.cause ?? "it is a program")"
    }

    private static func hint(_ irregularity: Irregularity, in manifest: Manifest) -> String {
        let file = manifest.place(of: irregularity).path.lastComponent
        let command: String? =
            switch true {
            case _ where file == "Project.swift": "tuist generate"
            case _ where file.display.hasPrefix("app.config."): "npx expo prebuild"
            default: nil
            }
        return command.map { "run `\($0)`, then check the generated project" } ?? "check the built app"
    }
}
