import Testing
import TestSupport

/// `config verify` checks a configuration without any app.
@Suite struct ConfigVerifyTests {
    @Test func namesAValidFile() throws {
        let folder = try TemporaryFolder()
        try folder.write(".schemereg.yml", "severities: {missing-role: off}\n")
        try folder.write("App/README.md", "")
        for arguments in [[], ["."], [".schemereg.yml"], ["App"]] {
            let run = CommandRun.run(["config", "verify"] + arguments, in: folder.path)
            #expect(
                run.code == 0 && run.errors == "" && run.output.hasSuffix(".schemereg.yml is valid\n"),
                "\(arguments)"
            )
        }
    }

    @Test func listsMistakes() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "team.yml",
            "accept:\n  - rule: missing-role\n    reason:\nseverities: {undefined-targt: off}\n"
        )
        let run = CommandRun.run(["config", "verify", "team.yml"], in: folder.path)
        #expect(run.code == 2 && run.output == "")
        #expect(run.errors.contains("team.yml:3:12: the reason is empty\n"), "\(run.errors)")
        #expect(run.errors.contains("did you mean 'undefined-target'?"))
    }

    @Test func reportsThatThereIsNone() throws {
        let folder = try TemporaryFolder()
        let run = CommandRun.run(["config", "verify"], in: folder.path)
        #expect(run.code == 2 && run.errors.contains("there is no .schemereg.yml at or above '.'"))
        #expect(run.errors.contains("schemereg init"))
        #expect(CommandRun.run(["config", "verify", "nowhere.yml"], in: folder.path).code == 2)
    }
}
