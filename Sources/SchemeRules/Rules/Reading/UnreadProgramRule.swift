import SchemeModel

/// A project setting is computed by code, which is not run.
struct UnreadProgramRule: IrregularityRule {
    let description = RuleDescription(
        id: "unread-program",
        section: .reading,
        severity: .note,
        traits: [.mergesFiles],
        summary: "project settings that are computed by code, which is not run",
        why: """
            The tool never runs code from the projects that it checks. If code computes the bundle identifier or the \
            schemes of an app, they are unknown, and no other rule reports anything about them.
            """,
        reportedWhen: """
            Reported for dynamic configurations such as `app.config.js` in a package that depends on Expo, for \
            computed arguments of `.iOSApplication(…)` in a `Package.swift`, and for a Tuist `Project.swift` that \
            computes values with helpers, operators or interpolations. Literals, constants and functions of the same \
            file, and constants in `Tuist/ProjectDescriptionHelpers` are read. Files with the same fix are reported \
            together.
            """,
        notReportedWhen: "Not reported for values that are irrelevant for URLs, such as the settings of a test.",
        fix: """
            Run `schemereg` on the project that `expo prebuild` or `tuist generate` creates, or on the built app. Use `--exclude` to \
            skip the file itself.
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
                "A dynamic Expo configuration",
                [
                    .init(
                        "app.config.js",
                        "↓export default () => ({ expo: { scheme: process.env.SCHEME ?? \"acme-wallet\" } });\n"
                    ),
                    .init("package.json", "{ \"dependencies\": { \"expo\": \"^54.0.0\" } }\n"),
                ]
            ),
            .init(
                "A Tuist project",
                [
                    .init(
                        "Project.swift",
                        "import ProjectDescription\n\nlet project = Project(name: \"Wallet\", targets: ↓wallets())\n"
                    )
                ]
            ),
            .init(
                "A static Expo configuration",
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

    func finding(about facts: IrregularityFacts) -> Finding? {
        guard facts.irregularity.kind == .notRead else { return nil }
        return finding(
            about: facts,
            at: facts.place.withRange,
            .note,
            Self.message(facts.irregularity),
            hint: Self.hint(for: facts.place.path.lastComponent),
            subject: facts.irregularity.subject ?? ""
        )
    }

    private static func message(_ irregularity: Irregularity) -> String {
        let file = irregularity.subject ?? "the file"
        let what = irregularity.found == nil ? "was skipped" : "was only partly read"
        return "'\(file)' \(what) because \(irregularity.cause ?? "it is code")"
    }

    private static func hint(for file: Path) -> String {
        let command: String? =
            switch true {
            case _ where file == "Project.swift": "tuist generate"
            case _ where file.display.hasPrefix("app.config."): "npx expo prebuild"
            default: nil
            }
        return command.map { "run `\($0)`, then run schemereg on the generated project" }
            ?? "run schemereg on the generated project, or on the built app"
    }
}
