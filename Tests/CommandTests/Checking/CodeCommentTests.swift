import Foundation
import SchemeKit
import Testing
import TestSupport

/// Comments in code accept findings, and never without a trace.
@Suite("Comments in code", .enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
struct CodeCommentTests {
    private let folder: TemporaryFolder

    /// Creates an app whose widget opens a URL that the app does not handle.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write("App/Info.plist", Sample.app("com.contoso.a", ("Editor", ["contoso-pay"])))
        try write("")
    }

    /// Writes the app's code with a comment above the link.
    private func write(_ comment: String, after: String = "", more: String = "") throws {
        try folder.write(
            "App/App.swift",
            """
            struct Pay: Widget {
                var body: some WidgetConfiguration {
                    StaticConfiguration(kind: "pay", provider: Provider()) { entry in
                        \(comment)
                        Text("Violet").widgetURL(URL(string: "contoso-pay://violet"))\(after)
                        \(more)
                    }
                }
            }
            struct Home: View {
                var body: some View {
                    Text("Home").onOpenURL { url in
                        if url.host == "red" { show(.red) }
                    }
                }
            }

            """
        )
    }

    private func check(_ options: String...) -> CommandRun {
        CommandRun.run(
            ["check", ".", "--fail-on", "note"] + options,
            in: folder.path,
            environment: Repositories.environment
        )
    }

    private func json(_ run: CommandRun) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    private func policies(_ run: CommandRun) throws -> [[String: Any]] {
        try #require((json(run)["summary"] as? [String: Any])?["policyFiles"] as? [[String: Any]])
    }

    private let comment = "// schemereg:allow unrouted-link Violet cards come in May."

    @Test func aCommentAcceptsAFinding() throws {
        #expect(check().code == 1)
        try write(comment)
        let above = check()
        #expect(above.code == 0)
        #expect(
            above.output.hasSuffix("; 1 accepted finding not shown\ncode: 1 comment accepts findings\n"),
            "\(above)"
        )
        #expect(
            check("--show-accepted").output.contains("\n  accepted: Violet cards come in May. (App/App.swift:4:13)\n")
        )
        try write("", after: "  " + comment)
        #expect(check().output == above.output)
        // Two lines away, or for another rule, it accepts nothing.
        try write(comment + "\n")
        #expect(check().code == 1)
        try write(comment.replacingOccurrences(of: "unrouted-link", with: "unchecked-url"))
        #expect(check().output.contains("[unrouted-link]"))
    }

    @Test func tooManyCommentsAreAProblem() throws {
        let useless = String(repeating: "// schemereg:allow unchecked-url n/a\n", count: 999)
        try write(comment, more: useless)
        #expect(!check().output.contains("[unrouted-link]"))
        try write(useless + "\n// schemereg:allow unchecked-url n/a\n" + comment)
        let run = check()
        #expect(run.code == 3 && run.output.contains("[unrouted-link]"), "\(run)")
        #expect((run.output + run.errors).contains("App/App.swift:1005:1: problem: more than 1000 comments"), "\(run)")
    }

    @Test func formatsKnowWhereTheAcceptanceIs() throws {
        try write(comment)
        let report = try json(check("--format", "json"))
        let finding = try #require((report["findings"] as? [[String: Any]])?.first)
        let accepted = try #require(finding["accepted"] as? [String: Any])
        #expect(accepted["reason"] as? String == "Violet cards come in May.")
        #expect(accepted["by"] as? String == "App/App.swift:4:13" && accepted["inSource"] as? Bool == true)
        let file = try #require(try policies(check("--format", "json")).first)
        #expect(file["kind"] as? String == "code" && file["change"] is NSNull && file["sha256"] is NSNull)
        #expect((file["effects"] as? [String: Int])?["comments"] == 1)
        #expect(check("--format", "sarif", "--sarif-suppressed").output.contains("\"kind\": \"inSource\""))
        #expect(!check("--format", "concise").output.contains("[unrouted-link]"))
        try write("")
        try folder.write(".schemereg.yml", "accept:\n  - rule: unrouted-link\n    reason: known\n")
        #expect(check("--format", "sarif", "--sarif-suppressed").output.contains("\"kind\": \"external\""))
    }

    /// A registry has the comments as well, and reports the same.
    @Test func conflictsReportsTheSame() throws {
        try write(comment, more: "Text(\"x\")  // schemereg:allow unrouted-link Not needed anymore.")
        let checked = check("--show-accepted")
        #expect(
            checked.code == 1 && checked.output.contains("line 6 has no 'unrouted-link' finding"),
            "\(checked)"
        )
        #expect(CommandRun.run(["import", ".", "--registry", "r.sqlite"], in: folder.path).code == 0)
        try FileManager.default.removeItem(atPath: folder.path + "/App/App.swift")
        let run = CommandRun.run(
            ["conflicts", "--all", "--registry", "r.sqlite", "--show-accepted", "--fail-on", "note"],
            in: folder.path
        )
        #expect(run.code == 1)
        for line in [
            "accepted: Violet cards come in May. (App/App.swift:4:13)", "line 6 has no 'unrouted-link' finding",
            "1 warning in 1 app (1 scheme); 1 accepted finding\ncode: 1 comment accepts findings\n",
        ] {
            #expect(run.output.contains(line), "\(run.output)")
        }
    }

    @Test(arguments: [
        ("// schemereg:allow", "the comment names no rule, so it accepts nothing"),
        ("// schemereg:allow unrouted-link", "the comment has no reason, so it accepts nothing"),
        ("// schemereg:allow unrouted-lnk later", "there is no rule 'unrouted-lnk'"),
        ("// schemereg:allow a, b later", "there are no rules 'a' and 'b'"),
        ("// schemereg:allow unused-acceptance later", "findings of 'unused-acceptance' cannot be accepted"),
        ("// schemereg:allow unchecked-url, unrouted-link later", "line 5 has no 'unchecked-url' finding"),
    ])
    func aUselessCommentIsReported(comment: String, message: String) throws {
        try write(comment)
        let run = check("--format", "concise")
        #expect(run.code == 1)
        #expect(run.output.contains("App/App.swift:4:13: warning: \(message) [unused-acceptance]\n"), "\(run.output)")
        let acceptsLink = comment.contains("unrouted-link later")
        #expect(run.output.contains("[unrouted-link]") != acceptsLink)
    }

    /// What a run doesn't know can't be unused.
    @Test func aCommentIsOnlyUnusedIfItsFindingsAreDecided() throws {
        try write("", more: "Text(\"x\")  // schemereg:allow unrouted-link Not needed anymore.")
        #expect(check().output.contains("[unused-acceptance]"))
        #expect(!check("--exclude", "Other").output.contains("[unused-acceptance]"))
        #expect(!check("--configuration", "Debug").output.contains("[unused-acceptance]"))
        try folder.write(".schemereg.yml", "severities: {unrouted-link: off}\n")
        #expect(!check().output.contains("[unused-acceptance]"))
        #expect(!check("--exclude", "Info.plist", "--allow-empty").output.contains("[unused-acceptance]"))
        try FileManager.default.removeItem(atPath: folder.path + "/.schemereg.yml")
        try write("", more: "Text(\"x\")  // schemereg:allow link-to-undefined-target Other apps claim it.")
        #expect(!check().output.contains("[unused-acceptance]"))
    }

    /// A configuration and a comment may accept the same finding; both are used.
    @Test func aConfigurationAndACommentAreBothUsed() throws {
        try write(comment)
        try folder.write(".schemereg.yml", "accept:\n  - rule: unrouted-link\n    reason: known\n")
        let run = check("--show-accepted")
        #expect(run.code == 0 && run.output.contains("accepted: known (.schemereg.yml:2:5)"), "\(run.output)")
        #expect(
            run.output.contains("; 1 accepted finding\n") && run.output.contains("\ncode: 1 comment accepts findings\n")
        )
    }

    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func anAddedCommentIsAChangeOfPolicy() throws {
        try write(comment)
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one")
        try Repositories.git(folder, "checkout -qb topic")
        // Moving the comment to another line is no change.
        try write("Text(\"x\")\n" + comment)
        let moved = check("--changed-since", "main")
        #expect(moved.code == 0 && moved.output.hasSuffix("\ncode: 1 comment accepts findings\n"), "\(moved.output)")
        let link = "Link(destination: URL(string: \"contoso-pay://blue\")!) { Text(\"Blue\") }"
        let column = 12 + link.utf8.count + 3
        try write(comment, more: link)
        #expect(check("--changed-since", "main").code == 1)
        try write(comment, more: link + "  // schemereg:allow unrouted-link Blue cards come in June.")
        // The comment is shown, but accepts nothing that the change adds.
        let added = check("--changed-since", "main")
        let commit = String(try Repositories.git(folder, "rev-parse --short=10 main").text.dropLast())
        #expect(added.code == 1 && added.output.contains("App/App.swift:6:"), "\(added.output)")
        #expect(
            added.output.hasSuffix(
                """
                code: 2 comments about findings; 1 was added since main (\(commit)): App/App.swift:6:\(column)
                  help: review the added comments; they accept nothing new until they are merged

                """
            ),
            "\(added.output)"
        )
        // A quiet run shows it as well, and the lines of the change are annotated.
        #expect(check("--changed-since", "main", "--quiet").output == added.output)
        #expect(check().code == 0)
        let annotated = check("--changed-since", "main", "--format", "github").output
        #expect(annotated.contains("::warning file=App/App.swift,line=6,"), "\(annotated)")
        let file = try #require(try policies(check("--changed-since", "main", "--format", "json")).first)
        #expect(file["change"] as? String == "added" && file["earlierUsed"] as? Bool == false)
        #expect((file["additions"] as? [[String: Any]])?.map { $0["line"] as? Int } == [6])
        // Neither does a copy of a comment, whichever of the two is new.
        let copy = comment + "\nText(\"Blue\").widgetURL(URL(string: \"contoso-pay://blue\"))\n" + comment
        try write(copy)
        let copied = check("--changed-since", "main")
        #expect(copied.code == 1 && copied.output.contains("[unrouted-link]"), "\(copied.output)")
        let listed = "; 1 was added since main (\(commit)): App/App.swift:4:13\n"
        #expect(copied.output.contains(listed), "\(copied.output)")
        // Another reason is listed, but accepts what was accepted before.
        try write(comment + " Or later.")
        let reworded = check("--changed-since", "main")
        #expect(reworded.output.contains("\ncode: 1 comment about findings; it was added since"))
        #expect(reworded.code == 0)
    }

    /// Commits the code, changes it, and returns the places of the links that a check since then reports.
    private func changing(_ options: String..., change: () throws -> Void) throws -> [String] {
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one && git checkout -qb topic")
        try change()
        let arguments = ["check", ".", "--fail-on", "note", "--format", "concise", "--changed-since", "main"] + options
        let run = CommandRun.run(arguments, in: folder.path, environment: Repositories.environment)
        let findings = run.output.split(separator: "\n").filter { $0.hasSuffix("[unrouted-link]") }
        #expect(run.code == (findings.isEmpty ? 0 : 1), "\(run)")
        return findings.map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
    }

    private let added = "// schemereg:allow unrouted-link Nobody has reviewed it.\n"

    private func link(to card: String) -> String {
        "Link(destination: URL(string: \"contoso-pay://\(card)\")!) { Text(\"x\") }\n"
    }

    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func anAddedLinkDoesNotTakeThePlaceOfAnAcceptedOne() throws {
        try write(comment)
        #expect(try changing { try write(added + link(to: "violet") + comment) } == ["App/App.swift:5"])
    }

    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func anAddedCommentLeavesALinkToAnOlderComment() throws {
        try write("", more: comment + "\n" + link(to: "violet"))
        let links = link(to: "violet").replacing("\n", with: "; ") + link(to: "violet")
        #expect(try changing { try write("", more: added + comment + "\n" + links) } == [])
    }

    /// The link that it was about is gone, so the comment has no other finding.
    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func aMovedCommentAcceptsNoOtherLink() throws {
        try write(comment)
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one && git checkout -qb topic")
        try write("", more: comment + "\n" + link(to: "blue"))
        let code = try String(contentsOfFile: folder.path + "/App/App.swift", encoding: .utf8)
        try folder.write("App/App.swift", code.replacing(#/\.widgetURL.*/#, with: ""))
        let run = check("--changed-since", "main")
        #expect(run.code == 1 && run.output.contains("contoso-pay://blue"), "\(run.output)")
        #expect(run.output.contains("\ncode: 1 comment about findings; it was added since main"), "\(run.output)")
        // Without the finding, it is an ordinary comment.
        #expect(check().code == 0)
    }

    /// A comment still applies when the code of its line changes, unless the finding is about something else.
    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func aCommentKeepsItsFindingWhenItsLineChanges() throws {
        try write(comment)
        let places = try changing {
            try write("Text(\"x\")\n" + comment, after: ".padding()", more: "Text(\"y\")")
        }
        #expect(places == [])
    }

    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func anAddedCommentLeavesALinkToTheBaseline() throws {
        let outside = try TemporaryFolder()
        let baseline = try outside.write("baseline.json", "{}")
        try write(comment, more: link(to: "blue"))
        #expect(check("--write-baseline", baseline).code == 0)
        try write(comment)
        #expect(try changing("--baseline", baseline) { try write(comment, more: added + link(to: "blue")) } == [])
        withExtendedLifetime(outside) {}
    }

    /// The file of the added link comes first.
    @Test(.enabled(if: Repositories.hasGit, "there is no git"), arguments: [false, true])
    func theBaselineAcceptsAnOlderLinkFirst(hasComment: Bool) throws {
        let outside = try TemporaryFolder()
        let baseline = try outside.write("baseline.json", "{}")
        #expect(check("--write-baseline", baseline).code == 0)
        let places = try changing("--baseline", baseline) {
            try folder.write(
                "App/AA.swift",
                """
                struct Card: Widget {
                    var body: some WidgetConfiguration {
                        StaticConfiguration(kind: "card", provider: Provider()) { entry in
                            \(hasComment ? comment : "")
                            Text("Violet").widgetURL(URL(string: "contoso-pay://violet"))
                        }
                    }
                }

                """
            )
        }
        #expect(places == ["App/AA.swift:5"])
        withExtendedLifetime(outside) {}
    }

    /// Copying a comment doesn't help, even if another finding on its line is fixed.
    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func aCommentThatLosesAFindingIsNotFreeForAnotherLink() throws {
        try write(comment, after: "; Link(destination: URL(string: \"contoso-pay://green\")!) { Text(\"x\") }")
        let places = try changing { try write(comment + "\n" + link(to: "blue") + comment) }
        #expect(places == ["App/App.swift:5"])
    }

    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func aCommentMovesWithItsFile() throws {
        try write(comment)
        let code = folder.path + "/App/App.swift"
        #expect(try changing { try FileManager.default.moveItem(atPath: code, toPath: code + ".swift") } == [])
    }
}
