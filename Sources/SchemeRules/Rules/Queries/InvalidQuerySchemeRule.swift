import SchemeModel

/// A queried scheme is not a valid scheme.
struct InvalidQuerySchemeRule: ManifestRule {
    let description = RuleDescription(
        id: "invalid-query-scheme",
        section: .queries,
        severity: .error,
        summary: "queried schemes that are not valid",
        why: """
            `LSApplicationQueriesSchemes` must only contain schemes. No URL can have an invalid scheme, so \
            `canOpenURL` returns `false` for it even if the intended app is installed. The entry still counts toward the \
            limit.
            """,
        reportedWhen: """
            Reported for each entry that is not a valid scheme. The message names the first invalid character. The fix \
            covers common mistakes: a URL instead of a scheme, and surrounding spaces. It removes web addresses.
            """,
        notReportedWhen: "Not reported for entries with a variable.",
        fix: "List only the scheme, which is the part before the `:` of a URL.",
        sources: [
            .init(
                "Launch Services Keys: LSApplicationQueriesSchemes, the schemes that an app can query",
                "https://developer.apple.com/library/archive/documentation/General/Reference/InfoPlistKeyReference/Articles/LaunchServicesKeys.html",
                seen: "2026-11-21"
            ),
            .schemeSyntax("the grammar of schemes"),
        ],
        examples: [
            .init("A URL", of: "com.acme.wallet", queries: ["↓acmepay://"]),
            .init(
                "A URL, a name and an empty entry",
                of: "com.acme.taxi",
                """
                <key>LSApplicationQueriesSchemes</key>
                <array>
                    <string>comgooglemaps</string>
                    <string>↓waze://?q=home</string>
                    <string>↓maps google</string>
                    ↓<string></string>
                </array>
                """
            ),
            .init("Schemes", of: "com.acme.taxi", queries: ["comgooglemaps", "Waze", "com.acme.taxi+pay"]),
            .init("A web address", of: "com.acme.taxi", queries: ["↓https://acme.com/rides"]),
            .init("A variable", of: "com.acme.taxi", queries: ["$(PARTNER_SCHEME)"]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        let queries = manifest.knownQueries
        var valid: [SchemeKey: Bool]?
        var written: Set<SchemeKey> = []
        return queries.compactMap { query in
            let text = query.value
            guard !SchemeGrammar.isScheme(text) else { return nil }
            guard let invalidCharacter = InvalidSchemeCharacter(in: text) else {
                return finding(
                    in: manifest,
                    at: manifest.place(of: query.span),
                    .error,
                    "LSApplicationQueriesSchemes contains an empty entry",
                    hint: "remove it",
                    edits: manifest.removal(of: "", at: query.span),
                    subject: ""
                )
            }
            let others = valid ?? manifest.validQueries
            valid = others
            let head = SchemeTextCleanup.withoutRest(SchemeTextCleanup.trimmed(text))
            let key = SchemeGrammar.isScheme(head) ? SchemeKey(head) : nil
            let hint: String
            var edits: [Finding.Edit] = []
            if let key, key.isWeb {
                hint = "remove it; canOpenURL needs no entry for web addresses"
                edits = manifest.removal(of: text, at: query.span)
            } else if let key, let isWritten = others[key] {
                hint = "remove it; '\(head)' is already listed"
                if isWritten { edits = manifest.removal(of: text, at: query.span) }
            } else if let key {
                hint = "replace it with '\(head)'"
                if knowledge.privateQuery(key) == nil, written.insert(key).inserted {
                    edits = manifest.replacement(of: text, at: query.span, by: head)
                }
            } else {
                hint = "remove it; no app can declare such a scheme"
            }
            return finding(
                in: manifest,
                at: manifest.place(of: query.span),
                .error,
                "'\(text)' is not a valid scheme: \(invalidCharacter.phrase); canOpenURL never matches it",
                hint: hint,
                edits: edits,
                subject: text
            )
        }
    }
}

extension Manifest {
    /// The queried schemes, and whether an entry for each is written literally, so that it exists in every outcome.
    fileprivate var validQueries: [SchemeKey: Bool] {
        knownQueries.filter { SchemeGrammar.isScheme($0.value) }
            .reduce(into: [:]) { schemes, query in
                if isPlain(query) || schemes[SchemeKey(query.value)] == nil {
                    schemes[SchemeKey(query.value)] = isPlain(query)
                }
            }
    }
}
