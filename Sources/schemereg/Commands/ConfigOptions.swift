import ArgumentParser
import SchemeKit
import SchemeModel

/// The command `schemereg config`, whose subcommand has the options.
struct ConfigOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check a configuration for mistakes.",
        discussion: HelpText.discussion(
            examples: ["schemereg config verify": "the configuration of the current folder"],
            exitCodes: ConfigVerifyOptions.exitCodes
        ),
        subcommands: [ConfigVerifyOptions.self]
    )
}

/// The options of `schemereg config verify`.
struct ConfigVerifyOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a configuration for mistakes, without checking apps.",
        discussion: HelpText.discussion(
            "Reports every mistake with its line. What no app needs, such as a stale entry, is reported by 'check'.",
            examples: [
                "schemereg config verify": "the configuration of the current folder",
                "schemereg config verify team.yml": "a file",
            ],
            exitCodes: exitCodes
        )
    )

    static let exitCodes: KeyValuePairs<Int, String> = [
        0: "the configuration is valid", 2: "it isn't, or there is none",
    ]

    @Argument(
        help: ArgumentHelp("A configuration, or the folder whose configuration is checked.", valueName: "path"),
        completion: .file()
    )
    var path = "."

    func command() -> any Command { ConfigVerifyCommand(path: Path(argument: path)) }
}
