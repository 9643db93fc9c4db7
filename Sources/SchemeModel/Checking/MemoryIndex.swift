/// A claim index in memory, which `check` uses instead of a database.
package struct MemoryIndex: ClaimIndex, Sendable {
    private let sourceList: [Source]
    private let manifests: [Manifest]
    private let irregularities: [InputIrregularity]
    private let targets: [TargetFacts]
    private let claims: [Claim]
    /// For each scheme, the indices of its claims, ascending.
    private let byScheme: [SchemeKey: [Int]]
    private let domains: DomainTable

    /// Creates an index of `manifests`, which may be in any order.
    ///
    /// - Parameters:
    ///   - irregularities: the irregularities of inputs that are not manifests, those of one input after each other.
    ///   - associations: the association files, in any order.
    ///   - targets: the targets whose code was read, ordered by source, project and target.
    package init(
        sources: [Source],
        manifests: [Manifest],
        irregularities: [InputIrregularity] = [],
        associations: [AssociationFile] = [],
        targets: [TargetFacts] = [],
        knowledge: Knowledge
    ) {
        self.irregularities = irregularities
        self.targets = targets
        sourceList = sources.sorted { ByteString($0.name) < ByteString($1.name) }
        self.manifests = manifests.sorted(by: Manifest.isOrderedBefore)
        claims = self.manifests.flatMap { $0.claims(with: knowledge) }.sorted()
        domains = DomainTable(self.manifests, files: associations)
        byScheme = Dictionary(
            grouping: claims.indices.filter { [claims] in claims[$0].scheme != nil },
            by: { [claims] in claims[$0].scheme ?? SchemeKey("") }
        )
    }

    /// Every declared scheme, in the order of ``forEachClaim(_:)``.
    package var allClaims: [Claim] { claims }

    package func forEachManifest(_ body: (Manifest) throws -> Void) throws {
        for manifest in manifests { try body(manifest) }
    }

    package func forEachIrregularity(_ body: (InputIrregularity) throws -> Void) throws {
        for irregularity in irregularities { try body(irregularity) }
    }

    package func forEachTarget(_ body: (TargetFacts) throws -> Void) throws {
        for target in targets { try body(target) }
    }

    package func forEachClaim(_ body: (Claim) throws -> Void) throws {
        for claim in claims { try body(claim) }
    }

    package func forEachContestedScheme(_ body: (ClaimGroup) throws -> Void) throws {
        let contested = byScheme.filter { _, indices in
            var containers = Set<AppID>()
            for index in indices where claims[index].profile.isApplication {
                containers.insert(claims[index].container)
            }
            return containers.count > 1
        }
        for (scheme, indices) in contested.sorted(by: { $0.key < $1.key }) {
            try body(ClaimGroup(scheme: scheme, claims: indices.map { claims[$0] }))
        }
    }

    package func forEachDomain(_ body: (DomainGroup) throws -> Void) throws {
        for pattern in domains.patterns {
            let group = domains.group(of: pattern)
            if group.isNotable { try body(group) }
        }
    }

    package func domainClaims(on pattern: DomainPattern) -> [DomainClaim] { domains.claims(on: pattern) }

    package func associationFiles(of key: AssociationFiles.Key) -> [AssociationFile] { domains.files[key] }

    /// The domains of universal links that applications claim, ordered.
    package var domainPatterns: [DomainPattern] { domains.patterns }

    package func claims(on scheme: SchemeKey) -> [Claim] { (byScheme[scheme] ?? []).map { claims[$0] } }

    package func claims(of app: AppID) -> [Claim] { claims.filter { $0.app.id == app } }

    package func sources() -> [Source] { sourceList }

    package func history(of scheme: SchemeKey) -> [HistoryEntry] { [] }
}

extension Manifest {
    /// Whether `left` precedes `right` in every list: by source, path, member, project, target and configurations.
    package static func isOrderedBefore(_ left: Manifest, _ right: Manifest) -> Bool {
        left.origin != right.origin ? left.origin < right.origin : left.outcome < right.outcome
    }
}

extension Manifest.Outcome: Comparable {
    /// Orders outcomes by project, target and configurations.
    package static func < (left: Self, right: Self) -> Bool {
        if left.project != right.project { return (left.project ?? "") < (right.project ?? "") }
        let targets = (ByteString(left.target ?? ""), ByteString(right.target ?? ""))
        if targets.0 != targets.1 { return targets.0 < targets.1 }
        return left.configurations.map(ByteString.init).lexicographicallyPrecedes(
            right.configurations.map(ByteString.init)
        )
    }
}
