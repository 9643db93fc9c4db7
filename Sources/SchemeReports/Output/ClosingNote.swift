import SchemeModel

/// A line below the counts of a report: what is not shown, what was skipped, or what lets a run pass.
struct ClosingNote {
    /// What the line is about, for formats with names.
    let kind: String
    /// The escaped line.
    let line: String
    /// What to do, if anything; escaped.
    var help: String?

    /// The line and the help on one line.
    var whole: String { [line, help].compactMap { $0 }.joined(separator: "; ") }

    /// Returns the lines about `summary`: first what is not shown, then what was not read, then each policy file, then
    /// the accepted problems.
    ///
    /// - Parameter style: Returns a name or another text from an input, escaped for the format.
    static func all(
        on summary: Summary,
        in context: ReportContext,
        style: (String) -> String = { TextEscape.escaped($0) }
    ) -> [ClosingNote] {
        var notes: [ClosingNote] = []
        let older = summary.older.errors + summary.older.warnings + summary.older.notes
        if older > 0, let revision = summary.revision {
            let reason = older == 1 ? "is not shown, because it" : "are not shown, because they"
            let line = "\(TextTerms.count(older, "finding")) \(reason) existed in \(style(revision))"
            notes.append(ClosingNote(kind: "older", line: line))
        }
        if let skipped = summary.skipped.flatMap(TextTerms.skipped) {
            notes.append(ClosingNote(kind: "skipped", line: skipped))
        }
        func name(_ names: [String], _ noun: String) -> String? {
            guard let first = names.first else { return nil }
            let name = "'\(style(String(first.prefix(TextWriter.nameLimit))))'"
            return names.count > 1 ? "\(name) and \(TextTerms.count(names.count - 1, "other \(noun)"))" : name
        }
        if let names = name(summary.uncheckedApps, "app") {
            let line = "whether URLs reach \(names) was not checked (see --verbose)"
            notes.append(ClosingNote(kind: "not checked", line: line))
        }
        if summary.unknownApps > 0 {
            let apps = TextTerms.count(summary.unknownApps, "app")
            let line = "the identity of \(apps) is unknown (see --verbose)"
            notes.append(ClosingNote(kind: "identity unknown", line: line))
        }
        if let names = name(summary.partialTargets, "target") {
            let line = "the code of \(names) was only partly read (see --verbose)"
            notes.append(ClosingNote(kind: "partly read", line: line))
        }
        notes += summary.policyFiles.map { file in
            let text = PolicyText(file, in: context, style: style)
            return ClosingNote(kind: file.kind.rawValue, line: text.line, help: text.help)
        }
        let accepted = AcceptedProblemText(summary.acceptedProblems, in: context, style: style)
        return notes + accepted.lines.map { ClosingNote(kind: "accepted problem", line: $0) }
    }
}
