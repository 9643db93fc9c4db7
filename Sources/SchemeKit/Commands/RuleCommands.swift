package import SchemeModel
package import SchemeReports
import SchemeRules

/// Lists the rules.
package struct RulesCommand: Command {
    /// The configuration to use; by default the nearest one at or above the current folder.
    package var configuration: ConfigurationOptions
    /// The output format.
    package var format: ReportFormat

    /// Creates a command with these options.
    package init(configuration: ConfigurationOptions = ConfigurationOptions(), format: ReportFormat = .text) {
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

/// Explains a rule.
package struct ExplainCommand: Command {
    /// The rule's id.
    package var rule: String
    /// The output format.
    package var format: ReportFormat

    /// Creates a command with these options.
    package init(rule: String, format: ReportFormat = .text) {
        self.rule = rule
        self.format = format
    }

    package func run(in context: Context) throws -> ExitCode {
        let explanation = try RuleExplanation(of: RuleNames.rule(rule))
        try explanation.write(format, to: context.byteOutput, context: context.reportContext())
        return .clean
    }
}

extension RuleExplanation {
    /// Creates the explanation of `rule`, with the tool's actual output for its examples.
    package init(of rule: any Rule) throws {
        let description = rule.description
        let outputs = try description.examples.filter(\.fires).map { example in
            try ExampleRun.check(example).text(for: description.id)
        }
        self.init(description, outputs: outputs, acceptance: RuleExplanation.acceptance(of: description.id))
    }

    /// Returns how to accept a finding of the rule.
    private static func acceptance(of id: String) -> String {
        let entry =
            ConfigurationReader.aboutAcceptances.contains(id)
            ? """
            Findings of this rule cannot be accepted. \
            To change its severity or turn it `off`, use `severities` in `.schemereg.yml`.
            """
            : """
            Add an entry to `.schemereg.yml`. Narrow it down with `scheme`, `app` or `path`:

            ```yaml
            accept:
              - rule: \(id)
                path: Apps/Legacy
                reason: why you accept it
            ```

            To change the severity of the rule or turn it `off`, use `severities`.
            """
        return entry + " `--no-config` ignores the file."
    }
}
