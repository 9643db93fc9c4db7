import SchemeModel
import SchemeReports
import SchemeStore

/// The checked manifests together with apps of registries, for `check --against`.
///
/// Its manifests are the checked ones only. Its claims are the checked ones and those of the registries, except claims
/// of sources and apps that the checked manifests replace. Registries are queried only for the schemes and apps of the
/// checked manifests, so their size doesn't matter.
struct ComparedApps: ClaimIndex {
    private let checked: MemoryIndex
    private let checkedSources: Set<ByteString>
    /// The platforms of each checked app with a known identity; empty if the platforms of one manifest are unknown.
    private let checkedApps: [AppID: PlatformSet]
    private let registries: [Neighbor]

    private struct Neighbor {
        /// The name of the registry.
        var name: String
        var index: RegistryIndex
        /// The names of the registry's sources that are the same as the checked ones.
        var replaced: Set<ByteString>
    }

    /// Finds the apps in registries that can collide with `checked`.
    ///
    /// - Parameters:
    ///   - checked: The checked manifests.
    ///   - repositories: Repositories, or folders in them, that are checked completely. A registry's copy of them in
    ///     another place counts as the same.
    static func find(
        around checked: MemoryIndex,
        of repositories: [Source.Repository],
        in registries: [OtherRegistry],
        knowledge: Knowledge
    ) throws -> ComparedApps {
        let sources = Set(checked.sources().map { ByteString($0.name) })
        var apps: [AppID: PlatformSet] = [:]
        try checked.forEachManifest { manifest in
            guard manifest.app.isKnown else { return }
            let platforms = manifest.deviceSupport.platforms
            guard let known = apps[manifest.app] else { return apps[manifest.app] = platforms }
            apps[manifest.app] = known.isEmpty || platforms.isEmpty ? [] : known.union(platforms)
        }
        return ComparedApps(
            checked: checked,
            checkedSources: sources,
            checkedApps: apps,
            registries: try registries.map { open in
                let index = RegistryIndex(open.registry, knowledge: knowledge)
                let elsewhere = try repositories.flatMap(index.sourceNames).map(ByteString.init)
                return Neighbor(name: open.name, index: index, replaced: sources.union(elsewhere))
            }
        )
    }

    func forEachManifest(_ body: (Manifest) throws -> Void) throws { try checked.forEachManifest(body) }

    func forEachIrregularity(_ body: (InputIrregularity) throws -> Void) throws {
        try checked.forEachIrregularity(body)
    }

    func forEachTarget(_ body: (TargetFacts) throws -> Void) throws { try checked.forEachTarget(body) }

    func forEachClaim(_ body: (Claim) throws -> Void) throws { try checked.forEachClaim(body) }

    func forEachContestedScheme(_ body: (ClaimGroup) throws -> Void) throws {
        var schemes: Set<SchemeKey> = []
        try checked.forEachClaim { claim in
            if let scheme = claim.scheme, claim.profile.isApplication { schemes.insert(scheme) }
        }
        // Schemes that the checked code opens may be contested among other apps.
        try checked.forEachTarget { target in for link in target.links { schemes.formUnion(link.schemes) } }
        for scheme in schemes.sorted() {
            let claims = try claims(on: scheme)
            let containers = Set(claims.lazy.filter(\.profile.isApplication).map(\.container))
            guard containers.count > 1 else { continue }
            try body(ClaimGroup(scheme: scheme, claims: claims, subjects: Set(checked.sources().map(\.name))))
        }
    }

    func forEachDomain(_ body: (DomainGroup) throws -> Void) throws {
        var patterns = Set(checked.domainPatterns)
        for pattern in checked.domainPatterns where pattern.isWildcard {
            for registry in registries { patterns.formUnion(try registry.index.domainPatterns(below: pattern.host)) }
        }
        for pattern in patterns.sorted() {
            let claims = try domainClaims(on: pattern)
            let group = DomainGroup(
                pattern: pattern,
                claims: claims,
                files: try associationFiles(deciding: claims, and: pattern.associationHost),
                subjects: Set(checked.sources().map(\.name))
            )
            if group.isNotable { try body(group) }
        }
    }

    func domainClaims(on pattern: DomainPattern) throws -> [DomainClaim] {
        var all = checked.domainClaims(on: pattern)
        for registry in registries {
            all += try registry.index.domainClaims(on: pattern).filter { !isReplaced($0.claim, in: registry) }
        }
        return all.sorted()
    }

    func associationFiles(of key: AssociationFiles.Key) throws -> [AssociationFile] {
        let own = checked.associationFiles(of: key)
        // A checked file is newer than the copy of a registry.
        guard own.isEmpty else { return own }
        return try registries.flatMap { registry in
            try registry.index.associationFiles(of: key).filter { file in
                !(file.origin.source.map { registry.replaced.contains(ByteString($0)) } ?? false)
            }
        }.sorted()
    }

    func claims(on scheme: SchemeKey) throws -> [Claim] {
        try claims(checked.claims(on: scheme)) { try $0.claims(on: scheme) }
    }

    func claims(of app: AppID) throws -> [Claim] { try claims(checked.claims(of: app)) { try $0.claims(of: app) } }

    func sources() -> [Source] { checked.sources() }

    func history(of scheme: SchemeKey) -> [HistoryEntry] { [] }

    /// Returns the checked claims and the remaining claims of the registries, ordered by place.
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

    /// Returns whether the checked manifests replace the claim.
    private func isReplaced(_ claim: Claim, in registry: Neighbor) -> Bool {
        if let source = claim.place.source, registry.replaced.contains(ByteString(source)) { return true }
        return isOfCheckedApp(claim)
    }

    /// Returns whether the claim belongs to a checked app, on a platform of that app.
    private func isOfCheckedApp(_ claim: Claim) -> Bool {
        guard let platforms = checkedApps[claim.app.id] else { return false }
        return platforms.isEmpty || claim.app.platforms.isEmpty || !platforms.isDisjoint(with: claim.app.platforms)
    }
}

extension ComparedApps {
    /// Returns what the registries know about the checked apps, by the name of the source in which they are checked.
    /// Skips apps of which a registry has more manifests, because a claim may have moved to one of those.
    func earlierClaims() throws -> [ByteString: [Claim]] {
        // The inputs of each app, by source.
        var now: [AppID: [ByteString: Set<Place>]] = [:]
        try checked.forEachManifest { manifest in
            guard checkedApps[manifest.app] != nil, let source = manifest.origin.source else { return }
            now[manifest.app, default: [:]][ByteString(source), default: []].insert(manifest.origin)
        }
        var earlier: [ByteString: [Claim]] = [:]
        for (app, sources) in now {
            guard let (source, inputs) = sources.first, sources.count == 1 else { continue }
            for registry in registries {
                let before = try registry.index.claims(of: app).filter(isOfCheckedApp)
                if Set(before.map(\.place.input)).count <= inputs.count { earlier[source, default: []] += before }
            }
        }
        return earlier
    }

    /// Prints a note about the registry content that the checked manifests replace.
    func reportReplaced(in context: Context) throws {
        for registry in registries {
            var replaced = try registry.index.sources(named: registry.replaced.sorted().map(\.string)).map {
                "the source '\($0.name)'"
            }
            for app in checkedApps.keys.sorted() {
                let claims = try registry.index.claims(of: app).filter { claim in
                    !(claim.place.source.map { registry.replaced.contains(ByteString($0)) } ?? false)
                        && isOfCheckedApp(claim)
                }
                guard !claims.isEmpty else { continue }
                let platforms = claims.reduce(into: PlatformSet()) { $0.formUnion($1.app.platforms) }
                let names = platforms.platforms.map(\.displayName).joined(separator: ", ")
                replaced.append("the app \(app.text)\(names.isEmpty ? "" : " on \(names)")")
            }
            guard !replaced.isEmpty else { continue }
            context.note(
                "the checked files replace what '\(registry.name)' knows about:",
                details: replaced.lines(atMost: 10)
            )
        }
    }

    /// Returns the sources of the registries that findings name.
    func sources(of findings: [Finding]) throws -> [Source] {
        var names: Set<ByteString> = []
        for finding in findings {
            for place in [finding.place] + finding.related.map(\.place) {
                if let source = place.source { names.insert(ByteString(source)) }
            }
        }
        names.subtract(checkedSources)
        return try registries.flatMap { try $0.index.sources(named: names.sorted().map(\.string)) }
    }
}

extension Place {
    /// The place of the whole input.
    fileprivate var input: Place { Place(source: source, path: path, member: member) }
}

extension [Finding] {
    /// Returns the findings, lowering by one level those about schemes that only Debug configurations declare: apps
    /// that aren't shipped meet other apps only on developers' devices.
    func loweringDebug(in checked: MemoryIndex) -> [Finding] {
        var known: [SchemeKey: Set<AppID>] = [:]
        return map { finding in
            guard let scheme = finding.scheme, !finding.apps.isEmpty else { return finding }
            let apps = known[scheme] ?? Self.onlyDebug(checked.claims(on: scheme))
            known[scheme] = apps
            guard finding.apps.allSatisfy({ apps.contains($0.id) }) else { return finding }
            var finding = finding
            finding.severity = Severity(rank: finding.severity.rank - 1)
            finding.message += "; only Debug configurations declare it"
            return finding
        }
    }

    /// Returns the apps, and their containers, that make `claims` only in Debug configurations.
    private static func onlyDebug(_ claims: [Claim]) -> Set<AppID> {
        func apps(_ claims: [Claim]) -> Set<AppID> { Set(claims.flatMap { [$0.app.id, $0.container] }) }
        return apps(claims).subtracting(apps(claims.filter { !$0.outcome.isDebug }))
    }
}

extension Manifest.Outcome {
    /// Whether it belongs to Debug configurations only, judging by their names.
    fileprivate var isDebug: Bool {
        !configurations.isEmpty && configurations.allSatisfy { $0.asciiLowercased.utf8.contains("debug".utf8) }
    }
}
