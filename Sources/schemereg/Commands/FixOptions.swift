import ArgumentParser
import SchemeKit
import SchemeModel

/// The options of `schemereg fix`.
struct FixOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "fix",
        abstract: "Show fixes for findings, or apply them.",
        discussion: HelpText.discussion(
            """
            Only applies unambiguous fixes to XML manifests, and changes no other bytes.
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

    @Argument(
        help: ArgumentHelp("Folders, Xcode projects or manifests.", valueName: "path"),
        completion: .file()
    )
    var paths: [String] = []

    @OptionGroup(title: "Reading") var reading: ReadingArguments

    @Option(
        name: .long,
        help: ArgumentHelp("Fix only this rule. Repeatable. (default: all rules)", valueName: "id")
    )
    var rule: [String] = []

    @Flag(name: .long, help: "Apply the fixes. (default: show them)")
    var write = false

    @OptionGroup var configuration: ConfigurationArguments<SearchFromPaths>
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        FixCommand(
            inputs: try reading.inputs(paths, of: "fix"),
            filter: FindingFilter(rules: Set(rule.map(ArgumentText.shown))),
            configuration: try configuration.options(),
            writes: write,
            format: output.format
        )
    }
}
