import ArgumentParser
import SchemeKit
import SchemeReports

/// The options of `schemereg explain`.
struct ExplainOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a rule or a problem, and how to fix it.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg explain undefined-target": "a rule, with one example",
                "schemereg explain undef --examples": "all of it",
                "schemereg explain over-limit": "a problem that made the check incomplete",
            ],
            exitCodes: HelpText.alone
        )
    )

    @Argument(
        help: "The ID of a rule, or the start of it, as 'schemereg rules' lists it, or the ID of a problem.",
        completion: .rules
    )
    var rule: String

    @Flag(name: .long, help: "Show the whole text, all examples with their files, and the sources.")
    var examples = false

    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() -> any Command {
        ExplainCommand(rule: ArgumentText.shown(rule), showsExamples: examples, format: output.format)
    }
}
