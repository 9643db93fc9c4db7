import ArgumentParser
import SchemeKit
import SchemeModel

struct SettingsOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show what build settings are, and the lines that made them so.",
        discussion: HelpText.discussion(
            """
            Answers why a scheme or a bundle identifier is what it is: the assignment that counts comes first, then \
            those that it refers to. Files below the current folder are read, or below the project's own where that \
            is elsewhere.
            """,
            examples: [
                "schemereg settings App.xcodeproj APP_SCHEME": "one setting",
                "schemereg settings App.xcodeproj --configuration Debug": "all that are assigned",
                "schemereg settings App.xcodeproj --expand '$(ID).pay'": "a text with settings",
                "schemereg settings Config/Debug.xcconfig": "a file by itself",
            ],
            exitCodes: [
                0: "done, also where a setting is undefined or unknown",
                1: "the project cannot be parsed",
                2: "the call is wrong",
                3: "something could not be read or written",
            ]
        )
    )

    @Argument(
        help: ArgumentHelp(
            "An Xcode project, a workspace or folder with one, or a .xcconfig file.",
            valueName: "project"
        ),
        completion: .file()
    )
    var path: String

    @Argument(help: "Settings. (default: all that files and the call assign)")
    var name: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("The target. (default: the first app, else the first target)", valueName: "name")
    )
    var target: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The configuration. (default: the project's default)", valueName: "name")
    )
    var configuration: String?

    @Option(
        name: .long,
        help: ArgumentHelp("A file of build settings above those of the project.", valueName: "file"),
        completion: .file(extensions: ["xcconfig"])
    )
    var xcconfig: String?

    @Option(
        name: .long,
        help: ArgumentHelp("A build setting above all others. Repeatable.", valueName: "key=value")
    )
    var set: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("A text whose references are expanded. Repeatable.", valueName: "expression")
    )
    var expand: [String] = []

    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        SettingsCommand(
            path: Path(argument: path),
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
