import SchemeModel

/// Part of a project is missing from the checkout.
struct IncompleteCheckoutRule: IrregularityRule {
    let description = RuleDescription(
        id: "incomplete-checkout",
        section: .reading,
        severity: .note,
        summary: "projects, specifications and packages that are missing from the checkout",
        why: """
            A report doesn't cover what is missing. If a project, part of a specification or the code of a module is \
            missing, the apps that depend on it are only partly checked.
            """,
        reportedWhen: """
            Reported for a project folder without `project.pbxproj` and without a specification that generates it, and \
            for an XcodeGen specification that includes a missing file, includes a file depending on an environment \
            variable, or is only part of another one that is missing. Also reported for local packages that are \
            missing or empty, if targets need products that no other package has, and for projects of a workspace \
            whose folders are missing or empty, if code imports modules of the same names. If the project has remote \
            packages as well, only missing packages whose name matches that of the product are reported.

            Everything that depends on a missing part is unknown, and no other rule reports it.
            """,
        fix: """
            Check out the submodules, generate the project first, or run `schemereg` on the built app. Use `--exclude` to skip \
            unneeded folders.
            """,
        sources: [
            .init(
                "XcodeGen: project specification, include",
                "https://github.com/yonaskolb/XcodeGen/blob/master/Docs/ProjectSpec.md#include",
                seen: "2026-11-22"
            )
        ],
        examples: [
            .init(
                "An included specification is missing",
                [
                    .init(
                        "project.yml",
                        """
                        name: Wallet
                        include: [↓shared.yml]
                        targets:
                          Wallet:
                            type: application
                            platform: iOS
                            info: {path: Info.plist, properties: {CFBundleURLTypes: []}}

                        """
                    )
                ]
            ),
            .init(
                "A specification that is part of a missing one",
                [
                    .init(
                        "Wallet/project.yml",
                        "↓targets:\n  WalletKit: {type: framework, platform: iOS}\n"
                    )
                ]
            ),
            .init(
                "A part of another specification",
                [
                    .init(
                        "project.yml",
                        "name: Wallet\ninclude: [Wallet/project.yml]\ntargets: {Wallet: {type: bundle, platform: iOS}}\n"
                    ),
                    .init("Wallet/project.yml", "targets:\n  WalletKit: {type: framework, platform: iOS}\n"),
                ]
            ),
            .init(
                "A generated project with its specification",
                [
                    .init("project.yml", "name: Wallet\ntargets: {Wallet: {type: bundle, platform: iOS}}\n"),
                    .init("Wallet.xcodeproj/xcshareddata/xcschemes/Wallet.xcscheme", "<Scheme></Scheme>\n"),
                ]
            ),
        ]
    )

    func finding(about facts: IrregularityFacts) -> Finding? {
        // The targets' manifests have the same irregularity, for use by other rules.
        guard facts.irregularity.kind == .missingPart, !facts.isOfManifest else { return nil }
        let irregularity = facts.irregularity
        // The folder of a project has no lines.
        let isFolder = irregularity.found == Part.project.rawValue
        return finding(
            about: facts,
            at: isFolder ? facts.place : facts.place.withRange,
            .note,
            irregularity.cause ?? "part of the project is missing",
            hint: irregularity.found.flatMap(Part.init)?.hint,
            subject: irregularity.subject ?? ""
        )
    }

    /// The missing part.
    private enum Part: String {
        case specification
        /// A specification whose inclusion depends on environment variables.
        case conditionalSpecification = "conditional-specification"
        case project
        case package
        case submodule

        var hint: String {
            switch self {
            case .specification:
                "run schemereg on a folder that contains all included files, or on the generated project"
            case .conditionalSpecification: "run schemereg on the generated project"
            case .project: "generate the project first, or run schemereg on the built app"
            case .package: "check out or generate what is missing first"
            case .submodule: "check out the submodules first: git submodule update --init --recursive"
            }
        }
    }
}
