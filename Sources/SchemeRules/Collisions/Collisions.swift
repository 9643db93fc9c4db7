import SchemeModel

/// Which apps collide on one scheme, and how. An app and what it embeds are one: what collides are containers.
///
/// 400 apps on one scheme make 79 800 pairs, so pairs are never formed. Whether and how two claims collide follows from
/// their ``Nature``, of which a group has a handful, and from whether they share a container, an app or an input.
/// Counting claims by these gives all that a report needs in time linear in the number of claims.
///
/// Variants of one product (``VariantCollisionRule``) do not count: claims of one target, or of one manifest in one
/// project. Neither do placeholders, which ``PlaceholderSchemeRule`` reports, nor web addresses.
struct Collisions {
    /// What a claim brings to a collision, apart from who makes it.
    struct Nature: Hashable {
        var reach: Reach
        var chosenOn: PlatformSet
        var adopts: Bool
        var isPublic: Bool
        var isKnown: Bool

        init(_ claim: Claim) {
            reach = claim.profile.reach
            chosenOn = claim.profile.chosenOn
            adopts = claim.profile.adopts
            isPublic = claim.profile.isPublic
            isKnown = claim.app.id.isKnown
        }
    }

    /// How two claims of different apps collide.
    struct Relation: Hashable {
        /// The rank of the severity.
        var rank: Int
        /// Whether both are built for one platform on which the person does not choose.
        var isCertain: Bool
        /// The kinds of device on which they meet.
        var devices: PlatformSet

        /// How claims of these natures collide; `nil` when they never meet.
        init?(_ one: Nature, _ other: Nature) {
            let chosen = one.chosenOn.intersection(other.chosenOn)
            let certain = one.reach.platforms.intersection(other.reach.platforms).subtracting(chosen)
            let possible = one.reach.devices.intersection(other.reach.devices).subtracting(chosen)
            guard !certain.isEmpty || !possible.isEmpty else { return nil }
            isCertain = !certain.isEmpty
            devices = isCertain ? certain : possible
            let adopts = one.adopts || other.adopts
            var rank = 3 - (adopts ? 1 : 0) - (adopts && one.isPublic ? 1 : 0) - (isCertain ? 0 : 1)
            let isKnown = one.isKnown && other.isKnown
            if !isKnown || one.reach.platforms.isEmpty || other.reach.platforms.isEmpty { rank = min(rank, 2) }
            self.rank = max(rank, 1)
        }
    }

    /// Something that keeps claims in different containers from colliding when they have it in common.
    enum Bond: Int, CaseIterable {
        /// The app that claims, wherever it is embedded.
        case app
        /// The bytes, of apps of unknown identity.
        case bytes
        /// The target of a project.
        case target
        /// The manifest that several targets of a project use.
        case manifest
        /// The team's decision that these apps share the scheme.
        case sharing
        /// The product, for claims that meet only as possible: their apps are then its editions (``Editions``).
        case product
    }

    /// The nature of a claim, and what it shares with claims in other containers.
    struct Trait: Hashable {
        /// An index into ``natures``.
        var nature: Int
        /// By ``Bond``, the number of the value that claims in another container have too; `nil` where none has it.
        var bonds: [Int?]

        /// Whether two claims in different containers with these traits cannot collide, whatever their natures.
        func excludes(_ other: Trait) -> Bool {
            Bond.allCases.contains { bond in
                bond != .product && bonds[bond.rawValue] != nil && bonds[bond.rawValue] == other.bonds[bond.rawValue]
            }
        }
    }

    /// The claims that take part, in order of place.
    let claims: [Claim]
    /// For each claim, the number of its container; containers are numbered in order of their first claims.
    let containers: [Int]
    /// For each claim, its trait.
    let traits: [Trait]
    /// The natures that occur.
    let natures: [Nature]
    /// For each two natures, how they collide.
    let relations: [[Relation?]]
    private let census: Census
    /// The apps that claim and contain others that do.
    private let containerApps: [AppID: App]

    init(_ group: ClaimGroup) {
        var claims = group.claims.filter(\.collides)
        claims.sort()
        self.claims = claims
        var containerNumbers = Numbering<AppID>()
        var natureNumbers = Numbering<Nature>()
        let containers = claims.map { containerNumbers.number(of: $0.container) }
        let natures = claims.map { natureNumbers.number(of: Nature($0)) }
        let bonds = [
            Self.commonValues(claims.map(\.app.id), in: containers),
            Self.commonValues(claims.map { $0.app.id.isKnown ? nil : $0.digest }, in: containers),
            Self.commonValues(claims.map { Variant.Target($0) }, in: containers),
            Self.commonValues(claims.map { Variant.Input($0) }, in: containers),
            Self.commonValues(claims.map { group.isShared(by: $0) ? true : nil }, in: containers),
            Self.commonValues(Editions.products(of: claims), in: containers),
        ]
        self.containers = containers
        self.natures = natureNumbers.values
        traits = claims.indices.map { index in Trait(nature: natures[index], bonds: bonds.map { $0[index] }) }
        relations = natureNumbers.values.map { one in natureNumbers.values.map { Relation(one, $0) } }
        census = Census(containers: containers, traits: traits)
        let embedding = Set(claims.lazy.filter { $0.app.id != $0.container }.map(\.container))
        containerApps = Dictionary(
            claims.lazy.filter { embedding.contains($0.app.id) }.map { ($0.app.id, $0.app) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// How claim number `index` collides at worst: with the highest rank, and certainly where a certain collision has
    /// it; `nil` where it collides with none.
    func worst(of index: Int) -> Relation? {
        var worst: Relation?
        for (nature, relation) in relations[traits[index].nature].enumerated() {
            let (trait, container) = (traits[index], containers[index])
            guard var relation, census.others(than: trait, in: container, nature: nature) > 0 else { continue }
            if !relation.isCertain,
                census.others(than: trait, in: container, nature: nature, outsideProduct: true) == 0
            {
                relation.rank = 1
            }
            if let known = worst, (known.rank, known.isCertain ? 1 : 0) >= (relation.rank, relation.isCertain ? 1 : 0) {
                continue
            }
            worst = relation
        }
        return worst
    }

    /// The app that contains the one that makes `claim`, or that one; all that is known of it where it claims nothing
    /// itself is its identity.
    func app(around claim: Claim) -> App {
        if claim.app.id == claim.container { return claim.app }
        return containerApps[claim.container]
            ?? App(id: claim.container, bundleIdentifier: nil, name: nil, platforms: claim.app.platforms)
    }

    /// Numbers the values that claims in more than one container have; `nil` for the others.
    private static func commonValues<Value: Hashable>(_ values: [Value?], in containers: [Int]) -> [Int?] {
        var numbers = Numbering<Value>()
        var firstContainer: [Int] = []
        var isCommon: [Bool] = []
        let all = zip(values, containers).map { value, container -> Int? in
            guard let value else { return nil }
            let number = numbers.number(of: value)
            if number == firstContainer.count {
                firstContainer.append(container)
                isCommon.append(false)
            } else if firstContainer[number] != container {
                isCommon[number] = true
            }
            return number
        }
        return all.map { number in number.flatMap { isCommon[$0] ? $0 : nil } }
    }
}

/// Numbers values in the order in which they first occur.
private struct Numbering<Value: Hashable> {
    private(set) var values: [Value] = []
    private var numbers: [Value: Int] = [:]

    mutating func number(of value: Value) -> Int {
        if let number = numbers[value] { return number }
        numbers[value] = values.count
        values.append(value)
        return values.count - 1
    }
}

/// How many claims have a nature, and of these how many have a container and bonds in common, in any combination.
private struct Census {
    private struct Key: Hashable {
        var nature: Int
        var container: Int?
        var bonds: [Int?]
    }

    private var counts: [Key: Int] = [:]

    init(containers: [Int], traits: [Collisions.Trait]) {
        for (container, trait) in zip(containers, traits) {
            Self.forEachKey(nature: trait.nature, trait, in: container, Collisions.Bond.allCases) { key, _ in
                counts[key, default: 0] += 1
            }
        }
    }

    /// The number of claims with `nature` that share neither container nor a bond with a claim in `container` that has `trait`.
    ///
    /// - Parameter outsideProduct: whether the product is such a bond.
    func others(than trait: Collisions.Trait, in container: Int, nature: Int, outsideProduct: Bool = false) -> Int {
        var count = 0
        let bonds = Collisions.Bond.allCases.filter { outsideProduct || $0 != .product }
        Self.forEachKey(nature: nature, trait, in: container, bonds) { key, sign in count += sign * (counts[key] ?? 0) }
        return count
    }

    /// Calls `body` with the keys under which a claim is counted, and the signs with which these are added to leave out
    /// all that has something in common with it: by inclusion and exclusion, minus for an odd number of things named.
    private static func forEachKey(
        nature: Int,
        _ trait: Collisions.Trait,
        in container: Int,
        _ bonds: [Collisions.Bond],
        _ body: (Key, Int) -> Void
    ) {
        func visit(_ key: Key, _ sign: Int, _ rest: ArraySlice<Int>) {
            guard let bond = rest.first else {
                body(key, sign)
                var key = key
                key.container = container
                return body(key, -sign)
            }
            visit(key, sign, rest.dropFirst())
            var key = key
            key.bonds[bond] = trait.bonds[bond]
            visit(key, -sign, rest.dropFirst())
        }
        // Few claims have bonds at all.
        let own = bonds.map(\.rawValue).filter { trait.bonds[$0] != nil }
        visit(Key(nature: nature, bonds: trait.bonds.map { _ in nil }), 1, own[...])
    }
}

extension Claim {
    /// Whether it takes part in collisions: an application claims a scheme that is not shared by design, that no other rule
    /// says to remove, and that is not one of web addresses, which open the user's browser or the app that a domain names.
    var collides: Bool {
        guard let scheme else { return false }
        return profile.isApplication && !profile.isSharedByDesign && !profile.isReportedByOtherRules && !scheme.isWeb
    }
}
