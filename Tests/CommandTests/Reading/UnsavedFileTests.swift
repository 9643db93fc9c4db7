import Foundation
import SchemeKit
import Testing
import TestSupport

/// The unsaved content of a file in an editor.
@Suite("Unsaved files") struct UnsavedFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["contoso-pay"])))
        try folder.write("B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["bad_one"])))
    }

    private func check(_ options: [String], _ input: String) -> CommandRun {
        CommandRun.run(
            ["check"] + options,
            in: folder.path,
            input: Array(input.utf8),
            environment: Repositories.environment
        )
    }

    private let invalid = Sample.app("com.contoso.a", ("Editor", ["contoso-pay", "also_bad"]))

    @Test func onlyFindingsInTheFileAreReported() throws {
        let run = check(["--stdin-filename", "A/Info.plist"], invalid)
        #expect(run.code == 1 && run.errors.isEmpty)
        #expect(run.output.contains("A/Info.plist:21:"), "\(run.output)")
        // The excerpt is of the unsaved text.
        #expect(run.output.contains("<string>also_bad</string>"))
        #expect(!run.output.contains("bad_one") && run.output.contains("1 error in 2 apps (1 scheme)"), "\(run.output)")
        let disk = try String(contentsOfFile: folder.path + "/A/Info.plist", encoding: .utf8)
        #expect(!disk.contains("also_bad"))
        #expect(check(["--stdin-filename", "A/Info.plist"], disk).code == 0)
        let json = check(["--stdin-filename", folder.path + "/A/../A/Info.plist", "--format", "json"], invalid)
        #expect(json.code == 1 && json.output.contains("\"path\": \"A/Info.plist\""))
    }

    @Test func theFileMeetsTheOtherApps() throws {
        let same = Sample.app("com.contoso.a", ("Editor", ["contoso-pay"]))
        let run = check(
            [".", "--stdin-filename", "B/Info.plist"],
            same.replacingOccurrences(of: "contoso.a", with: "contoso.b")
        )
        #expect(run.code == 1 && run.output.contains("[undefined-target]"), "\(run.output)")
        #expect(run.output.contains("B/Info.plist:"))
    }

    @Test func theFileMayBeNew() throws {
        let run = check(["--stdin-filename", "A/Watch-Info.plist"], invalid)
        #expect(run.code == 1 && run.output.contains("A/Watch-Info.plist:21:"), "\(run.output)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/A/Watch-Info.plist"))
    }

    @Test func aPropertyListIsReadWhateverItContains() throws {
        let run = check(["--stdin-filename", "A/New.plist"], "<plist")
        #expect(run.code == 1 && run.output.contains("A/New.plist:1:1: error: "), "\(run)")
        #expect(run.output.contains("[malformed-manifest]"))
    }

    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func theRevisionIsReadFromGit() throws {
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one")
        let options = ["--stdin-filename", "B/Info.plist", "--changed-since", "main"]
        let old = Sample.app("com.contoso.b", ("Editor", ["bad_one"]))
        #expect(check(options, old).code == 0)
        let new = check(options, Sample.app("com.contoso.b", ("Editor", ["bad_one", "bad_two"])))
        #expect(new.code == 1 && new.output.contains("bad_two") && !new.output.contains("'bad_one'"), "\(new.output)")
        // A file that the revision doesn't have.
        let added = check(["--stdin-filename", "B/Added.plist", "--changed-since", "main"], invalid)
        #expect(added.code == 1 && added.output.contains("also_bad") && !added.errors.contains("problem"), "\(added)")
    }

    @Test(.enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
    func codeIsRead() throws {
        try folder.write("C/Info.plist", Sample.app("com.contoso.c", ("Editor", ["contoso-c"])))
        func code(_ url: String) -> String {
            """
            struct Board: Widget {
                var body: some WidgetConfiguration {
                    StaticConfiguration(kind: "board", provider: Provider()) { entry in
                        Text("Red").widgetURL(URL(string: "contoso-c://\(url)"))
                    }
                }
            }
            struct Home: View {
                var body: some View { Text("Home").onOpenURL { url in if url.host == "red" { show() } } }
            }

            """
        }
        try folder.write("C/Home.swift", code("red"))
        let options = ["C", "--stdin-filename", "C/Home.swift", "--fail-on", "note"]
        #expect(check(options, code("red")).code == 0)
        let unsaved = check(options, code("blue"))
        #expect(unsaved.code == 1 && unsaved.output.contains("C/Home.swift:4:25: warning: "), "\(unsaved.output)")
        #expect(unsaved.output.contains("contoso-c://blue") && unsaved.output.contains("[unrouted-link]"))
        // A new file is part of the app in its folder.
        try folder.write("C/Home.swift", "")
        let new = check(["C", "--stdin-filename", "C/New.swift", "--fail-on", "note"], code("blue"))
        #expect(new.code == 1 && new.errors.isEmpty && new.output.contains("C/New.swift:4:25: "), "\(new)")
    }

    @Test func unusableFilesAreRefused() throws {
        #expect(
            check(["A", "--stdin-filename", "B/Info.plist"], invalid).errors.contains(
                "is not in the folders that are checked"
            )
        )
        for (options, message) in [
            (["--stdin-filename", "gone/Info.plist"], "is in a folder that does not exist"),
            (["--stdin-filename", "A"], "is not a file"), (["--stdin-filename", ""], "is empty"),
            (["-", "--stdin-filename", "A/Info.plist"], "cannot be both"),
            (["--stdin-filename", "A/Info.plist", "--write-baseline", "b.json"], "cannot be combined"),
        ] {
            let run = check(options, invalid)
            #expect(run.code == 2 && run.errors.contains(message), "\(run.errors)")
        }
        let long = check(["--stdin-filename", "A/Info.plist"], String(repeating: " ", count: 17 << 20))
        #expect(long.code == 3 && long.errors.contains("larger than 16 MiB"), "\(long.errors)")
        let unread = check(["--stdin-filename", "A/README.md"], "text")
        #expect(unread.code == 0 && unread.errors.contains("'A/README.md' was not read"), "\(unread.errors)")
    }
}
