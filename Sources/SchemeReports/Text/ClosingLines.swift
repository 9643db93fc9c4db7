import SchemeModel

/// The last lines of a text report: the counts, and a table of the rules if there are many findings or some are not
/// shown.
struct ClosingLines {
    let writer: TextWriter
    let summary: Summary
    let problems: [Problem]

    /// The maximum number of findings without a table, because readers still see them all.
    private static let withoutTable = 5
    /// The maximum number of lines about notes that are not shown.
    private static let foldedNotes = 3
    /// The maximum number of columns of the schemes if the width of the terminal is unknown.
    private static let schemeWidth = 40

    /// A line of the table, escaped.
    private struct Row {
        let severity: Severity
        let subject: String
        let causes: Int
        /// The rule's counts; `nil` for a line about several rules.
        var counts: RuleCounts?
    }

    private var context: ReportContext { writer.reportContext }

    func write() throws {
        try writer.line(
            TextTerms.sentence(summary, problems, showsAccepted: context.showsAccepted, seconds: context.seconds)
        )
        for problem in problems where problem.code == .nothingFound { try writer.help(problem.hint) }
        let causes = summary.rules.reduce(0) { $0 + $1.causes }
        if causes > Self.withoutTable || context.showsOnlyStatistics || isFolded { try writeTable() }
        if context.countsFixable, summary.fixable > 0 {
            try writer.line("\(summary.fixable.grouped) fixable with 'schemereg fix --write'")
        }
        for note in ClosingNote.all(on: summary, in: context) {
            try writer.line(note.line)
            if let help = note.help { try writer.line("  \(help)") }
        }
    }

    /// Whether there are notes that the report only counts.
    private var isFolded: Bool { foldsNotes && summary.causes.notes > 0 }

    private var foldsNotes: Bool { context.foldsNotes && !context.showsOnlyStatistics }

    /// The lines of the table: one for each rule and severity, the worst first, and of these those with the most
    /// causes. Many rules whose notes are not shown are one line, but for those about apps that share a scheme.
    private var rows: [Row] {
        let all = summary.rules.sorted { left, right in
            let ranks = (ReportRank(left.severity, left.rule), ReportRank(right.severity, right.rule))
            if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
            if left.causes != right.causes { return left.causes > right.causes }
            return ByteString(left.rule) < ByteString(right.rule)
        }
        func folds(_ counts: RuleCounts) -> Bool {
            foldsNotes && counts.severity == .note && MainReport(rule: counts.rule) != .undefinedTargets
        }
        let notes = all.filter(folds)
        let isFolded = notes.count > Self.foldedNotes
        var rows = (isFolded ? all.filter { !folds($0) } : all).map { counts in
            let rule = TextEscape.escaped(counts.rule, limit: TextWriter.nameLimit)
            return Row(severity: counts.severity, subject: rule, causes: counts.causes, counts: counts)
        }
        if isFolded {
            let causes = notes.reduce(0) { $0 + $1.causes }
            rows.append(Row(severity: .note, subject: TextTerms.count(notes.count, "rule"), causes: causes))
        }
        return rows
    }

    private func writeTable() throws {
        let rows = rows
        let counts = rows.map(\.causes.grouped)
        let ruleWidth = rows.map { DisplayWidth.columns(of: $0.subject) }.max() ?? 0
        let countWidth = counts.map(\.utf8.count).max() ?? 0
        let severityWidth = rows.map(\.severity.rawValue.utf8.count).max() ?? 0
        let room = (context.width ?? 80) - severityWidth - ruleWidth - countWidth - 8
        for (row, count) in zip(rows, counts) {
            let severity = writer.palette.paint(
                row.severity.rawValue.padded(to: severityWidth),
                writer.palette.style(of: row.severity)
            )
            let note = note(on: row, room: room)
            let cells = "  \(severity)  \(row.subject.padded(to: ruleWidth))  \(count.paddedLeft(to: countWidth))"
            try writer.line(note.isEmpty ? cells : "\(cells)  \(note)")
        }
        if isFolded { try writer.line("notes are only counted; --show notes shows them") }
    }

    /// Returns what a row adds to its number: the schemes, or their number if there is no room, and how many causes of
    /// other rules the rule has a part in.
    private func note(on row: Row, room: Int) -> String {
        guard let counts = row.counts else { return "" }
        let shared = counts.sharedCauses > 0 ? "\(counts.sharedCauses.grouped) more with other rules" : ""
        let schemes = schemes(of: counts, room: shared.isEmpty ? room : room - shared.utf8.count - 2)
        let note = [schemes, shared].filter { !$0.isEmpty }.joined(separator: "; ")
        return DisplayWidth.columns(of: note) <= room ? note : ""
    }

    private func schemes(of counts: RuleCounts, room: Int) -> String {
        let names = counts.firstSchemes.map { TextEscape.escaped($0) }.joined(separator: ", ")
        let isWhole = counts.firstSchemes.count == counts.schemes
        if isWhole, DisplayWidth.columns(of: names) <= min(room, Self.schemeWidth) { return names }
        let count = TextTerms.count(counts.schemes, "scheme")
        return count.utf8.count <= room ? count : ""
    }
}
