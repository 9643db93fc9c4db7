import SchemeModel

/// The collisions of apps on one scheme. An app and its embedded products form one container, and containers collide.
///
/// 400 apps on one scheme are 79 800 pairs, so pairs are never formed. Whether and how two claims collide follows from
/// their ``ClaimKind``, of which there are few, and from whether they share a container, an app or an input. Counting
/// claims by these properties takes time linear in the number of claims.
///
/// Variants of one product (``VariantCollisionRule``) don't count: claims of one target, of one manifest in one
/// project, or of one product in one source. Neither do placeholders, which ``PlaceholderSchemeRule`` reports, nor web addresses.
struct Collisions {
    /// The properties of a claim that determine how it collides, apart from the app.
    struct ClaimKind: Hashable {
        var deviceSupport: DeviceSupport
        var chosenOn: PlatformSet
        var adopts: Bool
        var isPublic: Bool
        var isKnown: Bool
        var audience: Audience

        init(_ claim: Claim) {
            deviceSupport = claim.profile.deviceSupport
            chosenOn = claim.profile.chosenOn
            adopts = claim.profile.adopts
            isPublic = claim.profile.isPublic
            isKnown = claim.app.id.isKnown || claim.profile.isDistrusted
            audience = claim.profile.audience
        }
    }

    /// The collision of two claims of different apps.
    struct Relation: Hashable {
        /// The rank of the severity.
        var rank: Int
        /// Whether both apps are built for a platform on which the user doesn't choose.
        var isCertain: Bool
        /// The kinds of device that run both.
        var devices: PlatformSet

        /// Returns the collision of claims of these kinds; `nil` if they never meet.
        init?(_ one: ClaimKind, _ other: ClaimKind) {
            let chosen = one.chosenOn.intersection(other.chosenOn)
            let certain = one.deviceSupport.platforms.intersection(other.deviceSupport.platforms).subtracting(chosen)
            let possible = one.deviceSupport.devices.intersection(other.deviceSupport.devices).subtracting(chosen)
            guard !certain.isEmpty || !possible.isEmpty, !(one.audience == .developers && other.audience == .developers)
            else {
                return nil
            }
            isCertain = !certain.isEmpty
            devices = isCertain ? certain : possible
            let adopts = one.adopts || other.adopts
            var rank = 3 - (adopts ? 1 : 0) - (adopts && one.isPublic ? 1 : 0) - (isCertain ? 0 : 1)
            let isKnown = one.isKnown && other.isKnown
            if !isKnown || one.deviceSupport.platforms.isEmpty || other.deviceSupport.platforms.isEmpty {
                rank = min(rank, 2)
            }
            if one.audience == .developers || other.audience == .developers { rank = 1 }
            self.rank = max(rank, 1)
        }
    }

    /// A common property that prevents claims in different containers from colliding.
    enum Exemption: Int, CaseIterable {
        /// The claiming app, wherever it is embedded.
        case app
        /// The content, for apps with an unknown identity.
        case bytes
        /// The target of a project.
        case target
        /// The manifest that several targets of a project use.
        case manifest
        /// The product of a source that its variants have in common.
        case variants
        /// The team's decision that these apps share the scheme.
        case sharing
        /// The product, for claims that only may meet, or only on devices of testers: their apps are then its editions
        /// (``Editions``).
        case product
    }

    /// The kind of a claim, and what it has in common with claims in other containers.
    struct ClaimSignature: Hashable {
        /// The index in ``kinds``.
        var kind: Int
        /// By ``Exemption``: the number of the value that claims in other containers share; `nil` if none does.
        var exemptions: [Int?]

        /// Whether two claims in different containers with these signatures can't collide, regardless of their kinds.
        func excludes(_ other: ClaimSignature) -> Bool {
            Exemption.allCases.contains { exemption in
                exemption != .product && exemptions[exemption.rawValue] != nil
                    && exemptions[exemption.rawValue] == other.exemptions[exemption.rawValue]
            }
        }
    }

    /// The claims in order of place.
    let claims: [Claim]
    /// The container number of each claim. Containers are numbered in order of their first claims.
    let containers: [Int]
    /// The signature of each claim.
    let signatures: [ClaimSignature]
    /// The indices of the claims that others may collide with, ascending.
    let neighbors: [Int]
    /// The distinct kinds.
    let kinds: [ClaimKind]
    /// The collision of each pair of kinds.
    let relations: [[Relation?]]
    private let claimCounts: ClaimCounts
    /// The claiming apps that contain other claiming apps.
    private let containerApps: [AppID: App]

    init(_ group: ClaimGroup) {
        self.init(of: group.claims.filter(\.collides), isShared: group.isShared)
    }

    /// Creates the collisions of claims on the same thing, all of which take part.
    ///
    /// - Parameters:
    ///   - isShared: Whether the team decided that the app of a claim shares it with others.
    ///   - isNeighbor: Whether others may collide with a claim. The others only collide with these.
    init(
        of claims: [Claim],
        isShared: (Claim) -> Bool = { _ in false },
        isNeighbor: (Claim) -> Bool = { _ in true }
    ) {
        var claims = claims
        claims.sort()
        self.claims = claims
        var containerNumbers = Interner<AppID>()
        var kindNumbers = Interner<ClaimKind>()
        let containers = claims.map { containerNumbers.number(of: $0.container) }
        let kinds = claims.map { kindNumbers.number(of: ClaimKind($0)) }
        let exemptions = [
            Self.commonValues(claims.map(\.app.id), in: containers),
            Self.commonValues(claims.map { $0.app.id.isKnown ? nil : $0.digest }, in: containers),
            Self.commonValues(claims.map { Variant.Target($0) }, in: containers),
            Self.commonValues(claims.map { Variant.Input($0) }, in: containers),
            Self.commonValues(claims.map { Variant.Product($0) }, in: containers),
            Self.commonValues(claims.map { isShared($0) ? true : nil }, in: containers),
            Self.commonValues(Editions.products(of: claims), in: containers),
        ]
        self.containers = containers
        neighbors = claims.indices.filter { isNeighbor(claims[$0]) }
        self.kinds = kindNumbers.values
        signatures = claims.indices.map { index in
            ClaimSignature(kind: kinds[index], exemptions: exemptions.map { $0[index] })
        }
        relations = kindNumbers.values.map { one in kindNumbers.values.map { Relation(one, $0) } }
        claimCounts = ClaimCounts(
            containers: neighbors.map { containers[$0] },
            signatures: neighbors.map { [signatures] in signatures[$0] }
        )
        let embedding = Set(claims.lazy.filter { $0.app.id != $0.container }.map(\.container))
        containerApps = Dictionary(
            claims.lazy.filter { embedding.contains($0.app.id) }.map { ($0.app.id, $0.app) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the worst collision of the claim at `index`: with the highest rank, and certain if possible; `nil` if it
    /// has none.
    func worst(of index: Int) -> Relation? {
        var worst: Relation?
        for (kind, relation) in relations[signatures[index].kind].enumerated() {
            let (signature, container) = (signatures[index], containers[index])
            guard var relation, claimCounts.others(than: signature, in: container, kind: kind) > 0 else { continue }
            let isMinor =
                !relation.isCertain || [kinds[signature.kind], kinds[kind]].contains { $0.audience == .testers }
            if isMinor,
                claimCounts.others(than: signature, in: container, kind: kind, outsideProduct: true) == 0
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

    /// Returns the outermost app around the app of `claim`. If it has no claims itself, only its identity is known.
    func app(around claim: Claim) -> App {
        if claim.app.id == claim.container { return claim.app }
        return containerApps[claim.container]
            ?? App(id: claim.container, bundleIdentifier: nil, name: nil, platforms: claim.app.platforms)
    }

    /// Numbers the values that occur in several containers; `nil` for others.
    private static func commonValues<Value: Hashable>(_ values: [Value?], in containers: [Int]) -> [Int?] {
        var numbers = Interner<Value>()
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

/// Numbers distinct values in order of first occurrence.
private struct Interner<Value: Hashable> {
    private(set) var values: [Value] = []
    private var numbers: [Value: Int] = [:]

    mutating func number(of value: Value) -> Int {
        if let number = numbers[value] { return number }
        numbers[value] = values.count
        values.append(value)
        return values.count - 1
    }
}

/// Counts claims by kind, and by each combination of container and exemptions.
private struct ClaimCounts {
    private struct Key: Hashable {
        var kind: Int
        var container: Int?
        var exemptions: [Int?]
    }

    private var counts: [Key: Int] = [:]

    init(containers: [Int], signatures: [Collisions.ClaimSignature]) {
        for (container, signature) in zip(containers, signatures) {
            Self.forEachKey(kind: signature.kind, signature, in: container, Collisions.Exemption.allCases) { key, _ in
                counts[key, default: 0] += 1
            }
        }
    }

    /// Returns the number of claims with `kind` that share neither the container nor an exemption with a claim in
    /// `container` that has `signature`.
    ///
    /// - Parameter outsideProduct: Whether the product counts as an exemption.
    func others(than signature: Collisions.ClaimSignature, in container: Int, kind: Int, outsideProduct: Bool = false)
        -> Int
    {
        var count = 0
        let exemptions = Collisions.Exemption.allCases.filter { outsideProduct || $0 != .product }
        Self.forEachKey(kind: kind, signature, in: container, exemptions) { key, sign in
            count += sign * (counts[key] ?? 0)
        }
        return count
    }

    /// Calls `body` with the keys under which a claim is counted, and their signs for inclusion–exclusion: minus for an
    /// odd number of shared properties.
    private static func forEachKey(
        kind: Int,
        _ signature: Collisions.ClaimSignature,
        in container: Int,
        _ exemptions: [Collisions.Exemption],
        _ body: (Key, Int) -> Void
    ) {
        func visit(_ key: Key, _ sign: Int, _ rest: ArraySlice<Int>) {
            guard let exemption = rest.first else {
                body(key, sign)
                var key = key
                key.container = container
                return body(key, -sign)
            }
            visit(key, sign, rest.dropFirst())
            var key = key
            key.exemptions[exemption] = signature.exemptions[exemption]
            visit(key, -sign, rest.dropFirst())
        }
        // Few claims have exemptions.
        let own = exemptions.map(\.rawValue).filter { signature.exemptions[$0] != nil }
        visit(Key(kind: kind, exemptions: signature.exemptions.map { _ in nil }), 1, own[...])
    }
}

extension Claim {
    /// Whether it participates in collisions.
    ///
    /// It must be a claim of an application on a scheme that is not shared by design, not reported for removal by
    /// another rule, and not for web addresses, which open the browser or the app associated with the domain.
    var collides: Bool {
        guard let scheme else { return false }
        return profile.isApplication && !profile.isSharedByDesign && !profile.isReportedByOtherRules && !scheme.isWeb
    }
}
