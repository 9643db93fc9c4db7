import ArgumentParser
import SchemeKit
import SchemeReports
import SchemeModel

/// The options of `schemereg show`.
struct ShowOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a scheme, an app, a source or a domain.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg show wallet": "a scheme (or a URL)",
                "schemereg show com.acme.wallet": "an app",
                "schemereg show 'Acme Wallet'": "an app; the start of its name is enough",
                "schemereg show ~/src/wallet": "a source; the end of its path is enough",
                "schemereg show acme.com": "a domain of universal links",
            ],
            exitCodes: HelpText.reading
        )
    )

    @Argument(
        help: """
            A scheme, an app (its identifier, name or folder), a source (its name, or the end of its path), or a domain.
            """,
        completion: .schemes
    )
    var name: String

    @OptionGroup(title: "Reading") var registry: RegistryArguments
    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() -> any Command {
        ShowCommand(name: Path(argument: name), registry: registry.path, format: output.format)
    }
}
