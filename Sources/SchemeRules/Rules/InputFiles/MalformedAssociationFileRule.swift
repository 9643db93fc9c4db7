import SchemeModel

/// A website's association file, or a part of it, is invalid.
struct MalformedAssociationFileRule: IrregularityRule {
    let description = RuleDescription(
        id: "malformed-association-file",
        section: .inputFiles,
        severity: .error,
        summary: "`apple-app-site-association` files that are invalid or can't be read",
        why: """
            Without a valid association file, universal links to the website open in the browser, and passwords, App \
            Clips and Handoff don't work either. Nothing else reveals the mistake: the website works, and the app builds.
            """,
        reportedWhen: """
            The finding is an error if the file is not valid JSON (comments and trailing commas are invalid as well), \
            isn't an object, is larger than 128 KiB, or lists an app without Application Identifier Prefix \
            (`com.acme.wallet`). It is a warning if a value in `applinks` has the wrong type, if \
            a key appears twice, if a key is misspelled (`exlude`, `appIds`, or `path` instead of `/`), or if a bundle \
            identifier contains an underscore, as identifiers of Android apps do.

            The JSON in a signed file is checked in the same way. The finding is an error if the signed file is truncated \
            or damaged, and a note if it is in PEM format or split into several parts: then its content is not read. A \
            template and a pointer of Git LFS are a note as well, and so is a byte order mark.
            """,
        notReportedWhen: "Not reported for other unknown keys, such as comments and keys of other services.",
        fix: "Fix the reported line. Use `--exclude` to skip a template that another program fills in.",
        sources: [
            .init(
                "Supporting associated domains: the association file is JSON",
                "https://developer.apple.com/documentation/xcode/supporting-associated-domains",
                seen: "2026-11-24"
            ),
            .init(
                "applinks: the keys and their types",
                "https://developer.apple.com/documentation/bundleresources/applinks",
                seen: "2026-11-24"
            ),
            .init(
                "Bundle ID: only letters, digits, hyphens and periods",
                "https://developer.apple.com/help/glossary/bundle-id",
                seen: "2026-11-28"
            ),
            .init(
                "RFC 8259, section 8.1: no byte order mark in JSON",
                "https://www.rfc-editor.org/rfc/rfc8259#section-8.1",
                seen: "2026-11-27"
            ),
            .init(
                "WWDC 2015, Seamless Linking to Your App: the file is signed for iOS 8",
                "https://developer.apple.com/videos/play/wwdc2015/509/",
                seen: "2026-11-24"
            ),
        ],
        examples: [
            .init(
                "A trailing comma",
                [
                    .init(
                        ".well-known/apple-app-site-association",
                        #"{ "applinks": { "details": []↓, } }"# + "\n"
                    )
                ]
            ),
            .init(
                "A string instead of a list",
                [.association(#"{ "appIDs": ↓"K9QX2M7RT4.com.acme.wallet", "components": [] }"#)]
            ),
            .init(
                "A key that appears twice",
                [.association(#"{ "appIDs": [], "components": [], ↓"components": [{ "/": "/pay" }] }"#)]
            ),
            .init(
                "Misspelled keys",
                [.association(#"{ ↓"appIds": [], "components": [{ ↓"path": "/pay", ↓"exlude": true }] }"#)]
            ),
            .init(
                "An app without its prefix",
                [.association(#"{ "appIDs": [↓"com.acme.wallet"], "components": [] }"#)]
            ),
            .init(
                "The identifier of an Android app",
                [.association(#"{ "appIDs": [↓"K9QX2M7RT4.com.acme.wallet_app"], "components": [] }"#)]
            ),
            .init(
                "A byte order mark",
                [.init(".well-known/apple-app-site-association", "↓\u{FEFF}{ \"applinks\": { \"details\": [] } }\n")]
            ),
            .init("A valid file", [.association(#"{ "appIDs": ["K9QX2M7RT4.com.acme.wallet"], "components": [] }"#)]),
            .init(
                "A file with another name",
                [.init("site/association.json", "{ // not an association file\n}\n")]
            ),
        ]
    )

    private static func severity(of irregularity: Irregularity) -> Severity? {
        switch irregularity.kind {
        case .byteOrderMark, .unreadAssociation: .note
        case .unprefixedAppID: .error
        case .malformedAssociation: irregularity.subject == nil ? .error : .warning
        default: nil
        }
    }

    func finding(about facts: IrregularityFacts) -> Finding? {
        let irregularity = facts.irregularity
        return Self.severity(of: irregularity).map { severity in
            finding(
                about: facts,
                severity,
                irregularity.cause ?? "the association file is invalid",
                hint: irregularity.expected,
                subject: irregularity.subject ?? "file"
            )
        }
    }
}
