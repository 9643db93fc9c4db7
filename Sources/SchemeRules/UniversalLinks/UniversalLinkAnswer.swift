import SchemeModel

/// Which of the apps on one kind of device open an address as a universal link.
struct UniversalLinkAnswer {
    private typealias Judged = UniversalLinkResolver.Judged

    private let device: PlatformSet
    /// One claim of each app, ordered by place.
    private var apps: [UniversalLinkResolver.Judged] = []

    /// - Parameter present: The claims of the apps that may be on the device, ordered by place.
    init(among present: [UniversalLinkResolver.Judged], on device: PlatformSet) {
        self.device = device
        // A domain for everyone represents its app before the same domain for developers or with a path, a product built
        // for the device before those that only may run there, and the host itself before a wildcard.
        let ranked = present.enumerated().sorted { left, right in
            let ranks = (rank(of: left.element), rank(of: right.element))
            return ranks.0 == ranks.1 ? left.offset < right.offset : ranks.0 < ranks.1
        }
        var positions: [AppID: Int] = [:]
        for (_, candidate) in ranked {
            let container = candidate.app.claim.claim.container
            guard let position = positions[container] else {
                positions[container] = apps.count
                apps.append(candidate)
                continue
            }
            // One app with a host and a wildcard around it: whether either is enough isn't documented.
            let known = apps[position].app
            if known.claim.domain.pattern != candidate.app.claim.domain.pattern,
                candidate.app.claim.domain.isCertain,
                known.claim.domain.isForEveryone == candidate.app.claim.domain.isForEveryone,
                known.verdict != candidate.app.verdict
            {
                apps[position] = Judged(app: .init(claim: known.claim, verdict: .unknown))
            }
        }
        apps.sort { $0.app.claim < $1.app.claim }
        settleOrder()
    }

    private func rank(of candidate: UniversalLinkResolver.Judged) -> Int {
        let domain = candidate.app.claim.domain
        return (domain.isForEveryone ? 0 : 8) + (domain.isCertain ? 0 : 4) + (isNative(candidate) ? 0 : 2)
            + (domain.pattern.isWildcard ? 1 : 0)
    }

    /// Whether the app is built for the device, so that it certainly runs there.
    private func isNative(_ candidate: UniversalLinkResolver.Judged) -> Bool {
        candidate.app.claim.claim.profile.deviceSupport.platforms.contains(device)
    }

    /// Marks the apps that come after another one in the association files.
    private mutating func settleOrder() {
        // A domain for developers opens the app on their devices only.
        let counted = apps.filter(\.app.claim.domain.isForEveryone)
        let openers = counted.filter { $0.app.verdict == .matched }
        let excluded = counted.filter { $0.app.verdict == .excluded }
        for (index, candidate) in apps.enumerated() where candidate.app.verdict == .matched {
            if excluded.contains(where: { $0.mayPrecede(candidate) }) {
                apps[index].app.verdict = .doubtful
            } else if openers.contains(where: { $0.precedes(candidate) }) {
                apps[index].app.verdict = .preceded
            }
        }
    }

    /// The answer.
    var answer: UniversalLinkResolution.Answer {
        let counted = apps.filter(\.app.claim.domain.isForEveryone)
        let sure = counted.filter { [.matched, .preceded].contains($0.app.verdict) }
        let open = counted.filter { [.unknown, .doubtful].contains($0.app.verdict) }
        let order = sure.sorted { $0.precedes($1) }
        let isOrdered = zip(order, order.dropFirst()).allSatisfy { $0.precedes($1) }
        let outcome: UniversalLinkResolution.Outcome =
            switch (sure.count, open.count) {
            case (0, 0): .browser
            case (1, 0): .one
            case (0...1, _): .website
            case (_, 0): isOrdered ? .ordered : .undefined
            default: .undefined
            }
        let isCertain = outcome == .browser || open.isEmpty && sure.allSatisfy(isNative)
        var products = DisjointSets<Name>()
        let mayOpen = sure + open
        for candidate in mayOpen {
            let claim = candidate.app.claim.claim
            products.add([.app(claim.container)] + Variant.names(of: claim).map(Name.variant))
        }
        let areVariants = mayOpen.count > 1 && Set(mayOpen.indices.map { products.first(of: $0) }).count == 1
        return .init(
            devices: device,
            outcome: outcome,
            certainty: isCertain ? .certain : .possible,
            order: outcome == .ordered ? order.map(\.app.claim.claim.app) : [],
            apps: apps.map(\.app),
            areVariants: areVariants
        )
    }

    private enum Name: Hashable {
        case app(AppID)
        case variant(Variant)
    }
}
