import Foundation
import Testing

/// What the README shows is what the tool prints.
@Suite struct ReadmeTests {
    @Test func showsTheRealReport() throws {
        let readme = try String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8)
        let run = CommandRun.run(["check", "."], in: Repository.root + "/sample-plists/err/two-apps-one-scheme")
        #expect(
            readme.contains("$ cd sample-plists/err/two-apps-one-scheme && schemereg check .\n" + run.output + "```")
        )
    }
}
