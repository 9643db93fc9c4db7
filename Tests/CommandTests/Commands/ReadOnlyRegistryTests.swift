import Foundation
import Testing
import TestSupport

/// Commands that read a registry file change neither it nor the files next to it.
@Suite struct ReadOnlyRegistryTests {
    private static let commands =
        reading.map { $0 + ["--registry", "company/r.sqlite"] }
        + [["check", "new", "--against", "company/r.sqlite"]]
    private static let reading = [
        ["list", "schemes"], ["list", "apps"], ["list", "sources"], ["list", "claims"], ["list", "history"],
        ["show", "wallet"], ["show", "com.contoso.a"], ["resolve", "wallet://x"], ["history", "wallet"],
        ["conflicts"], ["conflicts", "--all"], ["links"], ["suggest", "wallet"], ["report", "--output", "html=-"],
    ]
    /// A change that no command shows, and that is only in the log.
    private static let change = """
        PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; INSERT INTO meta (name, value) VALUES ('other', 'x'); COMMIT;
        """

    /// A folder with a registry in a folder of its own, and an app that claims a scheme of the registry.
    private func company() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] {
            try folder.write("fleet/\(name)/Info.plist", Sample.app("com.contoso.\(name)", ("Editor", ["wallet"])))
        }
        try folder.write("new/Info.plist", Sample.app("com.contoso.new", ("Editor", ["wallet"])))
        try FileManager.default.createDirectory(atPath: folder.path + "/company", withIntermediateDirectories: false)
        let run = CommandRun.run(["import", "fleet", "--registry", "company/r.sqlite"], in: folder.path)
        try #require(run.code == 0)
        return folder
    }

    /// The names, times and contents of the files in the registry's folder, and the time of the folder.
    private func state(_ folder: TemporaryFolder) throws -> [String] {
        let place = folder.path + "/company"
        func time(_ path: String) throws -> Date? {
            try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: place).sorted().map { name in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: place + "/" + name))
            return "\(name) \(String(describing: try time(place + "/" + name))) \(bytes.base64EncodedString())"
        }
        return files + ["\(String(describing: try time(place)))"]
    }

    /// Runs a command that must change nothing, and returns what it prints.
    private func unchanging(_ command: [String], in folder: TemporaryFolder) throws -> CommandRun {
        let before = try state(folder)
        let run = CommandRun.run(command, in: folder.path)
        let after = try state(folder)
        #expect(after == before, "\(command)")
        return run
    }

    /// Runs all commands, and returns what they print.
    private func runAll(in folder: TemporaryFolder) throws -> [CommandRun] {
        try Self.commands.map { try unchanging($0, in: folder) }
    }

    private func expectAnswers(in folder: TemporaryFolder, _ expected: [CommandRun]) throws {
        for (number, run) in try runAll(in: folder).enumerated() {
            #expect(run.output == expected[number].output, "\(Self.commands[number])")
            #expect(run.code == expected[number].code && run.errors == expected[number].errors)
        }
    }

    @Test func changeNothing() throws {
        let folder = try company()
        let answers = try runAll(in: folder)
        #expect(answers.allSatisfy { $0.code < 2 && !$0.output.isEmpty })
        // Another process has the registry open in WAL mode, and ends without cleaning up.
        let script = """
            mkfifo hold
            (echo "$1"; echo '.shell touch held'; cat hold) | sqlite3 company/r.sqlite >/dev/null & holder=$!
            exec 3>hold
            until [ -e held ]; do sleep 0.02; done
            """
        let leave = "for name in '' -wal -shm; do cp company/r.sqlite$name left$name; done; exec 3>&-; wait $holder"
        let run = try ChildProcess.shell(script + "\n" + leave, [Self.change], folder: folder.path)
        try #require(run.code == 0, "\(run.errors)")
        for suffix in ["", "-wal", "-shm"] {
            let (left, place) = (folder.path + "/left" + suffix, folder.path + "/company/r.sqlite" + suffix)
            if FileManager.default.fileExists(atPath: place) { try FileManager.default.removeItem(atPath: place) }
            try FileManager.default.moveItem(atPath: left, toPath: place)
        }
        try expectAnswers(in: folder, answers)

        try FileManager.default.removeItem(atPath: folder.path + "/company/r.sqlite-shm")
        // Each command waits, since the log may be that of a process that is about to end.
        for command in Self.commands.suffix(TestScale.pick(3, torture: Self.commands.count)) {
            let run = try unchanging(command, in: folder)
            #expect(run.code == 3 && run.output.isEmpty, "\(command)")
            #expect(run.errors.contains("/company/r.sqlite' was interrupted"))
        }

        #expect(CommandRun.run(["import", "fleet", "--registry", "company/r.sqlite"], in: folder.path).code == 0)
        try expectAnswers(in: folder, answers)
    }

    /// While another process has the registry open in WAL mode, readers use its log and index.
    @Test func changeNothingWhileAnotherProcessWrites() throws {
        let folder = try company()
        // A second transaction isn't over yet.
        let script = """
            "$1" check new --against company/r.sqlite >expected; code=$?
            grep -q com.contoso.a expected || echo "no collision"
            mkfifo hold
            (echo "$2"; echo '.shell touch held'; cat hold) | sqlite3 company/r.sqlite >/dev/null & holder=$!
            exec 3>hold
            until [ -e held ]; do sleep 0.02; done
            cp -p company/r.sqlite-shm before
            "$1" check new --against company/r.sqlite >found; [ $? = $code ] || echo "another code"
            cmp expected found
            cmp before company/r.sqlite-shm; [ company/r.sqlite-shm -nt before ] && echo changed
            exec 3>&-; wait $holder
            """
        let change = Self.change + "BEGIN IMMEDIATE; DELETE FROM claim;"
        let run = try ChildProcess.shell(script, [Repository.binary, change], folder: folder.path)
        #expect(run.text == "" && run.errors == "")
    }
}
