/// The link facts of one project, or of a folder without a project, by target.
package struct ProjectCode: Hashable, Sendable, Codable {
    /// The path of the project below the source's root, as in ``Manifest/Outcome/project``; `nil` without a project.
    package var project: Path?
    /// The targets with code, in the project's order, followed by those of its packages.
    package var targets: [TargetCode]

    package init(project: Path?, targets: [TargetCode]) {
        self.project = project
        self.targets = targets
    }
}

/// The link facts and properties of one target.
package struct TargetCode: Hashable, Sendable, Codable {
    /// The link facts of its code.
    package var facts: LinkFacts
    /// The kind of product; ``ProductKind/unknown`` when a tree without a project is treated as one app.
    package var kind: ProductKind
    /// The extension point of an extension.
    package var extensionPoint: String?
    /// The names of the applications that contain it, in the project's order; empty when unknown.
    package var apps: [String]
    /// Whether some code of the target was not checked: excluded, over a limit, missing, or in an unsupported language.
    package var isPartial: Bool
    /// The modules of the same source and the parts of the project that were not read, sorted by name.
    ///
    /// The target imports these modules, and these parts may add code to it.
    package var unread: [String]

    package init(
        facts: LinkFacts,
        kind: ProductKind = .unknown,
        extensionPoint: String? = nil,
        apps: [String] = [],
        isPartial: Bool = false,
        unread: [String] = []
    ) {
        self.facts = facts
        self.kind = kind
        self.extensionPoint = extensionPoint
        self.apps = apps
        self.isPartial = isPartial || !unread.isEmpty
        self.unread = unread
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            facts: try container.decode(LinkFacts.self, forKey: .facts),
            kind: try container.decode(ProductKind.self, forKey: .kind),
            extensionPoint: try container.decodeIfPresent(String.self, forKey: .extensionPoint),
            apps: try container.decode([String].self, forKey: .apps),
            isPartial: try container.decode(Bool.self, forKey: .isPartial),
            // Registries written by older versions lack this key.
            unread: try container.decodeIfPresent([String].self, forKey: .unread) ?? []
        )
    }
}

extension ProjectCode {
    /// Returns the targets, each with the manifests and code to check it against.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - input: The input that the code was read from.
    ///   - manifests: The manifests of the input; without a project, those below the folder. Others are ignored.
    package func targets(of source: String, at input: Path, amid manifests: [Manifest]) -> [TargetFacts] {
        let manifests = manifests.sorted(by: Manifest.isOrderedBefore)
        guard let project else {
            let folder = input.directory.belowRoot
            let apps = manifests.filter { $0.kind != .appExtension && $0.origin.path.isIn(folder) }
            let all = Array(targets.indices)
            return all.map { facts(of: $0, in: source, manifests: apps, parts: all) }
        }
        let own = manifests.filter { $0.outcome.project == project }
        let byTarget = Dictionary(grouping: own) { ByteString($0.outcome.target ?? "") }
        var byApp: [ByteString: [Int]] = [:]
        for (index, target) in targets.enumerated() {
            for app in target.apps { byApp[ByteString(app), default: []].append(index) }
        }
        return targets.indices.map { index in
            let parts = Set(targets[index].apps.flatMap { byApp[ByteString($0)] ?? [] }).union([index]).sorted()
            // The application target may have no code because all of it can be in packages.
            let embedded = parts.filter { targets[$0].kind == .application }.compactMap { targets[$0].facts.target }
            var seen: Set<ByteString> = []
            let names = (targets[index].apps + embedded).map(ByteString.init).filter { seen.insert($0).inserted }
            return facts(of: index, in: source, manifests: names.flatMap { byTarget[$0] ?? [] }, parts: parts)
        }
    }

    private func facts(of index: Int, in source: String, manifests: [Manifest], parts: [Int]) -> TargetFacts {
        TargetFacts(
            source: source,
            code: targets[index].facts,
            kind: targets[index].kind,
            extensionPoint: targets[index].extensionPoint,
            hasProject: project != nil,
            manifests: manifests,
            app: parts.map { targets[$0].facts },
            isPartial: parts.contains { targets[$0].isPartial },
            unread: Set(parts.flatMap { targets[$0].unread }).sorted { ByteString($0) < ByteString($1) }
        )
    }
}
