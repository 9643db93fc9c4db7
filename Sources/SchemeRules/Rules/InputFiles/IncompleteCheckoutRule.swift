import SchemeModel

/// Part of a project is missing from the checkout, or can't be used.
struct IncompleteCheckoutRule: IrregularityRule {
    let description = RuleDescription(
        id: "incomplete-checkout",
        section: .inputFiles,
        severity: .note,
        summary: "parts of a project that are missing from the checkout, or that can't be used",
        why: """
            A report doesn't cover what is missing. If a project, part of a specification or the code of a module is \
            missing, the apps that depend on it are only partly checked.
            """,
        reportedWhen: """
            Reported for:

            - a project folder without `project.pbxproj` and without a specification that generates it;
            - an XcodeGen specification that includes a missing file, or whose includes depend on an environment variable;
            - an XcodeGen specification that is only part of another one, which is missing;
            - a specification that XcodeGen rejects, because a target depends on something undefined;
            - a manifest of a framework or test bundle with an absolute path outside the source folder, usually from the \
            computer that generated the project;
            - a missing manifest of an app or extension whose project CMake generated in a build folder that is part of the \
            checkout. Such folders usually belong to a library;
            - local packages that are missing or empty, if targets need products that no other package provides. If the \
            project has remote packages as well, only packages whose name matches that of the product are reported. The \
            package that Flutter generates for plugins is not reported;
            - workspace projects with missing or empty folders, if code imports modules with the same names;
            - source files of an app's targets that don't exist, together in one finding for each project. Files that the \
            builds of Flutter and Expo generate, and those in the folders of package managers such as `node_modules`, are \
            not reported;
            - a code file of a package or framework with more than 2 MiB, which is not read;
            - files that are encrypted with git-crypt: manifests, projects, settings files and code. They are reported \
            together.

            Everything that depends on a missing part is treated as unknown, and other rules ignore it. If the manifest of \
            an app or extension is missing, the check itself is incomplete and exits with 3; `schemereg explain \
            not-found` says how to accept that.
            """,
        fix: """
            Check out the submodules, unlock encrypted files, generate the project first, or run `schemereg` on the built app. If XcodeGen \
            rejects a specification, fix it, or remove it if no project is generated from it. Use `--exclude` to skip \
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
                "A dependency that is defined nowhere",
                [
                    .init(
                        "project.yml",
                        """
                        name: Wallet
                        targets:
                          Wallet:
                            type: application
                            platform: iOS
                            dependencies:
                              - ↓target: WalletKit

                        """
                    )
                ]
            ),
            .init(
                "A manifest on another computer",
                [
                    .init(
                        "project.yml",
                        """
                        name: Wallet
                        targets:
                          Wallet:
                            type: framework
                            platform: iOS
                            settings: {INFOPLIST_FILE: ↓/Users/sam/Wallet/build/Info.plist}

                        """
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
        // The folder of a project has no lines, nor has an encrypted file.
        let isWhole = [Part.project, .encrypted].contains { $0.rawValue == irregularity.found }
        return finding(
            about: facts,
            at: isWhole ? facts.place : facts.place.withRange,
            .note,
            irregularity.cause ?? "part of the project is missing",
            hint: irregularity.found.flatMap(Part.init)?.hint,
            subject: irregularity.subject ?? ""
        )
    }

    /// The missing part.
    private enum Part: String {
        case specification
        /// A specification that includes this one.
        case includingSpecification = "including-specification"
        /// A specification whose inclusion depends on environment variables.
        case conditionalSpecification = "conditional-specification"
        /// A specification from which XcodeGen can't generate a project.
        case rejectedSpecification = "rejected-specification"
        /// A manifest with an absolute path outside the source folder.
        case manifest
        /// A manifest that CMake makes in its build folder.
        case generatedManifest = "generated-manifest"
        case project
        case package
        case submodule
        /// A code file of a library that is too large to read.
        case largeFile = "large-file"
        /// Source files of an app's targets.
        case source
        /// Files that git-crypt has encrypted.
        case encrypted

        var hint: String {
            switch self {
            case .specification:
                "run schemereg on a folder that contains all included files, or on the generated project"
            case .includingSpecification:
                "run schemereg on a folder that contains the including file, or on the generated project"
            case .conditionalSpecification: "run schemereg on the generated project"
            case .rejectedSpecification: "remove the file if the project is not generated from it; otherwise fix it"
            case .manifest:
                "use a path relative to the project, or skip the project with --exclude if nothing builds it"
            case .generatedManifest:
                "skip the project with --exclude if nothing builds it, or run schemereg on the built app"
            case .project: "generate the project first, or run schemereg on the built app"
            case .package: "check out or generate what is missing first"
            case .largeFile: "skip it with --exclude if it neither opens nor receives URLs"
            case .source: "create or generate the files first; other rules may report more then"
            case .submodule: "check out the submodules first: git submodule update --init --recursive"
            case .encrypted: "run `git-crypt unlock` first"
            }
        }
    }
}
