import ArgumentParser
import SchemeKit
import SchemeModel

struct KnownOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "known",
        abstract: "Show what is known of a scheme, or of all: owners, SDKs, defaults, placeholders.",
        discussion: HelpText.discussion(
            """
            The tool has its own knowledge; a registry may have tables of a team besides, with the schemes of its \
            internal apps and of its partners.
            """,
            examples: [
                "schemereg known tel": "whose it is, and where that was read",
                "schemereg known --format json": "all of the knowledge, for a program",
                "schemereg known import partners.csv": "a team's own table, into the registry",
                "schemereg known remove partners.csv": "out of it",
            ],
            exitCodes: HelpText.registry
        ),
        subcommands: [KnownShowOptions.self, KnownImportOptions.self, KnownRemoveOptions.self],
        defaultSubcommand: KnownShowOptions.self
    )
}

struct KnownShowOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what is known of a scheme, or of all.",
        discussion: HelpText.discussion(
            "What 'schemereg known' does when it is not told to import or remove.",
            examples: ["schemereg known show import": "the scheme import"],
            exitCodes: HelpText.registry
        )
    )

    @Argument(help: "A scheme; all of the knowledge when left out.")
    var scheme: String?

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        let text = scheme.map(ArgumentText.shown)
        guard text?.isEmpty != true else { throw UsageError("the scheme is empty", hint: "leave it out to see all") }
        // The knowledge has placeholders that are no schemes, too.
        return KnownCommand(
            scheme: text.map { SchemeKey(named: $0) ?? SchemeKey($0) },
            registry: registry.path,
            format: output.format
        )
    }
}

struct KnownImportOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take a team's table of schemes into the registry, in the place of the one of that name.",
        discussion: HelpText.discussion(
            """
            The table is CSV. Its first line names the columns: scheme, owner, and, as far as there is something to \
            say, category (partner, internal, third-party), platforms, confidence, bundle-identifiers, source. One bad \
            row, and nothing of it is taken.
            """,
            examples: [
                "schemereg known import partners.csv": "named as its file",
                "schemereg known import export.csv --name apps": "under another name",
            ],
            exitCodes: [
                0: "the registry has the table",
                2: "the call, or a row of the table, is wrong",
                3: "the file cannot be read, or the registry not be written",
            ]
        )
    )

    @Argument(help: "A CSV file.", completion: .file())
    var file: String

    @Option(name: .long, help: ArgumentHelp("The name of the table. (default: the file's)", valueName: "name"))
    var name: String?

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var output: FormatArguments

    func command() -> any Command {
        KnownImportCommand(
            file: Path(argument: file),
            name: name.map(ArgumentText.shown),
            registry: registry.path,
            format: output.format
        )
    }
}

struct KnownRemoveOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a team's table of schemes from the registry.",
        discussion: HelpText.discussion(
            examples: ["schemereg known remove partners.csv": "what 'known import partners.csv' took in"],
            exitCodes: HelpText.registry
        )
    )

    @Argument(help: "The table's name, as 'schemereg known' shows it.")
    var name: String

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var output: FormatArguments

    func command() -> any Command {
        KnownRemoveCommand(name: ArgumentText.shown(name), registry: registry.path, format: output.format)
    }
}
