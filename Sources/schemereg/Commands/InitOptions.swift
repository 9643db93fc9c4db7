import ArgumentParser
import SchemeKit
import SchemeModel

/// The options of `schemereg init`.
struct InitOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a fully commented .schemereg.yml.",
        discussion: HelpText.discussion(
            examples: ["schemereg init": "in the current folder", "schemereg init Apps/Wallet": "in another folder"],
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

    func command() throws -> any Command { InitCommand(folder: Path(argument: folder), isForced: force) }
}
