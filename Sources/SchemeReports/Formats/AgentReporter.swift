import SchemeModel

extension FindingFormat {
    /// One line for each finding, for language models.
    package static let agent = FindingFormat("agent", paths: .current) { AgentReporter(to: $0, context: $1) }
}

/// Writes one line for each finding, ordered by place and rule, then one for each problem, and the counts. Omits
/// accepted findings.
///
/// A line is `SEVERITY PATH:LINE:COLUMN RULE: MESSAGE`, followed by `; see PLACE, …`, `; fix: HINT` and `; edit:
/// CHANGE`, as far as the finding has them, and by `; id: ID`. Columns count UTF-8 bytes. There are no source lines,
/// because a model reads the file anyway.
struct AgentReporter: Reporter {
    private let output: ByteOutput
    private let context: ReportContext
    private var findings: [Finding] = []

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
    }

    func begin() {}

    mutating func report(_ finding: Finding) {
        if finding.accepted == nil { findings.append(finding) }
    }

    func end(problems: [Problem], summary: Summary) throws {
        let ordered = findings.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if first.place != second.place { return first.place < second.place }
            return (ByteString(first.rule), left.offset) < (ByteString(second.rule), right.offset)
        }
        for (_, finding) in ordered { try output.write(line(of: finding) + "\n") }
        for problem in problems.folded() where problem.code != .nothingFound {
            let hint = problem.hint.map { "; fix: \(escaped($0))" } ?? ""
            let text = "\(problem.code.rawValue): \(escaped(problem.message))\(hint)"
            try output.write("problem \(position(problem.place)) \(text)\n")
        }
        try output.write(TextTerms.sentence(summary, problems) + "\n")
        for note in ClosingNote.all(on: summary, in: context) { try output.write(note.whole + "\n") }
        try output.flush()
    }

    private func line(of finding: Finding) -> String {
        let message = escaped(finding.message(naming: context.paths.position))
        var parts = ["\(finding.severity.rawValue) \(position(finding.place)) \(finding.rule): \(message)"]
        let others = finding.related.map(\.place).filter { $0 != finding.messageParts?.mentioned }
        if !others.isEmpty {
            let more = finding.relatedCount - finding.related.count
            let rest = more > 0 ? " and \(more.grouped) more" : ""
            parts.append("see " + others.map(position).joined(separator: ", ") + rest)
        }
        if let hint = finding.hint { parts.append("fix: \(escaped(hint))") }
        parts += finding.edits.compactMap { edit in text(of: edit, in: finding).map { "edit: \($0)" } }
        parts.append("id: \(finding.shortID)")
        return parts.joined(separator: "; ")
    }

    /// Returns the edit in words; `nil` if it has no lines.
    private func text(of edit: Finding.Edit, in finding: Finding) -> String? {
        guard let lines = edit.place.range?.lines, edit.place.member == nil else { return nil }
        let isSameFile = edit.place.path == finding.place.path && edit.place.source == finding.place.source
        let file = isSameFile ? "" : " in \(TextEscape.escaped(context.paths.text(for: edit.place)))"
        let start = "\(lines.start.line):\(lines.start.column)"
        let replacement = "'\(escaped(edit.replacement))'"
        if edit.place.range?.byteLength == 0 { return "insert \(replacement) at \(start)\(file)" }
        let range = "\(start)-\(lines.end.line):\(lines.end.column)"
        return edit.replacement.isEmpty
            ? "delete \(range)\(file)" : "replace \(range)\(file) with \(replacement)"
    }

    private func position(_ place: Place) -> String { TextEscape.escaped(context.paths.position(of: place)) }

    private func escaped(_ text: String) -> String { TextEscape.escaped(text, limit: TextWriter.messageLimit) }
}
