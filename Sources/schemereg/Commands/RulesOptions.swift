import ArgumentParser
import SchemeKit
import SchemeReports

/// The options of `schemereg rules`.
struct RulesOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List all rules with their severities.",
        discussion: HelpText.discussion(
            examples: ["schemereg rules": "", "schemereg rules --format csv": "for a spreadsheet"],
            exitCodes: HelpText.alone
        )
    )

    @OptionGroup(title: "Reading") var configuration: ConfigurationArguments<SearchFromCurrentFolder>
    @OptionGroup(title: "Output") var output: FormatArguments<ListFormat>

    func command() throws -> any Command {
        RulesCommand(configuration: try configuration.options(), format: output.format)
    }
}
