import ArgumentParser
import SchemeKit

struct ExplainOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a rule: what, why, examples, how to fix.",
        discussion: HelpText.discussion(
            examples: ["schemereg explain undefined-target": ""],
            exitCodes: HelpText.alone
        )
    )

    @Argument(help: "The rule's id, as 'schemereg rules' lists it.", completion: .rules)
    var rule: String

    @OptionGroup var output: FormatArguments

    func command() -> any Command { ExplainCommand(rule: ArgumentText.shown(rule), format: output.format) }
}
