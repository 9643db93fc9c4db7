import SchemeModel
import TestSupport
import Testing

/// What `explain` says about problems. Tests of rule pages cover its rules.
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
}
