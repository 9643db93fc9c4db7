import ArgumentParser
import SchemeKit

struct ImportOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Read manifests into the registry.",
        discussion: HelpText.discussion(
            """
            Each path is a source of its own, named by its real path and replaced as a whole when it is imported \
            again; with --source, all paths are one source. A path inside a known source updates that part of it. A \
            path that is not there takes nothing away.
            """,
            examples: [
                "schemereg import ~/src/wallet ~/src/driver": "two trees, two sources",
                "schemereg import --source shop Shop Kiosk": "one source named shop",
                "schemereg import Wallet.app": "a built app and what is in it",
            ],
            exitCodes: [
                0: "all was read",
                2: "the call is wrong",
                3: "something could not be read, or the registry not be written",
            ]
        )
    )

    @OptionGroup var inputs: InputArguments
    @OptionGroup var registry: RegistryArguments

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Make one source of this name of all paths. (default: a source for each path)",
            valueName: "name"
        )
    )
    var source: String?

    @OptionGroup var configuration: ConfigurationArguments
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        ImportCommand(
            inputs: try inputs.inputs(source: source),
            registry: registry.path,
            configuration: try configuration.options(),
            format: output.format
        )
    }
}
