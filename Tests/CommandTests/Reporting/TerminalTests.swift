import Foundation
import SchemeKit
import SchemeModel
import Testing
import TestSupport

@testable import schemereg

/// What depends on whether standard output is a terminal.
@Suite struct TerminalTests {
    /// Creates an app with an error and a note, and runs `check` in its folder.
    private func check(
        _ options: String...,
        width: Int? = nil,
        environment: [String: String] = [:]
    ) throws -> (output: String, folder: TemporaryFolder) {
        try check(with: options, width: width, environment: environment)
    }

    private func check(
        with options: [String],
        width: Int?,
        environment: [String: String]
    ) throws -> (output: String, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.a", (nil, ["my_wallet"])))
        let output = BufferStream(terminalWidth: width)
        var context = CommandRun.context(in: folder.path)
        context.output = output
        context.environment = { environment[$0] }
        context.elapsed = { 1.234 }
        _ = schemereg.run((["check"] + options).map { Array($0.utf8) }, in: context)
        return (output.text, folder)
    }

    @Test(
        arguments: [
            ([], nil, [:], false), ([], 80, [:], true), (["--color", "always"], nil, [:], true),
            (["--color", "never"], 80, [:], false), (["--color", "auto"], 80, [:], true),
            ([], 80, ["NO_COLOR": "1"], false), ([], 80, ["NO_COLOR": ""], true), ([], 80, ["TERM": "dumb"], false),
            ([], nil, ["FORCE_COLOR": "1"], true), ([], nil, ["CLICOLOR_FORCE": "1"], true),
            ([], nil, ["FORCE_COLOR": "0"], false), ([], nil, ["CLICOLOR_FORCE": ""], false),
            ([], nil, ["FORCE_COLOR": "1", "NO_COLOR": "1"], false), ([], 80, ["CLICOLOR": "0"], false),
            (["--color", "always"], nil, ["NO_COLOR": "1"], true),
            (["--color", "never"], nil, ["FORCE_COLOR": "1"], false),
        ] as [([String], Int?, [String: String], Bool)]
    )
    func colors(options: [String], width: Int?, environment: [String: String], isColored: Bool) throws {
        let (output, _) = try check(with: options, width: width, environment: environment)
        #expect(output.contains("\u{1B}[") == isColored)
    }

    /// A source with few inputs and much code takes long, too.
    @Test func showsTheSourceThatIsRead() {
        func errors(width: Int?) -> String {
            let errors = BufferStream(terminalWidth: width)
            var context = CommandRun.context(in: "/")
            context.errors = errors
            let progress = SchemeKit.Progress(context: context, since: Date(timeIntervalSinceNow: -60))
            progress?.begin(Source(name: "wallet", root: "/w", kind: .tree, isNamed: true), number: 2, of: 40)
            progress?.finish()
            return errors.text
        }
        #expect(errors(width: 40) == "\r[2/40] wallet\u{1B}[K\r\u{1B}[K")
        #expect(errors(width: 9) == "\r[2/40] w\u{1B}[K\r\u{1B}[K")
        #expect(errors(width: nil) == "")
    }

    @Test func colorsListsAsWell() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.a", (nil, ["wallet"])))
        let environment = ["SCHEMEREG_REGISTRY": "r.sqlite"]
        _ = CommandRun.run(["import", "."], in: folder.path, environment: environment)
        for (color, isColored) in [("always", true), ("never", false)] {
            let run = CommandRun.run(["list", "apps", "--color", color], in: folder.path, environment: environment)
            #expect(run.output.contains("\u{1B}[") == isColored)
        }
    }

    @Test func foldsNotesOnATerminalOnly() throws {
        let text = try check().output
        #expect(text.contains("[missing-role]") && !text.contains("--show notes"))
        #expect(text.hasSuffix("1 error, 1 note in 1 app (0 schemes)\n"), "\(text)")
        let folded = try check("--color", "never", width: 80).output
        #expect(!folded.contains("[missing-role]") && folded.contains("  note   missing-role    1"))
        #expect(folded.contains("\nnotes are only counted; --show notes shows them\n"))
        let shown = try check("--show", "notes", "--color", "never", width: 80).output
        #expect(shown.contains("[missing-role]") && !shown.contains("--show notes"))
    }

    @Test func showsTheDurationOnATerminalAndOnRequest() throws {
        #expect(try !check().output.contains("1.2 s"))
        #expect(try check("-v").output.hasSuffix("(0 schemes), 1.2 s\n"))
        #expect(try check(width: 80).output.contains("(0 schemes), 1.2 s\n"))
    }

    /// A report in a file is the same whether or not standard output is a terminal.
    @Test func writesFilesAsWithoutATerminal() throws {
        let (_, folder) = try check("--output", "text=out.txt", "--color", "always", "--statistics", width: 80)
        let file = try String(contentsOfFile: folder.path + "/out.txt", encoding: .utf8)
        #expect(file == CommandRun.run(["check"], in: folder.path).output)
    }

    @Test func printsOneLineForEachFinding() throws {
        let lines = try check("--format", "concise", width: 80, environment: ["NO_COLOR": "1"]).output
            .split(separator: "\n")
        #expect(lines.count == 3)
        #expect(
            lines[0].hasPrefix("Info.plist:") && lines[0].contains(": error: ")
                && lines[0].hasSuffix(" [invalid-scheme]")
        )
        #expect(lines[1].contains(": note: ") && lines[1].hasSuffix(" [missing-role]"))
        #expect(lines[2] == "1 error, 1 note in 1 app (0 schemes)")
    }
}
