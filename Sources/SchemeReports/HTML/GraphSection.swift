/// The diagram of apps and the schemes that they share.
struct GraphSection: PageSection {
    let parts: PageParts
    let anchor = Anchor("diagram")
    let shortTitle = "Diagram"
    private let graph: Graph

    init(parts: PageParts) {
        self.parts = parts
        graph = .conflicts(parts.inventory, parts.conflicts, anchors: parts.anchors)
    }

    var title: String {
        graph.nodes.contains { $0.emphasis != .none && $0.emphasis != .accepted }
            ? "Where apps collide" : "Apps and their schemes"
    }

    var isShown: Bool { parts.inventory.appCount > 0 }

    func write(to html: Markup) throws {
        let emphases = Set(graph.nodes.map(\.emphasis)).filter { $0 != .none }.sorted(by: >)
        try html.element("p", [.classes("graph", "legend")]) {
            for emphasis in emphases {
                try html.element("span") {
                    try parts.write(emphasis, isSpoken: false, to: html)
                    try writeLine(of: emphasis, to: html)
                    try html.text(emphasis.word ?? "")
                }
            }
            try html.element("span") {
                try html.text(
                    graph.edges.isEmpty
                        ? "No two apps share a scheme. Each app contains its own schemes."
                        : "Lines connect apps to the schemes that they share. A scheme that only one app claims is shown inside that app."
                )
            }
        }
        try html.line()
        if !graph.nodes.isEmpty {
            let svg = SVGWriter(html)
            try svg.writeElement(graph, .wide(columns: 2), className: "wide")
            try svg.writeElement(graph, .narrow, className: "narrow")
        }
        for omission in graph.omissions { try html.element("p", [.classes("muted")], text: omission) }
    }

    /// Writes a sample of the lines that have `emphasis`.
    private func writeLine(of emphasis: Emphasis, to html: Markup) throws {
        try html.element(
            "svg",
            [
                .classes("line"), .number("width", 30), .number("height", 12), .viewBox(width: 30, height: 12),
                .constant("aria-hidden", "true"),
            ]
        ) { try html.shape("path", [.classes("edge", emphasis.className), .path(VectorPath("M0 6h30"))]) }
    }
}
