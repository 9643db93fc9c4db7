import SchemeModel
import SchemeReports
import SchemeStore

/// Judged manifests among the apps of registries: what `check --against` judges.
///
/// The manifests are the judged ones alone. Claims on a scheme that the judged ones declare are theirs and the registries'
/// together, without what the registries know of the judged source and of the judged apps, which the judged manifests
/// replace. Registries are asked for these schemes and apps only, so that it does not matter how many others they hold.
struct Neighbourhood: ClaimIndex {
    private let judged: MemoryIndex
    private let judgedSources: Set<ByteString>
    /// By app of known identity, the platforms of its judged manifests; empty where those of one are unknown.
    private let judgedApps: [AppID: PlatformSet]
    private let registries: [Neighbour]

    private struct Neighbour {
        /// How the registry is called.
        var name: String
        var index: RegistryIndex
        /// The sources of the registry that are what is judged, by name.
        var replaced: Set<ByteString>
    }

    /// - Parameters:
    ///   - judged: the judged manifests.
    ///   - repositories: the repositories, or folders in them, that are judged as a whole: what a registry has of them is
    ///     the same in another place.
    ///   - registries: open registries, and how they are called.
    init(
        _ judged: MemoryIndex,
        of repositories: [Source.Repository],
        among registries: [(name: String, registry: Registry)],
        knowledge: Knowledge
    ) throws {
        self.judged = judged
        let judgedSources = Set(judged.sources().map { ByteString($0.name) })
        self.judgedSources = judgedSources
        self.registries = try registries.map { name, registry in
            let index = RegistryIndex(registry, knowledge: knowledge)
            let elsewhere = try repositories.flatMap(index.sourceNames).map(ByteString.init)
            return Neighbour(name: name, index: index, replaced: judgedSources.union(elsewhere))
        }
        var apps: [AppID: PlatformSet] = [:]
        try judged.forEachManifest { manifest in
            guard manifest.app.isKnown, manifest.kind != .noProduct else { return }
            let platforms = manifest.reach.platforms
            guard let known = apps[manifest.app] else { return apps[manifest.app] = platforms }
            apps[manifest.app] = known.isEmpty || platforms.isEmpty ? [] : known.union(platforms)
        }
        judgedApps = apps
    }

    func forEachManifest(_ body: (Manifest) throws -> Void) throws { try judged.forEachManifest(body) }

    func forEachTarget(_ body: (TargetFacts) throws -> Void) throws { try judged.forEachTarget(body) }

    func forEachClaim(_ body: (Claim) throws -> Void) throws { try judged.forEachClaim(body) }

    func forEachContestedScheme(_ body: (ClaimGroup) throws -> Void) throws {
        var schemes: Set<SchemeKey> = []
        try judged.forEachClaim { claim in
            if let scheme = claim.scheme, claim.profile.isApplication { schemes.insert(scheme) }
        }
        // What judged code links to may be contested among the others.
        try judged.forEachTarget { target in for link in target.links { schemes.formUnion(link.schemes) } }
        for scheme in schemes.sorted() {
            let claims = try claims(on: scheme)
            let containers = Set(claims.lazy.filter(\.profile.isApplication).map(\.container))
            guard containers.count > 1 else { continue }
            try body(ClaimGroup(scheme: scheme, claims: claims, subjects: Set(judged.sources().map(\.name))))
        }
    }

    func claims(on scheme: SchemeKey) throws -> [Claim] {
        try claims(judged.claims(on: scheme)) { try $0.claims(on: scheme) }
    }

    func claims(of app: AppID) throws -> [Claim] { try claims(judged.claims(of: app)) { try $0.claims(of: app) } }

    func sources() -> [Source] { judged.sources() }

    func history(of scheme: SchemeKey) -> [HistoryEntry] { [] }

    /// The judged claims and those of the registries that stay, in order of place.
    private func claims(_ own: [Claim], _ others: (RegistryIndex) throws -> [Claim]) throws -> [Claim] {
        var all = own
        for registry in registries {
            var claims = try others(registry.index)
            claims.removeAll { isReplaced($0, in: registry) }
            all += claims
        }
        all.sort()
        return all
    }

    /// Whether what is judged stands in the place of the claim.
    private func isReplaced(_ claim: Claim, in registry: Neighbour) -> Bool {
        if let source = claim.place.source, registry.replaced.contains(ByteString(source)) { return true }
        return isOfJudgedApp(claim)
    }

    /// Whether the claim is of a judged app, on a platform that the app is judged on.
    private func isOfJudgedApp(_ claim: Claim) -> Bool {
        guard let platforms = judgedApps[claim.app.id] else { return false }
        return platforms.isEmpty || claim.app.platforms.isEmpty || !platforms.isDisjoint(with: claim.app.platforms)
    }
}

extension Neighbourhood {
    /// What the registries know of the judged apps, by the name of the source that these are judged in. Without apps of
    /// which a registry has more manifests than are judged: what one of them declares is then in another.
    func earlierClaims() throws -> [ByteString: [Claim]] {
        // The inputs of each app, by source.
        var now: [AppID: [ByteString: Set<Place>]] = [:]
        try judged.forEachManifest { manifest in
            guard judgedApps[manifest.app] != nil, let source = manifest.origin.source else { return }
            now[manifest.app, default: [:]][ByteString(source), default: []].insert(manifest.origin)
        }
        var earlier: [ByteString: [Claim]] = [:]
        for (app, sources) in now {
            guard let (source, inputs) = sources.first, sources.count == 1 else { continue }
            for registry in registries {
                let before = try registry.index.claims(of: app).filter(isOfJudgedApp)
                if Set(before.map(\.place.input)).count <= inputs.count { earlier[source, default: []] += before }
            }
        }
        return earlier
    }

    /// Says what of the registries is not compared with what is judged, since it is the same.
    func sayReplaced(in context: Context) throws {
        for registry in registries {
            var replaced = try registry.index.sources(named: registry.replaced.sorted().map(\.string)).map {
                "the source '\($0.name)'"
            }
            for app in judgedApps.keys.sorted() {
                let claims = try registry.index.claims(of: app).filter { claim in
                    !(claim.place.source.map { registry.replaced.contains(ByteString($0)) } ?? false)
                        && isOfJudgedApp(claim)
                }
                guard !claims.isEmpty else { continue }
                let platforms = claims.reduce(into: PlatformSet()) { $0.formUnion($1.app.platforms) }
                let names = platforms.platforms.map(\.displayName).joined(separator: ", ")
                replaced.append("the app \(app.text)\(names.isEmpty ? "" : " on \(names)")")
            }
            guard !replaced.isEmpty else { continue }
            let more = replaced.count - 10
            context.note(
                "what is judged takes the place of what '\(registry.name)' knows of it:",
                details: replaced.prefix(10) + (more > 0 ? ["... and \(more) more"] : [])
            )
        }
    }

    /// The sources of the registries that findings name.
    func sources(of findings: [Finding]) throws -> [Source] {
        var names: Set<ByteString> = []
        for finding in findings {
            for place in [finding.place] + finding.related.map(\.place) {
                if let source = place.source { names.insert(ByteString(source)) }
            }
        }
        names.subtract(judgedSources)
        return try registries.flatMap { try $0.index.sources(named: names.sorted().map(\.string)) }
    }
}

extension Place {
    /// The input as a whole.
    fileprivate var input: Place { Place(source: source, path: path, member: member) }
}

extension [Finding] {
    /// The findings, those about a scheme that an app declares in Debug configurations alone one level lower: what nobody
    /// ships meets other apps on the devices of its developers.
    func loweringDebug(in judged: MemoryIndex) -> [Finding] {
        var known: [SchemeKey: Set<AppID>] = [:]
        return map { finding in
            guard let scheme = finding.scheme, !finding.apps.isEmpty else { return finding }
            let apps = known[scheme] ?? Self.onlyDebug(judged.claims(on: scheme))
            known[scheme] = apps
            guard finding.apps.allSatisfy({ apps.contains($0.id) }) else { return finding }
            var finding = finding
            finding.severity = Severity(rank: finding.severity.rank - 1)
            finding.message += "; only Debug configurations declare it"
            return finding
        }
    }

    /// The apps, and those that contain them, that make `claims` in Debug configurations alone.
    private static func onlyDebug(_ claims: [Claim]) -> Set<AppID> {
        func apps(_ claims: [Claim]) -> Set<AppID> { Set(claims.flatMap { [$0.app.id, $0.container] }) }
        return apps(claims).subtracting(apps(claims.filter { !$0.outcome.isDebug }))
    }
}

extension Manifest.Outcome {
    /// Whether it is that of Debug configurations alone, by their names.
    fileprivate var isDebug: Bool {
        !configurations.isEmpty && configurations.allSatisfy { $0.asciiLowercased.utf8.contains("debug".utf8) }
    }
}
