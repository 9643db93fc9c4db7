import SchemeModel

/// An Xcode project, or one of its files, is invalid.
struct MalformedProjectRule: ManifestRule {
    let description = RuleDescription(
        id: "malformed-project",
        section: .reading,
        severity: .error,
        summary: "Xcode projects, workspaces and files of settings that cannot be parsed",
        why: """
            The project decides what the variables in a manifest stand for. Where it cannot be read, the manifests that \
            it uses are read as they stand, and what they claim is known only in part. Xcode cannot open such a project, \
            or builds it with settings that its author did not mean.
            """,
        details: """
            One finding for each fault, at its place: in `project.pbxproj`, in a workspace, in an `.xcconfig` file, in \
            the entitlements of a target, or in the preprocessor lines of a manifest. A file that is merely missing is \
            not a fault.
            """,
        fix: """
            Mend the file; most of these are what a merge has left. A repository that keeps broken projects on purpose, \
            as test data, leaves them out with `--exclude`.
            """,
        sources: [
            .init(
                "Swift Build, the build system of Xcode: how projects and settings are read",
                "https://github.com/swiftlang/swift-build",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "What a merge has left",
                [
                    .init(
                        "App.xcodeproj/project.pbxproj",
                        """
                        // !$*UTF8*$!
                        {
                            objectVersion = 77;
                        ↓<<<<<<< HEAD
                            rootObject = A;
                        =======
                            rootObject = B;
                        >>>>>>> feature
                        }

                        """
                    )
                ]
            ),
            .init("A project without a byte", [.init("App.xcodeproj/project.pbxproj", "↓")]),
            .init(
                "A project that can be read",
                .project(settings: ["Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"]], [])
            ),
            .init(
                "A manifest without a project",
                of: "com.acme.wallet",
                [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["acme-wallet"])]
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        manifest.irregularities(.malformedProject).map { irregularity in
            finding(
                in: manifest,
                at: manifest.place(of: irregularity),
                .error,
                "the project cannot be read as it is meant: \(irregularity.cause ?? "it is broken")",
                hint: "mend the file; if it is broken on purpose, leave it out with --exclude",
                subject: irregularity.cause ?? "project"
            )
        }
    }
}
