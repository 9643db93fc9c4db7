import SchemeModel

/// The other containers with claims that collide with a container's claims: their number, and the claims to list in a
/// report.
///
/// Containers whose claims have the same traits have the same neighbors, except for themselves. So containers are
/// counted by their set of traits.
struct CollisionNeighbors {
    /// A claim in another container.
    struct Neighbor: Hashable {
        /// The index of the claim.
        var claim: Int
        /// The kind of collision.
        var relation: Collisions.Relation
    }

    private let collisions: Collisions
    /// The traits of the claims in each container.
    private let traitsOfContainer: [Set<Collisions.Trait>]
    /// The number of containers with claims that have these traits.
    private var containersByTraits: [Set<Collisions.Trait>: Int] = [:]
    /// The number of containers with claims of these natures.
    private var containersByNatures: [Set<Int>: Int] = [:]
    /// The traits of containers that share something with others, by what they share.
    private var traitsInCommon: [Common: Set<Set<Collisions.Trait>>] = [:]
    /// Claims of each nature in order of place, enough to list the first neighbors of any container.
    private let namable: [[Int]]

    private var counts: [CountKey: Int] = [:]
    private var firsts: [Set<Collisions.Trait>: [Neighbor]] = [:]

    private struct CountKey: Hashable {
        /// The traits of the checked claims.
        var traits: Set<Collisions.Trait>
        /// The traits of all claims in their container.
        var own: Set<Collisions.Trait>
    }

    private struct Common: Hashable {
        var bond: Collisions.Bond
        var value: Int
    }

    init(_ collisions: Collisions) {
        self.collisions = collisions
        var traitsOfContainer: [Set<Collisions.Trait>] = []
        var namable = [[Int]](repeating: [], count: collisions.natures.count)
        var named: [Collisions.Trait: Set<Int>] = [:]
        for (claim, container) in collisions.containers.enumerated() {
            let trait = collisions.traits[claim]
            if container == traitsOfContainer.count { traitsOfContainer.append([]) }
            traitsOfContainer[container].insert(trait)
            // One more than a finding lists, since the container itself may be among them.
            if named[trait, default: []].count <= Finding.relatedLimit,
                named[trait, default: []].insert(container).inserted
            {
                namable[trait.nature].append(claim)
            }
        }
        self.traitsOfContainer = traitsOfContainer
        self.namable = namable
        for traits in traitsOfContainer {
            containersByTraits[traits, default: 0] += 1
            containersByNatures[Set(traits.map(\.nature)), default: 0] += 1
            for common in Self.commons(of: traits) { traitsInCommon[common, default: []].insert(traits) }
        }
    }

    /// Returns the number of containers that collide with claims in `container` that have `traits`.
    mutating func count(in container: Int, traits: Set<Collisions.Trait>) -> Int {
        let key = CountKey(traits: traits, own: traitsOfContainer[container])
        if let known = counts[key] { return known }
        // Count by nature alone, then subtract those that a bond excludes.
        var count = 0
        for (natures, containers) in containersByNatures where meets(traits, natures) { count += containers }
        if meets(traits, Set(key.own.map(\.nature))) { count -= 1 }
        let near = Self.commons(of: traits).reduce(into: Set()) { $0.formUnion(traitsInCommon[$1] ?? []) }
        for other in near where meets(traits, Set(other.map(\.nature))) && !collides(traits, other) {
            count -= (containersByTraits[other] ?? 0) - (other == key.own ? 1 : 0)
        }
        counts[key] = count
        return count
    }

    /// Returns the first neighbors of claims in `container` that have `traits`, one for each other container. Certain
    /// collisions come first, then the order is by place. There are at most ``Finding/relatedLimit``.
    mutating func first(in container: Int, traits: Set<Collisions.Trait>) -> [Neighbor] {
        let all = firsts[traits] ?? first(of: traits)
        firsts[traits] = all
        let others = all.lazy.filter { [collisions] in collisions.containers[$0.claim] != container }
        return Array(others.prefix(Finding.relatedLimit))
    }

    /// Returns the first neighbors of claims that have `traits`. It is one more than a finding lists, since their own
    /// container may be among them.
    private func first(of traits: Set<Collisions.Trait>) -> [Neighbor] {
        var best: [Int: Collisions.Relation] = [:]
        for trait in traits {
            for (nature, relation) in collisions.relations[trait.nature].enumerated() {
                guard let relation else { continue }
                var named = Set<Int>()
                for claim in namable[nature] where !trait.excludes(collisions.traits[claim]) {
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

    private func meets(_ traits: Set<Collisions.Trait>, _ natures: Set<Int>) -> Bool {
        traits.contains { trait in natures.contains { collisions.relations[trait.nature][$0] != nil } }
    }

    private func collides(_ traits: Set<Collisions.Trait>, _ others: Set<Collisions.Trait>) -> Bool {
        traits.contains { trait in
            others.contains { collisions.relations[trait.nature][$0.nature] != nil && !trait.excludes($0) }
        }
    }

    private static func commons(of traits: Set<Collisions.Trait>) -> Set<Common> {
        traits.reduce(into: Set()) { commons, trait in
            for bond in Collisions.Bond.allCases where bond != .product {
                if let value = trait.bonds[bond.rawValue] { commons.insert(Common(bond: bond, value: value)) }
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
