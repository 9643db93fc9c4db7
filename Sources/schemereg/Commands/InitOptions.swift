import ArgumentParser
import SchemeKit
import SchemeModel

/// The options of `schemereg init`.
struct InitOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a fully commented .schemereg.yml.",
        discussion: HelpText.discussion(
            """
            Also creates .schemereg.schema.json, which lets editors that support YAML schemas complete and validate the file.
            """,
            examples: [
                "schemereg init": "in the current folder", "schemereg init Apps/Wallet": "in another folder",
                "schemereg init --print-schema > .schemereg.schema.json": "update the schema",
            ],
            exitCodes: [
                0: "done",
                2: "invalid usage, or the file exists",
                3: "the file couldn't be written",
            ]
        )
    )

    @Argument(help: "The folder to create it in.", completion: .directory)
    var folder: String = "."

    @Flag(name: .long, help: "Replace an existing file.")
    var force = false

    @Flag(name: .customLong("print-schema"), help: "Print the JSON Schema, without creating files.")
    var printSchema = false

    func command() throws -> any Command {
        InitCommand(folder: Path(argument: folder), isForced: force, printsSchema: printSchema)
    }
}
