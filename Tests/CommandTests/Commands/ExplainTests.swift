import SchemeModel
import SchemeKit
import TestSupport
import Testing

@testable import schemereg

/// What `explain` says about problems, and how it fits a terminal. Tests of rule pages cover its rules.
@Suite struct ExplainTests {
    @Test(arguments: Problem.Code.allCases)
    func explainsEveryProblem(code: Problem.Code) throws {
        let folder = try TemporaryFolder()
        let run = CommandRun.run(["explain", code.rawValue], in: folder.path)
        #expect(run.code == 0 && run.errors == "")
        #expect(run.output.hasPrefix("\(code.rawValue) (problem)\n\n"))
        #expect(run.output.contains("exits with 3") && run.output.contains("\nWhat to do\n  "))
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        let json = CommandRun.run(["explain", code.rawValue, "--format", "json"], in: folder.path)
        #expect(json.code == 0 && json.output.contains("\"\(code.rawValue)\"") && json.output.contains("\"advice\""))
    }

    /// The output of an example is as wide as that of `check`.
    @Test(arguments: ["undefined-target", "retired-url-receiver", "variant-collision", "missing-role"])
    func fitsTheTerminal(rule: String) throws {
        let folder = try TemporaryFolder()
        for width in [80, 120] {
            let output = BufferStream(terminalWidth: width)
            var context = CommandRun.context(in: folder.path)
            context.output = output
            #expect(schemereg.run([Array("explain".utf8), Array(rule.utf8)], in: context) == 0)
            let lines = output.text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n")
            #expect(lines.contains { $0.contains("[\(rule)]") })
            #expect(lines.allSatisfy { $0.count <= min(width, 100) }, "\(lines.max { $0.count < $1.count } ?? "")")
        }
    }

    @Test(arguments: RulesCommand.identifiers, TestScale.pick([80], torture: [80, 100]))
    func fitsAScreen(rule: String, width: Int) throws {
        let folder = try TemporaryFolder()
        let output = BufferStream(terminalWidth: width)
        var context = CommandRun.context(in: folder.path)
        context.output = output
        #expect(schemereg.run([Array("explain".utf8), Array(rule.utf8)], in: context) == 0)
        let lines = output.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 50)
        for heading in ["Why it matters", "Reported when", "How to fix", "How to accept"] {
            let index = try #require(lines.firstIndex { $0.contains(heading) })
            #expect(lines[index + 1].count > 10)
        }
        // What was cut is named, and a pipe has it.
        let isCut = lines.contains { $0.hasSuffix("…") }
        let words = output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("--examples' shows the whole text, ") == isCut)
        let piped = CommandRun.run(["explain", rule], in: folder.path).output
        #expect(!piped.contains("the whole text"))
        #expect(piped.contains("`--no-config`"))
    }
}
