import ArgumentParser
import SchemeKit
import SchemeReports
import SchemeModel

/// The options of `schemereg forget`.
struct ForgetOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove a source or an app, but keep its history.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg forget driver": "the source whose path ends with driver",
                "schemereg forget com.acme.driver": "an app, in all sources",
            ],
            exitCodes: HelpText.registry
        )
    )

    @Argument(help: "A source (its name, or the end of its path) or a bundle identifier.")
    var name: String

    @OptionGroup(title: "Reading") var registry: RegistryArguments
    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() -> any Command {
        ForgetCommand(name: Path(argument: name), registry: registry.path, format: output.format)
    }
}
