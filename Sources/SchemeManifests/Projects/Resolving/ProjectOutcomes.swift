import SchemeModel

/// The outcomes of a project's targets in each configuration, and their containers.
struct ProjectOutcomes {
    private let project: XcodeProject
    private let resolver: TargetResolver
    /// The manifests of each target, in order of configuration and platform.
    private var singles: [[OutcomeGrouping.TargetManifest]]
    private let relations: TargetRelations

    init(_ project: XcodeProject, _ resolver: TargetResolver) {
        self.project = project
        self.resolver = resolver
        singles = Array(repeating: [], count: project.targets.count)
        relations = TargetRelations(project.targets)
    }

    /// Resolves every target in every configuration.
    ///
    /// - Returns: `false` if there are more than `limit`, or they exceed ``Limits/projectFacts``.
    mutating func resolve(limit: Int) -> Bool {
        var count = 0
        for (position, target) in project.targets.enumerated() where target.productType != nil {
            for configuration in project.configurationNames(of: target) {
                for platform in resolver.scopes.platforms(target, configuration) {
                    count += 1
                    guard count <= limit, !resolver.isOverLimit else { return false }
                    guard let manifest = resolver.manifest(of: target, configuration, platform) else { continue }
                    singles[position].append(
                        OutcomeGrouping.TargetManifest(configuration: configuration, manifest: manifest)
                    )
                }
            }
            noteEntitlements(at: position)
            keepCommonTeam(of: position)
        }
        return !resolver.isOverLimit
    }

    /// Records in the manifests of a target which entitlements of default apps only its other configurations have, among
    /// them one that builds the app for everyone.
    private mutating func noteEntitlements(at position: Int) {
        for name in Manifest.defaultAppEntitlements {
            let holds = singles[position].map { $0.manifest.hasEntitlement(name) }
            let lacking = holds.indices.filter {
                holds[$0] == false && singles[position][$0].manifest.mayBecomeDefaultApp
            }
            let isReleased = zip(singles[position], holds).contains {
                $1 == true && Manifest.isRelease(configuration: $0.configuration)
            }
            guard isReleased, !lacking.isEmpty else { continue }
            var names: [String] = []
            for index in lacking where names.last != singles[position][index].configuration {
                names.append(singles[position][index].configuration)
            }
            let list = names.map { "'\(Substring($0.unicodeScalars.prefix(100)))'" }.inWords(", ", atMost: 4)
            for index in lacking {
                let irregularity = Irregularity(.partialEntitlement, subject: name, cause: list)
                singles[position][index].manifest.irregularities.append(irregularity)
            }
        }
    }

    /// Keeps the team that signs a target only if it is the same in all configurations with universal links.
    private mutating func keepCommonTeam(of position: Int) {
        let manifests = singles[position].map(\.manifest).filter { $0.hasUniversalLinks == true }
        let first = manifests.first?.companions(.team).first
        let isCommon = manifests.allSatisfy { $0.team == first?.value }
        for index in singles[position].indices where singles[position][index].manifest.team != nil {
            let companions = singles[position][index].manifest.companions
            singles[position][index].manifest.companions = companions.compactMap {
                $0.kind != .fact(.team) ? $0 : isCommon ? first : nil
            }.sorted { $0.place < $1.place }
        }
    }

    /// Returns the distinct manifests by target for the named configurations, or for all if none are named.
    func manifests(of configurations: [String], project path: Path) -> [Manifest] {
        let wanted = Set(configurations.map { ByteString($0) })
        return singles.indices.flatMap { position in
            let own = singles[position]
                .filter { wanted.isEmpty || wanted.contains(ByteString($0.configuration)) }
                .map { contained($0, in: position) }
            return OutcomeGrouping.group(own, project: path, target: project.targets[position].name)
        }
    }

    // MARK: Containers

    /// Returns `single` with the app that contains it.
    ///
    /// Only Macs and watch apps have apps inside apps. iOS doesn't install an app that is a resource of another one, so
    /// such an app is also distributed by itself.
    private func contained(_ single: OutcomeGrouping.TargetManifest, in position: Int) -> OutcomeGrouping.TargetManifest
    {
        guard let host = relations.outermostHost(of: position) else { return single }
        let platforms = single.manifest.deviceSupport.platforms
        guard
            project.targets[position].productType?.kind != .application || platforms.isEmpty
                || !platforms.isDisjoint(with: [.macOS, .watchOS])
        else { return single }
        let app = project.targets[host]
        // Of a configuration that only the contained target has, the app builds the project's default one.
        let isLacking =
            !project.hasConfiguration(single.configuration)
            && !app.configurations.all.contains { ByteString($0.name) == ByteString(single.configuration) }
        let configuration = isLacking ? project.configurations.defaultName : single.configuration
        let candidates = singles[host].filter { $0.configuration == configuration }.map(\.manifest)
        let onSamePlatform = candidates.first {
            !$0.deviceSupport.platforms.isDisjoint(with: single.manifest.deviceSupport.platforms)
        }
        guard let container = (onSamePlatform ?? candidates.first)?.app else { return single }
        var single = single
        single.manifest.container = container
        return single
    }
}
