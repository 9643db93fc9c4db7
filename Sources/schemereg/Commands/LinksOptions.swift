import ArgumentParser
import SchemeKit
package import SchemeReports

/// The options of `schemereg links`.
struct LinksOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Draw a graph of the links between apps.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg links --graph svg >links.svg": "a diagram",
                "schemereg links --graph mermaid": "for Markdown",
                "schemereg links --graph dot | dot -Tpdf >links.pdf": "with Graphviz",
            ],
            exitCodes: [0: "done", 2: "invalid usage", 3: "the registry couldn't be read"]
        )
    )

    @Option(name: .long, help: "The graph format.")
    var graph = GraphFormat.dot

    @OptionGroup var registry: RegistryArguments

    func command() -> any Command { LinksCommand(graph: graph, registry: registry.path) }
}

extension GraphFormat: ExpressibleByArgument {}
