import SchemeModel

extension FindingFormat {
    /// Checkstyle XML for build services.
    package static let checkstyle = FindingFormat("checkstyle", paths: .repository) {
        CheckstyleReporter(to: $0, context: $1)
    }
}

/// Writes a report in Checkstyle's format, which many build services and review tools read. Omits accepted findings.
///
/// - Source: https://checkstyle.org/xmldocs/com/puppycrawl/tools/checkstyle/XMLLogger.html, seen 2026-11-21.
struct CheckstyleReporter: Reporter {
    private let output: ByteOutput
    private let context: ReportContext
    private var lines: [(file: ByteString, line: String)] = []

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
    }

    func begin() {}

    mutating func report(_ finding: Finding) {
        guard finding.accepted == nil else { return }
        let severity = finding.severity == .note ? "info" : finding.severity.rawValue
        add(finding.place, severity, FindingText(finding, in: context), rule: finding.rule)
    }

    mutating func end(problems: [Problem], summary: Summary) throws {
        for problem in problems { add(problem.place, "error", FindingText(problem), rule: problem.code.rawValue) }
        try output.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"10.0\">\n")
        let files = Dictionary(grouping: lines, by: \.file).sorted { $0.key < $1.key }
        for (file, lines) in files {
            try output.write("  <file\(XMLEscape.attributes(["name": file.string]))>\n")
            for line in lines { try output.write(line.line) }
            try output.write("  </file>\n")
        }
        try output.write("</checkstyle>\n")
        try output.flush()
    }

    private mutating func add(_ place: Place, _ severity: String, _ text: FindingText, rule: String) {
        let region = Region(place)
        let attributes = XMLEscape.attributes([
            "line": String(region?.startLine ?? 1), "column": String(region?.startColumn ?? 1),
            "severity": severity,
            "message": [text.line, text.id].compactMap { $0 }.joined(separator: "; "),
            "source": "\(context.tool.name).\(rule)",
        ])
        lines.append((ByteString(context.paths.name(of: place)), "    <error\(attributes)/>\n"))
    }
}
