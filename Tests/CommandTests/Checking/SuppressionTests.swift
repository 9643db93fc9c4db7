import Foundation
import Testing
import TestSupport

/// A configuration or a baseline can't hide findings without a trace.
@Suite(.enabled(if: Repositories.hasGit, "there is no git"))
struct SuppressionTests {
    private let folder: TemporaryFolder

    /// Creates a repository with one app on `main`, and a branch with a second app that has an invalid scheme.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write("A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["acmepay"])))
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one")
    }

    private func commit() throws { try Repositories.git(folder, "add -A && git commit -qm more") }

    /// Starts the branch, which adds the second app.
    private func branch() throws {
        try Repositories.git(folder, "checkout -qb topic")
        try folder.write("B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["acmepay", "bad_one"])))
    }

    private func check(_ options: String..., environment: [String: String] = [:]) -> CommandRun {
        CommandRun.run(
            ["check", "."] + options,
            in: folder.path,
            environment: environment.merging(Repositories.environment) { first, _ in first }
        )
    }

    private func commitID(_ revision: String = "main") throws -> String {
        String(try Repositories.git(folder, "rev-parse --short=10 \(revision)").text.dropLast())
    }

    private let off = "severities: {invalid-scheme: off, undefined-target: off}\n"

    private func summary(_ run: CommandRun) throws -> [[String: Any]] {
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        return try #require((report?["summary"] as? [String: Any])?["policyFiles"] as? [[String: Any]])
    }

    @Test func everyReportNamesTheConfiguration() throws {
        try branch()
        #expect(try summary(check("--format", "json")).isEmpty)
        try folder.write(".schemereg.yml", off + "exclude: [Tests, Old]\n")
        let text = check()
        #expect(text.code == 0)
        #expect(text.output.hasSuffix("\nconfiguration: .schemereg.yml with 2 rules off and 2 exclusions\n"))
        let file = try #require(try summary(check("--format", "json")).first)
        #expect((file["place"] as? [String: Any])?["path"] as? String == ".schemereg.yml")
        #expect((file["effects"] as? [String: Int])?["rulesOff"] == 2 && file["change"] is NSNull)
        #expect((file["sha256"] as? String)?.count == 64)
        #expect(check("--format", "sarif").output.contains("\"uri\": \".schemereg.yml\", \"uriBaseId\": \"SRCROOT\""))
        // A run without findings appears in the step summary if something could have hidden them.
        let page = try folder.write("../\((folder.path as NSString).lastPathComponent).md", "")
        defer { try? FileManager.default.removeItem(atPath: page) }
        #expect(check(environment: ["GITHUB_STEP_SUMMARY": page]).code == 0)
        let written = try String(contentsOfFile: page, encoding: .utf8)
        #expect(written.hasSuffix("\n\n* configuration: `.schemereg.yml` with 2 rules off and 2 exclusions\n"))
        #expect(check("--no-config").code == 1)
    }

    @Test func everyReportNamesTheBaseline() throws {
        try branch()
        #expect(check("--write-baseline", "old.json").output.hasSuffix("\nbaseline: old.json with 3 findings\n"))
        let text = check("--baseline", "old.json")
        #expect(text.code == 0 && text.output.hasSuffix("\nbaseline: old.json with 3 findings\n"), "\(text.output)")
        let json = try summary(check("--baseline", "old.json", "--format", "json"))
        #expect(json.map { $0["kind"] as? String } == ["baseline"])
        #expect(check("--baseline", "old.json", "--format", "sarif").output.contains("\"uri\": \"old.json\""))
    }

    /// A branch can't turn off the rules that its own changes break.
    @Test func aBranchIsCheckedWithTheEarlierConfiguration() throws {
        try branch()
        #expect(check("--changed-since", "main").code == 1)
        try folder.write(".schemereg.yml", off)
        let added = check("--changed-since", "main")
        #expect(added.code == 1)
        let name = "main (\(try commitID()))"
        #expect(
            added.output.hasSuffix(
                """

                configuration: .schemereg.yml was added since \(name); it was not used
                  help: merge the configuration first, or use it with --config

                """
            ),
            "\(added.output)"
        )
        try commit()
        #expect(check("--changed-since", "main").output == added.output)
        // The workflow, not the branch, can decide differently.
        let named = check("--changed-since", "main", "--config", ".schemereg.yml")
        #expect(named.code == 0)
        #expect(
            named.output.hasSuffix(
                "\nconfiguration: .schemereg.yml with 2 rules off; it was added since \(name)\n"
            ),
            "\(named.output)"
        )
        #expect(check("--changed-since", "main", "--no-config").code == 1)
    }

    /// Also in a folder below, where a configuration would replace the one above.
    @Test func aNearerConfigurationIsNotUsed() throws {
        try folder.write(".schemereg.yml", "generic: [acme]\n")
        try commit()
        try branch()
        try folder.write("B/.schemereg.yml", off)
        let run = CommandRun.run(
            ["check", "B", "--changed-since", "main"],
            in: folder.path,
            environment: Repositories.environment
        )
        #expect(run.code == 1)
        #expect(run.output.contains("\nconfiguration: B/.schemereg.yml was added since main ("), "\(run.output)")
        #expect(run.output.contains("\nconfiguration: .schemereg.yml\n"), "\(run.output)")
    }

    @Test func aChangedOrRemovedConfigurationIsUsedAsItWas() throws {
        let accept =
            "accept:\n  - rule: undefined-target\n    reason: known\n  - rule: missing-role\n    reason: gone\n"
        try folder.write(".schemereg.yml", accept)
        try commit()
        try branch()
        try folder.write(".schemereg.yml", off)
        let changed = check("--changed-since", "main")
        #expect(changed.code == 1)
        #expect(changed.output.contains("[invalid-scheme]") && !changed.output.contains("[undefined-target]"))
        let line = "\nconfiguration: .schemereg.yml with 2 acceptances; it was"
        let used = "changed since main (\(try commitID())), and the earlier version was used\n"
        #expect(changed.output.contains("\(line) \(used)"), "\(changed.output)")
        #expect(!changed.output.contains("unused-acceptance"))
        try FileManager.default.removeItem(atPath: folder.path + "/.schemereg.yml")
        let removed = check("--changed-since", "main")
        #expect(!removed.output.contains("[undefined-target]"))
        #expect(removed.output.contains("\(line) removed since main (\(try commitID())), but it was used\n"))
        let annotated = check("--changed-since", "main", "--format", "github").output
        #expect(annotated.contains("::warning file=.schemereg.yml,title=schemereg%3A configuration::"))
        // Even a quiet run without findings shows it.
        try FileManager.default.removeItem(atPath: folder.path + "/B")
        let quiet = check("--changed-since", "main", "--quiet")
        #expect(quiet.code == 0 && quiet.output.contains("it was removed since main"), "\(quiet.output)")
    }

    /// The author of a branch decides where it begins, but not about the configuration of the target branch.
    @Test func aBranchFromAnOldCommitIsCheckedWithTheLatestConfiguration() throws {
        try folder.write(".schemereg.yml", off)
        try commit()
        try Repositories.git(folder, "branch old && git rm -q .schemereg.yml && git commit -qm stricter")
        try Repositories.git(folder, "checkout -q old")
        try branch()
        try commit()
        let run = check("--changed-since", "main")
        #expect(run.code == 1 && run.output.contains("[undefined-target]"), "\(run.output)\(run.errors)")
    }

    /// An exclusion hides files, not findings.
    @Test func aBranchCannotExcludeFiles() throws {
        try branch()
        try folder.write(".schemereg.yml", "exclude: [B]\n")
        #expect(check("--changed-since", "main").code == 1)
        #expect(check().code == 0)
    }

    /// Mistakes in the current version would break every later run.
    @Test func anInvalidConfigurationIsReportedAllTheSame() throws {
        try folder.write(".schemereg.yml", "generic: [acme]\n")
        try commit()
        try branch()
        try folder.write(".schemereg.yml", "exlude: []\n")
        #expect(check("--changed-since", "main").code == 2)
    }

    /// Nobody but the author decides about the current configuration. A branch that fixes the earlier one is not stuck.
    @Test func anInvalidEarlierConfigurationIsAnError() throws {
        try folder.write(".schemereg.yml", "exlude: []\n")
        try commit()
        try branch()
        try folder.write(".schemereg.yml", off)
        let run = check("--changed-since", "main")
        #expect(run.code == 2 && run.errors.contains("is invalid, so it is unknown what it accepts"), "\(run.errors)")
        #expect(run.errors.contains("exlude") && run.errors.contains("--config"), "\(run.errors)")
        #expect(check("--changed-since", "main", "--config", ".schemereg.yml").code == 0)
    }

    @Test func aTableOfKnownSchemesIsUsedAsItWas() throws {
        let header = "scheme,owner,category,bundle-identifiers,source\n"
        try folder.write("known.csv", header + "acmepay,Fabrikam,third-party,com.fabrikam.pay,wiki\n")
        try commit()
        try branch()
        #expect(check("--changed-since", "main", "--known", "known.csv").output.contains("belongs to Fabrikam"))
        try folder.write("known.csv", header)
        let changed = check("--changed-since", "main", "--known", "known.csv")
        #expect(changed.output.contains("belongs to Fabrikam"))
        #expect(changed.errors.contains("'known.csv' is used as it is in"))
        // A new one has no rows yet.
        try folder.write("new.csv", header + "acmepay,Fabrikam,third-party,com.fabrikam.pay,wiki\n")
        #expect(!check("--changed-since", "main", "--known", "new.csv").output.contains("belongs to Fabrikam"))
        #expect(check("--known", "new.csv").output.contains("belongs to Fabrikam"))
    }

    @Test(arguments: ["old.json", "FOLDER/old.json", "LINK/old.json", "A/../old.json"])
    func aBaselineIsUsedAsItWas(path: String) throws {
        #expect(check("--write-baseline", "old.json").code == 0)
        try commit()
        try branch()
        let link = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: link.path + "/l", withDestinationPath: folder.path)
        let path = path.replacingOccurrences(of: "FOLDER", with: folder.path)
            .replacingOccurrences(of: "LINK", with: link.path + "/l")
        #expect(check("--write-baseline", "old.json").code == 0)
        #expect(check("--baseline", path).code == 0)
        let run = check("--baseline", path, "--changed-since", "main")
        #expect(run.code == 1, "\(run.output)")
        #expect(
            run.output.contains("; it was changed since main (\(try commitID())), and the earlier version was used\n")
        )
        // A link that leads out of the repository is a change like any other.
        try FileManager.default.moveItem(atPath: folder.path + "/old.json", toPath: link.path + "/new.json")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/old.json",
            withDestinationPath: link.path + "/new.json"
        )
        #expect(check("--baseline", path, "--changed-since", "main").code == 1)
        // A baseline elsewhere belongs to the author of the workflow.
        #expect(check("--baseline", link.path + "/new.json", "--changed-since", "main").code == 0)
    }

    @Test func anAddedBaselineIsNotUsed() throws {
        try branch()
        #expect(check("--write-baseline", "old.json").code == 0)
        let run = check("--baseline", "old.json", "--changed-since", "main")
        #expect(run.code == 1)
        #expect(run.output.contains("\nbaseline: old.json was added since main (\(try commitID())); it was not used\n"))
    }

    @Test func conflictsNamesTheConfiguration() throws {
        try branch()
        try folder.write(".schemereg.yml", off)
        #expect(CommandRun.run(["import", ".", "--registry", "r.sqlite"], in: folder.path).code == 0)
        let run = CommandRun.run(["conflicts", "--registry", "r.sqlite"], in: folder.path)
        #expect(run.code == 0 && run.output.hasSuffix("\nconfiguration: .schemereg.yml with 2 rules off\n"))
    }
}
