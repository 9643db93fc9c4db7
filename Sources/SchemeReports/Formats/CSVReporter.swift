import SchemeModel

extension FindingFormat {
    /// CSV for a spreadsheet.
    package static let csv = FindingFormat("csv", paths: .current) { CSVReporter(to: $0, context: $1) }
}

/// Writes findings and problems as comma-separated values with a header row.
struct CSVReporter: Reporter {
    private let output: ByteOutput
    private let context: ReportContext

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
    }

    func begin() throws {
        try write([
            "severity", "rule", "path", "line", "column", "app", "name", "scheme", "message", "help", "certainty",
            "related", "fingerprint", "accepted", "accepted by", "id",
        ])
    }

    func report(_ finding: Finding) throws {
        try write(
            [finding.severity.rawValue, finding.rule] + cells(of: finding.place) + [
                finding.app?.id.text.string ?? "", finding.app?.name ?? "", finding.scheme?.text.string ?? "",
                finding.message(naming: context.paths.position), finding.hint ?? "", finding.certainty.rawValue,
                String(finding.relatedCount), finding.fingerprint.text, finding.accepted?.reason ?? "",
                finding.accepted?.by ?? "", finding.shortID,
            ]
        )
    }

    func end(problems: [Problem], summary: Summary) throws {
        for problem in problems { try write(problem, nil) }
        for accepted in summary.acceptedProblems { try write(accepted.problem, accepted.acceptance) }
        try output.flush()
    }

    private func write(_ problem: Problem, _ acceptance: Finding.Acceptance?) throws {
        try write(
            ["problem", problem.code.rawValue] + cells(of: problem.place) + [
                "", "", "", problem.message, problem.hint ?? "", "", "", "", acceptance?.reason ?? "",
                acceptance?.by ?? "", "",
            ]
        )
    }

    /// Returns the path, line and column of a place; the column counts UTF-8 bytes.
    private func cells(of place: Place) -> [String] {
        let start = place.range?.lines?.start
        return [
            context.paths.text(for: place), start.map { String($0.line) } ?? "", start.map { String($0.column) } ?? "",
        ]
    }

    private func write(_ cells: [String]) throws { try output.write(CSVText.record(cells)) }
}
