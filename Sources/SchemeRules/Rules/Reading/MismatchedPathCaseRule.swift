import SchemeModel

/// A path in a project has a different case than the file.
struct MismatchedPathCaseRule: IrregularityRule {
    let description = RuleDescription(
        id: "mismatched-path-case",
        section: .reading,
        severity: .note,
        summary: "paths that differ from the actual file names only in case",
        why: """
            Most Macs have a case-insensitive file system, so the project builds there. On a case-sensitive one, and \
            for tools on Linux, the file is missing.
            """,
        reportedWhen: """
            Checks the paths of manifests, entitlements, settings files, code and packages. Reported if a path doesn't \
            exist, and exactly one file in the tree differs only in case. That file is read instead.
            """,
        notReportedWhen: "Not reported if there are several such files.",
        fix: "Correct the path, or rename the file.",
        sources: [
            .init(
                "Apple File System Guide: APFS has case-sensitive and case-insensitive variants",
                "https://developer.apple.com/library/archive/documentation/FileManagement/Conceptual/APFS_Guide/FAQ/FAQ.html",
                seen: "2026-11-22"
            )
        ],
        examples: [
            .init(
                "The manifest is named Info.plist",
                .project(
                    settings: [
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet", "INFOPLIST_FILE": "↓info.plist"]
                    ],
                    []
                )
            ),
            .init(
                "The entitlements are named App.entitlements",
                .project(
                    settings: ["Release": ["CODE_SIGN_ENTITLEMENTS": "↓app.entitlements"]],
                    identifier: "com.acme.wallet",
                    []
                ) + [.domains(["applinks:acme.com"])]
            ),
            .init(
                "The path has the correct case",
                .project(
                    settings: [
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet", "INFOPLIST_FILE": "Info.plist"]
                    ],
                    []
                )
            ),
            .init(
                "The file doesn't exist with any capitalization",
                .project(
                    settings: [
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet", "INFOPLIST_FILE": "Wallet.plist"]
                    ],
                    []
                )
            ),
        ]
    )

    func finding(about facts: IrregularityFacts) -> Finding? {
        guard facts.irregularity.kind == .mismatchedCase else { return nil }
        let written = facts.irregularity.subject ?? ""
        let actual = facts.irregularity.expected ?? ""
        return finding(
            about: facts,
            at: facts.place.withRange,
            .note,
            "'\(written)' doesn't exist; '\(actual)', which differs only in case, is read instead",
            hint: "change it to '\(actual)'",
            subject: written
        )
    }
}
