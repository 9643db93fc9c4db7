import SchemeModel

/// Writes a report as Markdown for a step summary or a comment: a headline and a table, the worst first. Accepted findings
/// are counted, not shown.
struct MarkdownReporter: Reporter {
    private let output: ByteOutput
    private let context: ReportContext
    /// Those that nobody accepted.
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
        // What was not looked at comes before what was found.
        let unread = problems.map { row("problem", $0.place, FindingText($0), rule: $0.code.rawValue) }
        let entries = ReportEntry.entries(of: findings, in: context)
        let found = Severity.allCases.sorted(by: >).flatMap { severity in entries.filter { $0.severity == severity } }
        let all = unread + found.map { row($0.severity.rawValue, $0.place, $0.text, rule: $0.rule) }
        try output.write("**\(context.tool.name)**: \(TextTerms.sentence(summary, problems))\n")
        try MarkdownText.writeTable("| | Place | Finding | Rule |\n| --- | --- | --- | --- |\n", all, to: output)
        try output.flush()
    }

    private func row(_ severity: String, _ place: Place, _ text: FindingText, rule: String) -> String {
        let help = text.help.map { "<br>" + MarkdownText.text($0) } ?? ""
        let position = MarkdownText.code(context.paths.position(of: place))
        return "| \(severity) | \(position) | \(MarkdownText.text(text.message))\(help) | `\(rule)` |\n"
    }
}

/// Texts of an input as they stand in a cell of a Markdown table, whatever dialect renders it.
///
/// Nothing that a renderer acts upon is left outside of a code span: also what is no Markdown, such as `@name`, which would
/// notify somebody, `#1`, addresses, and `:100:`.
enum MarkdownText {
    /// `text` as prose where nothing in it could be more than that, otherwise as code.
    static func text(_ text: String) -> String {
        let isTame =
            text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || tame.contains($0) }
            && !active.contains { text.asciiLowercased.utf8.contains($0.utf8) }
        return isTame ? TextEscape.escaped(text) : code(text)
    }

    /// `text` as code. A code span knows no escapes, so what would end it or the cell is written as `\u{7C}`.
    static func code(_ text: String) -> String {
        let span = TextEscape.escaped(text)
            .replacing { $0 == "`" || $0 == "|" ? TextEscape.escape($0) : nil }
        return span.isEmpty ? "" : "`\(span)`"
    }

    /// Writes a table after an empty line, and as many of its rows as fit into a comment; nothing without rows.
    static func writeTable(_ head: String, _ rows: [String], to output: ByteOutput) throws {
        guard !rows.isEmpty else { return }
        try output.write("\n" + head)
        var (count, size) = (0, 0)
        for row in rows {
            size += row.utf8.count
            guard size <= rowBytes else { break }
            try output.write(row)
            count += 1
        }
        if count < rows.count { try output.write("\n... and \(rows.count - count) more\n") }
    }

    /// The most bytes of rows: a comment holds 65 536 characters, and something else has to fit into it too.
    private static let rowBytes = 60_000

    private static let tame = Set("0123456789 ',;:()/.-+".unicodeScalars)
    private static let active = ["//", "www.", ":100:", ":1234:", "gh-"]
}
