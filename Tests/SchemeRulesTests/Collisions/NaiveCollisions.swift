import SchemeModel
import TestSupport

/// A reference implementation of `undefined-target` that checks every pair of claims.
struct NaiveCollisions {
    struct Expectation: Hashable {
        var app: AppID
        var rank: Int
        var isCertain: Bool
        var place: Place
        var related: [Place]
        var relatedCount: Int
    }

    static func expectations(for group: ClaimGroup) -> [Expectation] {
        let claims = group.claims.filter {
            $0.scheme != nil && $0.profile.isApplication && !$0.profile.isSharedByDesign
                && !$0.profile.isReportedByOtherRules
        }
        var byContainer: [AppID: [Claim]] = [:]
        for claim in claims where group.isSubject(claim) && !group.sessionApps.contains(claim.container) {
            byContainer[claim.container, default: []].append(claim)
        }
        return byContainer.compactMap { app, own -> Expectation? in
            var pairs: [(own: Claim, other: Claim, rank: Int, isCertain: Bool)] = []
            for claim in own {
                for other in claims {
                    if group.isShared(by: claim), group.isShared(by: other) { continue }
                    guard let (rank, isCertain) = pair(claim, other) else { continue }
                    pairs.append((claim, other, rank, isCertain))
                }
            }
            guard let rank = pairs.map(\.rank).max() else { return nil }
            let worst = pairs.filter { $0.rank == rank }
            var named = Set<AppID>()
            let related =
                (pairs.filter(\.isCertain).map(\.other).sorted() + pairs.filter { !$0.isCertain }.map(\.other).sorted())
                .filter { named.insert($0.container).inserted }
            return Expectation(
                app: app,
                rank: rank,
                isCertain: worst.contains { $0.isCertain },
                place: (worst.first { $0.isCertain } ?? worst[0]).own.place,
                related: related.prefix(20).map(\.place),
                relatedCount: named.count
            )
        }.sorted { $0.app < $1.app }
    }

    static func pair(_ one: Claim, _ other: Claim) -> (rank: Int, isCertain: Bool)? {
        guard one.app.id != other.app.id, one.container != other.container else { return nil }
        if one.profile.audience == .developers, other.profile.audience == .developers { return nil }
        if !one.app.id.isKnown, !other.app.id.isKnown, one.digest == other.digest { return nil }
        let (mine, theirs) = (one.profile.deviceSupport, other.profile.deviceSupport)
        let chosen = one.profile.chosenOn.intersection(other.profile.chosenOn)
        let isCertain = !mine.platforms.intersection(theirs.platforms).subtracting(chosen).isEmpty
        guard isCertain || !mine.devices.intersection(theirs.devices).subtracting(chosen).isEmpty else { return nil }
        var rank = 3
        if one.profile.adopts || other.profile.adopts {
            rank -= 1
            if one.profile.isPublic { rank -= 1 }
        }
        if !isCertain { rank -= 1 }
        if one.profile.audience == .developers || other.profile.audience == .developers { rank = 1 }
        rank = max(1, rank)
        let isVague = !one.app.id.isKnown || !other.app.id.isKnown || mine.platforms.isEmpty || theirs.platforms.isEmpty
        return (isVague ? min(2, rank) : rank, isCertain)
    }

    /// Returns a random group of claims. All relevant properties have few values, so that claims collide.
    static func group(seed: UInt64) -> ClaimGroup {
        var random = SeededGenerator(seed: seed)
        let scheme = SchemeKey("wallet")
        let isPublic = random.once(in: 3)
        let count = Int.random(in: 1...random.pick([6, 15, 70]), using: &random)
        let apps = Int.random(in: 1...random.pick([3, 12, 60]), using: &random)
        let claims = (0..<count).map { index -> Claim in
            let number = Int.random(in: 0..<apps, using: &random)
            let isKnown = number % 3 != 0
            let app: AppID =
                isKnown ? .known(ByteString("com.acme.app\(number)")) : .unknown(ByteString("\(number).plist"))
            let container: AppID =
                random.once(in: 4) ? .known(ByteString("com.acme.app\(Int.random(in: 0..<3, using: &random))")) : app
            let platforms = random.pick([PlatformSet.iOS, .iOS, .macOS, .tvOS, .visionOS, [.iOS, .macOS], []])
            let source = random.pick(["checked", "checked", "neighbor"])
            let role = random.pick(["Editor", "Viewer", nil])
            let declared = DeclaredScheme(
                index: 0,
                raw: "wallet",
                resolved: "wallet",
                span: ValueSpan(keyPath: "", element: SourceRange(byteOffset: index, byteLength: 6))
            )
            return Claim(
                scheme: scheme,
                declared: declared,
                app: App(id: app, bundleIdentifier: nil, name: nil, platforms: platforms),
                container: container,
                role: role,
                identifier: random.pick([nil, "com.acme.pay"]),
                urlTypeIndex: 0,
                place: Place(
                    source: source,
                    path: Path("\(number)/Info.plist"),
                    range: SourceRange(byteOffset: index, byteLength: 6)
                ),
                outcome: .asItStands,
                digest: "\(Int.random(in: 0..<4, using: &random))",
                isStale: false,
                profile: ClaimProfile(
                    isApplication: !random.once(in: 9),
                    deviceSupport: DeviceSupport(
                        platforms: platforms,
                        runsOnMac: !random.once(in: 3),
                        runsOnVision: !random.once(in: 3)
                    ),
                    audience: random.pick([.everyone, .everyone, .testers, .developers]),
                    adopts: role == "Viewer",
                    isPublic: isPublic,
                    isSharedByDesign: random.once(in: 12),
                    isPlaceholder: random.once(in: 12),
                    isSetAside: random.once(in: 12),
                    chosenOn: random.pick([[], [], .iOS, [.iOS, .macOS], .all])
                )
            )
        }
        var group = ClaimGroup(scheme: scheme, claims: claims.sorted(), subjects: random.pick([nil, ["checked"]]))
        if random.once(in: 3) { group.sessionApps = Set((2..<5).map { .known(ByteString("com.acme.app\($0)")) }) }
        if random.once(in: 2) {
            group.sharers = Set((0..<4).map { .known(ByteString("com.acme.app\($0)")) } + [.unknown("0.plist")])
        }
        return group
    }
}
