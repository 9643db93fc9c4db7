package import SchemeModel
package import SchemeReports
import SchemeRules

/// Lists the rules.
package struct RulesCommand: Command {
    /// The configuration to use; by default the nearest one at or above the current folder.
    package var configuration: ConfigurationOptions
    /// The output format.
    package var format: ListFormat

    /// Creates a command with these options.
    package init(configuration: ConfigurationOptions = ConfigurationOptions(), format: ListFormat = .text) {
        self.configuration = configuration
        self.format = format
    }

    /// The ids of all rules, in order.
    package static var identifiers: [String] { allRules.map(\.description.id) }

    package func run(in context: Context) throws -> ExitCode {
        let here = context.currentDirectory
        let source = Source(name: here.display, root: here, kind: .tree, isNamed: false)
        let policies = try ConfigurationLoader.read(for: [source], options: configuration, in: context).policies
        let listing = RuleListing(allRules.map(\.description)) {
            policies.configuration(of: source.name)?.severities[ByteString($0.id)]
        }
        try listing.write(format, to: context.byteOutput, context: context.reportContext())
        return .clean
    }
}

/// Explains a rule or a kind of problem.
package struct ExplainCommand: Command {
    /// The id of a rule or the start of it, or the code of a problem.
    package var rule: String
    /// Whether text has everything. Otherwise it has one finding as an example, and is cut on a terminal.
    package var showsExamples: Bool
    /// The output format.
    package var format: ReportFormat

    /// Creates a command with these options.
    package init(rule: String, showsExamples: Bool = false, format: ReportFormat = .text) {
        self.rule = rule
        self.showsExamples = showsExamples
        self.format = format
    }

    package func run(in context: Context) throws -> ExitCode {
        if let code = Problem.Code(rawValue: rule) {
            try ProblemExplanation(of: code).write(format, to: context.byteOutput, context: context.reportContext())
            return .clean
        }
        let reportContext = context.reportContext()
        let width = format == .text ? RuleExplanation.exampleWidth(in: reportContext) : nil
        let explanation = try RuleExplanation(of: RuleNames.rule(rule), width: width)
        try explanation.write(format, showsExamples: showsExamples, to: context.byteOutput, context: reportContext)
        return .clean
    }
}

extension RuleExplanation {
    /// Creates the explanation of `rule`, with the tool's actual output for its examples.
    ///
    /// - Parameter width: The number of columns of that output; `nil` for lines of any length.
    package init(of rule: any Rule, width: Int? = nil) throws {
        let description = rule.description
        let runs = try description.examples.filter(\.fires).map { try ExampleRun.check($0) }
        let outputs = try runs.map { try $0.text(for: description.id, width: width) }
        let findings = runs.flatMap(\.findings).filter { $0.rule == description.id }
        self.init(description, outputs: outputs, acceptance: RuleExplanation.acceptance(of: rule, like: findings))
    }

    /// Returns how to accept a finding of the rule.
    ///
    /// - Parameter findings: The findings of the rule in its examples.
    private static func acceptance(of rule: any Rule, like findings: [Finding]) -> String {
        let id = rule.description.id
        let ignored = " `--no-config` ignores the file."
        guard !ConfigurationReader.aboutAcceptances.contains(id) else {
            return """
                Findings of this rule cannot be accepted. \
                To change its severity or turn it `off`, use `severities` in `.schemereg.yml`.
                """ + ignored
        }
        let entry = """
            Add an entry to `.schemereg.yml`. Narrow it down with \(criteria(of: findings)):

            ```yaml
            accept:
              - rule: \(id)
                path: Apps/Legacy
                reason: why you accept it
            ```

            To change the severity of the rule or turn it `off`, use `severities`.
            """ + ignored
        guard reportsCode(rule) else { return entry }
        return """
            In Swift or Objective-C code, add a comment to the line or to the line before it:

            ```swift
            // schemereg:allow \(id) why you accept it
            ```

            \(entry.replacing("Add an entry", with: "Otherwise, add an entry", maxReplacements: 1))
            """
    }

    /// Returns the keys of an acceptance that match some of these findings.
    private static func criteria(of findings: [Finding]) -> String {
        // Without a parser for Swift, examples in Swift have no findings.
        let areUnknown = findings.isEmpty && !ExampleRun.readsSwift
        var keys = ["`path`"]
        if areUnknown || findings.contains(where: { $0.app != nil }) { keys.insert("`app`", at: 0) }
        if areUnknown || findings.contains(where: { $0.scheme != nil }) { keys.insert("`scheme`", at: 0) }
        return keys.inWords(" or ")
    }

    /// Whether the rule has findings in code, to which comments apply. One of its examples then marks such a finding.
    private static func reportsCode(_ rule: any Rule) -> Bool {
        switch rule.shape {
        case .target, .domain:
            rule.description.examples.contains { example in
                example.files.contains { file in
                    file.text.contains(RuleDescription.Example.File.mark)
                        && ["swift", "m", "mm", "h"].contains { Path(file.path).hasExtension($0) }
                }
            }
        case .manifest, .irregularity, .scheme, .source, .run: false
        }
    }
}
