import SchemeModel

/// Apps, schemes and code as nodes in columns, connected from left to right.
package struct Graph: Sendable {
    /// The columns, from left to right; not empty.
    let columns: [Kind]
    /// What the graph shows, in a few words for screen readers.
    let title: String
    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    private var positions: [Pair: Int] = [:]
    /// What the graph leaves out, in sentences with a period.
    var omissions: [String] = []

    /// What a node shows.
    package enum Kind: Sendable {
        case sender, scheme, app, handler
    }

    /// A node. Its texts are not escaped.
    struct Node: Sendable {
        var kind: Kind
        /// The column, 0-based.
        var column: Int
        /// One or more lines.
        var title: [String]
        /// Smaller texts below the title, on one line if they fit.
        var details: [String] = []
        /// The schemes that are drawn inside the node.
        var inside: [String] = []
        var emphasis: Emphasis = .none
        /// The part of the page that it leads to; `nil` for none.
        var anchor: Anchor?
    }

    /// A connection of two nodes in neighboring columns.
    struct Edge: Hashable, Sendable {
        var from: Int
        var to: Int
        var emphasis: Emphasis
    }

    private struct Pair: Hashable {
        let from: Int
        let to: Int
    }

    init(columns: [Kind], title: String) {
        self.columns = columns
        self.title = title
    }

    /// Adds a node and returns its position.
    mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    /// Connects two nodes. The worst emphasis of equal connections counts.
    ///
    /// - Precondition: `to` is in the column after that of `from`.
    mutating func connect(_ from: Int, _ to: Int, _ emphasis: Emphasis) {
        let pair = Pair(from: from, to: to)
        if let position = positions[pair] {
            edges[position].emphasis = max(edges[position].emphasis, emphasis)
        } else {
            positions[pair] = edges.count
            edges.append(Edge(from: from, to: to, emphasis: emphasis))
        }
    }

    /// The connected parts, each as ascending positions of nodes, ordered by their first node.
    var components: [[Int]] {
        var edgesOfNodes: [[Int]] = Array(repeating: [], count: nodes.count)
        for (index, edge) in edges.enumerated() {
            edgesOfNodes[edge.from].append(index)
            edgesOfNodes[edge.to].append(index)
        }
        var sets = DisjointSets<Int>()
        for edges in edgesOfNodes { sets.add(edges) }
        return sets.families
    }
}

extension Graph.Node {
    /// The details as one line, if there are any.
    var detail: [String] { details.isEmpty ? [] : [details.joined(separator: " · ")] }
}
