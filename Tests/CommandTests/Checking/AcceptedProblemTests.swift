import Foundation
import SchemeKit
import TestSupport
import Testing

/// Problems that don't fail a run: those that a configuration accepts, those that a branch doesn't touch, and those with code
/// that no rule needs.
@Suite struct AcceptedProblemTests {
    private let folder: TemporaryFolder

    /// Creates a folder with an app and a manifest that can't be read.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write("A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["acmepay"])))
        try folder.write("Generated/note.txt", "")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Generated/Info.plist",
            withDestinationPath: "/etc/hostname"
        )
    }

    private func check(_ options: String...) -> CommandRun {
        CommandRun.run(["check", "."] + options, in: folder.path, environment: Repositories.environment)
    }

    private func accept(_ keys: String) throws {
        try folder.write(".schemereg.yml", "accept:\n  - {\(keys), reason: CI writes it.}\n")
    }

    @Test func anAcceptedProblemDoesNotFailTheRunAndIsInEveryReport() throws {
        let before = check()
        #expect(before.code == 3 && before.output.contains("[unfollowed-link]"), "\(before.output)")
        try accept("problem: unfollowed-link, path: Generated")
        let text = check()
        #expect(text.code == 0)
        let line = "accepted problem: Generated/Info.plist: unfollowed-link; CI writes it. (.schemereg.yml:2:6)"
        #expect(text.output.hasSuffix("\n\(line)\n"), "\(text.output)")
        #expect(!text.output.contains("incomplete"))
        for format in ["concise", "github", "markdown", "junit", "sarif", "json"] {
            let run = check("--format", format)
            #expect(run.code == 0 && run.output.contains("CI writes it."), "\(format): \(run.output)")
        }
        let sarif = check("--format", "sarif").output
        #expect(sarif.contains("\"executionSuccessful\": true") && sarif.contains("accepted: "))
    }

    @Test(arguments: ["path: Generated", "problem: over-limit, path: Generated", "problem: unfollowed-link, path: A"])
    func otherEntriesDoNotAcceptIt(keys: String) throws {
        try accept(keys)
        #expect(check().code == 3)
    }

    @Test func anEntryAcceptsNoFindings() throws {
        try accept("problem: unfollowed-link, path: '**'")
        try folder.write("B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["acmepay"])))
        let run = check()
        #expect(run.code == 1 && run.output.contains("[undefined-target]"), "\(run.output)")
    }

    @Test func anEntryWithoutAProblemIsUnused() throws {
        try accept("problem: unfollowed-link, path: Generated")
        try FileManager.default.removeItem(atPath: folder.path + "/Generated/Info.plist")
        let run = check()
        let message = "no problem matches the problem 'unfollowed-link' and the path 'Generated' [unused-acceptance]"
        #expect(run.output.contains(message), "\(run.output)")
    }

    @Test(arguments: [("Old/Info.plist", true), ("Generated/**", false), ("Old", false), ("**/Old.plist", false)])
    func reportsAnUnusedEntryAlthoughAnotherProblemIsElsewhere(path: String, isUnused: Bool) throws {
        try accept("problem: over-limit, path: '\(path)'")
        let run = check()
        #expect(run.code == 3)
        let message = "no problem matches the problem 'over-limit' and the path '\(path)' [unused-acceptance]"
        #expect(run.output.contains(message) == isUnused, "\(run.output)")
    }

    @Test func anImportedProblemCanBeAccepted() throws {
        try accept("problem: unfollowed-link, path: Generated")
        let store = ["--registry", folder.path + "/r.sqlite"]
        #expect(CommandRun.run(["import", "."] + store, in: folder.path).code == 3)
        let conflicts = CommandRun.run(["conflicts"] + store, in: folder.path)
        #expect(conflicts.code == 0 && conflicts.output.contains("accepted problem: "), "\(conflicts.output)")
    }

    /// A build phase that changes a manifest fails the run until somebody accepts it.
    @Test func aScriptThatChangesAManifestCanBeAccepted() throws {
        let sample = ProjectFolder.samples.appending(path: "projects/build-phase-adds-scheme")
        let copy = folder.path + "/Safe"
        try FileManager.default.removeItem(atPath: folder.path + "/Generated")
        try FileManager.default.copyItem(atPath: sample.path, toPath: copy)
        let before = check()
        #expect(before.code == 3 && before.output.contains("[unread-app]"), "\(before.output)")
        try accept("problem: unread-app, path: Safe/scripts/add-schemes.sh")
        let after = check()
        #expect(after.code == 0 && after.output.contains("accepted problem: Safe/scripts"), "\(after.output)")
    }

    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func aProblemOfTheRevisionFailsOnlyABranchThatTouchesItsFolder() throws {
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one && git checkout -qb topic")
        try folder.write("B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["acmecar"])))
        try Repositories.git(folder, "add -A && git commit -qm two")
        let other = check("--changed-since", "main")
        #expect(other.code == 0, "\(other.output)")
        #expect(other.output.contains("has it, too, and the changes don't concern it (--changed-since)"))
        try folder.write("Generated/note.txt", "changed")
        try Repositories.git(folder, "add -A && git commit -qm three")
        #expect(check("--changed-since", "main").code == 3)
    }

    /// Writes code that exceeds a limit.
    private func writeNestedCode() throws {
        try FileManager.default.removeItem(atPath: folder.path + "/Generated/Info.plist")
        let nested = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let link = "struct V: View { var body: some View { Text(\"\").widgetURL(URL(string: \"acmepay://a\")) } }"
        try folder.write("A/Big.swift", "import WidgetKit\nlet a = \(nested)\n\(link)\n")
    }

    @Test(.enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
    func problemsWithCodeDoNotFailRulesThatNeedNone() throws {
        try writeNestedCode()
        let all = check()
        #expect(all.code == 3 && all.output.contains("[over-limit]"), "\(all.output)")
        let one = check("--rule", "undefined-target")
        #expect(one.code == 0 && one.output.contains("the rules of --rule need no code (--rule)"), "\(one.output)")
        #expect(check("--rule", "undefined-target", "--rule", "unrouted-link").code == 3)
    }

    @Test(.enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
    func codeIsNotReadIfTheConfigurationSaysSo() throws {
        try writeNestedCode()
        try folder.write(".schemereg.yml", "code: off\n")
        #expect(check().code == 0)
        let store = ["--registry", folder.path + "/r.sqlite"]
        #expect(CommandRun.run(["import", "."] + store, in: folder.path).code == 0)
        try folder.write(".schemereg.yml", "code: on\n")
        #expect(CommandRun.run(["import", "."] + store, in: folder.path).code == 3)
    }
}
