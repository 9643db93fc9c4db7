package import SchemeModel
import SchemeReports
import SchemeRules

/// Checks inputs, and explains one of the findings.
package struct ExplainFindingCommand: Command {
    /// The start of the finding's digest, or its whole fingerprint.
    package var id: String
    /// The inputs to read.
    package var inputs: InputOptions
    /// Whether the page of the rule has everything.
    package var showsExamples: Bool

    /// Creates a command with these options.
    package init(_ id: String, in paths: [Path], showsExamples: Bool = false) {
        (self.id, self.showsExamples) = (id, showsExamples)
        inputs = InputOptions(paths: paths)
    }

    package func run(in context: Context) throws -> ExitCode {
        guard id.count >= 4 else { throw UsageError("--finding takes at least the first 4 characters of an ID") }
        try inputs.validate(in: context)
        let scan = try ScanRequest(inputs: inputs).discover(in: context).read(in: context)
        let all = try ComparisonOptions().check(scan.indexed(), among: [], in: context).findings
        var reportContext = context.findingContext(sources: scan.sources) { scan.digest(of: $0) }
        (reportContext.showsIDs, reportContext.showsAccepted) = (true, true)
        let finding = try finding(in: all, problems: scan.problems, reportContext)
        try context.print(scan.problems, sources: scan.sources)
        let output = context.byteOutput
        var reporter = TextReporter(to: output, context: reportContext)
        for cause in Cause.causes(of: [finding]) { try reporter.write(cause) }
        let policies = scan.discovered.configurations.policies
        let path = policies.path(of: finding.place)
        // The configuration's folder is the source's, or one above.
        let above = policies.path(of: Place(source: finding.place.source, path: "")).components.count
        let root = scan.sources.first { $0.name == finding.place.source }?.root ?? context.currentDirectory
        let folder = (0..<above).reduce(root) { folder, _ in folder.directory }
        let file = folder.appending(ConfigurationLoader.name)
        let name = TextEscape.escaped((file.relative(to: context.currentDirectory) ?? file).display)
        let others = Cause.causes(of: all).first { $0.findings.contains(finding) }?.findings.filter { $0 != finding }
        try output.write("\(sentence(about: others ?? []))\n\(advice(on: finding, at: path, in: name))")
        try output.flush()
        return try ExplainCommand(rule: finding.rule, showsExamples: showsExamples).run(in: context)
    }

    /// Returns the only finding with the ID.
    private func finding(in all: [Finding], problems: [Problem], _ context: ReportContext) throws -> Finding {
        let found = all.filter { $0.digest.hasPrefix(id.lowercased()) || $0.fingerprint.text == id }
        if let finding = found.first, found.count == 1 { return finding }
        guard found.isEmpty else {
            let name = context.paths.position
            let lines = found.map { TextEscape.escaped("\($0.digest.prefix(16)) \(name($0.place)): \($0.message)") }
            throw UsageError("'\(id)' is the start of several IDs", details: lines, hint: "write more of the ID")
        }
        let gap = problems.isEmpty ? "" : "; \(TextTerms.count(problems.count, "problem")) made the check incomplete"
        throw UsageError(
            "no finding has an ID that starts with '\(id)'\(gap)",
            hint: "'check --verbose' shows the IDs; its options aren't applied here"
        )
    }

    /// Returns a sentence about findings with the same cause, which reports show together; empty if there are none.
    private func sentence(about others: [Finding]) -> String {
        guard !others.isEmpty else { return "" }
        let ids = others.prefix(10).map { String($0.digest.prefix(8)) } + (others.count > 10 ? ["..."] : [])
        return "\nOther findings with the same cause: \(ids.joined(separator: ", "))\n"
    }

    /// Returns how to accept the finding in the configuration `file`; empty if it is accepted already or cannot be.
    private func advice(on finding: Finding, at path: Path, in file: String) -> String {
        guard finding.accepted == nil, !ConfigurationReader.aboutAcceptances.contains(finding.rule) else { return "" }
        let app = finding.app.flatMap { $0.id.isKnown ? $0.id.text.string : nil }
        let whole = path.display.contains("/") ? path.display : "./" + path.display
        let criteria = [("scheme", finding.scheme?.text.string), ("app", app), ("path", whole)].map { key, value in
            // A text that isn't shown as it is would match nothing.
            guard let value, TextEscape.escaped(value) == value else { return "" }
            let isSpecial: (Character) -> Bool = { key == "path" && #"\*?["#.contains($0) }
            let pattern = value.map { isSpecial($0) ? #"\\#($0)"# : String($0) }.joined()
            return "      \(key): '\(pattern.replacing("'", with: "''"))'\n"
        }
        let entry = "  accept:\n    - rule: \(finding.rule)\n\(criteria.joined())      reason: why you accept it\n"
        return "To accept this finding, add an entry to \(file):\n\n\(entry)\n"
    }
}
