import ArgumentParser
import SchemeKit
import SchemeModel

/// The options of `schemereg resolve`.
struct ResolveOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Show which app opens a URL.",
        discussion: HelpText.discussion(
            """
            Shows the answer for each kind of device, based on the registry: one app, none, undefined, the user's choice, or the \
            system. Only the scheme matters; the rest of the URL is up to the app.
            """,
            examples: [
                "schemereg resolve 'wallet://pay?to=bob'": "a link",
                "schemereg resolve wallet": "a scheme",
            ],
            exitCodes: [
                0: "one app, the user's choice, or the system",
                1: "no app, or undefined, on some kind of device",
                2: "invalid usage",
                3: "the registry couldn't be read",
            ]
        )
    )

    @Argument(help: ArgumentHelp("A URL or a scheme.", valueName: "url"), completion: .schemes)
    var url: String

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        try ResolveCommand(url: ArgumentText.shown(url), registry: registry.path, format: output.format)
    }
}
