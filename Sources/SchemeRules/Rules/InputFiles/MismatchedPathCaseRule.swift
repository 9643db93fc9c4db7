import SchemeModel

/// A path in a project has a different case than the file.
struct MismatchedPathCaseRule: IrregularityRule {
    let description = RuleDescription(
        id: "mismatched-path-case",
        section: .inputFiles,
        severity: .note,
        traits: [.mergesFiles],
        summary: "paths that differ from the actual file names only in case",
        why: """
            Most Macs have a case-insensitive file system, so the project builds there. On a case-sensitive one, and \
            for tools on Linux, the file is missing.
            """,
        reportedWhen: """
            Reported if the path of a manifest, entitlements, settings file, code file or package doesn't exist, but \
            exactly one file has the same path in a different case, or with another encoding of accented letters. \
            That file is read instead. Paths that need the same \
            change are reported together, and so are more than three paths of code in one project.
            """,
        notReportedWhen: """
            Not reported if there are several such files, or for paths in folders of test code (`WalletTests`), which no \
            app contains.
            """,
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
                "The manifest of a test",
                .project(
                    settings: [
                        "Release": [
                            "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet", "INFOPLIST_FILE": "wallettests/Info.plist",
                        ]
                    ],
                    []
                ) + [.manifest("WalletTests/Info.plist", of: "com.acme.wallet.tests", type: "BNDL", "")]
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
        // The path may be that of the folder itself.
        guard !Path(actual).appending("Info.plist").isTestCode else { return nil }
        // Swift compares by canonical equivalence.
        let difference = written == actual ? "the encoding of accented letters" : "case"
        return finding(
            about: facts,
            .note,
            "'\(written)' does not exist; '\(actual)', which differs only in \(difference), is read instead",
            hint: hint(facts.irregularity.found, written, actual),
            subject: written
        )
    }

    /// - Parameter kind: What the paths are: `nil` for those of a file.
    private func hint(_ kind: String?, _ written: String, _ actual: String) -> String {
        switch kind {
        case nil: "change it to '\(actual)'"
        case "one of many": "change these paths to the names of the files, or rename the files"
        default: "write '\(actual)' instead of '\(written)'"
        }
    }
}
