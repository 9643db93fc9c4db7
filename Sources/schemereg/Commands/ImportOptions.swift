import ArgumentParser
import SchemeKit

/// The options of `schemereg import`.
struct ImportOptions: CommandOptions {
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
                3: "something couldn't be read or stored, or no manifest was found",
            ]
        )
    )

    @OptionGroup var inputs: InputArguments
    @OptionGroup(title: "Reading") var emptiness: AllowEmptyArguments
    @OptionGroup var registry: RegistryArguments

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Group all paths into one named source. (default: one source per path)",
            valueName: "name"
        )
    )
    var source: String?

    @OptionGroup var configuration: ConfigurationArguments<SearchFromPaths>
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        var inputs = try inputs.inputs(of: "import", source: source)
        inputs.allowsEmpty = emptiness.allowEmpty
        return ImportCommand(
            inputs: inputs,
            registry: registry.path,
            configuration: try configuration.options(),
            format: output.format
        )
    }
}
