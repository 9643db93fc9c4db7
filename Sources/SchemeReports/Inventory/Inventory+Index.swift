package import SchemeModel

extension Inventory {
    /// Collects the apps, schemes and links in an index.
    ///
    /// - Parameters:
    ///   - findings: The findings, whose apps are always listed.
    ///   - knowledge: The known schemes.
    ///   - resolve: Returns which of the apps that claim a scheme opens it, given the claims ordered by place.
    /// - Throws: An error if the index cannot be read.
    package static func collect(
        from index: some ClaimIndex,
        findings: [Finding],
        knowledge: Knowledge,
        resolve: (SchemeKey, [Claim]) -> Resolution
    ) throws -> Inventory {
        let apps = findings.flatMap { $0.apps + $0.related.compactMap(\.app) }
        var builder = InventoryBuilder(knowledge: knowledge, preferring: Set(apps.map(\.id)))
        try index.forEachManifest { builder.add($0) }
        try index.forEachTarget { builder.add($0) }
        return try builder.finish {
            try index.history(of: $0)
        } answer: {
            SharedAnswer(resolve($0, try index.claims(on: $0)))
        }
    }
}
