/// The order of the nodes of a connected part within their columns, with few crossings.
///
/// Each node moves to the mean position of its neighbors, back and forth, and the best order is kept.
///
/// - Source: Sugiyama, Tagawa, Toda: Methods for Visual Understanding of Hierarchical System Structures, 1981.
struct GraphOrder {
    /// The nodes of each column, from top to bottom.
    private(set) var columns: [[Int]]
    private let columnOf: [Int: Int]
    private let adjacent: [Int: [Int]]

    private static let rounds = 8
    /// The number of edges up to which crossings are counted; the count takes quadratic time.
    private static let countedEdges = 1500

    init(_ part: [Int], of graph: Graph) {
        columns = graph.columns.indices.map { column in part.filter { graph.nodes[$0].column == column } }
        columnOf = Dictionary(uniqueKeysWithValues: part.map { ($0, graph.nodes[$0].column) })
        let members = Set(part)
        let edges = graph.edges.filter { members.contains($0.from) }
        var adjacent: [Int: [Int]] = [:]
        for edge in edges {
            adjacent[edge.from, default: []].append(edge.to)
            adjacent[edge.to, default: []].append(edge.from)
        }
        self.adjacent = adjacent
        let isCounted = edges.count <= Self.countedEdges
        var best = (columns: columns, crossings: isCounted ? crossings(of: edges) : .max)
        for _ in 0..<Self.rounds {
            for column in columns.indices.dropFirst() { sort(column, by: column - 1) }
            for column in columns.indices.dropLast().reversed() { sort(column, by: column + 1) }
            guard isCounted else {
                best.columns = columns
                continue
            }
            let crossings = crossings(of: edges)
            if crossings < best.crossings { best = (columns, crossings) }
            if crossings == 0 { break }
        }
        columns = best.columns
    }

    /// Returns the neighbors of `node` in `column`.
    func neighbors(of node: Int, in column: Int) -> [Int] {
        (adjacent[node] ?? []).filter { columnOf[$0] == column }
    }

    /// Sorts a column by the mean positions of the neighbors in another one. Nodes without neighbors stay where they
    /// are.
    private mutating func sort(_ column: Int, by other: Int) {
        let positions = Dictionary(uniqueKeysWithValues: columns[other].enumerated().map { ($1, $0) })
        let means = columns[column].enumerated().map { index, node in
            let neighbors = (adjacent[node] ?? []).compactMap { positions[$0] }
            return neighbors.isEmpty ? Double(index) : Double(neighbors.reduce(0, +)) / Double(neighbors.count)
        }
        columns[column] = columns[column].indices.sorted { means[$0] != means[$1] ? means[$0] < means[$1] : $0 < $1 }
            .map { columns[column][$0] }
    }

    /// Returns the number of pairs of edges that cross.
    private func crossings(of edges: [Graph.Edge]) -> Int {
        var positions: [Int: Int] = [:]
        for column in columns { for (position, node) in column.enumerated() { positions[node] = position } }
        let ends = edges.map { (column: columnOf[$0.from], from: positions[$0.from] ?? 0, to: positions[$0.to] ?? 0) }
        var count = 0
        for (index, one) in ends.enumerated() {
            for other in ends[..<index] where one.column == other.column {
                if (one.from - other.from).signum() * (one.to - other.to).signum() < 0 { count += 1 }
            }
        }
        return count
    }
}
