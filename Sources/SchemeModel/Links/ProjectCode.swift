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
    /// The extension point of an extension, or of the extensions that contain a library, if nothing else does.
    package var extensionPoint: String?
    /// The names of the applications that contain it, in the project's order; empty when unknown.
    package var apps: [String]
    /// Whether some code of the target was not checked: excluded, over a limit, missing, or in an unsupported language.
    package var isPartial: Bool
    /// Whether the only code that was not checked is in files that don't exist.
    package var lacksOnlyFiles = false
    /// The modules of the same source and the parts of the project that were not read, sorted by name.
    ///
    /// The target imports these modules, and these parts may add code to it.
    package var unread: [String]
    /// The comments in its files with which a team accepts findings, ordered by place.
    package var acceptances: [CodeAcceptance] = []

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
            // Registries written by older versions lack this key and the next ones.
            unread: try container.decodeIfPresent([String].self, forKey: .unread) ?? []
        )
        lacksOnlyFiles = try container.decodeIfPresent(Bool.self, forKey: .lacksOnlyFiles) ?? false
        acceptances = try container.decodeIfPresent([CodeAcceptance].self, forKey: .acceptances) ?? []
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
            let code = targets.map(\.facts)
            return all.map { facts(of: $0, in: source, manifests: apps, parts: all, app: code, project: code) }
        }
        let own = manifests.filter { $0.outcome.project == project }
        let byTarget = Dictionary(grouping: own) { ByteString($0.outcome.target ?? "") }
        var byApp: [ByteString: [Int]] = [:]
        for (index, target) in targets.enumerated() {
            for app in target.apps { byApp[ByteString(app), default: []].append(index) }
        }
        // Many targets may be in the same apps, so the facts of all parts are shared, and no list of all pairs is made.
        var lastIndex = [Int](repeating: -1, count: targets.count)
        var known: [[Int]: [LinkFacts]] = [:]
        let code = targets.map(\.facts)
        return targets.indices.map { index in
            lastIndex[index] = index
            for app in targets[index].apps {
                for part in byApp[ByteString(app)] ?? [] { lastIndex[part] = index }
            }
            // An App Clip runs instead of the app that contains it.
            let isApp = targets[index].kind == .application
            let parts = targets.indices.filter { lastIndex[$0] == index && !(isApp && targets[$0].kind == .appClip) }
            // The application target may have no code because all of it can be in packages.
            let embedded = parts.filter { targets[$0].kind == .application }.compactMap { targets[$0].facts.target }
            var seen: Set<ByteString> = []
            let names = (targets[index].apps + embedded).map(ByteString.init).filter { seen.insert($0).inserted }
            let app = known[parts] ?? parts.map { targets[$0].facts }
            known[parts] = app
            let manifests = names.flatMap { byTarget[$0] ?? [] }
            return facts(of: index, in: source, manifests: manifests, parts: parts, app: app, project: code)
        }
    }

    private func facts(
        of index: Int,
        in source: String,
        manifests: [Manifest],
        parts: [Int],
        app: [LinkFacts],
        project: [LinkFacts]
    ) -> TargetFacts {
        var facts = TargetFacts(
            source: source,
            code: targets[index].facts,
            kind: targets[index].kind,
            extensionPoint: targets[index].extensionPoint,
            hasProject: self.project != nil,
            manifests: manifests,
            app: app,
            project: project,
            isPartial: parts.contains { targets[$0].isPartial },
            unread: Set(parts.flatMap { targets[$0].unread }).sorted { ByteString($0) < ByteString($1) }
        )
        facts.lacksOnlyFiles = parts.allSatisfy { !targets[$0].isPartial || targets[$0].lacksOnlyFiles }
        facts.acceptances = targets[index].acceptances
        return facts
    }
}
