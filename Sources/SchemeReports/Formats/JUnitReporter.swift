import SchemeModel

extension FindingFormat {
    /// JUnit XML for build services.
    package static let junit = FindingFormat("junit", paths: .repository) { JUnitReporter(to: $0, context: $1) }
}

/// Writes a report as a JUnit test suite.
///
/// Each finding is a test case. It fails if the finding makes the run fail, and is skipped if the finding is accepted;
/// each problem is an error. A suite without any has one passing case, because readers treat an empty suite as an
/// error.
///
/// - Source: https://github.com/testmoapp/junitxml, seen 2026-11-21, which documents what most readers support.
struct JUnitReporter: Reporter {
    private let output: ByteOutput
    private let context: ReportContext
    private var cases: [Case] = []

    private struct Case {
        var place: Place
        var name: String
        var outcome: Outcome
        var text: FindingText

        enum Outcome {
            case passed
            case failed(rule: String)
            case skipped(reason: String)
            case broken(code: String)
        }
    }

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
    }

    func begin() {}

    mutating func report(_ finding: Finding) {
        let text = FindingText(finding, in: context)
        let fails = context.failsFrom.map { finding.severity >= $0 } ?? false
        cases.append(
            Case(
                place: finding.place,
                name: "\(finding.rule) (\(finding.severity.rawValue)): \(text.message)",
                outcome: finding.accepted.map { .skipped(reason: "\($0.reason) (\($0.by))") }
                    ?? (fails ? .failed(rule: finding.rule) : .passed),
                text: text
            )
        )
    }

    mutating func end(problems: [Problem], summary: Summary) throws {
        cases += problems.map { problem in
            let text = FindingText(problem)
            let name = "\(problem.code.rawValue): \(text.message)"
            return Case(place: problem.place, name: name, outcome: .broken(code: problem.code.rawValue), text: text)
        }
        var (failures, errors, skipped) = (0, 0, 0)
        for test in cases {
            switch test.outcome {
            case .passed: continue
            case .failed: failures += 1
            case .skipped: skipped += 1
            case .broken: errors += 1
            }
        }
        let counts = XMLEscape.attributes([
            "name": context.tool.name,
            "tests": String(max(cases.count, 1)), "failures": String(failures), "errors": String(errors),
            "skipped": String(skipped), "time": "0",
        ])
        try output.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite\(counts)>\n")
        try writeProperties(summary)
        for test in cases { try write(test) }
        if cases.isEmpty {
            // The name of a test stays the same, so that services recognize it.
            let apps = "\(TextTerms.count(summary.apps, "app")), \(TextTerms.count(summary.claims, "claim"))"
            let scope = "\(TextTerms.count(summary.manifests, "manifest")) (\(apps))"
            let sentence = TextTerms.sentence(summary, problems, scope: scope)
            let attributes = XMLEscape.attributes(["name": sentence, "classname": context.tool.name, "time": "0"])
            try output.write("    <testcase\(attributes)/>\n")
        }
        try output.write("  </testsuite>\n</testsuites>\n")
        try output.flush()
    }

    private func writeProperties(_ summary: Summary) throws {
        let notes = ClosingNote.all(on: summary, in: context) { $0 }
        guard !notes.isEmpty else { return }
        try output.write("    <properties>\n")
        for note in notes {
            let attributes = XMLEscape.attributes(["name": note.kind, "value": note.whole])
            try output.write("      <property\(attributes)/>\n")
        }
        try output.write("    </properties>\n")
    }

    private func write(_ test: Case) throws {
        let file = context.paths.name(of: test.place)
        let attributes = XMLEscape.attributes(["name": test.name, "classname": file, "file": file, "time": "0"])
        try output.write("    <testcase\(attributes)>\n")
        let position = TextEscape.escaped(context.paths.position(of: test.place))
        let body = "\(XMLEscape.escaped(position)): \(test.text.lines.map(XMLEscape.escaped).joined(separator: "\n"))"
        switch test.outcome {
        case .passed: try output.write("      <system-out>\(body)</system-out>\n")
        case .failed(let rule): try write("failure", ["message": test.text.message, "type": rule], body)
        case .broken(let code): try write("error", ["message": test.text.message, "type": code], body)
        case .skipped(let reason): try output.write("      <skipped\(XMLEscape.attributes(["message": reason]))/>\n")
        }
        try output.write("    </testcase>\n")
    }

    private func write(_ name: String, _ attributes: KeyValuePairs<String, String>, _ body: String) throws {
        try output.write("      <\(name)\(XMLEscape.attributes(attributes))>\(body)</\(name)>\n")
    }
}
