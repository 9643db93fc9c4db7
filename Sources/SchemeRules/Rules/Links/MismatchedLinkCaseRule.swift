import SchemeModel

/// A link spells the app's scheme with a different case than its declaration.
struct MismatchedLinkCaseRule: TargetRule {
    let description = RuleDescription(
        id: "mismatched-link-case",
        section: .links,
        severity: .note,
        summary: "links whose scheme differs from the declared one only in case",
        why: """
            The system ignores case, so the link works. But code that compares the scheme case-sensitively doesn't \
            recognize it.
            """,
        reportedWhen: """
            Reported if the scheme of a link has uppercase letters, and the app declares it with a different \
            spelling.
            """,
        notReportedWhen: """
            Not reported for a link in lowercase. If the declaration has uppercase letters, `uppercase-scheme` \
            reports it.
            """,
        fix: "Write the scheme in the link in lowercase.",
        sources: [
            .init(
                "RFC 3986, section 3.1: schemes are case-insensitive",
                "https://www.rfc-editor.org/rfc/rfc3986#section-3.1",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "Upper case in the link",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(.widget(#"Text("Pay").↓widgetURL(URL(string: "Wallet://pay"))"#)),
                ]
            ),
            .init(
                "Upper case in both, but different letters",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["AcmeWallet"])]),
                    .swift(.widget(#"Text("Pay").↓widgetURL(URL(string: "acmeWallet://pay"))"#)),
                ]
            ),
            .init(
                "Upper case in the manifest only",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["WALLET"])]),
                    .swift(.widget(#"Text("Pay").widgetURL(URL(string: "wallet://pay"))"#)),
                ]
            ),
            .init(
                "The same spelling",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(.widget(#"Text("Pay").widgetURL(URL(string: "wallet://pay"))"#)),
                ]
            ),
            .init(
                "Another scheme",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        struct Help: View {
                            @Environment(\\.openURL) var openURL
                            var body: some View { Button("Web") { openURL(URL(string: "HTTPS://acme.example")!) } }
                        }
                        """
                    ),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let declared = target.appManifests.flatMap(\.urlTypes).flatMap(\.schemes).filter { $0.state == .claimed }
        let spellings = Dictionary(grouping: declared.compactMap(\.resolved)) { SchemeKey($0) }
        return target.ownLinks.compactMap { link in
            for alternative in link.alternatives {
                guard let spelling = alternative.schemeSpelling, let known = spellings[SchemeKey(spelling)],
                    spelling != spelling.asciiLowercased, !known.contains(spelling), let first = known.first
                else { continue }
                return finding(
                    in: target,
                    at: link.place,
                    .note,
                    "the link uses the scheme '\(spelling)', but the app declares '\(first)'",
                    hint: known.contains { $0 == spelling.asciiLowercased }
                        ? "change it to '\(spelling.asciiLowercased)'" : "write both in lowercase",
                    scheme: SchemeKey(spelling),
                    subject: spelling
                )
            }
            return nil
        }
    }
}
