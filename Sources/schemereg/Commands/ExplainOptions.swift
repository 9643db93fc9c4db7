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
                "schemereg explain undefined-target": "a rule, with examples",
                "schemereg explain over-limit": "a problem that made the check incomplete",
            ],
            exitCodes: HelpText.alone
        )
    )

    @Argument(help: "The ID of a rule, as 'schemereg rules' lists it, or of a problem.", completion: .rules)
    var rule: String

    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() -> any Command { ExplainCommand(rule: ArgumentText.shown(rule), format: output.format) }
}
