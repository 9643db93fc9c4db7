import SchemeModel

/// An app queries a private scheme of the system.
struct PrivateQuerySchemeRule: ManifestRule {
    let description = RuleDescription(
        id: "private-query-scheme",
        section: .queries,
        severity: .warning,
        summary: "private system schemes in `LSApplicationQueriesSchemes`; App Review has rejected apps for them",
        why: """
            App Review: "Your app uses the 'prefs:root=' non-public URL scheme, which is a private entity. The use of \
            non-public APIs is not permitted on the App Store" (guideline 2.5.1). An app can only open its own page in \
            Settings.
            """,
        reportedWhen: "Reported for `prefs` and `app-prefs`, regardless of case.",
        notReportedWhen: "Not reported in Apple's own apps.",
        fix: "Open the app's own settings with `UIApplication.openSettingsURLString`, and remove the entry.",
        sources: [
            .init(
                "A rejection under guideline 2.5.1 for prefs:root and App-Prefs:root",
                "https://github.com/guyromb/cordova-open-native-settings/issues/36",
                seen: "2026-11-21"
            ),
            .init(
                "A rejection for app-prefs",
                "https://github.com/phynet/iOS-URL-Schemes/issues/12",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init("The Settings app", of: "com.acme.wallet", queries: ["↓prefs"]),
            .init(
                "A different spelling, among other schemes",
                of: "com.acme.radio",
                queries: ["spotify", "↓App-Prefs", "tel"]
            ),
            .init("Other system schemes", of: "com.acme.wallet", queries: ["tel", "mailto", "shortcuts"]),
            .init("A scheme with the same prefix", of: "com.acme.wallet", queries: ["prefsync"]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard !manifest.isOwnedByApple else { return [] }
        return manifest.knownQueries.compactMap { query in
            let scheme = SchemeKey(query.value)
            guard let row = knowledge.privateQuery(scheme) else { return nil }
            var finding = finding(
                in: manifest,
                at: manifest.place(of: query.span),
                .warning,
                "scheme '\(query.value)' opens \(row.meaning) and is private; App Review has rejected apps for it",
                hint: "remove it, and use UIApplication.openSettingsURLString to open the app's own settings",
                scheme: scheme,
                subject: scheme.text.string
            )
            finding.spelling = query.value
            return finding
        }
    }
}
