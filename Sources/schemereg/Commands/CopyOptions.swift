import ArgumentParser
import SchemeKit
import SchemeModel

/// The options of `schemereg copy`.
struct CopyOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy a registry into a new one.",
        discussion: HelpText.discussion(
            "Copies everything, with the history, between files and PostgreSQL servers. The new registry must be empty.",
            examples: [
                "schemereg copy postgres://reader@db.example/schemes team.sqlite": "to a file",
                "schemereg copy team.sqlite postgres://admin@db.example/schemes": "to a server",
            ],
            exitCodes: HelpText.registry
        )
    )

    @Argument(help: "The registry to copy: a file, or the address of a PostgreSQL database.", completion: .file())
    var source: String

    @Argument(help: "The new registry: a file, or the address of a PostgreSQL database.", completion: .file())
    var target: String

    func command() -> any Command { CopyCommand(from: Path(argument: source), to: Path(argument: target)) }
}
