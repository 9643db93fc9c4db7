import Foundation
import Testing
import TestSupport

/// Compares the README with the tool.
@Suite struct ReadmeTests {
    private let readme: String

    init() throws { readme = try String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8) }

    @Test func showsTheRealReport() throws {
        let run = CommandRun.run(["check", "."], in: Repository.root + "/sample-plists/err/two-apps-one-scheme")
        #expect(
            readme.contains("$ cd sample-plists/err/two-apps-one-scheme && schemereg check .\n" + run.output + "```")
        )
    }

    @Test func callsWhatThereIs() throws {
        let calls = readme.split(separator: "\n").filter { $0.hasPrefix("schemereg ") }
        #expect(calls.count >= 7)
        let folder = try TemporaryFolder()
        for call in calls {
            let words = call.prefix { $0 != "#" && $0 != "|" }.split(separator: " ").dropFirst().map(String.init)
            let run = CommandRun.run(words, in: folder.path, environment: ["SCHEMEREG_REGISTRY": "r.sqlite"])
            for refusal in [
                "unknown option", "unexpected argument", "missing argument", "missing value", "is invalid for",
                "there is no",
            ] {
                #expect(!run.errors.contains(refusal), "\(call)\n\(run.errors)")
            }
        }
        let help = ["check", "conflicts", "fix", "import", "diff", "links"].map { command in
            CommandRun.run([command, "--help"], in: "/").output
        }.joined()
        for option in readme.matches(of: /--[a-z][a-z-]+/).map(\.output) { #expect(help.contains(option), "\(option)") }
    }
}
