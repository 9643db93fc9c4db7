public import ArgumentParser
public import SchemeKit
import SchemeModel

struct ImportOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Read manifests into the registry.",
        discussion: """
            Each path is a source of its own, named by its real path and replaced as a whole when it is imported \
            again; with --source, all paths are one source. A path inside a known source updates that part of it. A \
            path that is not there takes nothing away.
            """
    )

    @OptionGroup var inputs: InputArguments
    @OptionGroup var registry: RegistryArguments

    @Option(name: .long, help: ArgumentHelp("Make one source of this name of all paths.", valueName: "name"))
    var source: String?

    func command() throws -> any Command {
        ImportCommand(inputs: try inputs.inputs(source: source), registry: registry.path)
    }
}

struct ConflictsOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Report what is reserved, registered twice or undefined in the registry."
    )

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var findings: FindingArguments

    func command() -> any Command {
        ConflictsCommand(registry: registry.path, filter: findings.filter, format: findings.format)
    }
}

struct CheckOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Read manifests and report on them; nothing is kept.",
        discussion: "Gives the same findings as import and conflicts together."
    )

    @OptionGroup var inputs: InputArguments
    @OptionGroup var findings: FindingArguments

    func command() throws -> any Command {
        CheckCommand(inputs: try inputs.inputs(), filter: findings.filter, format: findings.format)
    }
}

struct ListOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what the registry holds: manifests, claims, apps, sources or schemes."
    )

    @Argument(help: "manifests, claims, apps, sources or schemes.")
    var subject: ListCommand.Subject

    @OptionGroup var registry: RegistryArguments

    @Option(name: .long, help: ArgumentHelp("How to print: text or json.", valueName: "format"))
    var format: OutputFormat = .text

    func command() -> any Command {
        ListCommand(subject: subject, registry: registry.path, format: format)
    }
}

struct ShowOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all that the registry knows of a scheme, an app or a source."
    )

    @Argument(help: "A scheme, a bundle identifier, or a source's name or path.")
    var name: String

    @OptionGroup var registry: RegistryArguments

    @Option(name: .long, help: ArgumentHelp("How to print: text or json.", valueName: "format"))
    var format: OutputFormat = .text

    func command() -> any Command {
        ShowCommand(name: Path(argument: name), registry: registry.path, format: format)
    }
}

struct ForgetOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove a source or an app that is retired; its history stays."
    )

    @Argument(help: "A source's name or path, or a bundle identifier.")
    var name: String

    @OptionGroup var registry: RegistryArguments

    func command() -> any Command {
        ForgetCommand(name: Path(argument: name), registry: registry.path)
    }
}

struct RulesOptions: CommandOptions {
    static let configuration = CommandConfiguration(commandName: "rules", abstract: "List the rules.")

    @Option(name: .long, help: ArgumentHelp("How to print: text or json.", valueName: "format"))
    var format: OutputFormat = .text

    func command() -> any Command { RulesCommand(format: format) }
}

struct ExplainOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a rule: what, why, examples, how to fix."
    )

    @Argument(help: "The rule's id.")
    var rule: String

    func command() -> any Command { ExplainCommand(rule: rule) }
}

extension ListCommand.Subject: ExpressibleByArgument {}
