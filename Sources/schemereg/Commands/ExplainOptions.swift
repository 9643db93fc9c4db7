import ArgumentParser
import SchemeKit
import SchemeReports

/// The options of `schemereg explain`.
struct ExplainOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a rule, with examples and how to fix its findings.",
        discussion: HelpText.discussion(
            examples: ["schemereg explain undefined-target": ""],
            exitCodes: HelpText.alone
        )
    )

    @Argument(help: "The ID of a rule; 'schemereg rules' lists them.", completion: .rules)
    var rule: String

    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() -> any Command { ExplainCommand(rule: ArgumentText.shown(rule), format: output.format) }
}
