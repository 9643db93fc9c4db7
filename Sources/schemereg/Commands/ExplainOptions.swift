import ArgumentParser
import SchemeKit
import SchemeModel
import SchemeReports

/// The options of `schemereg explain`.
struct ExplainOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a rule, a problem or a finding, and how to fix it.",
        discussion: HelpText.discussion(
            "With --finding, checks, and shows one finding and its rule. 'check --verbose' and most formats show the IDs.",
            examples: [
                "schemereg explain undefined-target": "a rule, with one example",
                "schemereg explain undef --examples": "all of it",
                "schemereg explain over-limit": "a problem: why a check is incomplete",
                "schemereg explain --finding 3fa94c21": "a finding in the current folder",
            ],
            exitCodes: HelpText.alone
        )
    )

    @Argument(
        help: ArgumentHelp(
            "The ID of a rule, or the start of it, as 'schemereg rules' lists it, or the ID of a problem. "
                + "With --finding: the paths to check; none is the current folder.",
            valueName: "rule"
        ),
        completion: .rules
    )
    var subjects: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Explain the finding whose ID starts with these characters, at least 4.", valueName: "id")
    )
    var finding: String?

    @Flag(name: .long, help: "Show the whole text, all examples with their files, and the sources.")
    var examples = false

    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() throws -> any Command {
        if let finding {
            guard output.format == .text else { throw UsageError("--finding and --format json cannot be combined") }
            let paths = (subjects.isEmpty ? ["."] : subjects).map { Path(argument: $0) }
            return ExplainFindingCommand(ArgumentText.shown(finding), in: paths, showsExamples: examples)
        }
        guard let rule = subjects.first, subjects.count == 1 else {
            throw UsageError("explain takes one rule", hint: "'schemereg rules' lists the rules")
        }
        return ExplainCommand(rule: ArgumentText.shown(rule), showsExamples: examples, format: output.format)
    }
}
