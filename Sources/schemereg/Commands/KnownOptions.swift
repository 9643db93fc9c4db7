import ArgumentParser
import SchemeKit
import SchemeReports
import SchemeModel

/// The command `schemereg known`, whose subcommands have the options.
struct KnownOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "known",
        abstract: "Show what is known about schemes.",
        discussion: HelpText.discussion(
            """
            Includes the tables that you added to the registry, such as the schemes of internal apps and partners.
            """,
            examples: [
                "schemereg known tel": "who owns it, with sources",
                "schemereg known --format json": "everything, for a script",
                "schemereg known import partners.csv": "add a table of your own",
                "schemereg known remove partners.csv": "remove it",
            ],
            exitCodes: HelpText.registry
        ),
        subcommands: [KnownShowOptions.self, KnownImportOptions.self, KnownRemoveOptions.self],
        defaultSubcommand: KnownShowOptions.self
    )
}

/// The options of `schemereg known show`.
struct KnownShowOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what is known about schemes.",
        discussion: HelpText.discussion(
            "This is what 'schemereg known' runs without a subcommand.",
            examples: ["schemereg known show import": "the scheme named 'import', not the subcommand"],
            exitCodes: HelpText.registry
        )
    )

    @Argument(help: "A scheme. (default: all)")
    var scheme: String?

    @OptionGroup(title: "Reading") var registry: RegistryArguments
    @OptionGroup(title: "Output") var output: FormatArguments<ListFormat>

    func command() throws -> any Command {
        let text = scheme.map(ArgumentText.shown)
        guard text?.isEmpty != true else { throw UsageError("the scheme is empty", hint: "omit it to see all schemes") }
        // Some known placeholders are not valid schemes.
        return KnownCommand(
            scheme: text.map { SchemeKey(named: $0) ?? SchemeKey($0) },
            registry: registry.path,
            format: output.format
        )
    }
}

/// The options of `schemereg known import`.
struct KnownImportOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add or replace a table of your own schemes in the registry.",
        discussion: HelpText.discussion(
            """
            The first line of the CSV file names the columns: scheme, owner, and optionally category (partner, internal, \
            third-party), platforms, confidence, bundle-identifiers and source. A table with an invalid row is rejected.
            """,
            examples: [
                "schemereg known import partners.csv": "named after its file",
                "schemereg known import export.csv --name apps": "under another name",
            ],
            exitCodes: [
                0: "done",
                2: "invalid usage, or an invalid row",
                3: "something couldn't be read or stored",
            ]
        )
    )

    @Argument(help: "A CSV file.", completion: .file())
    var file: String

    @Option(name: .long, help: ArgumentHelp("The name of the table. (default: the file name)", valueName: "name"))
    var name: String?

    @OptionGroup(title: "Reading") var registry: RegistryArguments
    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() -> any Command {
        KnownImportCommand(
            file: Path(argument: file),
            name: name.map(ArgumentText.shown),
            registry: registry.path,
            format: output.format
        )
    }
}

/// The options of `schemereg known remove`.
struct KnownRemoveOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a table of your own schemes from the registry.",
        discussion: HelpText.discussion(
            examples: ["schemereg known remove partners.csv": "undo 'known import partners.csv'"],
            exitCodes: HelpText.registry
        )
    )

    @Argument(help: "The name of the table; 'schemereg known' shows it.")
    var name: String

    @OptionGroup(title: "Reading") var registry: RegistryArguments
    @OptionGroup(title: "Output") var output: FormatArguments<ReportFormat>

    func command() -> any Command {
        KnownRemoveCommand(name: ArgumentText.shown(name), registry: registry.path, format: output.format)
    }
}
