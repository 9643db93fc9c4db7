import ArgumentParser
import SchemeKit
import SchemeModel

struct FixOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "fix",
        abstract: "Show fixes for findings, or apply them.",
        discussion: HelpText.discussion(
            """
            Fixes only what is certain, in XML manifests, and leaves every other byte alone.
            """,
            examples: [
                "schemereg fix .": "show the fixes",
                "schemereg fix . --write": "apply them",
                "schemereg fix . --rule uppercase-scheme": "for one rule",
            ],
            exitCodes: [
                0: "nothing to fix, or all fixes applied",
                1: "fixes are available; --write applies them",
                2: "invalid usage or configuration",
                3: "something couldn't be read or written",
            ]
        )
    )

    @OptionGroup var inputs: InputArguments

    @Option(
        name: .long,
        help: ArgumentHelp("Fix only this rule. Repeatable. (default: all rules)", valueName: "id")
    )
    var rule: [String] = []

    @Flag(name: .long, help: "Apply the fixes. (default: show them)")
    var write = false

    @OptionGroup var configuration: ConfigurationArguments
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        FixCommand(
            inputs: try inputs.inputs(of: "fix"),
            filter: FindingFilter(rules: Set(rule.map(ArgumentText.shown))),
            configuration: try configuration.options(),
            writes: write,
            format: output.format
        )
    }
}
