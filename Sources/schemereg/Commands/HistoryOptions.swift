import ArgumentParser
import SchemeKit
import SchemeModel
import SchemeReports

/// The options of `schemereg history`.
struct HistoryOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List when apps started and stopped claiming schemes.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg history": "everything, newest first",
                "schemereg history wallet": "the apps that claim or claimed a scheme",
                "schemereg history com.acme.wallet": "the schemes of an app",
                "schemereg history --format csv": "for a spreadsheet",
            ],
            exitCodes: HelpText.reading
        )
    )

    @Argument(help: "A scheme or a bundle identifier. (default: everything)", completion: .schemes)
    var name: String?

    @OptionGroup(title: "Reading") var registry: RegistryArguments
    @OptionGroup(title: "Output") var output: FormatArguments<ListFormat>

    func command() -> any Command {
        HistoryCommand(name: name.map { Path(argument: $0) }, registry: registry.path, format: output.format)
    }
}
