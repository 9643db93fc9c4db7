import Foundation
import Testing
import TestSupport

/// Checks of a change with `--changed-since`.
@Suite(.enabled(if: Repositories.hasGit, "there is no git"))
struct RevisionTests {
    private func check(_ folder: TemporaryFolder, _ arguments: String...) -> CommandRun {
        run(["check"] + arguments, in: folder.path)
    }

    private func run(_ arguments: [String], in folder: String) -> CommandRun {
        CommandRun.run(arguments, in: folder, environment: Repositories.environment)
    }

    /// Creates a repository with ten old findings on `main`, and checks out a branch.
    private func repository() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let old = (0..<7).map { "old_\($0)" }
        try folder.write("A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["acmepay", "shared"] + old)))
        try folder.write("B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["shared", "other", "y_y"])))
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one && git checkout -qb topic")
        return folder
    }

    @Test func reportsExactlyWhatABranchAdds() throws {
        let folder = try repository()
        let old = check(folder, ".", "--changed-since", "main", "--format", "github")
        #expect(old.code == 0)
        let causes = try counts(check(folder, ".", "--format", "json").output, "causes")
        let older = "\(causes) findings are not shown, because they existed in 'main' (\(try id(folder, "main")))\n"
        #expect(old.output == "no new findings in 2 apps (3 schemes)\n" + older)
        let json = check(folder, ".", "--changed-since", "main", "--format", "json").output
        #expect(try causes > 1 && counts(json, "older") == causes)
        try folder.write(
            "B/Info.plist",
            Sample.app("com.contoso.b", ("Editor", ["shared", "other", "acmepay", "y_y"]))
        )
        let run = check(folder, ".", "--changed-since", "main", "--format", "github")
        #expect(run.code == 1)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3, "\(run.output)")
        // The finding of the other app in the new collision is not counted as an old one.
        #expect(run.output.hasSuffix(older), "\(run.output)")
        #expect(
            run.output.hasPrefix(
                "::error file=B/Info.plist,line=22,endLine=22,col=25,endColumn=32,title=schemereg%3A undefined-target::"
            )
        )
        #expect(run.output.contains("com.contoso.a (A/Info.plist:20:25)"))
        // The result is the same whether the change is committed or not.
        try Repositories.git(folder, "commit -qam two")
        #expect(check(folder, ".", "--changed-since", "main", "--format", "github").output == run.output)
        #expect(check(folder, ".", "--changed-since", "topic", "--format", "github").code == 0)
    }

    /// Returns the total of the counts at `key` in the summary of a report.
    private func counts(_ json: String, _ key: String) throws -> Int {
        let report = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let counts = (report?["summary"] as? [String: Any])?[key] as? [String: Any]
        return try #require(counts).values.compactMap { $0 as? Int }.reduce(0, +)
    }

    private func id(_ folder: TemporaryFolder, _ revision: String) throws -> String {
        String(try Repositories.git(folder, "rev-parse --short=10 \(revision)").text.dropLast())
    }

    @Test func comparesWithWhereTheBranchBegan() throws {
        let folder = try repository()
        try folder.write("A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["acmepay"])))
        try Repositories.git(folder, "checkout -q main && git commit -qam fixed && git checkout -q topic")
        #expect(check(folder, ".", "--changed-since", "main").output.hasPrefix("no new findings"))
    }

    @Test func knowsFindingsAgainThatMoved() throws {
        let folder = try repository()
        let old = ["z_z"] + (0..<7).map { "old_\($0)" }
        try folder.write("New/Info.plist", Sample.app("com.contoso.a", ("Editor", ["shared", "acmepay"] + old)))
        try FileManager.default.removeItem(atPath: folder.path + "/A/Info.plist")
        let run = check(folder, ".", "--changed-since", "main")
        #expect(run.output.hasPrefix("New/Info.plist:22:25: error: "), "\(run.output)")
        #expect(run.output.contains("\n1 error in 2 apps (3 schemes)\n"))
    }

    @Test func findsTheAddedOneOfTwoEquals() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.a", ("Editor", ["x_y"])))
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one")
        try folder.write("Info.plist", Sample.app("com.contoso.a", ("Editor", ["b_c", "x_y"]), ("Editor", ["x_y"])))
        let run = check(folder, ".", "--changed-since", "main", "--rule", "invalid-scheme", "--format", "csv")
        let rows = run.output.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",")[3] }
        #expect(rows == ["20", "31"], "\(run.output)")
    }

    @Test func reportsFindingsThatBecameMoreSevere() throws {
        let folder = try TemporaryFolder()
        try folder.write("A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["acmepay"])))
        try folder.write("B/Info.plist", Sample.app("com.contoso.b", ("Viewer", ["acmepay"])))
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one")
        #expect(check(folder, ".").code == 0)
        try folder.write("B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["acmepay"])))
        let run = check(folder, ".", "--changed-since", "HEAD")
        #expect(run.code == 1 && run.output.contains("1 error in"))
    }

    @Test func reportsReleasedSchemes() throws {
        let folder = try repository()
        try folder.write("B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["shared", "y_y"])))
        let run = check(folder, ".", "--changed-since", "main")
        #expect(run.output.contains("warning: com.contoso.b no longer declares the scheme 'other'"))
        try FileManager.default.removeItem(atPath: folder.path + "/B/Info.plist")
        let gone = check(folder, ".", "--changed-since", "main")
        #expect(
            gone.output.contains("no longer declares the scheme 'other'")
                && !gone.output.contains("declares the scheme 'shared'")
        )
    }

    @Test func readsProjectsAndLinksAndArchivesOfTheRevision() throws {
        let folder = try TemporaryFolder()
        try folder.write("real/Info.plist", Sample.app("com.contoso.a", ("Editor", ["bad_scheme"])))
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/named", withDestinationPath: "real")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: "loop")
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one")
        #expect(check(folder, "named", "--changed-since", "main").output.hasPrefix("no new findings"))
        #expect(check(folder, "named/Info.plist", "--changed-since", "main").output.hasPrefix("no new findings"))
    }

    /// A new path isn't an unreadable input of the earlier version.
    @Test func checksOnlyNewFindings() throws {
        let folder = try repository()
        try folder.write("New/Info.plist", Sample.app("com.contoso.new", ("Editor", ["new_scheme"])))
        let run = check(folder, "New", "--changed-since", "main", "--format", "csv")
        #expect(run.code == 1 && run.errors == "", "\(run.errors)")
    }

    /// Both versions are checked with the configuration of the revision. One around the repository has no effect.
    @Test func checksBothVersionsWithTheEarlierConfiguration() throws {
        let above = try TemporaryFolder()
        let accept = "accept:\n  - rule: undefined-target\n    reason: known\n"
        try above.write(".schemereg.yml", accept)
        try above.write("r/A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["acmepay"])))
        try above.write("r/B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["acmepay"])))
        func git(_ words: String) throws {
            try Repositories.git(above, "-C r \(words.split(separator: "&&").joined(separator: "&& git -C r "))")
        }
        try git("init -q -b main . && add -A && commit -qm one")
        let folder = above.path + "/r"
        let arguments = ["check", ".", "--changed-since", "main", "--rule", "undefined-target"]
        #expect(run(arguments, in: folder).code == 0)
        try above.write("r/C/Info.plist", Sample.app("com.contoso.c", ("Editor", ["acmepay"])))
        #expect(run(arguments, in: folder).code == 1)
        try above.write("r/.schemereg.yml", accept)
        #expect(run(arguments, in: folder).code == 1)
        try git("add .schemereg.yml && commit -qm two")
        #expect(run(arguments, in: folder).code == 0)
        try FileManager.default.removeItem(atPath: folder + "/.schemereg.yml")
        #expect(run(arguments, in: folder).code == 0)
    }

    /// Nothing in a repository is executed or changed.
    @Test func runsNothingThatARepositoryNames() throws {
        let folder = try repository()
        let mark = folder.path + "/ran"
        let script = try folder.writeProgram(
            "../\((folder.path as NSString).lastPathComponent)/evil",
            "#!/bin/sh\ntouch '\(mark)'\ncat\n"
        )
        try Repositories.git(folder, "checkout -q main")
        for (key, value) in [
            ("core.fsmonitor", script), ("core.pager", script), ("core.hooksPath", folder.path),
            ("core.sshCommand", script),
            ("diff.external", script), ("filter.x.smudge", script), ("filter.x.clean", script),
            ("diff.x.textconv", script),
            ("core.editor", script), ("credential.helper", "!\(script)"), ("remote.origin.url", "ext::\(script)"),
            ("remote.origin.promisor", "true"), ("extensions.partialClone", "origin"), ("protocol.ext.allow", "always"),
            ("core.alternateRefsCommand", script), ("alias.cat-file", "!\(script)"), ("pager.cat-file", script),
            ("log.showSignature", "true"), ("gpg.program", script),
        ] {
            try Repositories.git(folder, "config '\(key)' '\(value)'")
        }
        try folder.write(".git/info/attributes", "*.plist filter=x diff=x\n")
        for hook in ["post-checkout", "pre-commit", "post-index-change", "reference-transaction", "fsmonitor-watchman"]
        {
            try FileManager.default.copyItem(atPath: script, toPath: folder.path + "/.git/hooks/\(hook)")
            try FileManager.default.copyItem(atPath: script, toPath: folder.path + "/\(hook)")
        }
        // A missing object would be fetched.
        let blob = try Repositories.git(folder, "rev-parse main:A/Info.plist").text.dropLast()
        try FileManager.default.removeItem(atPath: folder.path + "/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let run = check(folder, ".", "--changed-since", "main")
        #expect(run.errors.contains("1 input of 'main' ("))
        #expect(run.code == 1)
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
    }

    /// Environment variables don't redirect to another repository, and no program in the repository is run as git,
    /// regardless of `PATH`.
    @Test(arguments: [".:", ":", "FOLDER:", "LINK:"])
    func usesOnlyTheRepositoryOfTheReadFiles(path: String) throws {
        let (folder, other) = (try repository(), try TemporaryFolder())
        try FileManager.default.createSymbolicLink(atPath: other.path + "/link", withDestinationPath: folder.path)
        let path = path.replacingOccurrences(of: "FOLDER", with: folder.path)
            .replacingOccurrences(of: "LINK", with: other.path + "/link")
        try Repositories.git(other, "init -q -b main .")
        try folder.writeProgram("git", "#!/bin/sh\ntouch ran\n")
        var environment = Repositories.environment
        environment["GIT_DIR"] = other.path + "/.git"
        environment["PATH"] = path + (environment["PATH"] ?? "")
        let run = CommandRun.run(["check", ".", "--changed-since", "main"], in: folder.path, environment: environment)
        #expect(run.code == 0 && run.output.hasPrefix("no new findings"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/ran"))
    }

    /// A shallow clone lacks the merge base.
    @Test func reportsAMissingMergeBase() throws {
        let (folder, clone) = (try repository(), try TemporaryFolder())
        try Repositories.git(folder, "commit -q --allow-empty -m two && git checkout -q main")
        try Repositories.git(folder, "commit -q --allow-empty -m three")
        try Repositories.git(clone, "clone -q --depth 1 --no-single-branch -b topic 'file://\(folder.path)' .")
        let run = check(clone, ".", "--changed-since", "origin/main")
        #expect(run.code == 0 && run.errors.contains("have no common commit here"), "\(run.errors)")
        try Repositories.git(clone, "fetch -q --unshallow")
        #expect(!check(clone, ".", "--changed-since", "origin/main").errors.contains("in common"))
    }

    /// Files in another repository would look unchanged.
    @Test func rejectsPathsInAnotherRepository() throws {
        let (folder, other) = (try repository(), try TemporaryFolder())
        try other.write("Info.plist", Sample.app("com.contoso.other", ("Editor", ["bad_one"])))
        for paths in [[folder.path, other.path], [other.path, folder.path]] {
            let run = run(["check"] + paths + ["--changed-since", "main"], in: "/")
            #expect(run.code == 2 && run.output == "", "\(run.output)")
        }
        try Repositories.git(other, "init -q -b main . && git add -A && git commit -qm one")
        let run = run(["check", folder.path, other.path, "--changed-since", "main"], in: "/")
        #expect(run.code == 2 && run.errors.contains("is not in the repository"), "\(run.errors)")
    }

    /// The content of a submodule is read from its own repository.
    @Test func readsSubmodules() throws {
        let (folder, apps) = (try TemporaryFolder(), try repository())
        try folder.write("C/Info.plist", Sample.app("com.contoso.c", ("Editor", ["third"])))
        try Repositories.git(folder, "init -q -b main .")
        let add = "-c protocol.file.allow=always submodule --quiet add '\(apps.path)'"
        try Repositories.git(folder, "\(add) apps && git add -A && git commit -qm one")
        try Repositories.git(folder, "-c protocol.file.allow=always -C apps submodule --quiet add '\(apps.path)' deep")
        try Repositories.git(folder, "-C apps commit -qm deep && git commit -qam two")
        #expect(check(folder, ".", "--changed-since", "main").output.hasPrefix("no new findings in 3 apps"))
        try folder.write("apps/A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["acmepay", "shared", "third"])))
        let run = check(folder, ".", "--changed-since", "main", "--format", "csv", "--rule", "undefined-target")
        #expect(run.output.split(separator: "\r\n").count == 2 && run.output.contains("apps/A/Info.plist,22,"))
        // A clone without history.
        try FileManager.default.removeItem(atPath: folder.path + "/.git/modules/apps/objects")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/.git/modules/apps/objects",
            withIntermediateDirectories: true
        )
        let shallow = check(folder, ".", "--changed-since", "main")
        #expect(shallow.code == 1 && shallow.errors.contains("may be reported as new:\n  apps\n"), "\(shallow.errors)")
    }

    @Test(arguments: [
        (["--changed-since", "none"], "the repository has no revision 'none'"),
        (["--changed-since", ""], "'' is not a valid git revision"),
        (["--changed-since=-x"], "'-x' is not a valid"), (["--changed-since", "main\u{1}"], "is not a valid"),
        (["--changed-since", "main:A"], "has no revision 'main:A'"),
        (["--changed-since", "main", "--write-baseline", "b"], "--changed-since cannot be combined"),
    ])
    func rejectsInvalidRevisions(options: [String], message: String) throws {
        let folder = try repository()
        let run = run(["check", "."] + options, in: folder.path)
        #expect(run.code == 2 && run.output == "")
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test func reportsAMissingRepository() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.a", ("Editor", ["x"])))
        let run = check(folder, ".", "--changed-since", "main")
        #expect(
            run.code == 2 && run.errors.contains("is not in a git repository, or the repository cannot be read"),
            "\(run.errors)"
        )
        let input = CommandRun.run(["check", "-", "--changed-since", "main"], in: folder.path)
        #expect(input.code == 2 && input.errors.contains("--changed-since cannot be used with standard input"))
        let none = CommandRun.run(
            ["check", ".", "--changed-since", "x"],
            in: folder.path,
            environment: ["PATH": "/nowhere"]
        )
        #expect(none.code == 2 && none.errors.contains("the program 'git' was not found"))
    }
}

/// Repositories for tests.
enum Repositories {
    static var environment: [String: String] {
        let process = ProcessInfo.processInfo.environment
        return ["PATH": process["PATH"] ?? "/usr/bin:/bin", "HOME": process["HOME"] ?? "/"]
    }

    static let hasGit = (try? ChildProcess.shell("git --version").code) == 0

    /// Runs git in the folder, with a fixed author.
    @discardableResult
    static func git(_ folder: TemporaryFolder, _ words: String) throws -> ChildProcess {
        let who =
            "export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b"
        // Newer versions clean up in the background, and have a file in the repository meanwhile.
        let quiet = "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=maintenance.auto GIT_CONFIG_VALUE_0=false"
        let run = try ChildProcess.shell("\(who); \(quiet); git \(words)", folder: folder.path)
        try #require(run.code == 0, "\(run.errors)")
        return run
    }
}
