import SchemeModel

extension FindingFormat {
    /// Issues in Xcode, from a build phase that runs a script.
    package static let xcode = FindingFormat("xcode", paths: .none) { XcodeReporter(to: $0, context: $1) }
}

/// Writes one line for each finding and each problem, with absolute paths, which Xcode shows at that line of the file.
/// Omits accepted findings.
///
/// Xcode shows only the line, so it includes the hint. Columns count UTF-8 bytes.
///
/// - Source: https://developer.apple.com/documentation/xcode/running-custom-scripts-during-a-build, seen 2026-11-27.
struct XcodeReporter: Reporter {
    private let output: ByteOutput
    private let context: ReportContext

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
    }

    func begin() {}

    func report(_ finding: Finding) throws {
        guard finding.accepted == nil else { return }
        try write(finding.place, finding.severity, FindingText(finding, in: context), finding.rule)
    }

    func end(problems: [Problem], summary: Summary) throws {
        for problem in problems.folded() where problem.code != .nothingFound {
            try write(problem.place, .error, FindingText(problem), problem.code.rawValue)
        }
        try output.write(TextTerms.sentence(summary, problems) + "\n")
        for note in ClosingNote.all(on: summary, in: context) { try output.write(note.whole + "\n") }
        try output.flush()
    }

    private func write(_ place: Place, _ severity: Severity, _ text: FindingText, _ code: String) throws {
        let position = TextEscape.escaped(context.paths.position(of: place))
        try output.write("\(position): \(severity.rawValue): \(text.line) [\(code)]\n")
    }
}
