public import ArgumentParser
public import SchemeKit

struct LinksOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Draw which code sends URLs to which app.",
        discussion: HelpText.discussion(
            examples: ["schemereg links --graph dot | dot -Tsvg >links.svg": "a picture, with Graphviz"],
            exitCodes: [0: "done", 2: "the call is wrong", 3: "the registry cannot be read"]
        )
    )

    @Option(name: .long, help: "The language of the picture: dot, that of Graphviz.")
    var graph = LinksCommand.Graph.dot

    @OptionGroup var registry: RegistryArguments

    func command() -> any Command { LinksCommand(graph: graph, registry: registry.path) }
}

extension LinksCommand.Graph: ExpressibleByArgument {}
