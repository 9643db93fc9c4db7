public import SchemeModel
import SchemeReports
import SchemeRules
import SchemeStore

/// Draws who sends URLs to whom, going by the code that a registry knows.
public struct LinksCommand: Command {
    /// A language for pictures.
    public enum Graph: String, Sendable, CaseIterable {
        /// That of Graphviz.
        case dot
    }

    /// What is written.
    public var graph: Graph
    /// The registry; `nil` for the default one.
    public var registry: Path?

    /// A command with these options.
    public init(graph: Graph = .dot, registry: Path?) {
        self.graph = graph
        self.registry = registry
    }

    public func run(in context: Context) throws -> ExitCode {
        let store = try Registry(at: RegistryLocation.path(given: registry, in: context), for: .reading, in: context)
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
        try store.close()
        return .clean
    }
}
