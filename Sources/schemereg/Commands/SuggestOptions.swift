import ArgumentParser
import SchemeKit
import SchemeModel
import SchemeReports

/// The options of `schemereg suggest`.
struct SuggestOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Suggest schemes that no other app uses.",
        discussion: HelpText.discussion(
            """
            Lists schemes for an app, best first, and at least one that is free: that no app in the registry claims, and \
            that isn't known to belong to the system, another developer or an SDK. Schemes that the app declares already \
            are marked as yours.
            """,
            examples: [
                "schemereg suggest --app com.acme.wallet": "a scheme for an app",
                "schemereg suggest pay --app com.acme.wallet": "a scheme for one purpose",
                "schemereg suggest 'Acme Wallet'": "without a bundle identifier",
            ],
            exitCodes: [
                0: "at least one scheme is free", 1: "none is free", 2: "invalid usage",
                3: "the registry couldn't be read",
            ]
        )
    )

    @Argument(help: "The purpose of the scheme, or the name of the app.")
    var name: String?

    @Option(name: .long, help: ArgumentHelp("The app that will claim the scheme.", valueName: "bundle id"))
    var app: String?

    @OptionGroup(title: "Reading") var registry: RegistryArguments
    @OptionGroup(title: "Output") var output: FormatArguments<ListFormat>

    func command() throws -> any Command {
        try SuggestCommand(
            name: name.map(ArgumentText.shown),
            app: try app.map { text throws(UsageError) in
                let text = ArgumentText.shown(text)
                guard let app = AppID(bundleIdentifier: text) else {
                    throw UsageError("'\(text)' is not a bundle identifier", hint: "write it like com.acme.wallet")
                }
                return app
            },
            registry: registry.path,
            format: output.format
        )
    }
}
