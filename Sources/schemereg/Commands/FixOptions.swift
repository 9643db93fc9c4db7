import ArgumentParser
import SchemeKit
import SchemeModel

struct FixOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "fix",
        abstract: "Show the changes that mend findings in XML manifests, and make them.",
        discussion: HelpText.discussion(
            """
            Only changes that are sure are made, and every other byte stays. Without --write the changes are shown.
            """,
            examples: [
                "schemereg fix .": "show what would change",
                "schemereg fix . --write": "change it",
                "schemereg fix . --rule uppercase-scheme": "for one rule only",
            ],
            exitCodes: [
                0: "nothing to mend, or all of it was written",
                1: "there are changes, and --write was not given",
                2: "the call is wrong",
                3: "something could not be read or written: never a pass",
            ]
        )
    )

    @OptionGroup var inputs: InputArguments

    @Option(
        name: .long,
        help: ArgumentHelp("Only findings of this rule. Repeatable. (default: all rules)", valueName: "id")
    )
    var rule: [String] = []

    @Flag(name: .long, help: "Change the files. (default: show the changes)")
    var write = false

    @OptionGroup var configuration: ConfigurationArguments
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        FixCommand(
            inputs: try inputs.inputs(),
            filter: FindingFilter(rules: Set(rule.map(ArgumentText.shown))),
            configuration: try configuration.options(),
            writes: write,
            format: output.format
        )
    }
}
