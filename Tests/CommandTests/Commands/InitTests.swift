import Foundation
import Testing
import TestSupport

@Suite struct InitTests {
    @Test func whatItWritesChangesNothing() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["login"])))
        let before = CommandRun.run(["check", "."], in: folder.path)
        let run = CommandRun.run(["init"], in: folder.path)
        #expect(run.code == 0)
        #expect(run.output == "wrote .schemereg.yml and .schemereg.schema.json\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                ".schemereg.schema.json", ".schemereg.yml", "Info.plist",
            ]
        )
        let after = CommandRun.run(["check", "."], in: folder.path)
        #expect(after.output == before.output + "configuration: .schemereg.yml\n")
        #expect(after.errors.isEmpty)
    }

    @Test func itsExamplesAreRight() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.acme.wallet", (role: "Editor", schemes: ["acme-wallet"])))
        try folder.write("site/.well-known/apple-app-site-association", "{}")
        #expect(CommandRun.run(["init"], in: folder.path).code == 0)
        let path = folder.path + "/.schemereg.yml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        // Lines with lower case or spaces after '# ' are examples, and the rest is prose.
        let example = /# ( *- | +|([a-z]+|association-files):( |$)).*/
        let lines = text.split(separator: "\n").filter { $0.wholeMatch(of: example) != nil }
        #expect(lines.count > 20)
        try folder.write(".schemereg.yml", lines.map { $0.dropFirst(2) + "\n" }.joined())
        let run = CommandRun.run(["check", ".", "--format", "json"], in: folder.path)
        #expect(run.errors.isEmpty)
        #expect(run.output.contains("\"rule\": \"unused-acceptance\""))
        #expect(!run.output.contains("\"rule\": \"unexpected-target\""))
    }

    @Test func printsTheSchemaThatItWrites() throws {
        let folder = try TemporaryFolder()
        let printed = CommandRun.run(["init", "--print-schema"], in: folder.path)
        #expect(printed.code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(CommandRun.run(["init"], in: folder.path).code == 0)
        let path = folder.path + "/.schemereg.schema.json"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == printed.output)
        // The copy for editors that get it from this repository.
        let kept = try String(
            contentsOf: ProjectFolder.root.appending(path: "docs/schemereg.schema.json"),
            encoding: .utf8
        )
        #expect(kept == printed.output, "run make generate")
    }

    @Test func keepsTheOneThatIsThere() throws {
        let folder = try TemporaryFolder()
        try folder.write("App/.schemereg.yml", "exclude: [Tests]\n")
        let refused = CommandRun.run(["init", "App"], in: folder.path)
        #expect(refused.code == 2)
        #expect(
            refused.errors.contains(
                "'App/.schemereg.yml' already exists\n  help: edit it, or replace it with --force"
            )
        )
        let path = folder.path + "/App/.schemereg.yml"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "exclude: [Tests]\n")
        #expect(CommandRun.run(["init", "App", "--force"], in: folder.path).code == 0)
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                .hasPrefix("# yaml-language-server: $schema=.schemereg.schema.json\n# Configuration of schemereg")
        )
    }

    @Test func explainsWhyItCannotWrite() throws {
        let folder = try TemporaryFolder()
        let gone = CommandRun.run(["init", "gone"], in: folder.path)
        #expect(gone.code == 3)
        #expect(gone.errors.contains("'gone/.schemereg.yml' was not written: no such folder"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/.schemereg.yml",
            withDestinationPath: "elsewhere"
        )
        #expect(CommandRun.run(["init"], in: folder.path).code == 2)
        #expect(CommandRun.run(["init", "--force"], in: folder.path).code == 3)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/elsewhere"))
    }
}
