/// The positions of the nodes of a graph, in pixels.
///
/// Each connected part is laid out by itself, so that conflicts that have nothing to do with each other don't cross.
/// Nodes without connections follow in a grid.
struct GraphLayout {
    /// The width of the diagram.
    let width: Int
    /// The height of the diagram.
    private(set) var height = 0
    /// The box of each node.
    private(set) var boxes: [GraphBox]
    /// The parts that can be drawn by themselves, from top to bottom: the connected ones and the rows of the grid.
    private(set) var parts: [Part] = []

    /// A part of the diagram, with the space below it.
    struct Part {
        /// The top edge.
        var y: Int
        var height = 0
        /// Its nodes, ascending in a connected part.
        var nodes: [Int]
        /// Whether a text above it says what the grid is.
        var hasCaption = false
    }

    /// The sizes of a layout.
    struct Metrics {
        var width: Int
        /// The columns with the left edges and widths of their nodes.
        var columns: [(x: Int, width: Int)]
        /// The number of nodes next to each other in the grid.
        var gridColumns: Int
        /// The number of lines of schemes inside a node.
        var insideLines: Int
        /// The font size of titles.
        var fontSize: Double
        /// The font size of details and of schemes inside a node.
        var detailSize: Double

        /// For pages and files that are at least 980 pixels wide.
        static func wide(columns: Int) -> Metrics {
            let gap = columns == 2 ? 250 : 70
            // In a graph of conflicts, apps need more room than schemes.
            let widths =
                columns == 2 ? [410, 320] : Array(repeating: (980 - gap * (columns - 1)) / columns, count: columns)
            return Metrics(
                width: 980,
                columns: positions(of: widths, gap: gap),
                gridColumns: 3,
                insideLines: 2,
                fontSize: 14,
                detailSize: 12
            )
        }

        /// For phones.
        static let narrow = Metrics(
            width: 350,
            columns: positions(of: [164, 148], gap: 38),
            gridColumns: 2,
            insideLines: 1,
            fontSize: 12.5,
            detailSize: 12
        )

        private static func positions(of widths: [Int], gap: Int) -> [(x: Int, width: Int)] {
            var x = 0
            return widths.map { width in
                defer { x += width + gap }
                return (x, width)
            }
        }
    }

    /// The distance between nodes of a column.
    private static let gap = 10
    /// The distance between connected parts.
    private static let partGap = 26
    /// The height of the line above the grid.
    private static let captionHeight = 30

    init(_ graph: Graph, metrics: Metrics) {
        width = metrics.width
        let components = graph.components
        let connected = components.filter { $0.count > 1 }
        let single = components.filter { $0.count == 1 }.map { $0[0] }
        let gridWidth = (metrics.width - Self.gap * (metrics.gridColumns - 1)) / metrics.gridColumns
        let isSingle = Set(single)
        func box(_ index: Int, _ node: Graph.Node) -> GraphBox {
            let width = isSingle.contains(index) ? gridWidth : metrics.columns[node.column].width
            return GraphBox(node, width: width, metrics: metrics)
        }
        boxes = Self.distinct(graph.nodes, box).enumerated().map(box)
        for (number, component) in connected.enumerated() {
            if number > 0 { height += Self.partGap }
            parts.append(Part(y: height, nodes: component))
            place(component, of: graph, metrics)
        }
        defer {
            for index in parts.indices {
                parts[index].height = (index + 1 < parts.count ? parts[index + 1].y : height) - parts[index].y
            }
        }
        guard !single.isEmpty else { return }
        if !connected.isEmpty { height += Self.partGap }
        for start in stride(from: 0, to: single.count, by: metrics.gridColumns) {
            let row = single[start..<min(start + metrics.gridColumns, single.count)]
            if start > 0 { height += Self.gap }
            let hasCaption = start == 0 && !connected.isEmpty
            parts.append(Part(y: height, nodes: Array(row), hasCaption: hasCaption))
            if hasCaption { height += Self.captionHeight }
            // Boxes of one row are equally high.
            let tallest = row.map { boxes[$0].height }.max() ?? 0
            for (column, node) in row.enumerated() {
                boxes[node].x = column * (gridWidth + Self.gap)
                boxes[node].y = height
                boxes[node].height = tallest
            }
            height += tallest
        }
    }

    /// Returns the nodes, with texts that differ where they would be cut to the same ones.
    private static func distinct(_ nodes: [Graph.Node], _ box: (Int, Graph.Node) -> GraphBox) -> [Graph.Node] {
        var nodes = nodes
        let names = nodes.indices.filter { nodes[$0].title.count == 1 }
        let titles = DistinctTexts.shortened(names.map { nodes[$0].title[0] }) { position, title in
            var node = nodes[names[position]]
            node.title = [title]
            node.inside = []
            return "\(node.kind) \(box(names[position], node).lines[0].text)"
        }
        for (index, title) in zip(names, titles) { nodes[index].title = [title] }
        // Apps of the same name differ in their details.
        let detailed = names.filter { !nodes[$0].details.isEmpty }
        let details = DistinctTexts.shortened(detailed.map { nodes[$0].details[0] }) { position, detail in
            var node = nodes[detailed[position]]
            node.details[0] = detail
            node.inside = []
            return "\(node.kind) " + box(detailed[position], node).lines.map(\.text).joined(separator: "\n")
        }
        for (index, detail) in zip(detailed, details) { nodes[index].details[0] = detail }
        return nodes
    }

    /// Places the nodes of a connected part below everything else.
    private mutating func place(_ part: [Int], of graph: Graph, _ metrics: Metrics) {
        let order = GraphOrder(part, of: graph)
        let columns = order.columns
        let heights = columns.map { column in
            column.reduce(0) { $0 + boxes[$1].height } + max(0, column.count - 1) * Self.gap
        }
        guard let base = heights.indices.max(by: { heights[$0] < heights[$1] }) else { return }
        for (column, nodes) in columns.enumerated() {
            for node in nodes { boxes[node].x = metrics.columns[column].x }
        }
        // The tallest column is packed; the others line up with what they are connected to.
        var y = height
        for node in columns[base] {
            boxes[node].y = y
            y += boxes[node].height + Self.gap
        }
        for column in columns.indices[..<base].reversed() { align(columns[column], to: column + 1, order) }
        for column in columns.indices[(base + 1)...] { align(columns[column], to: column - 1, order) }
        let top = part.map { boxes[$0].y }.min() ?? height
        for node in part { boxes[node].y += height - top }
        height = part.map { boxes[$0].y + boxes[$0].height }.max() ?? height
    }

    /// Places the nodes of a column as near as possible to the middle of their neighbors in another column.
    private mutating func align(_ nodes: [Int], to other: Int, _ order: GraphOrder) {
        var offset = 0
        var offsets: [Int] = []
        var wanted: [Double] = []
        var last = Double(height)
        for node in nodes {
            let neighbors = order.neighbors(of: node, in: other)
            if !neighbors.isEmpty {
                last = neighbors.reduce(0) { $0 + boxes[$1].middle } / Double(neighbors.count)
            }
            offsets.append(offset)
            wanted.append(last - Double(boxes[node].height) / 2 - Double(offset))
            offset += boxes[node].height + Self.gap
        }
        for (index, y) in Self.ascending(wanted).enumerated() {
            boxes[nodes[index]].y = Int(y.rounded()) + offsets[index]
        }
    }

    /// Returns the ascending values that are nearest to `values`, by merging those that descend into their mean.
    private static func ascending(_ values: [Double]) -> [Double] {
        var runs: [(sum: Double, count: Int)] = []
        for value in values {
            runs.append((value, 1))
            while runs.count > 1 {
                let (last, previous) = (runs[runs.count - 1], runs[runs.count - 2])
                guard last.sum / Double(last.count) < previous.sum / Double(previous.count) else { break }
                runs.removeLast(2)
                runs.append((last.sum + previous.sum, last.count + previous.count))
            }
        }
        return runs.flatMap { Array(repeating: $0.sum / Double($0.count), count: $0.count) }
    }
}
