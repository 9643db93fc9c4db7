import ArgumentParser
import SchemeKit
import SchemeModel

/// The options of `schemereg show`.
struct ShowOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about a scheme, an app or a source.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg show wallet": "a scheme (or a URL)",
                "schemereg show com.acme.wallet": "an app",
                "schemereg show ~/src/wallet": "a source; the end of its path is enough",
            ],
            exitCodes: HelpText.registry
        )
    )

    @Argument(
        help: "A scheme, a bundle identifier, or a source (its name, or the end of its path).",
        completion: .schemes
    )
    var name: String

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var output: FormatArguments

    func command() -> any Command {
        ShowCommand(name: Path(argument: name), registry: registry.path, format: output.format)
    }
}
