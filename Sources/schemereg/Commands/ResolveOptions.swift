import ArgumentParser
import SchemeKit
import SchemeModel

struct ResolveOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Say which app opens a URL, and whether that is certain.",
        discussion: HelpText.discussion(
            """
            Answers for each kind of device, by what the registry holds: one app, none, undefined, the app that the \
            person has chosen, or the system. Only the scheme counts: what stands behind it is for the app.
            """,
            examples: [
                "schemereg resolve 'wallet://pay?to=bob'": "a link",
                "schemereg resolve wallet": "its scheme will do",
            ],
            exitCodes: [
                0: "one app, the person's choice, or the system",
                1: "nobody, or undefined, on some kind of device",
                2: "the call is wrong",
                3: "the registry cannot be read",
            ]
        )
    )

    @Argument(help: ArgumentHelp("A URL, or a scheme.", valueName: "url"))
    var url: String

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        try ResolveCommand(url: ArgumentText.shown(url), registry: registry.path, format: output.format)
    }
}
