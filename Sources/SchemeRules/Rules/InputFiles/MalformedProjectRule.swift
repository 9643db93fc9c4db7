import SchemeModel

/// An Xcode project, or one of its files, is invalid.
struct MalformedProjectRule: IrregularityRule {
    let description = RuleDescription(
        id: "malformed-project",
        section: .inputFiles,
        severity: .error,
        summary: "Xcode projects, workspaces and settings files that are invalid",
        why: """
            The project defines the variables in its manifests. If it is invalid, the manifests are read without it, \
            and their claims are only partly known. Xcode can't open such a project, or builds it with unintended \
            settings.
            """,
        reportedWhen: """
            Reported for each fault in `project.pbxproj`, in a workspace, in an `.xcconfig` file, in a target's \
            entitlements, or in the preprocessor lines of a manifest. A key that appears twice in an XcodeGen \
            specification is a note: XcodeGen, at least up to 2.45.4, uses the last one.
            """,
        notReportedWhen: "Not reported for missing files.",
        fix: """
            Fix the file; most of these faults come from a merge. Use `--exclude` to skip a project that is a fixture.
            """,
        sources: [
            .init(
                "Swift Build, Xcode's build system: parsing of projects and settings",
                "https://github.com/swiftlang/swift-build",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "Merge conflict markers",
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
            .init(
                "A key that appears twice in a specification",
                [
                    .init(
                        "project.yml",
                        """
                        name: Wallet
                        targets: {Wallet: {type: application, platform: iOS}}
                        options: {bundleIdPrefix: com.acme}
                        ↓options: {bundleIdPrefix: com.acme.ios}

                        """
                    )
                ]
            ),
            .init("An empty file", [.init("App.xcodeproj/project.pbxproj", "↓")]),
            .init(
                "A valid project",
                .project(settings: ["Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"]], [])
            ),
            .init(
                "A manifest without a project",
                of: "com.acme.wallet",
                [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["acme-wallet"])]
            ),
        ]
    )

    func finding(about facts: IrregularityFacts) -> Finding? {
        let cause = facts.irregularity.cause
        if facts.irregularity.kind == .duplicateKey, !facts.isOfManifest, let cause {
            return finding(
                about: facts,
                at: facts.place.withRange,
                .note,
                cause,
                hint: "keep only one of them",
                subject: facts.irregularity.subject ?? "key"
            )
        }
        guard facts.irregularity.kind == .malformedProject else { return nil }
        return finding(
            about: facts,
            .error,
            "the project is invalid: \(cause ?? "it cannot be parsed")",
            hint: "fix the file, or skip it with --exclude if it is a fixture",
            subject: cause ?? "project"
        )
    }
}
