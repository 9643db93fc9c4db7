import ArgumentParser
import SchemeKit
import SchemeReports
import SchemeModel

/// The options of `schemereg fix`.
struct FixOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "fix",
        abstract: "Show fixes for findings, or apply them.",
        discussion: HelpText.discussion(
            """
            Only makes unambiguous fixes in XML manifests, and leaves all other bytes unchanged. Without a path, it fixes the \
            current folder. Findings that need a decision are counted.
            """,
            examples: [
                "schemereg fix": "show the fixes in the current folder",
                "schemereg fix --write": "apply them",
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
        help: ArgumentHelp("Fix only findings of this rule. Repeatable. (default: all rules)", valueName: "id")
    )
    var rule: [String] = []

    @Flag(name: .long, help: "Apply the fixes. (default: show them)")
    var write = false

    @OptionGroup(title: "Reading") var configuration: ConfigurationArguments<SearchFromPaths>
    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() throws -> any Command {
        FixCommand(
            inputs: try reading.inputs(paths.isEmpty ? ["."] : paths),
            filter: FindingFilter(rules: try FindingArguments.rules(rule)),
            configuration: try configuration.options(),
            writes: write,
            format: output.format
        )
    }
}
