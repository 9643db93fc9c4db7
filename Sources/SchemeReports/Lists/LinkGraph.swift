package import SchemeModel

/// A graph in the language of Graphviz that shows which code sends URLs to which apps.
///
/// Edges go from sending code to schemes, to the apps that declare them, and to the code that receives the URLs.
package struct LinkGraph {
    /// The edges, without duplicates.
    private var edges: Set<Edge> = []
    private var nodes: Set<Node> = []

    fileprivate struct Node: Hashable {
        enum Kind: Int {
            case sender, scheme, app, handler
        }

        var kind: Kind
        /// The lines of the label, which identify the node.
        var lines: [String]
    }

    private struct Edge: Hashable {
        var from: Node
        var to: Node
    }

    package init() {}

    /// Adds the links and handlers of a target.
    ///
    /// - Parameter claimants: Returns the apps that declare a scheme.
    package mutating func add(_ target: TargetFacts, claimants: (SchemeKey) throws -> [AppID]) rethrows {
        let app = target.manifests.first { $0.kind.isApplication }?.app
        let name = target.name ?? "code without a project"
        for link in target.links {
            let sender = Node(kind: .sender, lines: [name, link.kind.rawValue])
            guard !link.schemes.isEmpty else {
                add(sender, Node(kind: .scheme, lines: ["unknown"]))
                continue
            }
            for scheme in link.schemes {
                let middle = Node(kind: .scheme, lines: [scheme.text.string + ":"])
                add(sender, middle)
                for app in try claimants(scheme) { add(middle, Node(kind: .app, lines: [app.text.string])) }
            }
        }
        for handler in target.handlers where handler.kind.receivesURLs {
            guard let app else { continue }
            add(
                Node(kind: .app, lines: [app.text.string]),
                Node(kind: .handler, lines: [name, handler.kind.rawValue])
            )
        }
    }

    private mutating func add(_ from: Node, _ to: Node) {
        nodes.formUnion([from, to])
        edges.insert(Edge(from: from, to: to))
    }

    /// Writes a directed graph.
    ///
    /// - Throws: An error from the output.
    package func writeDot(to output: ByteOutput) throws {
        let ordered = nodes.sorted(by: Self.isOrderedBefore)
        let names = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, "n\($0)") })
        try output.write("digraph links {\n  rankdir=LR;\n  node [fontname=\"Helvetica\"];\n" as StaticString)
        for node in ordered {
            let label = node.lines.map(Self.escaped).joined(separator: "\\n")
            try output.write("  \(names[node] ?? "") [label=\"\(label)\", shape=\(node.kind.shape)];\n")
        }
        let sorted = edges.sorted { left, right in
            if left.from != right.from { return Self.isOrderedBefore(left.from, right.from) }
            return Self.isOrderedBefore(left.to, right.to)
        }
        for edge in sorted { try output.write("  \(names[edge.from] ?? "") -> \(names[edge.to] ?? "");\n") }
        try output.write("}\n" as StaticString)
        try output.flush()
    }

    private static func isOrderedBefore(_ left: Node, _ right: Node) -> Bool {
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
        return left.lines.map(ByteString.init).lexicographicallyPrecedes(right.lines.map(ByteString.init))
    }

    /// Escapes the text of a label.
    private static func escaped(_ text: String) -> String {
        TextEscape.escaped(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}

extension LinkGraph.Node.Kind {
    /// The Graphviz shape.
    fileprivate var shape: String {
        switch self {
        case .sender, .handler: "box"
        case .scheme: "ellipse"
        case .app: "box3d"
        }
    }
}
