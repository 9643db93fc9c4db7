import SchemeModel

/// A website's association file lists an app with a placeholder from a guide.
struct PlaceholderAppIDRule: IrregularityRule {
    let description = RuleDescription(
        id: "placeholder-app-id",
        section: .inputFiles,
        severity: .warning,
        summary: "association files that list an app with a placeholder instead of its identifier",
        why: """
            A website names an app by its Application Identifier Prefix, usually the team's identifier, followed by its \
            bundle identifier. Guides show a placeholder for the prefix: `TEAMID.com.acme.wallet`. An app with another \
            prefix doesn't match, so universal links to the website open in the browser. Nothing else reveals the mistake.
            """,
        reportedWhen: """
            Reported at the value of `appIDs` or `appID` if its prefix is a word for a team identifier (`TEAMID`, \
            `YOUR_TEAM_ID`, `REPLACE_WITH_TEAM_ID`, `DEVELOPMENT_TEAM`), contains one (`TEAM123456`), is in angle or square \
            brackets (`<Team ID>`), repeats one character (`XXXXXXXXXX`), or is an example from documentation, such as \
            `ABCDE12345`.
            """,
        notReportedWhen: """
            Not reported for text that a program replaces when the website is deployed (`{{TEAM}}`, `$(TEAM_ID)`), in \
            sample code and in test code.
            """,
        fix: "Replace it with the App ID Prefix from your developer account. Use `--exclude` to skip a template.",
        sources: [
            .init(
                "applinks.Details: the application identifier is <Application Identifier Prefix>.<Bundle Identifier>",
                "https://developer.apple.com/documentation/bundleresources/applinks/details-swift.dictionary",
                seen: "2026-11-24"
            ),
            .init(
                "Supporting associated domains: examples with the prefix ABCDE12345",
                "https://developer.apple.com/documentation/xcode/supporting-associated-domains",
                seen: "2026-11-24"
            ),
        ],
        examples: [
            .init(
                "A placeholder from a guide",
                [.association(#"{ "appIDs": [↓"TEAMID.com.acme.wallet"], "components": [{ "/": "/pay/*" }] }"#)]
            ),
            .init(
                "A prefix from Apple's documentation",
                [.association(#"{ "appID": ↓"ABCDE12345.com.acme.wallet", "paths": ["/pay/*"] }"#)]
            ),
            .init(
                "A team identifier",
                [.association(#"{ "appIDs": ["K9QX2M7RT4.com.acme.wallet"], "components": [{ "/": "/pay/*" }] }"#)]
            ),
            .init(
                "A value that the deployment fills in",
                [.association(#"{ "appIDs": ["{{ team }}.com.acme.wallet"], "components": [{ "/": "/pay/*" }] }"#)]
            ),
        ]
    )

    func finding(about facts: IrregularityFacts) -> Finding? {
        let irregularity = facts.irregularity
        guard irregularity.kind == .placeholderAppID, !facts.place.path.isSampleCode, !facts.place.path.isTestCode
        else { return nil }
        return finding(
            about: facts,
            .warning,
            irregularity.cause ?? "the identifier is a placeholder",
            hint: irregularity.expected,
            subject: irregularity.subject ?? "appIDs"
        )
    }
}
