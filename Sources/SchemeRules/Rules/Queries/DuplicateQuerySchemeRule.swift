import SchemeModel

/// A scheme appears twice in `LSApplicationQueriesSchemes`.
struct DuplicateQuerySchemeRule: ManifestRule {
    let description = RuleDescription(
        id: "duplicate-query-scheme",
        section: .queries,
        severity: .warning,
        summary: "schemes that appear more than once in LSApplicationQueriesSchemes",
        why: """
            The number of entries is limited. A second entry for the same scheme, even if only the case differs, counts \
            toward the limit and adds nothing.
            """,
        reportedWhen: """
            Each scheme is reported once, at its second entry. `schemereg fix` removes repeated entries with the same \
            spelling.
            """,
        fix: "Keep one entry. If only the case differs, keep the spelling that your code queries.",
        sources: [
            .querying("the number of schemes is limited"),
            .schemeSyntax("schemes are case-insensitive"),
        ],
        examples: [
            .init("In a different case", of: "com.acme.wallet", queries: ["acmepay", "↓AcmePay"]),
            .init(
                "The lists of two SDKs, concatenated",
                of: "com.acme.feed",
                queries: ["fbapi", "fbauth2", "weixin", "weixinULAPI", "↓fbapi", "↓fbauth2", "fbauth2"]
            ),
            .init(
                "The lists of a specification and an included one",
                [
                    .init(
                        "project.yml",
                        """
                        name: Feed
                        include: [shared.yml]
                        targets:
                          Feed:
                            type: application
                            platform: iOS
                            info: {path: Info.plist, properties: {LSApplicationQueriesSchemes: [↓fbapi]}}
                            settings: {base: {PRODUCT_BUNDLE_IDENTIFIER: com.acme.feed}}

                        """
                    ),
                    .init(
                        "shared.yml",
                        """
                        targets:
                          Feed: {info: {properties: {LSApplicationQueriesSchemes: [fbapi, fbauth2]}}}

                        """
                    ),
                ]
            ),
            .init("Different schemes", of: "com.acme.feed", queries: ["fbauth", "fbauth2"]),
            .init(
                "Queried and declared",
                of: "com.acme.feed",
                """
                \(ExampleURLType.text(of: [.init(schemes: ["acmefeed"])]))
                <key>LSApplicationQueriesSchemes</key>
                <array>
                    <string>acmefeed</string>
                </array>
                """
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var order: [SchemeKey] = []
        var entries: [SchemeKey: [Located<String>]] = [:]
        for query in manifest.knownQueries where SchemeGrammar.isScheme(query.value) {
            let scheme = SchemeKey(query.value)
            entries[scheme, default: []].append(query)
            if entries[scheme]?.count == 2 { order.append(scheme) }
        }
        return order.compactMap { scheme in
            guard let same = entries[scheme], same.count > 1 else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: same[1].span),
                .warning,
                "scheme '\(scheme)' appears \(same.count == 2 ? "twice" : "\(same.count) times") in LSApplicationQueriesSchemes",
                hint: [.yaml, .json].contains(manifest.format) && same.contains { $0.span.text == nil }
                    ? "keep one entry; XcodeGen adds the lists of included files unless the key ends with ':REPLACE'"
                    : "keep one entry",
                scheme: scheme,
                related: ([same[0]] + same.dropFirst(2)).map { entry in
                    let isIncluded = entry.span.text == nil
                    var place = manifest.place(of: entry.span)
                    // The place in the included file is unknown.
                    if isIncluded { place.range = nil }
                    return Finding.Related(
                        app: manifest.appDescription,
                        place: place,
                        message: isIncluded
                            ? "'\(entry.value)' is also listed in a file that this one includes"
                            : "'\(entry.value)' is listed here"
                    )
                },
                edits: removals(of: same, in: manifest),
                subject: scheme.text.string
            )
        }.sorted { $0.place < $1.place }
    }

    /// Returns edits that remove exact duplicates. Other spellings remain, since code may query them.
    private func removals(of entries: [Located<String>], in manifest: Manifest) -> [Finding.Edit] {
        var seen = Set<ByteString>()
        return entries.filter { manifest.isPlain($0) && !seen.insert(ByteString($0.value)).inserted }.flatMap {
            manifest.removal(of: $0.value, at: $0.span)
        }
    }
}
