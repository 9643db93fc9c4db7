package import SchemeModel
package import SchemeReports
import SchemeRules

/// Lists the rules.
public struct RulesCommand: Command {
    /// Which configuration is in force; found ones from the current folder upward.
    public var configuration: ConfigurationOptions
    /// How they are printed.
    public var format: OutputFormat

    /// A command with these options.
    public init(configuration: ConfigurationOptions = ConfigurationOptions(), format: OutputFormat = .text) {
        self.configuration = configuration
        self.format = format
    }

    /// The ids of all rules, in order.
    public static var identifiers: [String] { allRules.map(\.description.id) }

    public func run(in context: Context) throws -> ExitCode {
        let here = context.currentDirectory
        let source = Source(name: here.display, root: here, kind: .tree, isNamed: false)
        let decisions = try ConfigurationFiles(for: [source], options: configuration, in: context).decisions
        let listing = RuleListing(allRules.map(\.description)) {
            decisions.configuration(of: source.name)?.severities[ByteString($0.id)]
        }
        try listing.write(format.report, to: context.byteOutput, context: context.reportContext())
        return .clean
    }
}

/// Explains a rule.
public struct ExplainCommand: Command {
    /// The rule's id.
    public var rule: String
    /// How it is printed.
    public var format: OutputFormat

    /// A command with these options.
    public init(rule: String, format: OutputFormat = .text) {
        self.rule = rule
        self.format = format
    }

    public func run(in context: Context) throws -> ExitCode {
        let explanation = try RuleExplanation(of: RuleNames.rule(rule))
        try explanation.write(format.report, to: context.byteOutput, context: context.reportContext())
        return .clean
    }
}

extension RuleExplanation {
    /// The explanation of `rule`, with what the tool really prints for its examples.
    package init(of rule: any Rule) throws {
        let description = rule.description
        let outputs = try description.examples.filter(\.fires).map { example in
            try ExampleRun(example).text(for: description.id)
        }
        self.init(description, outputs: outputs, acceptance: RuleExplanation.acceptance(of: description.id))
    }

    /// How to live with a finding of the rule that is in order.
    private static func acceptance(of id: String) -> String {
        let entry =
            ConfigurationReader.aboutAcceptances.contains(id)
            ? """
            It is about acceptances and cannot be accepted itself. \
            `severities` in `.schemereg.yml` sets how much it matters, `off` for not at all.
            """
            : """
            In `.schemereg.yml`, which `schemereg init` writes, with whichever of `scheme`, `app` and `path` narrow it down:

            ```yaml
            accept:
              - rule: \(id)
                path: Apps/Legacy
                reason: why it is in order
            ```

            `severities` there sets how much the rule matters, `off` for not at all.
            """
        return entry + " `--no-config` shows what was decided."
    }
}
