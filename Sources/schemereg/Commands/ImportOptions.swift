import ArgumentParser
import SchemeKit
import SchemeReports

/// The options of `schemereg import`.
struct ImportOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Store apps in the registry.",
        discussion: HelpText.discussion(
            """
            Each path becomes a source. Importing it again replaces the source; importing a path inside it updates that \
            part. If a path doesn't exist, its source stays as it is.
            """,
            examples: [
                "schemereg import ~/src/wallet ~/src/driver": "two folders, two sources",
                "schemereg import --source shop Shop Kiosk": "one source named shop",
                "schemereg import Wallet.app": "a built app and everything in it",
            ],
            exitCodes: [
                0: "everything was read",
                2: "invalid usage or configuration",
                3: "couldn't read or store something, hit a limit, or found no manifest",
            ]
        )
    )

    @OptionGroup var arguments: PathArguments

    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Reading") var emptiness: AllowEmptyArguments
    @OptionGroup(title: "Reading") var registry: RegistryArguments

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Group all paths into one named source. (default: one source per path)",
            valueName: "name"
        )
    )
    var source: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The commit that is imported into a registry on a server. (default: the one that is checked out)",
            valueName: "commit"
        )
    )
    var commit: String?

    @OptionGroup(title: "Reading") var configuration: ConfigurationArguments<SearchFromPaths>
    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() throws -> any Command {
        var inputs = try reading.inputs(arguments.paths, of: "import", source: source)
        inputs.allowsEmpty = emptiness.allowEmpty
        return ImportCommand(
            inputs: inputs,
            registry: registry.path,
            commit: commit.map(ArgumentText.shown),
            configuration: try configuration.options(),
            format: output.format
        )
    }
}
