import Foundation
import Testing
import TestSupport

/// Invalid calls: each gives a clear message and the right exit code.
@Suite struct InvalidUsageTests {
    @Test(
        arguments: [
            ([], 0, "USAGE: schemereg"),
            (["--version"], 0, "schemereg 0."),
            (["--help"], 0, "EXIT CODES:\n  0  no findings at or above"),
            (["import", "--help"], 0, "--bundle-id"),
        ] as [([String], Int32, String)]
    )
    func helps(arguments: [String], code: Int32, text: String) {
        let run = CommandRun.run(arguments, in: "/")
        #expect(run.code == code)
        #expect(run.output.contains(text))
        #expect(run.errors.isEmpty)
    }

    @Test(arguments: [
        "import", "conflicts", "check", "fix", "list", "show", "forget", "known show", "known import",
        "known remove", "settings", "rules", "explain", "resolve",
    ])
    func helpHasExamplesExitCodesAndDefaults(command: String) throws {
        for name in [command, String(command.prefix { $0 != " " }), ""] {
            let help = CommandRun.help(name)
            #expect(help.contains("EXAMPLES:\n  schemereg ") && help.contains("EXIT CODES:\n  0  "))
        }
        let help = CommandRun.help(command).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("--format <format>") && help.contains("default: text"))
    }

    @Test(arguments: [
        "", "import", "conflicts", "check", "fix", "list", "show", "history", "suggest", "report", "links", "diff",
        "forget", "known", "known show", "known import", "known remove", "settings", "rules", "explain", "resolve",
        "init", "config", "config verify", "registry", "registry init", "copy",
    ])
    func helpWrapsNoExample(command: String) throws {
        let help = CommandRun.help(command)
        let examples = help.components(separatedBy: "EXAMPLES:\n").last?.components(separatedBy: "\nUSAGE").first
        for line in try #require(examples).split(separator: "\n") {
            #expect(line.hasPrefix("  ") || line == "EXIT CODES:", "\(line)")
        }
    }

    /// ArgumentParser's errors have the same form as all others.
    @Test(arguments: [
        (["check", "--foo"], "unknown option '--foo'\n  help: see 'schemereg check --help'\n"),
        (["check", "--sevrity", "note"], "unknown option '--sevrity'\n  help: did you mean '--severity'?\n"),
        (
            ["import", "--sdk", "27", "."],
            "unknown option '--sdk'\n  help: these commands have '--sdk': check, conflicts, diff, report\n"
        ),
        (
            ["conflicts", "--fail-on", "fatal"],
            "the value 'fatal' is invalid for '--fail-on <level>'\n"
                + "  --fail-on <level>  Exit with 1 if a finding is at or above this severity.\n"
                + "  help: use one of 'note', 'warning', 'error' or 'never'\n"
        ),
        (
            ["list", "queries"],
            "the value 'queries' is invalid for '<subject>'\n  <subject>  What to list.\n"
                + "  help: use one of these: manifests, claims, apps, sources, schemes, domains, links, handlers, routes, history\n"
        ),
        (
            ["known", "import"],
            "missing argument '<file>'\n  <file>  A CSV file.\n  help: see 'schemereg known import --help'\n"
        ),
        (["history", "x", "y"], "unexpected argument 'y'\n  help: see 'schemereg history --help'\n"),
        (
            ["check", "--add-allow", "known", "--changed-since", "main"],
            "--add-allow and --changed-since cannot be combined\n"
                + "  help: omit --changed-since; a comment accepts nothing new in the change that adds it\n"
        ),
    ])
    func refusesCallsInOneVoice(arguments: [String], text: String) {
        let run = CommandRun.run(arguments, in: "/")
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.errors == "schemereg: " + text)
    }

    @Test(arguments: [
        (["import"], "no path given"),
        (["chekc", "."], "unknown command 'chekc'\n  help: did you mean 'check'?\n"),
        (["Wallet/Info.plist"], "help: to check a file or folder: schemereg check PATH\n"),
        (["frobnicate"], "help: 'schemereg --help' lists the commands\n"),
        // No command has most of these letters.
        (["help", "foo"], "unknown command 'foo'\n  help: 'schemereg --help' lists the commands\n"),
        (["conflicts", "--fail-on", "fatal"], "fatal"),
        (["check", ".", "--jobs", "0"], "from 1 to 256"),
        (["check", ".", "--bundle-id", "com.contoso.app"], "PATH=ID"),
        (["explain", "undefined-targt"], "undefined-target"),
        (["conflicts", "--rule", "no-such-rule"], "no-such-rule"),
        (["conflicts"], "home folder"),
    ])
    func refusesWrongCalls(arguments: [String], text: String) {
        let run = CommandRun.run(arguments, in: "/")
        #expect(run.code == 2)
        #expect(run.errors.contains(text))
        #expect(run.output.isEmpty)
    }

    @Test func reportsPathsThatAreNotThere() throws {
        let folder = try TemporaryFolder()
        try folder.write("Wallet/Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["wallet"])))
        let run = CommandRun.run(["check", "Walet", "Wallet"], in: folder.path)
        #expect(run.code == 3)
        #expect(run.output.contains("Walet: problem: no such file or folder"))
        #expect(run.output.contains("in 1 app (1 scheme)"))
    }

    @Test func findsNothingInAnEmptyFolder() throws {
        let folder = try TemporaryFolder()
        let nothing = "no manifests found; nothing was checked\n"
        for arguments in [["check", "."], ["check"]] {
            let run = CommandRun.run(arguments, in: folder.path)
            #expect(run.code == 3)
            #expect(
                run.output.hasPrefix(nothing + "  help: specify a folder that contains")
                    && run.output.contains("--allow-empty")
            )
            let allowed = CommandRun.run(arguments + ["--allow-empty"], in: folder.path)
            #expect(allowed.code == 0 && allowed.output == nothing)
        }
        let json = CommandRun.run(["check", "--format", "json"], in: folder.path)
        #expect(json.code == 3 && json.output.contains("\"code\": \"nothing-found\""))
        // An empty folder doesn't pass; a missing one has a problem of its own.
        #expect(
            CommandRun.run(["check", "nowhere"], in: folder.path).output.contains("no manifests found; nothing was")
        )
        #expect(!CommandRun.run(["check", "nowhere"], in: folder.path).output.contains("--allow-empty"))

        let imported = CommandRun.run(["import", ".", "--registry", "r.sqlite"], in: folder.path)
        #expect(imported.code == 3 && imported.output.contains("no manifests found; nothing was imported\n  help: "))
        #expect(CommandRun.run(["import", ".", "--registry", "r.sqlite", "--allow-empty"], in: folder.path).code == 0)
        let compared = CommandRun.run(["diff", ".", "."], in: folder.path)
        #expect(compared.code == 3 && compared.output.hasPrefix("no manifests found; nothing was compared\n  help: "))
        #expect(CommandRun.run(["diff", ".", ".", "--allow-empty"], in: folder.path).code == 0)
        // One side may be empty, such as the first app of a repository.
        try folder.write("App/Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["wallet"])))
        try FileManager.default.createDirectory(atPath: folder.path + "/Before", withIntermediateDirectories: true)
        #expect(CommandRun.run(["diff", "Before", "App"], in: folder.path).code == 0)
        #expect(CommandRun.run(["check"], in: folder.path).code == 0)
    }

    @Test func suggestsAPathToImport() {
        let run = CommandRun.run(["import"], in: "/")
        #expect(run.code == 2)
        #expect(run.errors.contains("schemereg import ."))
    }

    @Test func keepsAMistypedPathFromEmptyingAnything() throws {
        let folder = try TemporaryFolder()
        try folder.write("Wallet/Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["wallet"])))
        #expect(CommandRun.run(["import", "--registry", "r.sqlite", "Wallet"], in: folder.path).code == 0)
        #expect(CommandRun.run(["import", "--registry", "r.sqlite", "Walet"], in: folder.path).code == 3)
        let list = CommandRun.run(["list", "schemes", "--registry", "r.sqlite"], in: folder.path)
        #expect(list.output.contains("wallet"))
    }

    @Test func reportsAMissingRegistry() throws {
        let folder = try TemporaryFolder()
        let run = CommandRun.run(["conflicts", "--registry", "r.sqlite"], in: folder.path)
        #expect(run.code == 3)
        #expect(run.errors.contains("r.sqlite"))
        #expect(run.errors.contains("schemereg import"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/r.sqlite"))
    }

    @Test(arguments: [
        ["show", "wallet"], ["list", "apps"], ["resolve", "wallet"], ["conflicts"], ["links"],
    ])
    func suggestsAnImportToNewUsers(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let run = CommandRun.run(arguments, in: folder.path, environment: ["HOME": folder.path])
        #expect(run.code == 3)
        #expect(run.errors.hasPrefix("schemereg: nothing has been imported yet: the registry '\(folder.path)/"))
        #expect(run.errors.hasSuffix("\n  help: import a folder with your apps: schemereg import .\n"))
        let named = CommandRun.run(arguments + ["--registry", "my apps.sqlite"], in: folder.path)
        #expect(named.errors.hasSuffix(": schemereg import . --registry '\(folder.path)/my apps.sqlite'\n"))
    }

    @Test func reportsThatTheDataFolderCannotBeCreated() throws {
        let folder = try TemporaryFolder()
        try folder.write("home", "a file")
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["wallet"])))
        let home = ["HOME": folder.path + "/home"]
        let importing = CommandRun.run(["import", "Info.plist"], in: folder.path, environment: home)
        #expect(importing.code == 3)
        #expect(importing.errors.contains("for the registry cannot be created: not a directory"))
        #expect(importing.errors.contains("--registry FILE"))
        #expect(CommandRun.run(["conflicts"], in: folder.path, environment: home).code == 3)
    }

    @Test func rejectsATextFileAsARegistry() throws {
        let folder = try TemporaryFolder()
        let text = "not a database, but somebody's notes\n"
        try folder.write("r.sqlite", text)
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["wallet"])))
        for arguments in [
            ["import", "Info.plist"], ["conflicts"], ["list", "apps"], ["forget", "x"], ["show", "x"],
        ] {
            let run = CommandRun.run(arguments + ["--registry", "r.sqlite"], in: folder.path)
            #expect(run.code == 3)
            #expect(run.errors.contains("r.sqlite"))
        }
        #expect(try String(contentsOfFile: folder.path + "/r.sqlite", encoding: .utf8) == text)
    }

    @Test func opensFilesWhoseNamesAreNoText() throws {
        let folder = try TemporaryFolder()
        let manifest = Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["my_wallet"]))
        let source = try folder.write("source", manifest)
        let names: [[UInt8]] = [Array("caf".utf8) + [0xE9] + Array(".plist".utf8), Array("a\nb.plist".utf8)]
        for name in names {
            _ = try ChildProcess.shell(
                "cp \"$1\" \"$2\"",
                bytes: [Array(source.utf8), Array(folder.path.utf8) + [0x2F] + name]
            )
            let run = CommandRun.run(bytes: [Array("check".utf8), name], in: folder.path)
            #expect(run.code == 1)
            #expect(run.errors.isEmpty)
        }
        let run = CommandRun.run(bytes: [Array("check".utf8)] + names, in: folder.path)
        #expect(run.output.contains("caf\\xE9.plist:20:"))
        #expect(run.output.contains("a\\u{A}b.plist:20:"))
        let json = CommandRun.run(["check", ".", "--format", "json"], in: folder.path)
        #expect(json.output.contains("\"pathBytes\": \"Y2Fm6S5wbGlzdA==\""))
    }

    @Test func rejectsAPipe() throws {
        let folder = try TemporaryFolder()
        let script = "mkfifo pipe; cat /dev/null | \"$1\" check /dev/stdin pipe /dev/null"
        let run = try ChildProcess.shell(script, [Repository.binary], folder: folder.path)
        #expect(run.code == 3)
        for path in ["/dev/stdin", "pipe", "/dev/null"] {
            #expect(
                run.text.contains("\(path): problem: this is a pipe, a socket or a device, not a file"),
                "\(run.text)"
            )
        }
        #expect(run.text.contains("use - as the path") && !run.text.contains("no such file"))
    }

    @Test func isQuietOnAClosedPipe() throws {
        let folder = try TemporaryFolder()
        for number in 0..<300 {
            let manifest = Sample.app("com.contoso.app\(number)", (role: "Editor", schemes: ["my_wallet"]))
            try folder.write("a\(number)/Info.plist", manifest)
        }
        let run = try ChildProcess.shell("\"$1\" check . | head -n 1", [Repository.binary], folder: folder.path)
        #expect(run.code == 0)
        #expect(run.errors.isEmpty)
        #expect(run.text.split(separator: "\n").count == 1)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no /dev/full here"))
    func failsOnAFullDisk() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["wallet"])))
        let run = try ChildProcess.shell("\"$1\" check . > /dev/full", [Repository.binary], folder: folder.path)
        #expect(run.code == 3)
        #expect(run.errors.contains("the output could not be written: no space left on device"))
    }

    @Test func failsWithoutStandardOutput() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["wallet"])))
        let run = try ChildProcess.shell(
            "\"$1\" check . --output json=a.json <&- >&-",
            [Repository.binary],
            folder: folder.path
        )
        #expect(run.code == 3)
        #expect(run.errors.contains("the output could not be written: bad file descriptor"), "\(run.errors)")
        #expect(try String(contentsOfFile: folder.path + "/a.json", encoding: .utf8).hasSuffix("}\n"))
    }

    @Test func failsWhereFilesMayNotGrow() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["my_wallet"])))
        let script = "ulimit -f 1; \"$1\" check . --output sarif=a.sarif >/dev/null"
        let run = try ChildProcess.shell(script, [Repository.binary], folder: folder.path)
        #expect(run.code == 3)
        #expect(run.errors.contains("could not be written: file too large"), "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Info.plist"])
    }

    @Test func readsBelowPathsThatAreTooLongForTheSystem() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "d", count: 200)
        _ = try ChildProcess.shell(
            "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do mkdir \"$1\" && cd \"$1\"; done",
            [name],
            folder: folder.path
        )
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["my_wallet"])))
        let run = CommandRun.run(["check", "."], in: folder.path)
        #expect(run.code == 1)
        #expect(run.output.contains("Info.plist:20:"))
        _ = try ChildProcess.shell("rm -rf \"$1\"", [name], folder: folder.path)
    }

    @Test func doesNotOpenPipesOrFollowLinksOutOfTheTree() throws {
        let folder = try TemporaryFolder()
        try folder.write("outside/Info.plist", Sample.app("com.contoso.other", (role: "Editor", schemes: ["my_other"])))
        try folder.write("tree/Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["wallet"])))
        _ = try ChildProcess.shell(
            "ln -s ../outside tree/link; ln -s . tree/loop; mkfifo tree/Pipe-Info.plist",
            folder: folder.path
        )
        let tree = CommandRun.run(["check", "tree"], in: folder.path)
        #expect(tree.code == 0)
        #expect(tree.output.contains("in 1 app (1 scheme)"))
        let named = CommandRun.run(["check", "tree/Pipe-Info.plist"], in: folder.path)
        #expect(named.code == 3)
        #expect(named.output.contains("a pipe, a socket or a device"))
    }

    /// An app that could take the identity of another one would never collide with it.
    @Test(arguments: [
        "mkdir tree/Evil.app && ln -s ../../outside/Info.plist tree/Evil.app/Info.plist",
        "mkdir tree/Evil.app && ln -s ../../outside tree/Evil.app/Contents",
    ])
    func takesNoAppFromALink(script: String) throws {
        let folder = try TemporaryFolder()
        let manifest = { Sample.app($0, (role: "Editor", schemes: ["wallet"])) }
        try folder.write("outside/Info.plist", manifest("com.contoso.wallet"))
        try folder.write("tree/Info.plist", manifest("com.contoso.wallet"))
        _ = try ChildProcess.shell(script, folder: folder.path)
        try folder.write("tree/Evil.app/Helper/Info.plist", manifest("com.evil.wallet"))
        for start in ["tree", "tree/Info.plist tree/Evil.app", "tree/Info.plist tree/Evil.app/Helper"] {
            let run = CommandRun.run(["check"] + start.split(separator: " ").map(String.init), in: folder.path)
            #expect(run.output.contains("2 apps") && run.output.contains("undefined-target"), "\(start): \(run.output)")
        }
    }

    /// One folder's name contains an invalid byte, and the other one the text that represents it.
    @Test func distinguishesBytesFromTheTextThatShowsThem() throws {
        let folder = try TemporaryFolder()
        let names = [Array("caf".utf8) + [0xE9], Array(#"caf\xE9"#.utf8)]
        let manifest = Sample.app("$(ID)", (role: "Editor", schemes: ["wallet"]))
        let file = try folder.write("manifest.txt", manifest)
        for name in names {
            let script = "mkdir \"$1\" && cp \"$2\" \"$1/Info.plist\""
            _ = try ChildProcess.shell(script, bytes: [name, Array(file.utf8)], folder: folder.path)
        }
        let tree = CommandRun.run(["check", "."], in: folder.path)
        #expect(tree.output.contains("2 apps"), "\(tree.output)")
        #expect(tree.output.contains(#"caf\xE9/Info.plist:"#) && tree.output.contains(#"caf\x5CxE9/Info.plist:"#))

        let registry = ["--registry", folder.path + "/r.sqlite"].map { Array($0.utf8) }
        let words = { (command: String) in Array(command.utf8) }
        let imported = CommandRun.run(bytes: [words("import")] + registry + names, in: folder.path)
        #expect(imported.output.split(separator: "\n").count { $0.hasPrefix("imported ") } == 2, "\(imported.output)")
        let json = CommandRun.run(
            bytes: [words("list"), words("sources"), words("--format"), words("json")] + registry,
            in: folder.path
        )
        #expect(json.output.contains(#"caf\\xE9""#) && json.output.contains(#"caf\\x5CxE9""#), "\(json.output)")
        // By the path and by the name in reports.
        for (name, root) in [
            (names[0], #"caf\xE9"#), (names[1], #"caf\x5CxE9"#), (words(#"caf\x5CxE9"#), #"caf\x5CxE9"#),
        ] {
            let shown = CommandRun.run(bytes: [words("show"), name] + registry, in: folder.path)
            #expect(shown.code == 0 && shown.output.contains("/\(root) (folder)"), "\(shown.output)")
        }
    }

    @Test func opensARegistryAtAPathThatLooksEscaped() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["wallet"])))
        let run = CommandRun.run(["import", "--registry", #"r\x41.sqlite"#, "Info.plist"], in: folder.path)
        #expect(run.code == 0, "\(run.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.path + #"/r\x41.sqlite"#))
        #expect(CommandRun.run(["conflicts", "--registry", #"r\x41.sqlite"#], in: folder.path).code == 0)
    }
}
