import ArgumentParser
import SchemeKit
import SchemeModel

/// The command `schemereg registry`, whose subcommand has the options.
struct RegistryOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "registry",
        abstract: "Create a registry, or update its schema.",
        discussion: HelpText.discussion(
            examples: ["schemereg registry init postgres://admin@db.example/schemes": "on a server"],
            exitCodes: HelpText.registry
        ),
        subcommands: [RegistryInitOptions.self]
    )
}

/// The options of `schemereg registry init`.
struct RegistryInitOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a registry, or update its schema.",
        discussion: HelpText.discussion(
            """
            Creates the tables and views in an existing PostgreSQL database, and prints the permissions for a role that \
            reads and one that writes. A registry file needs no such step: 'import' creates it.
            """,
            examples: ["schemereg registry init postgres://admin@db.example/schemes": "on a server"],
            exitCodes: HelpText.registry
        )
    )

    @Argument(help: "The address of a PostgreSQL database, or a file.")
    var registry: String

    func command() -> any Command { RegistryInitCommand(registry: Path(argument: registry)) }
}
