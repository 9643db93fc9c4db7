import SchemeModel
import SchemeReports
import Testing

@Suite struct RulePageTests {
    private static let rules = [
        RuleDescription(
            id: "undefined-target",
            section: .conflicts,
            severity: .error,
            summary: "schemes claimed by more than one app",
            why: """
                Apple doesn't define which app opens. A link, a login callback or a payment confirmation may open \
                the wrong app.

                It may work on one device and fail on the next.
                """,
            reportedWhen: """
                Two claims collide if

                1. they belong to different apps, whose bundle identifiers differ in more than case;
                2. both products are apps.

                | role | severity |
                | --- | --- |
                | Editor | error |
                """,
            notReportedWhen: "Not reported for `http` and `https`.",
            fix:
                "Use a scheme that contains the bundle identifier:\n\n```xml\n<string>com.fabrikam.wallet</string>\n```",
            sources: [
                RuleDescription.Reference(
                    "Defining a custom URL scheme for your app",
                    "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                    seen: "2026-11-20"
                )
            ],
            examples: [
                RuleDescription.Example(
                    "Two apps",
                    [
                        RuleDescription.Example.File("Driver/Info.plist", "<string>↓wallet</string>\n"),
                        RuleDescription.Example.File("Wallet/Info.plist", "<string>↓wallet</string>\n"),
                    ]
                ),
                RuleDescription.Example("One app", "<string>wallet</string>\n"),
            ]
        ),
        RuleDescription(
            id: "no-universal-link",
            section: .team,
            severity: .note,
            isOn: false,
            summary: "apps with custom schemes | and no universal links",
            why: "Apple recommends universal links.",
            reportedWhen: "Always.",
            fix: "Add `applinks:` domains.",
            sources: [],
            examples: []
        ),
    ]

    private let context = Inputs(texts: [:]).context()

    private func explanation(_ index: Int) -> RuleExplanation {
        RuleExplanation(
            Self.rules[index],
            outputs: index == 0 ? ["error: scheme 'wallet' is claimed by 2 apps\n  ```\n"] : [],
            acceptance: "Add the rule to the configuration."
        )
    }

    @Test(arguments: ReportFormat.allCases)
    func explains(format: ReportFormat) throws {
        let text = try written { try explanation(0).write(format, to: $0, context: context) }
        try expect(text, equalsFile: "explain.\(format == .text ? "txt" : "json")")
    }

    @Test func writesPages() throws {
        try expect(explanation(0).page, equalsFile: "rule-page.md")
        try expect(explanation(1).page, equalsFile: "rule-page-off.md")
        try expect(RuleIndex.page(of: Self.rules), equalsFile: "rule-index.md")
    }

    @Test(arguments: ListFormat.allCases)
    func lists(format: ListFormat) throws {
        let text = try written { try RuleListing(Self.rules).write(format, to: $0, context: context) }
        try expect(text, equalsFile: "rules.\(format == .text ? "txt" : format.rawValue)")
    }
}
