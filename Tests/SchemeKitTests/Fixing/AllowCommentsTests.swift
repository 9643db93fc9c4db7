import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeKit

/// The comments that `check --add-allow` writes.
@Suite struct AllowCommentsTests {
    private func added(_ lines: [Int: [String]], to code: String) -> (text: String, lines: Set<Int>) {
        var comments = AllowComments(reason: "It comes in May.")
        for (line, rules) in lines {
            for rule in rules { comments.add(rule, inLine: line) }
        }
        let result = comments.added(to: Array(code.utf8))
        return (String(decoding: result.bytes, as: UTF8.self), result.lines)
    }

    @Test(arguments: ["\n", "\r\n"])
    func keepsIndentationAndLineEnds(end: String) {
        let code = "struct A {\(end)\t  let b = c()\(end)}\(end)"
        let result = added([2: ["b-rule", "a-rule", "b-rule"]], to: code)
        let comment = "\t  // schemereg:allow a-rule, b-rule It comes in May.\(end)"
        #expect(result.text == "struct A {\(end)\(comment)\t  let b = c()\(end)}\(end)")
        #expect(result.lines == [2])
    }

    @Test func writesAboveSeveralLines() {
        let result = added([1: ["r"], 3: ["s"]], to: "a\nb\nc")
        let reason = "It comes in May."
        #expect(result.text == "// schemereg:allow r \(reason)\na\nb\n// schemereg:allow s \(reason)\nc")
    }

    /// A line above one of these is part of a string or of a macro.
    @Test(arguments: [
        ("let a = \"\"\"\n  wallet://\n  \"\"\"\nb", 2), ("#define A \\\n  b()", 2), ("#define A \\\r\n  b()", 2),
        ("a", 7),
    ])
    func leavesStringsAndContinuedLines(code: String, line: Int) {
        let result = added([line: ["r"]], to: code)
        #expect(result.text == code && result.lines.isEmpty)
    }

    @Test func writesBelowAString() {
        let result = added([2: ["r"]], to: "let a = \"\"\"a\"\"\"\nb")
        #expect(result.lines == [2])
    }

    /// Returns a report on `App.swift` with findings of these rules in these lines, and writes the comments.
    private func allowed(_ findings: [(rule: String, line: Int)], in folder: TemporaryFolder, _ code: String) throws
        -> CheckReport
    {
        try folder.write("App.swift", code)
        let all = findings.map { rule, line in
            let position = TextPosition(line: line, column: 1, columnUTF16: 1)
            let range = SourceRange(byteOffset: 0, byteLength: 1, lines: .init(start: position, end: position))
            let place = Place(source: "s", path: "App.swift", range: range)
            return Finding(rule: rule, severity: .warning, message: "m", app: nil, place: place, subject: rule)
        }
        var report = CheckReport(findings: all, problems: [], summary: Summary())
        report.summary.count(all)
        var context = Context.process()
        context.errors = NullOutputStream()
        let source = Source(name: "s", root: Path(folder.path), kind: .tree, isNamed: false)
        let digests = try report.allowInCode(because: "In May.", sources: [source], in: context) { _ in
            SHA256.hex(of: Array("a()\nb()\n".utf8))
        }
        let written = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/App.swift"))
        let isEdited = String(decoding: written, as: UTF8.self) != code
        #expect(digests.values.map { $0 } == (isEdited ? [SHA256.hex(of: Array(written))] : []))
        return report
    }

    @Test func acceptsWhatItWroteAbout() throws {
        let folder = try TemporaryFolder()
        let report = try allowed([("unrouted-link", 2), ("undefined-target", 1)], in: folder, "a()\nb()\n")
        let text = try String(contentsOfFile: folder.path + "/App.swift", encoding: .utf8)
        #expect(text == "a()\n// schemereg:allow unrouted-link In May.\nb()\n")
        #expect(report.findings.map { $0.accepted?.by } == ["App.swift:2", nil])
        #expect(report.summary.accepted == 1 && report.summary.warnings == 1 && report.problems.isEmpty)
    }

    /// The findings are about the file with the comments, as the next run reads it.
    @Test func movesPlacesBelowComments() throws {
        let folder = try TemporaryFolder()
        let findings = [("undefined-target", 1), ("unrouted-link", 1), ("unrouted-link", 2), ("undefined-target", 2)]
        let report = try allowed(findings, in: folder, "a()\nb()\n")
        let text = try String(contentsOfFile: folder.path + "/App.swift", encoding: .utf8)
        let comment = "// schemereg:allow unrouted-link In May.\n"
        #expect(text == "\(comment)a()\n\(comment)b()\n")
        #expect(report.findings.map { $0.place.range?.lines?.start.line } == [2, 2, 4, 4])
        #expect(report.findings.map { $0.place.range?.byteOffset } == [41, 41, 82, 82])
        #expect(report.findings.map { $0.accepted?.by } == [nil, "App.swift:1", "App.swift:3", nil])
        #expect(report.summary.policyFiles.map(\.effects.comments) == [2])
    }

    @Test func leavesAFileThatChanged() throws {
        let folder = try TemporaryFolder()
        let report = try allowed([("unrouted-link", 2)], in: folder, "a()\nc()\n")
        #expect(try String(contentsOfFile: folder.path + "/App.swift", encoding: .utf8) == "a()\nc()\n")
        #expect(report.problems.count == 1 && report.summary.problems == 1 && report.summary.accepted == 0)
    }
}
