import Foundation
import Testing
import TestSupport

/// The content of a registry after several imports.
@Suite struct RegistryTests {
    private func dump(_ folder: TemporaryFolder) throws -> String {
        let run = try ChildProcess.shell("sqlite3 r.sqlite .dump", folder: folder.path)
        #expect(run.code == 0, "\(run.errors)")
        return run.text
    }

    /// A script that makes `$1` a copy of the tool that another user may run, wherever the repository is.
    private static let ownCopy = """
        mkdir bin && cp "$1" bin/schemereg && chmod 755 . bin bin/schemereg && set -- "$PWD/bin/schemereg"

        """

    private func wallet(_ schemes: String..., role: String = "Editor") -> String {
        Sample.app("com.contoso.wallet", (role: role, schemes: schemes))
    }

    @Test func writesNothingWhenNothingChanged() throws {
        let folder = try TemporaryFolder()
        try folder.write("tree/Info.plist", wallet("wallet", "my_wallet"))
        try folder.write("tree/sub/Info.plist", "<plist><dict>")
        let arguments = ["import", "--registry", "r.sqlite", "tree"]
        #expect(CommandRun.run(arguments, in: folder.path, now: 1_700_000_000).code == 0)
        let first = try dump(folder)
        #expect(CommandRun.run(arguments, in: folder.path, now: 1_800_000_000).code == 0)
        #expect(try dump(folder) == first)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["r.sqlite", "tree"])
    }

    @Test func holdsTwoSourcesOfTheSameRelativePath() throws {
        let folder = try TemporaryFolder()
        try folder.write("a/Info.plist", wallet("wallet"))
        try folder.write("b/Info.plist", Sample.app("com.contoso.driver", (role: "Editor", schemes: ["wallet"])))
        let registry = folder.path + "/r.sqlite"
        for name in ["a", "b"] {
            #expect(CommandRun.run(["import", "--registry", registry, "."], in: folder.path + "/" + name).code == 0)
        }
        let run = CommandRun.run(["conflicts", "--registry", registry], in: folder.path)
        #expect(run.code == 1)
        #expect(run.output.contains("a/Info.plist:20:") && run.output.contains("b/Info.plist:20:"))
    }

    @Test func doesNotTakeAPartForASecondApp() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("tree/sub/Info.plist", Sample.app(nil, (role: "Editor", schemes: ["wallet"])))
        try folder.write("tree/Info.plist", Sample.app("com.contoso.driver", (role: "Editor", schemes: ["driver"])))
        let registry = folder.path + "/r.sqlite"
        func importing(_ path: String, in directory: String) {
            #expect(CommandRun.run(["import", "--registry", registry, path], in: directory).code == 0)
        }
        func claims() throws -> Int {
            let run = CommandRun.run(["list", "claims", "--format", "json", "--registry", registry], in: "/")
            let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            return (json?["claims"] as? [Any])?.count ?? -1
        }
        importing("tree", in: folder.path)
        importing(file, in: folder.path)
        importing("..", in: folder.path + "/tree/sub")
        importing("sub", in: folder.path + "/tree")
        #expect(try claims() == 2)
        #expect(CommandRun.run(["conflicts", "--registry", registry], in: "/").code == 0)

        // The file before its tree, which absorbs it.
        try FileManager.default.removeItem(atPath: registry)
        importing(file, in: folder.path)
        importing("tree", in: folder.path)
        #expect(try claims() == 2)
    }

    @Test func updatesOnlyThePartThatIsImported() throws {
        let folder = try TemporaryFolder()
        try folder.write("tree/a/Info.plist", wallet("wallet"))
        let other = try folder.write(
            "tree/b/Info.plist",
            Sample.app("com.contoso.b", (role: "Editor", schemes: ["bbb"]))
        )
        let registry = folder.path + "/r.sqlite"
        _ = CommandRun.run(["import", "--registry", registry, "tree"], in: folder.path)
        try FileManager.default.removeItem(atPath: other)
        try folder.write("tree/a/Info.plist", wallet("purse"))
        _ = CommandRun.run(["import", "--registry", registry, "tree/a"], in: folder.path)
        let part = CommandRun.run(["list", "schemes", "--registry", registry], in: folder.path).output
        #expect(part.contains("purse") && part.contains("bbb") && !part.contains("wallet"))
        _ = CommandRun.run(["import", "--registry", registry, "tree"], in: folder.path)
        let whole = CommandRun.run(["list", "schemes", "--registry", registry], in: folder.path).output
        #expect(whole.contains("purse") && !whole.contains("bbb"))
    }

    @Test func countsAnAppAndItsLoginItemOnce() throws {
        let folder = try TemporaryFolder()
        let item = "tree/Wallet.app/Contents/Library/LoginItems/Helper.app/Contents/Info.plist"
        try folder.write("tree/Wallet.app/Contents/Info.plist", wallet("wallet"))
        try folder.write(item, Sample.app("com.contoso.helper", (role: "Editor", schemes: ["wallet"])))
        #expect(CommandRun.run(["import", "--registry", "r.sqlite", "tree"], in: folder.path).code == 0)
        #expect(CommandRun.run(["conflicts", "--registry", "r.sqlite"], in: folder.path).code == 0)
        try folder.write("tree/Driver.plist", Sample.app("com.contoso.driver", (role: "Editor", schemes: ["wallet"])))
        _ = CommandRun.run(["import", "--registry", "r.sqlite", "tree"], in: folder.path)
        for command in [["check", "tree"], ["conflicts", "--all", "--registry", "r.sqlite"]] {
            let run = CommandRun.run(command, in: folder.path)
            #expect(run.code == 1)
            #expect(run.output.contains("scheme 'wallet' is claimed by 2 apps;"))
            #expect(run.output.contains("1 error, 3 warnings in 3 apps"))
        }
        let rows = try ChildProcess.shell("sqlite3 r.sqlite 'SELECT app FROM undefined_targets'", folder: folder.path)
        #expect(rows.text.split(separator: "\n").sorted() == ["com.contoso.driver", "com.contoso.wallet"])
    }

    @Test func countsAsCheckDoes() throws {
        let folder = try TemporaryFolder()
        try folder.write("tree/Info.plist", wallet("wallet", "purse"))
        try folder.write("tree/theme.plist", "<plist><dict><key>Color</key><string>red</string></dict></plist>")
        try folder.write("tree/README.md", "# Wallet")
        try folder.write("tree/Lost-Info.plist", wallet("lost"))
        let files = ForbiddenFileSystem(folder.path + "/tree/Lost-Info.plist")
        func run(_ arguments: String...) throws -> CommandRun {
            let run = CommandRun.run(arguments, in: folder.path, files: files)
            #expect(run.code == 3)
            return run
        }
        func summary(_ run: CommandRun) throws -> [String: Int] {
            let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            let summary = try #require(report?["summary"] as? [String: Any])
            // The counts of skipped entries aren't stored.
            return summary.filter { !$0.key.hasPrefix("skipped") || $0.key == "skippedInputs" }.compactMapValues {
                $0 as? Int
            }
        }
        let read = try summary(run("check", "tree", "--format", "json"))
        let imported = try run("import", "--registry", "r.sqlite", "tree").output
        let stored = try summary(run("conflicts", "--all", "--registry", "r.sqlite", "--format", "json"))
        #expect(read == stored)
        #expect((read["inputs"], read["skippedInputs"], read["manifests"], read["problems"]) == (2, 1, 1, 1))
        #expect(imported.contains("1 file skipped, 1 problem\n"))
    }

    /// A mistake within one app is no conflict, but a report that doesn't count it would look like a clean result.
    @Test func reportsOnlyConflictsUnlessAskedForAll() throws {
        let folder = try TemporaryFolder()
        try folder.write("a/Info.plist", Sample.app("com.contoso.a", ("Editor", ["contoso-pay", "Contoso-A"])))
        let registry = ["--registry", "r.sqlite"]
        func conflicts(_ options: String...) -> CommandRun {
            CommandRun.run(["conflicts"] + options + registry, in: folder.path)
        }
        _ = CommandRun.run(["import", "."] + registry, in: folder.path)
        let none = conflicts("--fail-on", "note")
        #expect(none.code == 0 && none.output.hasPrefix("no conflicts in 1 app (2 schemes); "), "\(none.output)")
        #expect(none.output.hasSuffix(" of other rules not shown (--all shows them)\n"))
        #expect(conflicts("--all", "--fail-on", "note").code == 1)

        try folder.write("b/Info.plist", Sample.app("com.contoso.b", ("Editor", ["contoso-pay"])))
        _ = CommandRun.run(["import", "."] + registry, in: folder.path)
        let run = conflicts()
        #expect(run.code == 1 && run.output.contains("[undefined-target]"))
        #expect(!run.output.contains("[uppercase-scheme]"))
        #expect(conflicts("--all").output == CommandRun.run(["check", "."], in: folder.path).output)
        // Another filter chooses among the conflicts.
        let chosen = conflicts("--scheme", "contoso-other").output
        #expect(chosen.hasPrefix("no matching conflicts in 2 apps"), "\(chosen)")
        // A baseline accepts everything, so everything is counted.
        let written = conflicts("--write-baseline", "\(folder.path)/b.json").output
        #expect(written.hasPrefix("no findings in 2 apps (2 schemes); 3 accepted findings not shown"), "\(written)")
        #expect(conflicts("--rule", "uppercase-scheme").output.contains("[uppercase-scheme]"))
        // The rules of the report are not turned on by it.
        #expect(conflicts("--off", "undefined-target").code == 0)
    }

    @Test func keepsClaimsOfAFileThatCannotBeRead() throws {
        let folder = try TemporaryFolder()
        try folder.write("tree/Info.plist", wallet("wallet"))
        try folder.write("tree/b/Info.plist", Sample.app("com.contoso.b", (role: "Editor", schemes: ["wallet"])))
        // CI runs as root, who can read everything.
        let script = """
            chown -R 65534 . 2>/dev/null
            as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --clear-groups -- "$@"; else "$@"; fi; }
            as "$1" import --registry r.sqlite tree || exit 9
            chmod 000 tree/b/Info.plist
            as "$1" import --registry r.sqlite tree; echo "code $?"
            as "$1" list claims --registry r.sqlite --format json | grep -c '"state": "stale"'
            as "$1" conflicts --registry r.sqlite >/dev/null; echo "code $?"
            chmod 644 tree/b/Info.plist
            as "$1" import --registry r.sqlite tree >/dev/null; echo "code $?"
            as "$1" list claims --registry r.sqlite --format json | grep -c '"state": "stale"'
            """
        let run = try ChildProcess.shell(Self.ownCopy + script, [Repository.binary], folder: folder.path)
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains("tree/b/Info.plist: problem: the file cannot be read: permission") })
        #expect(lines.filter { $0.hasPrefix("code") || Int($0) != nil } == ["code 3", "1", "code 3", "code 0", "0"])
    }

    @Test func isReadableInAReadOnlyFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", wallet("my_wallet"))
        let script = """
            mkdir kept
            "$1" import --registry kept/r.sqlite Info.plist >/dev/null || exit 9
            chmod 555 kept; chmod 444 kept/r.sqlite
            as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --clear-groups -- "$@"; else "$@"; fi; }
            as "$1" conflicts --all --registry kept/r.sqlite >/dev/null; echo "code $?"
            as "$1" import --registry kept/r.sqlite bin; echo "code $?"
            ls kept; chmod 755 kept
            """
        let run = try ChildProcess.shell(Self.ownCopy + script, [Repository.binary], folder: folder.path)
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "code 1", "\(run.text) \(run.errors)")
        #expect(lines.suffix(2) == ["code 3", "r.sqlite"], "\(run.text) \(run.errors)")
    }

    @Test func isWholeAfterAKill() throws {
        let folder = try TemporaryFolder()
        let count = TestScale.pick(300, torture: 3_000)
        for number in 0..<count {
            let manifest = Sample.app("com.contoso.app\(number)", (role: "Editor", schemes: ["scheme\(number)"]))
            try folder.write("tree/app\(number)/Info.plist", manifest)
        }
        try folder.write("tree/first/Info.plist", wallet("wallet"))
        // At once, in the transaction, while it is committed, and afterwards.
        let signs = ["-e tree", "-e r.sqlite-wal", "-s r.sqlite-wal", "-s out"]
        let script = """
            "$1" import --registry base.sqlite tree/first >/dev/null || exit 9
            tool=$1 whole=$2; shift 2
            for sign; do
                rm -f r.sqlite* out; cp base.sqlite r.sqlite
                "$tool" import --registry r.sqlite --source all tree >out 2>&1 & child=$!
                until [ $sign ] || [ -s out ]; do sleep 0.005; done
                kill -9 $child 2>/dev/null; wait $child 2>/dev/null
                # A command that reads can't complete or roll back what was interrupted, and says so.
                "$tool" list sources --registry r.sqlite >/dev/null 2>&1; code=$?
                [ $code = 0 ] || [ $code = 3 ] || echo "list: $code"
                # sqlite3 does, so it gets a copy.
                rm -rf copy; mkdir copy; cp r.sqlite* copy
                sqlite3 copy/r.sqlite 'PRAGMA integrity_check'
                count=$(sqlite3 copy/r.sqlite 'SELECT count(*) FROM manifest')
                [ "$count" = 1 ] || [ "$count" = "$whole" ] || echo "torn: $count"
                "$tool" import --registry r.sqlite --source all tree >/dev/null; echo "code $?"
                "$tool" list sources --registry r.sqlite >/dev/null || echo "list: $?"
                sqlite3 r.sqlite 'SELECT count(*) FROM manifest'
            done
            """
        let whole = "\(count + 1)"
        let rounds = Array(repeating: signs, count: TestScale.pick(1, torture: 10)).flatMap(\.self)
        let run = try ChildProcess.shell(script, [Repository.binary, whole] + rounds, folder: folder.path)
        let lines = run.text.split(separator: "\n").map(String.init)
        let expected = Array(repeating: ["ok", "code 0", whole], count: rounds.count).flatMap(\.self)
        #expect(lines == expected, "\(run.code ?? -1) \(run.errors)")
    }

    @Test func showsTheSourceLineOnlyWhileItIsTheOneThatWasRead() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", wallet("my_wallet"))
        _ = CommandRun.run(["import", "--registry", "r.sqlite", "Info.plist"], in: folder.path)
        func report() -> String {
            CommandRun.run(["conflicts", "--all", "--registry", "r.sqlite"], in: folder.path).output
        }
        #expect(report().contains("<string>my_wallet</string>"))
        try folder.write("Info.plist", wallet("another"))
        #expect(!report().contains("<string>"))
        #expect(report().contains("'my_wallet' is not a valid scheme"))
    }

    @Test func refusesAStrangersTrigger() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", wallet("wallet"))
        _ = CommandRun.run(["import", "--registry", "r.sqlite", "Info.plist"], in: folder.path)
        let sql = "CREATE TRIGGER evil AFTER INSERT ON claim BEGIN DELETE FROM claim; END"
        #expect(try ChildProcess.shell("sqlite3 r.sqlite \"$1\"", [sql], folder: folder.path).code == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/r.sqlite"))
        for command in [["import", "Info.plist"], ["conflicts"], ["list", "apps"]] {
            let run = CommandRun.run(command + ["--registry", "r.sqlite"], in: folder.path)
            #expect(run.code == 3)
            #expect(run.errors.contains("evil"))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/r.sqlite")) == before)
    }

    @Test func refusesAVersionThatCannotBe() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", wallet("wallet"))
        _ = CommandRun.run(["import", "--registry", "r.sqlite", "Info.plist"], in: folder.path)
        #expect(try ChildProcess.shell("sqlite3 r.sqlite 'PRAGMA user_version = -1'", folder: folder.path).code == 0)
        for command in [["import", "Info.plist"], ["conflicts"]] {
            #expect(CommandRun.run(command + ["--registry", "r.sqlite"], in: folder.path).code == 3)
        }
    }

    /// A process that is stopped gets as little done as one on a busy machine.
    @Test(arguments: [
        ("INT:130 TERM:143", ":"), ("TERM:143", "sleep 0.01; kill -STOP $child && sleep 4 && kill -CONT $child"),
    ])
    func endsOnASignalWithoutLeavingFiles(signals: String, pause: String) throws {
        // A slow disk would leave some.
        let folder = try TemporaryFolder(isInMemory: true)
        for number in 0..<TestScale.pick(600, torture: 3_000) {
            try folder.write("tree/app\(number)/Info.plist", wallet("scheme\(number)"))
        }
        // The registry is created when the process handles signals, which a child of sh may ignore until then.
        let script = """
            for pair in \(signals); do
                for sign in '-e r.sqlite' '-s r.sqlite'; do
                    rm -f r.sqlite* out
                    "$1" import --registry r.sqlite tree >out 2>&1 & child=$!
                    until [ $sign ] || [ -s out ]; do sleep 0.005; done
                    kill -${pair%%:*} $child
                    { \(pause); } 2>/dev/null
                    wait $child; code=$?
                    [ $code = ${pair##*:} ] || [ $code = 0 ] || echo "code $code"
                    ls
                done
            done
            """
        let run = try ChildProcess.shell(script, [Repository.binary], folder: folder.path)
        let left = Set(run.text.split(separator: "\n").map(String.init))
        #expect(left.isSubset(of: ["out", "r.sqlite", "tree"]), "\(run.text) \(run.errors)")
    }
}
