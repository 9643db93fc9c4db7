/// Writes a graph in the language of Mermaid.
///
/// - Source: https://mermaid.js.org/syntax/flowchart.html, 2026-11-23.
struct MermaidWriter {
    private let output: ByteOutput

    init(_ output: ByteOutput) { self.output = output }

    /// - Throws: An error from the output.
    func write(_ graph: Graph) throws {
        let arrow: StaticString = graph.columns.first == .sender ? "-->" : "---"
        try output.write("flowchart LR\n" as StaticString)
        for (index, node) in graph.nodes.enumerated() {
            let inside = node.inside.isEmpty ? [] : [TextTerms.list(node.inside)]
            let lines = node.title + node.detail + inside
            let label = lines.map(Self.escaped).joined(separator: "<br/>")
            let (open, close) = Self.brackets(of: node)
            try output.write("  n\(index)\(open)\"\(label)\"\(close)\n")
        }
        for edge in graph.edges { try output.write("  n\(edge.from) \(arrow) n\(edge.to)\n") }
        for (emphasis, style) in Self.styles {
            let nodes = graph.nodes.indices.filter { graph.nodes[$0].emphasis == emphasis }.map { "n\($0)" }
            if !nodes.isEmpty {
                try output.write("  classDef \(emphasis.className) \(style)\n")
                try output.write("  class \(nodes.joined(separator: ",")) \(emphasis.className)\n")
            }
            let edges = graph.edges.indices.filter { graph.edges[$0].emphasis == emphasis }.map(String.init)
            if !edges.isEmpty { try output.write("  linkStyle \(edges.joined(separator: ",")) \(style)\n") }
        }
        for omission in graph.omissions { try output.write("  %% \(TextEscape.escaped(omission))\n") }
    }

    private static let styles: [(Emphasis, StaticString)] = [
        (.error, "stroke:#c22a2a,stroke-width:3px"),
        (.warning, "stroke:#9a6200,stroke-width:2px,stroke-dasharray:7 4"),
        (.note, "stroke:#1f5fb0,stroke-dasharray:2 4"),
        (.accepted, "stroke:#5b6270,stroke-dasharray:2 4"),
    ]

    /// Returns the brackets that give a node its shape, which depends on the emphasis as well.
    private static func brackets(of node: Graph.Node) -> (StaticString, StaticString) {
        switch (node.kind, node.emphasis) {
        case (.scheme, .error): ("{{", "}}")
        case (.scheme, _): ("([", "])")
        case (.app, _): ("[[", "]]")
        case (.sender, _), (.handler, _): ("[", "]")
        }
    }

    /// Returns `text` with everything but letters, digits and a few signs written as codes, so that none of it is
    /// syntax, Markdown or HTML.
    private static func escaped(_ text: String) -> String {
        TextEscape.escaped(text, limit: Markup.textLimit).replacing { scalar in
            let isPlain =
                !scalar.isASCII || scalar.properties.isAlphabetic || "0123456789 .,-:+".unicodeScalars.contains(scalar)
            return isPlain ? nil : "#\(scalar.value);"
        }
    }
}
