import Foundation
import Testing
import TestSupport

/// Differences between two versions.
@Suite(.enabled(if: Repositories.hasGit, "there is no git"))
struct DiffTests {
    private func diff(_ folder: TemporaryFolder, _ arguments: String...) -> CommandRun {
        CommandRun.run(["diff"] + arguments, in: folder.path, environment: Repositories.environment)
    }

    /// Creates `old` and `new`, two versions of two apps. `old` is committed as `App` on `main`, which then contains
    /// `new`.
    private func states() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        func write(_ state: String, _ a: (role: String?, schemes: [String]), _ b: [String]) throws {
            try folder.write("\(state)/A/Info.plist", Sample.app("com.contoso.a", a))
            try folder.write("\(state)/B/Info.plist", Sample.app("com.contoso.b", ("Editor", b)))
        }
        try write("App", ("Editor", ["acmepay", "kept"]), ["other", "bad_one"])
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one")
        try write("old", ("Editor", ["acmepay", "kept"]), ["other", "bad_one"])
        for state in ["new", "App"] { try write(state, ("Viewer", ["acmepay", "kept"]), ["acmepay"]) }
        return folder
    }

    private let text = """
        change   scheme   app            place                   values
        role     acmepay  com.contoso.a  App/A/Info.plist:20:25  Editor, now Viewer
        claimed  acmepay  com.contoso.b  App/B/Info.plist:20:25
        role     kept     com.contoso.a  App/A/Info.plist:21:25  Editor, now Viewer
        removed  other    com.contoso.b  App/B/Info.plist:20:25

        """

    @Test func showsWhatABranchChanges() throws {
        let folder = try states()
        let run = diff(folder, "main:App", "App")
        #expect(run.code == 0 && run.errors == "", "\(run.errors)")
        #expect(run.output.hasPrefix(text), "\(run.output)")
        #expect(
            run.output.contains(
                "\nnew: App/B/Info.plist:6:13: warning: com.contoso.b no longer declares the scheme 'other'"
            )
        )
        // The app that claims the scheme now brought the collision, not the one that claimed it before.
        #expect(
            run.output.contains(
                "\nnew: App/B/Info.plist:20:25: warning: scheme 'acmepay' is also claimed by com.contoso.a"
            )
        )
        #expect(run.output.contains("\ngone: App/B/Info.plist:21:25: error: 'bad_one' is not a valid scheme"))
        #expect(
            run.output.hasSuffix("\n\n1 scheme claimed, 1 removed and 2 changed; 2 new findings and 1 gone\n"),
            "\(run.output)"
        )
        #expect(diff(folder, "main:App", "App", "--fail-on", "warning").code == 1)
    }

    /// An app that is gone is named at its earlier place, with all schemes that it had.
    @Test func namesTheSchemesOfAnAppThatIsGone() throws {
        let folder = try TemporaryFolder()
        let app = Sample.app("com.contoso.a", ("Editor", ["acmepay"]))
        try folder.write("old/A/Info.plist", app)
        try folder.write("old/B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["first", "second", "third"])))
        try folder.write("new/A/Info.plist", app)
        let finding = """
            com.contoso.b no longer declares the scheme 'first'; existing links cannot open the app \
            (also the schemes second, third)
            """
        let text = diff(folder, "old", "new").output
        #expect(
            text.contains("\nnew: old/B/Info.plist:20:25: warning: \(finding) [released-scheme]\n"),
            "\(text)"
        )
        let markdown = diff(folder, "old", "new", "--format", "markdown").output
        #expect(markdown.contains("| `old/B/Info.plist:20:25` | \(finding) |"), "\(markdown)")
    }

    @Test func omitsAnEmptyColumn() throws {
        let folder = try states()
        try folder.write("none/README.md", "")
        let run = diff(folder, "none", "new", "--allow-empty")
        #expect(run.output.hasPrefix("change   scheme   app            place\nclaimed  acmepay  "), "\(run.output)")
    }

    /// A revision alone stands for the current folder, wherever it is in the repository.
    @Test func comparesTheCurrentFolderWithARevision() throws {
        let folder = try states()
        let app = folder.path + "/App"
        func diff(_ arguments: String...) -> CommandRun {
            CommandRun.run(["diff"] + arguments, in: app, environment: Repositories.environment)
        }
        let run = diff("main")
        #expect(run.output == diff("main:App", ".").output && run.output.contains("claimed  acmepay"), "\(run.errors)")
        #expect(diff("main", ".").output == run.output)
    }

    @Test func comparesPathsRevisionsAndRegistriesAlike() throws {
        let folder = try states()
        for state in ["old", "new"] {
            let imported = CommandRun.run(["import", state, "--registry", "\(state).sqlite"], in: folder.path)
            #expect(imported.code == 0)
        }
        func changes(_ before: String, _ now: String) throws -> [String] {
            let run = diff(folder, before, now, "--format", "json")
            #expect(run.code == 0 && run.errors == "", "\(run.errors)")
            let json = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            let changes = try #require(json["changes"] as? [[String: Any]])
            let found = ["appeared", "vanished"].flatMap { key in
                (json[key] as? [[String: Any]] ?? []).compactMap { $0["fingerprint"] as? String }
            }
            return changes.map { "\($0["kind"] ?? "") \($0["scheme"] ?? "")" } + found
        }
        let expected = try changes("old", "new")
        #expect(expected.count == 8)
        for before in ["old", "old.sqlite", "main:App"] {
            for now in ["new", "new.sqlite", "App"] {
                #expect(try changes(before, now) == expected, "\(before) \(now)")
            }
        }
        #expect(try changes("new.sqlite", "App") == [])
        #expect(diff(folder, "new", "App").output == "no differences\n")
    }

    @Test func writesMarkdown() throws {
        let folder = try states()
        let run = diff(folder, "main:App", "App", "--format", "markdown")
        #expect(
            run.output.hasPrefix(
                "**schemereg**: 1 scheme claimed, 1 removed and 2 changed; 2 new findings and 1 gone\n\n| |"
            )
        )
        #expect(run.output.contains("| claimed | `acmepay` | `com.contoso.b` | `App/B/Info.plist:20:25` |  |\n"))
        #expect(
            run.output.contains("| role | `kept` | `com.contoso.a` | `App/A/Info.plist:21:25` | Editor, now Viewer |\n")
        )
        #expect(run.output.contains("\n| gone | error | `App/B/Info.plist:21:25` | "))
    }

    @Test(arguments: ["text", "json", "markdown"])
    func isTheSameHoweverItIsRun(format: String) throws {
        let folder = try states()
        let one = diff(folder, "main:App", "App", "--format", format, "--jobs", "1")
        let script = """
            LC_ALL=tr_TR.UTF-8 LANG=ja_JP.UTF-8 TZ=Pacific/Kiritimati "$1" diff main:App App --format \(format) --jobs 8
            """
        let other = try ChildProcess.shell(script, [Repository.binary], folder: folder.path)
        #expect(one.output == other.text && one.output.utf8.count > 500, "\(other.text)")
    }

    @Test func noInputControlsTheOutput() throws {
        let folder = try TemporaryFolder()
        let role = "Ed`|##[group]x @all &lt;b&gt;"
        try folder.write("new/a|b/Info.plist", Sample.app("com.contoso.a", (role, ["x"])))
        try folder.write("old/a|b/Info.plist", Sample.app("com.contoso.a", ("Editor", ["x"])))
        for format in ["text", "json", "markdown"] {
            let run = diff(folder, "old", "new", "--format", format)
            #expect(!run.output.contains("##["), "\(format): \(run.output)")
            guard format == "markdown" else { continue }
            for row in run.output.split(separator: "\n") where row.hasPrefix("| ") {
                #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 6, "\(row)")
                // The marks around code are longer than those in it.
                #expect(!row.contains("Ed`") || row.contains("``"), "\(row)")
            }
        }
    }

    @Test(arguments: [
        ([], "diff compares two versions, but got none"), (["none"], "'none' does not exist"),
        (["old", "none"], "'none' does not exist"),
        (["main:../x", "old"], "'../x' is outside the repository"), (["main:/etc", "old"], "is outside"),
        (["none:x", "old"], "the repository has no revision 'none'"), (["", "old"], "'' does not exist"),
        (["old", "new", "App"], "diff compares two versions, but got 3"),
    ])
    func rejectsInvalidVersions(arguments: [String], message: String) throws {
        let folder = try states()
        let run = CommandRun.run(["diff"] + arguments, in: folder.path, environment: Repositories.environment)
        #expect(run.code == 2 && run.output == "")
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    /// A configuration and a table that are named come from the disk for both versions.
    @Test(arguments: ["main:App", "old", "old.sqlite"])
    func checksBothVersionsWithTheSameOptions(before: String) throws {
        let folder = try states()
        _ = CommandRun.run(["import", "old", "--registry", "old.sqlite"], in: folder.path)
        try folder.write("all.yml", "severities:\n  undefined-target: off\n  invalid-scheme: off\n")
        try folder.write("new/.schemereg.yml", "severities:\n  undefined-target: off\n")
        try folder.write(
            "t.csv",
            "scheme,owner,category,bundle-identifiers,source\nacmepay,Contoso,third-party,com.contoso.x,wiki\n"
        )
        func rules(_ arguments: String...) throws -> Set<String> {
            let run = CommandRun.run(
                ["diff", before, "new", "--format", "json"] + arguments,
                in: folder.path,
                environment: Repositories.environment
            )
            let json = try #require(
                JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
                "\(run.errors)"
            )
            return Set(
                ["appeared", "vanished"].flatMap { key in
                    (json[key] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String }
                }
            )
        }
        #expect(try rules() == ["invalid-scheme", "released-scheme"])
        #expect(try rules("--no-config") == ["invalid-scheme", "released-scheme", "undefined-target"])
        #expect(try rules("--config", "all.yml") == ["released-scheme"])
        #expect(try rules("--no-config", "--known", "t.csv").contains("known-scheme"))
    }

    @Test func neverPassesWhatItCouldNotRead() throws {
        let folder = try states()
        let run = diff(folder, "main:None", "App")
        #expect(run.code == 3 && run.output.contains("1 problem: the comparison is incomplete"))
        #expect(!run.output.contains("released-scheme"))
    }
}
