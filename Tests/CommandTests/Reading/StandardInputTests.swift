import Foundation
import Testing
import TestSupport

/// A manifest from a pipe.
@Suite struct StandardInputTests {
    @Test func readsStandardInput() {
        let manifest = Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["my_wallet"]))
        let run = CommandRun.run(["check", "-"], in: "/", input: Array(manifest.utf8))
        #expect(run.code == 1)
        #expect(run.output.contains("<stdin>:20:"))
    }

    @Test func asksForAPropertyList() throws {
        let folder = try TemporaryFolder()
        let page = "# Wallet\n\nAn app.\n"
        try folder.write("README.md", page)
        let cause = "error: the manifest cannot be parsed: the file is not a property list: it starts with neither"
        let piped = CommandRun.run(["check", "-"], in: folder.path, input: Array(page.utf8))
        #expect(piped.code == 1 && piped.output.contains(cause))
        #expect(piped.output.contains("  help: pass a valid property list on standard input\n"))
        let named = CommandRun.run(["check", "README.md"], in: folder.path)
        #expect(named.code == 1 && named.output.contains(cause) && named.output.contains("skip it with --exclude"))
    }

    @Test func callsStandardInputByOneName() throws {
        let folder = try TemporaryFolder()
        let manifest = Array(Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["my_wallet", "pay"])).utf8)
        try folder.write("Info.plist", Sample.app("com.contoso.driver", (role: "Editor", schemes: ["pay"])))
        func run(_ arguments: [String]) -> CommandRun {
            CommandRun.run(arguments + ["--registry", "r.sqlite"], in: folder.path, input: manifest)
        }
        #expect(run(["import", "-", "Info.plist"]).output.hasPrefix("imported <stdin>: "))
        let texts = [
            run(["conflicts"]).output, run(["list", "claims"]).output, run(["list", "sources"]).output,
            run(["show", "pay"]).output, run(["show", "-"]).output,
            CommandRun.run(["check", "-", "Info.plist"], in: folder.path, input: manifest).output,
        ]
        for text in texts {
            #expect(text.contains("<stdin>"))
            #expect(!text.contains("./-") && !text.contains("standard input") && !text.contains("-:2"), "\(text)")
        }
        #expect(run(["forget", "-"]).output.hasPrefix("removed the source <stdin> and its claims on "))
    }

    @Test func reportsInvalidStandardInput() {
        let tooLong = [UInt8](repeating: 0x20, count: 17 << 20)
        let run = CommandRun.run(["check", "-"], in: "/", input: tooLong)
        #expect(run.code == 3)
        #expect(run.output.contains("<stdin>: problem: standard input is larger than 16 MiB"))
        #expect(!run.output.contains("--exclude"))
    }
}
