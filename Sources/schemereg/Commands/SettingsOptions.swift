import ArgumentParser
import SchemeKit
import SchemeReports
import SchemeModel

/// The options of `schemereg settings`.
struct SettingsOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show build settings and where they come from.",
        discussion: HelpText.discussion(
            """
            Shows where a scheme or a bundle identifier gets its value: the effective assignment first, then the settings \
            that it uses. Reads only files in the current folder, or in the project's folder if that is outside it.
            """,
            examples: [
                "schemereg settings": "the only project here",
                "schemereg settings App.xcodeproj APP_SCHEME": "one setting",
                "schemereg settings App.xcodeproj --configuration Debug": "all assigned settings",
                "schemereg settings App.xcodeproj --expand '$(ID).pay'": "an expression",
                "schemereg settings Config/Debug.xcconfig": "a settings file",
            ],
            exitCodes: [
                0: "done, even if a setting is undefined",
                1: "the project couldn't be parsed",
                2: "invalid usage",
                3: "something couldn't be read or written",
            ]
        )
    )

    @Argument(
        help: ArgumentHelp(
            "An Xcode project, a workspace or folder that contains one, or an .xcconfig file. (default: .)",
            valueName: "project"
        ),
        completion: .file()
    )
    var path: String?

    @Argument(help: "The settings to show. (default: all assigned settings)")
    var name: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("The target. (default: the first app, or else the first target)", valueName: "name"),
        completion: .targets
    )
    var target: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The configuration. (default: the project's default)", valueName: "name")
    )
    var configuration: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Override build settings with those in this file.", valueName: "file"),
        completion: .file(extensions: ["xcconfig"])
    )
    var xcconfig: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Override one build setting. Repeatable.", valueName: "key=value")
    )
    var set: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Expand the settings in this text. Repeatable.", valueName: "expression")
    )
    var expand: [String] = []

    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() throws -> any Command {
        SettingsCommand(
            path: path.map { Path(argument: $0) } ?? ".",
            target: target.map(ArgumentText.shown),
            names: name.map(ArgumentText.shown),
            expressions: expand.map(ArgumentText.shown),
            build: BuildOptions(
                configurations: configuration.map { [ArgumentText.shown($0)] } ?? [],
                settingsFile: xcconfig.map { Path(argument: $0) },
                settings: try set.map(ReadingArguments.setting)
            ),
            format: output.format
        )
    }
}
