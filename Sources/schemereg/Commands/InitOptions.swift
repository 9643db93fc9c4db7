import ArgumentParser
import SchemeKit
import SchemeModel

struct InitOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a .schemereg.yml that changes nothing, with all that it could say in comments.",
        discussion: HelpText.discussion(
            examples: ["schemereg init": "in the current folder", "schemereg init Apps/Wallet": "in another one"],
            exitCodes: [
                0: "done",
                2: "the call is wrong, or there is one already",
                3: "it could not be written",
            ]
        )
    )

    @Argument(help: "The folder.", completion: .directory)
    var folder: String = "."

    @Flag(name: .long, help: "Replace the one that is there.")
    var force = false

    func command() throws -> any Command { InitCommand(folder: Path(argument: folder), isForced: force) }
}
