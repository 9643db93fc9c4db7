import Testing
import TestSupport

/// Severities on the command line.
@Suite struct SeverityTests {
    private let folder: TemporaryFolder

    /// Creates an app with an invalid scheme, which is an error, and a scheme with uppercase letters, which is a note.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.a", ("Editor", ["my_wallet", "PayMe"])))
    }

    private func check(_ options: String...) -> CommandRun { CommandRun.run(["check"] + options, in: folder.path) }

    @Test func changesSeveritiesForOneRun() {
        #expect(check().code == 1)
        let lower = check("--warning", "invalid-scheme")
        #expect(lower.code == 0 && lower.output.contains("warning: 'my_wallet' is not a valid scheme"))
        #expect(check("--off", "invalid-scheme").code == 0)
        #expect(!check("--off", "invalid-scheme").output.contains("[invalid-scheme]"))
        let higher = check("--off", "invalid-sc", "--error", "uppercase-scheme")
        #expect(higher.code == 1 && higher.output.contains("error: scheme 'PayMe' has uppercase letters"))
        #expect(check("--note", "invalid-scheme").output.contains("note: 'my_wallet' is not a valid scheme"))
    }

    @Test func overridesTheConfiguration() throws {
        try folder.write(".schemereg.yml", "severities: {invalid-scheme: off, uppercase-scheme: error}\n")
        #expect(check().code == 1 && !check().output.contains("[invalid-scheme]"))
        let run = check("--error", "invalid-scheme", "--off", "uppercase-scheme")
        #expect(run.code == 1 && run.output.contains("[invalid-scheme]") && !run.output.contains("[uppercase-scheme]"))
    }

    @Test func rejectsTwoSeveritiesAndUnknownRules() {
        let both = check("--error", "uppercase-scheme", "--off", "upper")
        #expect(both.code == 2 && both.errors.contains("the rule 'uppercase-scheme' is given two severities"))
        let unknown = check("--off", "upercase-scheme")
        #expect(unknown.code == 2 && unknown.errors.contains("did you mean 'uppercase-scheme'?"))
    }

    /// Counts what isn't shown, so that a filter doesn't look like a clean result.
    @Test func countsWhatAFilterLeavesOut() {
        let rules = check("--rule", "generic-scheme")
        #expect(rules.output.hasPrefix("no matching findings in 1 app ("))
        #expect(rules.output.contains("; 1 error and ") && rules.output.contains(" not shown\n"))
        let quiet = check("--off", "invalid-scheme", "--severity", "error", "--off", "missing-identifier")
        #expect(quiet.output.hasPrefix("no errors or warnings in 1 app (") && quiet.output.contains(" not shown\n"))
        #expect(check("--severity", "error", "--format", "json").output.contains("\"leftOut\": {"))
        #expect(!check("--format", "json").output.contains("leftOut"))
    }

    @Test func reportsOnlyAGroupOfRules() {
        #expect(check("--rule-group", "ios27").output.hasPrefix("no matching findings in 1 app ("))
        let both = check("--rule-group", "ios27", "--rule", "invalid-scheme").output
        #expect(both.contains("[invalid-scheme]") && !both.contains("[generic-scheme]"))
        let unknown = check("--rule-group", "ios99")
        #expect(unknown.code == 2 && unknown.errors.contains("ios27"))
    }
}
