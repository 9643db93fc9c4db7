import SchemeModel

extension FindingFormat {
    /// Annotations of a GitHub workflow.
    package static let github = FindingFormat("github", paths: .repository) {
        GitHubReporter(to: $0, context: $1)
    }
}

/// Writes workflow commands that GitHub shows as annotations of the changed lines, problems and then the most severe
/// findings first, because GitHub only shows the first ones of a step. Omits accepted findings, and only counts notes
/// if ``ReportContext/foldsNotes``.
///
/// The log shows only the text of a command, so the place and the rule are also part of it.
///
/// - Source: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions, seen 2026-11-21.
struct GitHubReporter: Reporter {
    private let output: ByteOutput
    private let context: ReportContext
    private var findings: [Finding] = []

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
    }

    /// The maximum number of added comments with an annotation. GitHub shows few of each kind.
    private static let annotatedComments = 10

    func begin() {}

    mutating func report(_ finding: Finding) {
        if finding.accepted == nil, finding.severity > .note || !context.foldsNotes { findings.append(finding) }
    }

    func end(problems: [Problem], summary: Summary) throws {
        for problem in problems.folded() {
            let text = FindingText(problem)
            let position = TextEscape.escaped(context.paths.position(of: problem.place))
            let first = "\(position): \(text.message)"
            try write(.error, problem.place, title: problem.code.rawValue, [first] + text.lines.dropFirst())
        }
        for finding in context.ordered(findings) {
            let text = FindingText(finding, in: context)
            let position = TextEscape.escaped(context.paths.position(of: finding.place))
            let first = "\(position): \(text.message) [\(finding.rule)]"
            try write(finding.severity, finding.place, title: finding.rule, [first] + text.lines.dropFirst())
        }
        for file in summary.policyFiles where file.change != nil {
            let text = PolicyText(file, in: context)
            guard !file.additions.isEmpty else {
                try write(.warning, file.place, title: file.kind.rawValue, [text.line, text.help].compactMap { $0 })
                continue
            }
            // Reviewers see added comments in the lines of the change.
            for place in file.additions.prefix(Self.annotatedComments) {
                let text = "this added comment accepts nothing new until it is merged"
                try write(.warning, place, title: file.kind.rawValue, [text])
            }
        }
        try output.write(TextTerms.sentence(summary, problems) + "\n")
        if context.foldsNotes, summary.causes.notes > 0 {
            try output.write("notes are only counted; --show notes annotates them\n")
        }
        for note in ClosingNote.all(on: summary, in: context) { try output.write(note.whole + "\n") }
        try output.flush()
    }

    private func write(_ severity: Severity, _ place: Place, title: String, _ lines: [String]) throws {
        let command =
            switch severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties = [("file", TextEscape.escaped(context.paths.name(of: place)))]
        if let region = Region(place) {
            properties += [("line", String(region.startLine)), ("endLine", String(region.endLine))]
            // GitHub uses columns only within one line.
            if region.startLine == region.endLine {
                properties += [("col", String(region.startColumn)), ("endColumn", String(region.endColumn))]
            }
        }
        properties.append(("title", "\(context.tool.name): \(TextEscape.escaped(title))"))
        let list = properties.map { "\($0)=\(Self.escaped(property: $1))" }.joined(separator: ",")
        try output.write("::\(command) \(list)::\(lines.map { Self.escaped($0) }.joined(separator: "%0A"))\n")
    }

    /// Escapes the text after the second `::` of a command, which contains no line ends.
    private static func escaped(_ text: String) -> String { text.replacing { $0 == "%" ? "%25" : nil } }

    private static func escaped(property text: String) -> String {
        text.replacing { scalar in
            switch scalar {
            case "%": "%25"
            case ":": "%3A"
            case ",": "%2C"
            default: nil
            }
        }
    }
}
