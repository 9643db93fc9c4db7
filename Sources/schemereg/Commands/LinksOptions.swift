import ArgumentParser
package import SchemeKit

/// The options of `schemereg links`.
struct LinksOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Draw a graph of the links between apps.",
        discussion: HelpText.discussion(
            examples: ["schemereg links --graph dot | dot -Tsvg >links.svg": "a picture, with Graphviz"],
            exitCodes: [0: "done", 2: "invalid usage", 3: "the registry couldn't be read"]
        )
    )

    @Option(name: .long, help: "The graph format: dot (Graphviz).")
    var graph = LinksCommand.Graph.dot

    @OptionGroup var registry: RegistryArguments

    func command() -> any Command { LinksCommand(graph: graph, registry: registry.path) }
}

extension LinksCommand.Graph: ExpressibleByArgument {}
