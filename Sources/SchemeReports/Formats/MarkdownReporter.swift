import SchemeModel

extension FindingFormat {
    /// Markdown for a comment or a step summary.
    package static let markdown = FindingFormat("markdown", paths: .repository) {
        MarkdownReporter(to: $0, context: $1)
    }
}

/// Writes a report as Markdown for a step summary or a comment: a headline and a table, most severe first.
///
/// Accepted findings are only counted, and so are notes if ``ReportContext/foldsNotes``.
struct MarkdownReporter: Reporter {
    private let output: ByteOutput
    private let context: ReportContext
    /// The findings that are not accepted.
    private var findings: [Finding] = []

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
    }

    func begin() {}

    mutating func report(_ finding: Finding) {
        if finding.accepted == nil { findings.append(finding) }
    }

    mutating func end(problems: [Problem], summary: Summary) throws {
        // Problems come before findings.
        let unread = problems.map { row("problem", $0.place, FindingText($0), rule: $0.code.rawValue) }
        let shown = findings.filter { !context.foldsNotes || $0.severity > .note }
        let entries = ReportEntry.entries(of: shown, in: context)
        let all = unread + entries.map { row($0.severity.rawValue, $0.place, $0.text, rule: $0.rule) }
        try output.write("**\(context.tool.name)**: \(TextTerms.sentence(summary, problems))\n")
        if context.foldsNotes, summary.causes.notes > 0 {
            try output.write("\nNotes are only counted; `--show notes` lists them.\n")
        }
        let notes = ClosingNote.all(on: summary, in: context) { MarkdownText.code($0, isInTable: false) }
        if !notes.isEmpty { try output.write("\n") }
        for note in notes { try output.write("* \(note.whole)\n") }
        try MarkdownText.writeTable("| | Place | Finding | Rule |\n| --- | --- | --- | --- |\n", all, to: output)
        try output.flush()
    }

    private func row(_ severity: String, _ place: Place, _ text: FindingText, rule: String) -> String {
        let help = text.help.map { "<br>" + MarkdownText.text($0) } ?? ""
        let position = MarkdownText.code(context.paths.position(of: place))
        let id = text.id.map { "<br>\($0)" } ?? ""
        return "| \(severity) | \(position) | \(MarkdownText.text(text.message))\(help) | `\(rule)`\(id) |\n"
    }
}
