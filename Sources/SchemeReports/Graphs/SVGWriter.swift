/// Draws a graph as SVG, for a page or as a file of its own.
struct SVGWriter {
    private let markup: Markup
    /// The number of nodes of the parts that are shown without a click.
    private static let unfoldedNodes = 60

    init(_ markup: Markup) { self.markup = markup }

    /// Draws a graph as a file, with its own colors for light and dark surroundings.
    ///
    /// - Throws: An error from the output.
    func writeDocument(_ graph: Graph) throws {
        let layout = GraphLayout(graph, metrics: .wide(columns: graph.columns.count))
        let margin = 20
        let notes = graph.omissions.isEmpty ? 0 : 16 + 20 * graph.omissions.count
        let (width, height) = (layout.width + 2 * margin, layout.height + notes + 2 * margin)
        try markup.element(
            "svg",
            [
                .constant("xmlns", "http://www.w3.org/2000/svg"), .number("width", width), .number("height", height),
                .viewBox(width: width, height: height), .constant("role", "img"), .constant("class", "graph"),
            ]
        ) {
            try markup.element("title", text: graph.title)
            try markup.element("style") {
                try markup.constant(GraphStyle.document)
                try markup.constant(GraphStyle.element)
            }
            try markup.line()
            try markup.shape(
                "rect",
                [.constant("class", "background"), .number("width", width), .number("height", height)]
            )
            try markup.line()
            try markup.element("g", [.constant("transform", "translate(20 20)")]) {
                let edges = Self.edgesByPart(graph, layout)
                for (part, edges) in zip(layout.parts, edges) {
                    try write(part, edges, of: graph, layout, isLinked: false)
                }
                for (index, omission) in graph.omissions.enumerated() {
                    let y = layout.height + 30 + 20 * index
                    try markup.element("text", [.classes("detail"), .number("x", 0), .number("y", y)], text: omission)
                    try markup.line()
                }
            }
        }
        try markup.line()
    }

    /// Draws a graph as an element of a page, whose nodes are links.
    ///
    /// Each part is a drawing of its own, so that none is cut at the end of a sheet of paper. What follows the first
    /// parts is folded.
    ///
    /// - Parameter className: `wide` or `narrow`; the style sheet shows one of them.
    /// - Throws: An error from the output.
    func writeElement(_ graph: Graph, _ metrics: GraphLayout.Metrics, className: StaticString) throws {
        let layout = GraphLayout(graph, metrics: metrics)
        try markup.element(
            "div",
            [.classes("graph", className), .constant("role", "group"), .label(graph.title)]
        ) {
            try markup.line()
            let parts = Array(zip(layout.parts, Self.edgesByPart(graph, layout)))
            func draw(_ parts: some Sequence<(GraphLayout.Part, [Graph.Edge])>) throws {
                for (part, edges) in parts {
                    try markup.element(
                        "svg",
                        [
                            .number("width", layout.width), .number("height", part.height),
                            .viewBox(y: part.y, width: layout.width, height: part.height),
                        ]
                    ) {
                        try markup.line()
                        try write(part, edges, of: graph, layout, isLinked: true)
                    }
                    try markup.line()
                }
            }
            // Both widths fold the same parts, as the number of nodes decides.
            var nodes = 0
            let shown = parts.prefix { part, _ in
                defer { nodes += part.nodes.count }
                return nodes < Self.unfoldedNodes
            }
            let rest = parts.dropFirst(shown.count)
            let connected = rest.count { !$0.1.isEmpty }
            guard connected > 1 else { return try draw(parts) }
            try draw(shown)
            try markup.element("details") {
                try markup.element(
                    "summary",
                    text: TextTerms.count(connected, "more group") + " of apps that share schemes"
                )
                try markup.line()
                try draw(rest)
            }
            try markup.line()
        }
        try markup.line()
    }

    /// Returns the edges of each part.
    private static func edgesByPart(_ graph: Graph, _ layout: GraphLayout) -> [[Graph.Edge]] {
        var partOfNode: [Int: Int] = [:]
        for (index, part) in layout.parts.enumerated() { for node in part.nodes { partOfNode[node] = index } }
        var edges: [[Graph.Edge]] = Array(repeating: [], count: layout.parts.count)
        for edge in graph.edges { if let part = partOfNode[edge.from] { edges[part].append(edge) } }
        return edges
    }

    private func write(
        _ part: GraphLayout.Part,
        _ edges: [Graph.Edge],
        of graph: Graph,
        _ layout: GraphLayout,
        isLinked: Bool
    ) throws {
        for edge in edges {
            let (from, to) = (layout.boxes[edge.from], layout.boxes[edge.to])
            let start = (x: from.x + from.width, y: Int(from.middle.rounded()))
            // A line that is almost straight looks like a mistake.
            let end = Int(to.middle.rounded())
            let path = VectorPath.curve(from: start, to: (x: to.x, y: abs(end - start.y) < 3 ? start.y : end))
            try markup.shape("path", [.classes("edge", edge.emphasis.className), .path(path)])
            try markup.line()
        }
        if part.hasCaption {
            try markup.element(
                "text",
                [.classes("caption"), .number("x", 0), .number("y", part.y + 14)],
                text: "Apps that share no scheme"
            )
            try markup.line()
        }
        for index in part.nodes {
            let (node, box) = (graph.nodes[index], layout.boxes[index])
            if isLinked, let anchor = node.anchor {
                try markup.element("a", [.href(anchor), .label(Self.description(of: node))]) { try write(node, box) }
            } else {
                try write(node, box)
            }
            try markup.line()
        }
    }

    private func write(_ node: Graph.Node, _ box: GraphBox) throws {
        let name: StaticString = node.kind == .scheme ? "scheme" : "item"
        // An inner drawing cuts what is wider than its frame: in some fonts, text is wider than estimated.
        let frame: [Attribute] = [
            .number("x", box.x), .number("y", box.y), .number("width", box.width), .number("height", box.height),
        ]
        try markup.element("svg", [.classes("node", name, node.emphasis.className)] + frame) {
            try markup.element("title", text: Self.description(of: node))
            try markup.shape(
                "rect",
                [
                    .number("x", 2), .number("y", 2), .number("width", box.width - 4),
                    .number("height", box.height - 4), .number("rx", node.kind == .scheme ? 10 : 6),
                ]
            )
            if let shape = node.emphasis.shape {
                let place: StaticString = "translate(12 11)"
                try markup.shape("path", [.classes("mark"), .constant("transform", place), .path(shape)])
            }
            for line in box.lines {
                try markup.element(
                    "text",
                    [.constant("class", line.style.className), .number("x", line.x), .number("y", line.y)],
                    text: line.text
                )
            }
            for chip in box.chips {
                try markup.shape(
                    "rect",
                    [
                        .classes(chip.isCount ? "count" : "chip"), .number("x", chip.x), .number("y", chip.y),
                        .number("width", chip.width),
                        .number("height", GraphBox.chipHeight), .number("rx", 10),
                    ]
                )
                try markup.element(
                    "text",
                    [
                        .classes("chip-text"), .number("x", chip.x + chip.width / 2), .number("y", chip.y + 14),
                    ],
                    text: chip.text
                )
            }
        }
    }

    /// Returns the texts of a node in one sentence, uncut.
    private static func description(of node: Graph.Node) -> String {
        let word = node.emphasis.word.map { ["\($0)"] } ?? []
        let inside = node.inside.isEmpty ? [] : [TextTerms.list(node.inside)]
        return (word + [node.title.joined(separator: " ")] + node.detail + inside).joined(separator: ", ")
    }
}

extension GraphBox.Style {
    fileprivate var className: StaticString {
        switch self {
        case .title: "title"
        case .code: "code"
        case .detail: "detail"
        }
    }
}
