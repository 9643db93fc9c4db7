import SchemeModel

/// The other containers with claims that collide with a container's claims: their number, and the claims to list in a
/// report.
///
/// Containers whose claims have the same signatures have the same neighbors, except for themselves. So containers are
/// counted by their set of signatures.
struct CollisionNeighbors {
    /// A claim in another container.
    struct Neighbor: Hashable {
        /// The index of the claim.
        var claim: Int
        /// The kind of collision.
        var relation: Collisions.Relation
    }

    private let collisions: Collisions
    /// The signatures of the claims in each container.
    private let signaturesOfContainer: [Set<Collisions.ClaimSignature>]
    /// The number of containers with claims that have these signatures.
    private var containersBySignatures: [Set<Collisions.ClaimSignature>: Int] = [:]
    /// The number of containers with claims of these kinds.
    private var containersByKinds: [Set<Int>: Int] = [:]
    /// The signatures of containers that share something with others, by what they share.
    private var signaturesInCommon: [SharedValue: Set<Set<Collisions.ClaimSignature>>] = [:]
    /// Claims of each kind in order of place, enough to list the first neighbors of any container.
    private let namable: [[Int]]

    private var counts: [CountKey: Int] = [:]
    private var firsts: [Set<Collisions.ClaimSignature>: [Neighbor]] = [:]

    private struct CountKey: Hashable {
        /// The signatures of the checked claims.
        var signatures: Set<Collisions.ClaimSignature>
        /// The signatures of all claims in their container.
        var own: Set<Collisions.ClaimSignature>
    }

    private struct SharedValue: Hashable {
        var exemption: Collisions.Exemption
        var value: Int
    }

    init(_ collisions: Collisions) {
        self.collisions = collisions
        var signaturesOfContainer: [Set<Collisions.ClaimSignature>] = []
        var namable = [[Int]](repeating: [], count: collisions.kinds.count)
        var named: [Collisions.ClaimSignature: Set<Int>] = [:]
        for container in collisions.containers where container == signaturesOfContainer.count {
            signaturesOfContainer.append([])
        }
        for claim in collisions.neighbors {
            let (container, signature) = (collisions.containers[claim], collisions.signatures[claim])
            signaturesOfContainer[container].insert(signature)
            // One more than a finding lists, since the container itself may be among them.
            if named[signature, default: []].count <= Finding.relatedLimit,
                named[signature, default: []].insert(container).inserted
            {
                namable[signature.kind].append(claim)
            }
        }
        self.signaturesOfContainer = signaturesOfContainer
        self.namable = namable
        for signatures in signaturesOfContainer {
            containersBySignatures[signatures, default: 0] += 1
            containersByKinds[Set(signatures.map(\.kind)), default: 0] += 1
            for shared in Self.sharedValues(of: signatures) {
                signaturesInCommon[shared, default: []].insert(signatures)
            }
        }
    }

    /// Returns the number of containers that collide with claims in `container` that have `signatures`.
    mutating func count(in container: Int, signatures: Set<Collisions.ClaimSignature>) -> Int {
        let key = CountKey(signatures: signatures, own: signaturesOfContainer[container])
        if let known = counts[key] { return known }
        // Count by kind alone, then subtract those that an exemption excludes.
        var count = 0
        for (kinds, containers) in containersByKinds where meets(signatures, kinds) { count += containers }
        if meets(signatures, Set(key.own.map(\.kind))) { count -= 1 }
        let near = Self.sharedValues(of: signatures).reduce(into: Set()) { $0.formUnion(signaturesInCommon[$1] ?? []) }
        for other in near where meets(signatures, Set(other.map(\.kind))) && !collides(signatures, other) {
            count -= (containersBySignatures[other] ?? 0) - (other == key.own ? 1 : 0)
        }
        counts[key] = count
        return count
    }

    /// Returns the first neighbors of claims in `container` that have `signatures`, one for each other container. Certain
    /// collisions come first, then the order is by place. There are at most ``Finding/relatedLimit``.
    mutating func first(in container: Int, signatures: Set<Collisions.ClaimSignature>) -> [Neighbor] {
        let all = firsts[signatures] ?? first(of: signatures)
        firsts[signatures] = all
        let others = all.lazy.filter { [collisions] in collisions.containers[$0.claim] != container }
        return Array(others.prefix(Finding.relatedLimit))
    }

    /// Returns the first neighbors of claims that have `signatures`. It is one more than a finding lists, since their own
    /// container may be among them.
    private func first(of signatures: Set<Collisions.ClaimSignature>) -> [Neighbor] {
        var best: [Int: Collisions.Relation] = [:]
        for signature in signatures {
            for (kind, relation) in collisions.relations[signature.kind].enumerated() {
                guard let relation else { continue }
                var named = Set<Int>()
                for claim in namable[kind] where !signature.excludes(collisions.signatures[claim]) {
                    named.insert(collisions.containers[claim])
                    if best[claim].map({ relation.isMoreTelling(than: $0) }) ?? true { best[claim] = relation }
                    if named.count > Finding.relatedLimit { break }
                }
            }
        }
        let ordered = best.sorted { left, right in
            if left.value.isCertain != right.value.isCertain { return left.value.isCertain }
            return left.key < right.key
        }
        var neighbors: [Neighbor] = []
        var named = Set<Int>()
        for (claim, relation) in ordered where named.insert(collisions.containers[claim]).inserted {
            neighbors.append(Neighbor(claim: claim, relation: relation))
            if neighbors.count > Finding.relatedLimit { break }
        }
        return neighbors
    }

    private func meets(_ signatures: Set<Collisions.ClaimSignature>, _ kinds: Set<Int>) -> Bool {
        signatures.contains { signature in kinds.contains { collisions.relations[signature.kind][$0] != nil } }
    }

    private func collides(_ signatures: Set<Collisions.ClaimSignature>, _ others: Set<Collisions.ClaimSignature>)
        -> Bool
    {
        signatures.contains { signature in
            others.contains { collisions.relations[signature.kind][$0.kind] != nil && !signature.excludes($0) }
        }
    }

    private static func sharedValues(of signatures: Set<Collisions.ClaimSignature>) -> Set<SharedValue> {
        signatures.reduce(into: Set()) { sharedValues, signature in
            for exemption in Collisions.Exemption.allCases where exemption != .product {
                if let value = signature.exemptions[exemption.rawValue] {
                    sharedValues.insert(SharedValue(exemption: exemption, value: value))
                }
            }
        }
    }
}

extension Collisions.Relation {
    /// Whether a report should list this collision rather than `other` with the same claim.
    fileprivate func isMoreTelling(than other: Self) -> Bool {
        if isCertain != other.isCertain { return isCertain }
        if rank != other.rank { return rank > other.rank }
        return devices.rawValue < other.devices.rawValue
    }
}
