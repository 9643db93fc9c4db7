import SchemeModel

/// An archive or one of its members can't be read or trusted.
struct MalformedArchiveRule: IrregularityRule {
    let description = RuleDescription(
        id: "malformed-archive",
        section: .inputFiles,
        severity: .error,
        summary: "archives that are damaged, or that could mislead unpacking tools",
        why: """
            Only the readable part of a damaged archive can be checked. Paths that lead out of the archive, members \
            that share bytes, and several members with the same name make an archive look different to each unpacking \
            tool.
            """,
        reportedWhen: """
            Reported for each fault. Readable members are still checked. If several have the same name, only the last \
            one is checked. An archive that exceeds a limit is reported as a problem instead, and the run exits with \
            3. Nothing is ever written to disk.
            """,
        fix: """
            Copy or export the archive again. Don't unpack an archive with misleading members unless you know who \
            created it. Use `--exclude` to skip an archive that is a fixture.
            """,
        sources: [
            .init(
                "APPNOTE.TXT, .ZIP File Format Specification",
                "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init("A text file", [.init("Wallet.ipa", "↓This is not an archive.\n")]),
            .init("A truncated archive", [.init("Driver.ipa", "↓PK\u{3}\u{4}\n")]),
            .init(
                "Not an archive",
                of: "com.acme.wallet",
                [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["acme-wallet"])]
            ),
            .init("A text file with another name", [.init("Wallet.txt", "This is not an archive.\n")]),
        ]
    )

    func finding(about facts: IrregularityFacts) -> Finding? {
        let irregularity = facts.irregularity
        guard irregularity.kind == .malformedArchive else { return nil }
        return finding(
            about: facts,
            .error,
            irregularity.cause ?? "the archive is damaged",
            hint: irregularity.expected,
            subject: irregularity.subject ?? "archive"
        )
    }
}
