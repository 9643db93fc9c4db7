import SchemeModel

extension FindingFormat {
    /// One line for each finding, for editors and `grep`.
    package static let concise = FindingFormat("concise", paths: .current) {
        ConciseReporter(to: $0, context: $1)
    }
}

/// Writes one line for each finding, the most severe first, then one for each problem, and the counts.
///
/// A line is `PATH:LINE:COLUMN: SEVERITY: MESSAGE [RULE]`, as compilers write it. Columns count UTF-8 bytes. Accepted
/// findings are only counted.
struct ConciseReporter: Reporter {
    private let writer: TextWriter
    private var findings: [Finding] = []

    init(to output: ByteOutput, context: ReportContext) {
        writer = TextWriter(to: output, context: context)
    }

    func begin() {}

    mutating func report(_ finding: Finding) {
        if finding.accepted == nil { findings.append(finding) }
    }

    func end(problems: [Problem], summary: Summary) throws {
        for finding in writer.reportContext.ordered(findings) {
            let severity = writer.palette.name(of: finding.severity)
            try writer.line(
                "\(writer.position(finding.place)): \(severity): \(writer.message(of: finding)) \(writer.tag(of: finding))",
                isCode: true
            )
        }
        for problem in problems.folded() where problem.code != .nothingFound {
            let word = writer.palette.paint("problem", .error)
            let code = writer.palette.paint("[\(problem.code.rawValue)]", .faint)
            try writer.line(
                "\(writer.position(problem.place)): \(word): \(writer.message(problem.message)) \(code)",
                isCode: true
            )
        }
        try writer.line(TextTerms.sentence(summary, problems))
        for note in ClosingNote.all(on: summary, in: writer.reportContext) { try writer.line(note.whole) }
        try writer.flush()
    }
}
