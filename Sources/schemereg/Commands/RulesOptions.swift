import ArgumentParser
import SchemeKit

/// The options of `schemereg rules`.
struct RulesOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List all rules with their severities.",
        discussion: HelpText.discussion(examples: ["schemereg rules": ""], exitCodes: HelpText.alone)
    )

    @OptionGroup var configuration: ConfigurationArguments<SearchFromCurrentFolder>
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        RulesCommand(configuration: try configuration.options(), format: output.format)
    }
}
