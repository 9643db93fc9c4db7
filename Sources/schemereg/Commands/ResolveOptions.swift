import ArgumentParser
import SchemeKit
import SchemeReports
import SchemeModel

/// The options of `schemereg resolve`.
struct ResolveOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Show which app opens a URL.",
        discussion: HelpText.discussion(
            """
            Shows the answer for each kind of device, based on the registry: one app, none, undefined, the user's choice, or the \
            system. Only the scheme matters; the rest of the URL is up to the app.

            For an https URL, shows the apps with its domain (applinks:) and, if the registry has the domain's \
            apple-app-site-association file, the entry that matched. For a wildcard such as *.acme.com, the file of acme.com \
            decides. Write a host that is not in ASCII in its ASCII form, such as xn--mnchen-3ya.de.
            """,
            examples: [
                "schemereg resolve 'wallet://pay?to=bob'": "a link",
                "schemereg resolve wallet": "a scheme",
                "schemereg resolve https://acme.com/pay/7": "a universal link",
            ],
            exitCodes: [
                0: "one app, the user's choice, or the system, on each kind of device",
                1: "no app, only the browser, several apps or unknown, on any kind of device",
                2: "invalid usage",
                3: "the registry couldn't be read, or a limit was exceeded",
            ]
        )
    )

    @Argument(help: ArgumentHelp("A URL or a scheme.", valueName: "url"), completion: .schemes)
    var url: String

    @OptionGroup(title: "Reading") var registry: RegistryArguments
    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() throws -> any Command {
        try ResolveCommand(url: ArgumentText.shown(url), registry: registry.path, format: output.format)
    }
}
