/// Writes a graph in the language of Graphviz.
///
/// - Source: https://graphviz.org/doc/info/lang.html, 2026-11-23.
struct DotWriter {
    private let output: ByteOutput

    init(_ output: ByteOutput) { self.output = output }

    /// - Throws: An error from the output.
    func write(_ graph: Graph) throws {
        let isDirected = graph.columns.first == .sender
        let arrow: StaticString = isDirected ? "->" : "--"
        try output.write(isDirected ? "digraph links {\n" : "graph conflicts {\n" as StaticString)
        try output.write("  rankdir=LR;\n  node [fontname=\"Helvetica\"];\n" as StaticString)
        if !graph.omissions.isEmpty {
            let label = graph.omissions.map(Self.escaped).joined(separator: "\\n")
            try output.write("  label=\"\(label)\";\n")
        }
        for (index, node) in graph.nodes.enumerated() {
            let inside = node.inside.isEmpty ? [] : [TextTerms.list(node.inside)]
            let lines = node.title + node.detail + inside
            let label = lines.map(Self.escaped).joined(separator: "\\n")
            try output.write("  n\(index) [label=\"\(label)\", \(Self.style(of: node))];\n")
        }
        for edge in graph.edges {
            let style = Self.style(of: edge.emphasis)
            try output.write("  n\(edge.from) \(arrow) n\(edge.to)\(style.isEmpty ? "" : " [\(style)]");\n")
        }
        try output.write("}\n" as StaticString)
    }

    /// Returns the attributes of a node: its emphasis decides the shape as well as the color.
    private static func style(of node: Graph.Node) -> String {
        let shape =
            switch (node.kind, node.emphasis) {
            case (.scheme, .error): "octagon"
            case (.scheme, .warning): "hexagon"
            case (.scheme, _): "ellipse"
            case (.app, _): "box3d"
            case (.sender, _), (.handler, _): "box"
            }
        let style = style(of: node.emphasis)
        return style.isEmpty ? "shape=\(shape)" : "shape=\(shape), \(style)"
    }

    private static func style(of emphasis: Emphasis) -> String {
        switch emphasis {
        case .error: "color=\"#c22a2a\", penwidth=2"
        case .warning: "color=\"#9a6200\", penwidth=2, style=dashed"
        case .note: "color=\"#1f5fb0\", style=dotted"
        case .accepted: "color=\"#5b6270\", style=dotted"
        case .none: ""
        }
    }

    /// Escapes the text of a label.
    private static func escaped(_ text: String) -> String {
        TextEscape.escaped(text, limit: Markup.textLimit).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
