package import SchemeModel

/// What a graph shows.
package enum GraphSubject: Sendable {
    /// Apps and the schemes that they share.
    case conflicts
    /// Code that opens URLs, and the apps that receive them.
    case links

    /// Returns the graph.
    ///
    /// - Parameter findings: The findings that mark schemes and apps.
    package func graph(of inventory: Inventory, findings: [Finding]) -> Graph {
        let conflicts = SchemeConflicts(FindingBlock.blocks(of: findings))
        switch self {
        case .conflicts: return .conflicts(inventory, conflicts)
        case .links: return .links(inventory, conflicts)
        }
    }
}
