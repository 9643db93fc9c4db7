public import ArgumentParser
public import SchemeKit

struct ListOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what the registry holds: manifests, claims, apps, sources, schemes, links, handlers or routes.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg list schemes": "each scheme, and how many apps claim it",
                "schemereg list claims --format json": "each declared scheme with its place",
                "schemereg list links": "each URL that code hands to the system",
            ],
            exitCodes: [0: "done", 2: "the call is wrong", 3: "the registry cannot be read"]
        )
    )

    @Argument(help: "What to list.")
    var subject: ListCommand.Subject

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var output: FormatArguments

    func command() -> any Command {
        ListCommand(subject: subject, registry: registry.path, format: output.format)
    }
}

extension ListCommand.Subject: ExpressibleByArgument {}
