import Foundation
import SchemeKit
import Testing
import TestSupport

/// Every option without effect is reported.
@Suite struct OptionTests {
    /// Creates `tree` with `a/Info.plist`, `a/b/Info.plist`, `c/b/Info.plist` and `Pods/Info.plist`.
    private func tree(in folder: String = "") throws -> TemporaryFolder {
        let work = try TemporaryFolder()
        for path in ["a", "a/b", "c/b", "Pods"] {
            let name = path.replacing("/", with: "-")
            let manifest = Sample.app("com.contoso.\(name)", (role: "Editor", schemes: ["scheme-\(name)"]))
            try work.write("\(folder)tree/\(path)/Info.plist", manifest)
        }
        return work
    }

    /// Relative and absolute patterns, below a folder whose name contains wildcards.
    @Test(arguments: [
        ("b", 1), ("tree/a/b", 2), ("./tree/a/b", 2), ("./tree/a/b/", 2), ("a/b", 2), ("tree/*/b", 1),
        ("./tree/**/b", 1),
        ("../x\\[1]/tree/a", 1), ("$PWD/tree/a", 1), ("$PWD/t*/c", 2), ("$PWD/link/c", 2), ("/a/b", 2),
        ("tree/[ac]/b/Info.plist", 1), ("Pods", 3), ("*.md", 3), ("./tree", nil), ("./a", nil), ("zzz", nil),
    ])
    func leavesOutWhatAPatternMeans(pattern: String, left: Int?) throws {
        let folder = try tree(in: "x[1]/")
        try folder.write("x[1]/tree/README.md", "")
        _ = try ChildProcess.shell("ln -s tree 'x[1]/link'", folder: folder.path)
        let written = pattern.replacing("$PWD", with: folder.path + "/x\\[1]")
        let run = CommandRun.run(["check", "tree", "--exclude", written], in: folder.path + "/x[1]")
        #expect(run.code == 0)
        #expect(run.output.contains("no findings in \(left ?? 3) app"), "\(run.output)")
        #expect(run.errors.contains("note: --exclude '\(written)' matched nothing") == (left == nil), "\(run.errors)")
    }

    @Test func importReportsAnUnusedPattern() throws {
        let folder = try tree()
        let run = CommandRun.run(
            ["import", "--registry", "r.sqlite", "tree/a", "tree/c", "--exclude", "tree/c/b", "--exclude", "zzz"],
            in: folder.path
        )
        #expect(run.code == 0)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "schemereg: note: --exclude 'zzz' matched nothing")
    }

    @Test(arguments: ["purse", "purse:", "purse://", "PURSE://pay?to=a:b"])
    func takesASchemeAsPeopleWriteIt(scheme: String) throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] {
            let manifest = Sample.app("com.contoso.\(name)", (role: "Editor", schemes: ["purse", "fare"]))
            try folder.write("\(name)/Info.plist", manifest)
        }
        let run = CommandRun.run(["check", ".", "--scheme", scheme], in: folder.path)
        #expect(run.code == 1)
        #expect(run.output.contains("1 error in") && !run.output.contains("'fare'"))
        #expect(run.errors.isEmpty)
    }

    @Test func reportsAFilterThatMatchesNothing() throws {
        let folder = try tree()
        _ = CommandRun.run(["import", "--registry", "r.sqlite", "tree"], in: folder.path)
        let options = ["--scheme", "walet", "--scheme", "scheme-a", "--app", "com.contoso.x", "--app", "COM.contoso.a"]
        for command in [["check", "tree"], ["conflicts", "--registry", "r.sqlite"]] {
            let run = CommandRun.run(command + options, in: folder.path)
            #expect(run.code == 0)
            #expect(
                run.errors == """
                    schemereg: note: no app claims the scheme 'walet' given with --scheme
                    schemereg: note: no app that declares a scheme matches --app 'com.contoso.x'

                    """
            )
        }
    }

    @Test func picksAnAppOfUnknownIdentityByTheNameInReports() throws {
        let folder = try TemporaryFolder()
        try folder.write("App/Info.plist", Sample.app(nil, (role: "Editor", schemes: ["my_wallet"])))
        let run = CommandRun.run(["check", ".", "--app", "unknown:App/Info.plist"], in: folder.path)
        #expect(run.code == 1)
        #expect(run.output.contains("'my_wallet' is not a valid scheme"))
    }

    @Test(arguments: [
        (["--scheme", "my_wallet"], "'my_wallet' is not a valid scheme"),
        (["--scheme", "://"], "'://' is not a valid scheme"),
        (["--scheme", ""], "'' is not a valid scheme"),
        (["--app", ""], "--app is empty"),
        (["--exclude", ""], "the pattern of --exclude is empty"),
        ([""], "a path is empty"),
        (["--bundle-id", "tree/a/Info.plist=a b"], "'a b', given to 'tree/a/Info.plist' by"),
        (["--bundle-id", "tree/a/Info.plist=$(ID)"], "'$(ID)', given to 'tree/a/Info.plist' by"),
        (["--bundle-id", "tree/a=com.contoso.a"], "'tree/a' (--bundle-id) is not a file"),
        (["--bundle-id=-=com.contoso.a"], "'-' (--bundle-id) does not exist"),
        (
            ["--bundle-id", "tree/a/Info.plist=com.a", "--bundle-id", "./tree/a/Info.plist=com.b"],
            "--bundle-id gives './tree/a/Info.plist' two identifiers: 'com.a' and 'com.b'"
        ),
    ])
    func rejectsOptionsWithoutEffect(options: [String], text: String) throws {
        let folder = try tree()
        let run = CommandRun.run(["check", "tree"] + options, in: folder.path)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(text), "\(run.errors)")
    }

    @Test(arguments: [
        (["import", "tree", ""], "a path is empty"),
        (["import", "tree", "--source", ""], "the name of --source is empty"),
        (["import", "tree", "-", "--source", "x"], "standard input and paths cannot be in one source"),
        (["import", "tree", "--registry", ""], "the file of --registry is empty"),
        (["show", ""], "the name is empty"),
        (["forget", ""], "the name is empty"),
    ])
    func refusesEmptyNames(arguments: [String], text: String) throws {
        let folder = try tree()
        let environment = ["SCHEMEREG_REGISTRY": "r.sqlite"]
        #expect(CommandRun.run(["import", "."], in: folder.path, environment: environment).code == 0)
        let run = CommandRun.run(arguments, in: folder.path, environment: environment)
        #expect(run.code == 2)
        #expect(run.errors.contains(text), "\(run.errors)")
        let left = CommandRun.run(["list", "sources", "--format", "csv"], in: folder.path, environment: environment)
        #expect(left.output.contains(folder.path))
    }

    @Test func reportsABundleIdentifierWithoutEffect() throws {
        let folder = try tree()
        let options = ["--bundle-id", "tree/a/Info.plist=com.a", "--bundle-id", "tree/Pods/Info.plist=com.b"]
        let note = "note: --bundle-id had no effect: '\(folder.path)/tree/Pods/Info.plist' was not read"
        for command in [["check", "tree"], ["import", "--registry", "r.sqlite", "tree"]] {
            // Giving the same identifier twice is the same as once.
            let run = CommandRun.run(command + options + options, in: folder.path)
            #expect(run.code == 0)
            #expect(run.errors.contains(note) && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
    }

    @Test func givesStandardInputABundleIdentifier() {
        let manifest = Sample.app(nil, (role: "Editor", schemes: ["my_wallet"]))
        let options = ["check", "-", "--bundle-id=-=com.contoso.a", "--app", "com.contoso.a"]
        let run = CommandRun.run(options, in: "/", input: Array(manifest.utf8))
        #expect(run.output.contains("'my_wallet' is not a valid scheme"))
        #expect(run.errors.isEmpty)
    }

    /// Quoted arguments don't start a line or control the terminal, in ArgumentParser's messages and in ours.
    @Test(arguments: [
        ["check", "--no-such\n::error::x"], ["list", "a\n::error::x"], ["\n::error::x"],
        ["conflicts", "--fail-on", "\n::x"],
        ["check", "--jobs", "\u{1B}[2J\n::x"], ["explain", "\n::error::x"], ["check", ".", "--rule", "a\n::error::x"],
        ["show", "a\n::error::x", "--registry", "r\n::x"], ["check", ".", "--scheme", "\n::x"],
    ])
    func escapesWhatItQuotes(arguments: [String]) {
        let run = CommandRun.run(arguments, in: "/")
        #expect(run.code == 2 || run.code == 3)
        #expect(run.errors.contains("\\u{A}"), "\(run.errors)")
        #expect(!run.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
        #expect(!run.errors.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::") }, "\(run.errors)")
    }

    @Test func quotesBytesThatAreNoText() {
        let run = CommandRun.run(bytes: [Array("list".utf8), Array("caf".utf8) + [0xE9]], in: "/")
        #expect(run.code == 2)
        #expect(run.errors.contains("caf\\xE9"), "\(run.errors)")
    }

    private static let projects = Repository.root + "/sample-plists/projects"

    /// The option that hints recommend: `--set KEY=VALUE`.
    @Test(arguments: ["PARTNER_SCHEME=fabrikam-go", "PARTNER_SCHEME[sdk=iphone*]=fabrikam-go"])
    func givesASetting(setting: String) throws {
        let plain = CommandRun.run(["check", "undefined-setting"], in: Self.projects)
        #expect(plain.output.contains("PARTNER_SCHEME is undefined"))
        #expect(plain.output.contains("pass it with --set KEY=VALUE"))
        let both = ["--set", setting, "--set", "TEAM_NAME=Contoso"]
        let set = CommandRun.run(["check", "undefined-setting"] + both, in: Self.projects)
        #expect(set.errors.isEmpty)
        #expect(!set.output.contains("PARTNER_SCHEME"))
        let folder = try TemporaryFolder()
        // Outside the tree, like the file that it includes.
        try folder.write("x.xcconfig", "#include \"more/y.xcconfig\"\n")
        try folder.write(
            "more/y.xcconfig",
            setting.replacing("=fabrikam", with: " = fabrikam") + "\nTEAM_NAME = Contoso\n"
        )
        let options = ["--xcconfig", folder.path + "/x.xcconfig"]
        let file = CommandRun.run(["check", "undefined-setting"] + options, in: Self.projects)
        #expect(file.errors.isEmpty)
        #expect(file.output == set.output)
    }

    @Test func readsOneConfiguration() {
        func run(_ names: [String]) -> CommandRun {
            CommandRun.run(
                ["check", "five-configurations"] + names.flatMap { ["--configuration", $0] },
                in: Self.projects
            )
        }
        #expect(run([]).output.contains("shared by 5 variants"))
        #expect(run(["Debug", "Staging"]).output.contains("shared by 2 variants"))
        #expect(run(["Debug"]).output.hasPrefix("no findings in 1 app"))
        // A mistyped configuration must not look like a clean check.
        for names in [["Debug", "Relase"], ["Relase"]] {
            let mistyped = run(names)
            #expect(mistyped.code == 2)
            #expect(mistyped.output.isEmpty)
            #expect(
                mistyped.errors.hasPrefix(
                    """
                    schemereg: no project has the configuration 'Relase'
                      help: use one of these: 'Beta', 'Debug', 'Enterprise', 'Release', 'Staging'
                    """
                ),
                "\(mistyped.errors)"
            )
        }
    }

    @Test func aMistypedConfigurationTakesNothingAway() throws {
        let folder = try TemporaryFolder()
        func run(_ arguments: String...) -> CommandRun {
            CommandRun.run(arguments + ["--registry", folder.path + "/r.sqlite"], in: Self.projects)
        }
        #expect(run("import", "five-configurations").code == 0)
        let before = run("list", "claims").output
        #expect(before.contains("Staging"))
        #expect(run("import", "five-configurations", "--configuration", "Relase").code == 2)
        #expect(run("list", "claims").output == before)
        // A project of another source may lack it.
        #expect(run("import", "five-configurations", "shared-plist", "--configuration", "Staging").code == 2)
        #expect(!run("list", "claims").output.contains("Enterprise"))
    }

    @Test(arguments: [
        (["--set", "X"], "--set takes KEY=VALUE, not 'X'"), (["--set", "=x"], "--set takes KEY=VALUE, not '=x'"),
        (["--set", "X[sdk=a]"], "--set takes KEY=VALUE"),
        (["--xcconfig", "none"], "'none' (--xcconfig) does not exist"),
    ])
    func refusesSettingsThatAreNone(options: [String], text: String) throws {
        let folder = try tree()
        let run = CommandRun.run(["check", "tree"] + options, in: folder.path)
        #expect(run.code == 2)
        #expect(run.errors.contains(text), "\(run.errors)")
    }

    @Test(arguments: [["--set", "X=1"], ["--configuration", "Debug"], ["--xcconfig", "x.xcconfig"]])
    func reportsBuildSettingsWithoutAProject(options: [String]) throws {
        let folder = try tree()
        try folder.write("x.xcconfig", "")
        let run = CommandRun.run(["check", "tree"] + options, in: folder.path)
        #expect(run.errors.hasPrefix("schemereg: note: no Xcode project was read, so"))
    }

    @Test(arguments: [["--version", "--verbose"], ["--verbose", "--version"]])
    func showsHowItWasBuilt(arguments: [String]) {
        let run = CommandRun.run(arguments, in: "/")
        #expect(run.code == 0 && run.errors == "")
        let form =
            /schemereg \d+\.\d+\.\d+\ncommit: [0-9a-z-]+\ntraits: [A-Za-z, ]+\nSQLite: 3\.\d+\.\d+\nSwift: 6\.\d+.*\n/
        #expect(run.output.wholeMatch(of: form) != nil, "\(run.output)")
        #expect(CommandRun.run(["--version"], in: "/").output == "schemereg \(Release.version)\n")
    }
}
