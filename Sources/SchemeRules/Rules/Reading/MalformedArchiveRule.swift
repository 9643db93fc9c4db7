import SchemeModel

/// An archive or one of its members can't be read or trusted.
struct MalformedArchiveRule: ManifestRule {
    let description = RuleDescription(
        id: "malformed-archive",
        section: .reading,
        severity: .error,
        summary: "archives that cannot be read, or that are made to mislead whoever unpacks them",
        why: """
            What an archive claims is known only as far as it can be read, so a check that passed over a broken one in \
            silence would pass too much. Names that lead out of the archive, members that share bytes and two members of \
            one name make an archive look different to each tool that unpacks it.
            """,
        details: """
            One finding for each fault. What can be read is read all the same; of two members with one name the last \
            counts. An archive beyond a limit is a problem of the run. Nothing is ever written to the disk.
            """,
        fix: """
            Copy or export the archive again. Do not unpack one with misleading members before you know who made it. \
            One that is broken on purpose is left out with `--exclude`.
            """,
        sources: [
            .init(
                "APPNOTE.TXT, .ZIP File Format Specification",
                "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init("A text file", [.init("Wallet.ipa", "↓This is no archive.\n")]),
            .init("The beginning of an archive", [.init("Driver.ipa", "↓PK\u{3}\u{4}\n")]),
            .init(
                "No archive at all",
                of: "com.acme.wallet",
                [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["acme-wallet"])]
            ),
            .init("A text file of another name", [.init("Wallet.txt", "This is no archive.\n")]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        manifest.irregularities(.malformedArchive).map { irregularity in
            finding(
                in: manifest,
                at: manifest.place(of: irregularity),
                .error,
                irregularity.cause ?? "the archive is broken",
                hint: irregularity.expected,
                subject: irregularity.subject ?? "archive"
            )
        }
    }
}
