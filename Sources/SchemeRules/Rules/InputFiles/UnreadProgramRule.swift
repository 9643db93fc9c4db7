import SchemeModel

/// A project setting is computed by code, which is not run.
struct UnreadProgramRule: IrregularityRule {
    let description = RuleDescription(
        id: "unread-program",
        section: .inputFiles,
        severity: .note,
        traits: [.mergesFiles],
        summary: "project settings that are computed by code, which is not run",
        why: """
            The tool never runs code from the projects that it checks. If code computes the bundle identifier or the \
            schemes of an app, they are unknown, and no other rule reports anything about them.
            """,
        reportedWhen: """
            Reported for dynamic configurations such as `app.config.js` that have Expo's keys or are in a package that \
            depends on Expo or can't be read, for plugins in an Expo app's own folder that mention URL types or a scheme \
            for iOS, or that don't exist, for computed arguments of `.iOSApplication(…)` in a `Package.swift`, and for a \
            Tuist `Project.swift` that computes values with `#if`, loops, early returns or other calls. Read are literals, \
            constants, functions, members of enumerations and structures, and variables of functions, also those of \
            `Tuist/ProjectDescriptionHelpers` and of local plugins.

            An `app.config.js` is followed through its assignments, conditions, functions and the files of the project that it \
            imports, but not through loops, classes and packages. If an environment variable decides about the schemes or the \
            bundle identifier, each of its values that the program mentions gives a variant of the app; if several decide, \
            the others are taken for missing. Beside an `app.json`, it is read if its schemes and its bundle identifier are \
            known, and without one, if either is. Then only the values that it computes are reported. Files with the same \
            fix are reported together.

            Also reported for a file such as `project-beta.yml` that may be a specification of XcodeGen, but was not \
            read because it is larger than 4 MiB or has too many values. For the usual names, this is a problem, and the \
            check is incomplete.

            Also reported for a build phase or build rule whose script, or a file that it runs, mentions `CFBundleURLTypes`, \
            `CFBundleURLSchemes` or fastlane's `update_url_schemes`, replaces the app's manifest, merges another file into \
            it, or edits a key that a variable contains: it may add schemes when the app is built. If it certainly replaces \
            the manifest or changes its URL types, that is also a problem, `unread-app`. Other scripts in the \
            source, such as a `Fastfile`, a `build.gradle`, a scheme of Xcode or a workflow of GitHub, are reported if they \
            mention URL types, and if they name the app's manifest, if the script is inside the project's folder, or if the \
            project is inside the script's folder.
            """,
        notReportedWhen: """
            Not reported for values that are irrelevant to URLs, such as the settings of a test, or for an `app.config.js` \
            that keeps the values of the `app.json` beside it (`({ config }) => ({ ...config, … })`) that this tool reads.
            """,
        fix: """
            Run `schemereg` on the project that `expo prebuild` or `tuist generate` creates, or on the built app. Then \
            use `--exclude` to skip the file that wasn't run. For a script, run `schemereg` on the built app.
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
                        "↓export default () => ({ expo: { scheme: process.env.SCHEME } });\n"
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
                "A script that changes the manifest",
                .project(
                    settings: ["Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"]],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["acme-wallet"])]
                ) + [
                    .init(
                        "ci/prepare.sh",
                        "/usr/libexec/PlistBuddy -c 'Add :↓CFBundleURLTypes:1:CFBundleURLSchemes:0 string x' Info.plist\n"
                    )
                ]
            ),
            .init(
                "An Expo configuration without computed values",
                [
                    .init(
                        "app.config.ts",
                        """
                        export default ({ config }: ConfigContext): ExpoConfig => ({
                            ...config,
                            scheme: "acme-wallet",
                            ios: { bundleIdentifier: "com.acme.wallet" },
                        });

                        """
                    ),
                    .init("package.json", "{ \"dependencies\": { \"expo\": \"^58.0.0\" } }\n"),
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
            hint: facts.irregularity.script == nil
                ? Self.hint(for: facts.place.path.lastComponent) : "run schemereg on the built app",
            subject: facts.irregularity.subject ?? ""
        )
    }

    private static func message(_ irregularity: Irregularity) -> String {
        let file = irregularity.subject ?? "the file"
        let prefix = "it is a script that "
        let cause = irregularity.cause ?? "it is code"
        let predicate = cause.hasPrefix(prefix) ? cause.dropFirst(prefix.count) : cause[...]
        if let script = irregularity.script, let name = Wording.script(of: irregularity) {
            return switch script {
            case .text: "the script of \(name) \(predicate), and may add schemes to the built app"
            case .file: "\(name) runs a script that \(predicate), and may add schemes to the built app"
            case .other: "\(name) mentions URL types, and may add schemes to the app"
            }
        }
        let what = irregularity.found == nil ? "was skipped" : "was only partly read"
        return "'\(file)' \(what) because \(cause)"
    }

    private static func hint(for file: Path) -> String {
        GeneratorCommand.generating(from: file).map { "run `\($0)`, then run schemereg on the generated project" }
            ?? "run schemereg on the generated project, or on the built app"
    }
}
