/// A format of a graph.
package enum GraphFormat: String, CaseIterable, Sendable {
    /// The language of Graphviz.
    case dot
    /// The language that GitHub and GitLab draw in Markdown.
    case mermaid
    /// A vector image.
    case svg

    /// Writes a graph.
    ///
    /// - Throws: An error from the output.
    package func write(_ graph: Graph, to output: ByteOutput) throws {
        switch self {
        case .dot: try DotWriter(output).write(graph)
        case .mermaid: try MermaidWriter(output).write(graph)
        case .svg: try SVGWriter(Markup(to: output)).writeDocument(graph)
        }
        try output.flush()
    }
}
