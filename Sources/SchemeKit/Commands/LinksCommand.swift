package import SchemeModel
import SchemeReports
import SchemeRules
import SchemeStore

/// Draws a graph of the targets that open URLs and the apps that receive them, based on the code in a registry.
package struct LinksCommand: Command {
    /// A graph format.
    package enum Graph: String, Sendable, CaseIterable {
        /// The format of Graphviz.
        case dot
    }

    /// The format to write.
    package var graph: Graph
    /// The registry; `nil` for the default one.
    package var registry: Path?

    /// Creates a command with these options.
    package init(graph: Graph = .dot, registry: Path?) {
        self.graph = graph
        self.registry = registry
    }

    package func run(in context: Context) throws -> ExitCode {
        let path = try RegistryLocation.path(given: registry, in: context)
        return try Registry.with(path, for: .reading, in: context) { store in
            let index = RegistryIndex(store, knowledge: .builtIn)
            var picture = LinkGraph()
            try index.forEachTarget { target in
                try picture.add(target) { scheme in
                    try index.claims(on: scheme).filter(\.profile.isApplication).map(\.app.id)
                }
            }
            switch graph {
            case .dot: try picture.writeDot(to: context.byteOutput)
            }
            return .clean
        }
    }
}
