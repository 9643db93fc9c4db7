import ArgumentParser
package import SchemeKit

/// The options of `schemereg list`.
struct ListOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List schemes, apps, claims, links and more.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg list schemes": "schemes, and how many apps claim them",
                "schemereg list claims --format json": "declared schemes with their places",
                "schemereg list links": "URLs that code opens",
            ],
            exitCodes: [0: "done", 2: "invalid usage", 3: "the registry couldn't be read"]
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
