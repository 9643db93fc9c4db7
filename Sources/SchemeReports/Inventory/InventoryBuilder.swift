package import SchemeModel

/// Collects an ``Inventory`` from manifests and code, in the order of an index.
package struct InventoryBuilder {
    private var inventory = Inventory()
    private let knowledge: Knowledge
    /// The apps that are kept whatever their number is.
    private let preferred: Set<AppID>
    private let limit: Int
    private var optional = 0
    private var known: [AppID: Bool] = [:]
    private var schemes: Set<SchemeKey> = []
    private var shared: Set<SchemeKey> = []
    private var variants: [(source: String?, project: Path?, variant: VariantProduct.Variant)] = []

    /// The number of apps that a page lists in addition to those with findings.
    package static let standardLimit = 2000

    /// - Parameters:
    ///   - preferring: The apps that are kept whatever their number is, because findings are about them.
    ///   - limit: The number of other apps to keep. The others are only counted.
    package init(knowledge: Knowledge, preferring: Set<AppID>, limit: Int = standardLimit) {
        self.knowledge = knowledge
        preferred = preferring
        self.limit = limit
    }

    /// Adds a manifest.
    package mutating func add(_ manifest: Manifest) {
        let isApplication = manifest.kind.isApplication
        known[manifest.app] = known[manifest.app] ?? false || isApplication
        let claims = manifest.claims(with: knowledge)
        for claim in claims {
            guard let scheme = claim.scheme else { continue }
            schemes.insert(scheme)
            if claim.profile.isSharedByDesign { shared.insert(scheme) }
        }
        guard let position = position(of: manifest) else { return }
        inventory.apps[position].merge(manifest, isApplication)
        inventory.apps[position].declarations += claims.compactMap(InventoryDeclaration.init)
        guard isApplication, let target = manifest.outcome.target else { return }
        variants.append((manifest.origin.source, manifest.outcome.project, variant(of: manifest, target, claims)))
    }

    private func variant(of manifest: Manifest, _ target: String, _ claims: [Claim]) -> VariantProduct.Variant {
        let entries = Set(
            claims.compactMap { claim in
                claim.scheme.map { VariantProduct.Variant.Entry(scheme: $0, raw: claim.declared.raw) }
            }
        )
        return VariantProduct.Variant(
            target: target,
            configurations: manifest.outcome.configurations,
            app: manifest.app,
            bundleIdentifier: manifest.bundleIdentifier?.value,
            platforms: manifest.deviceSupport.platforms,
            input: Place(source: manifest.origin.source, path: manifest.origin.path, member: manifest.origin.member),
            schemes: entries.sorted {
                $0.scheme != $1.scheme ? $0.scheme < $1.scheme : ByteString($0.raw) < ByteString($1.raw)
            }
        )
    }

    /// Adds the code of a target.
    package mutating func add(_ target: TargetFacts) {
        if let sender = LinkSender(target) { inventory.senders.append(sender) }
        let app = target.manifests.first { $0.kind.isApplication }?.app
        if let app { inventory.receivers[app, default: []] += LinkReceiver.receivers(in: target) }
    }

    /// Returns everything that was added.
    ///
    /// - Parameters:
    ///   - history: Returns when apps started and stopped claiming a scheme, oldest first.
    ///   - answer: Returns what opens a scheme that several apps declare; `nil` to leave that out.
    /// - Throws: An error from `history` or `answer`.
    package consuming func finish(
        history: (SchemeKey) throws -> [HistoryEntry],
        answer: (SchemeKey) throws -> SharedAnswer?
    ) rethrows -> Inventory {
        var inventory = inventory
        inventory.apps.sort { $0.app.id < $1.app.id }
        for index in inventory.apps.indices { inventory.apps[index].sortDeclarations() }
        inventory.positions = Dictionary(uniqueKeysWithValues: inventory.apps.enumerated().map { ($1.app.id, $0) })
        inventory.appCount = known.values.count { $0 }
        inventory.otherCount = known.count - inventory.appCount
        inventory.schemeCount = schemes.count
        var entries: [SchemeKey: InventoryScheme] = [:]
        for (position, app) in inventory.apps.enumerated() {
            for scheme in app.schemes {
                entries[scheme, default: InventoryScheme(scheme: scheme)].apps.append(position)
            }
        }
        for (position, sender) in inventory.senders.enumerated() {
            for scheme in Set(sender.links.flatMap(\.schemes)) {
                if entries[scheme] == nil, inventory.foreignSchemes[scheme] == nil {
                    let known = knowledge.known(scheme)
                    if !known.isEmpty { inventory.foreignSchemes[scheme] = known }
                }
                entries[scheme]?.senders.append(position)
            }
        }
        inventory.schemes = try entries.values.sorted { $0.scheme < $1.scheme }.map { entry in
            var entry = entry
            entry.isSharedByDesign = shared.contains(entry.scheme)
            entry.known = knowledge.known(entry.scheme)
            entry.history = try history(entry.scheme)
            let isShared = entry.apps.count { inventory.apps[$0].isApplication } > 1
            if isShared { entry.answer = try answer(entry.scheme) }
            return entry
        }
        inventory.schemePositions = Dictionary(
            uniqueKeysWithValues: inventory.schemes.enumerated().map { ($1.scheme, $0) }
        )
        inventory.products = VariantProduct.products(of: variants)
        for app in inventory.receivers.keys {
            // The code of a package can be in several targets of an app.
            var seen: Set<LinkReceiver> = []
            inventory.receivers[app]?.removeAll { !seen.insert($0).inserted }
        }
        return inventory
    }

    /// Returns the position of the manifest's app among those that are kept; `nil` if it isn't kept.
    private mutating func position(of manifest: Manifest) -> Int? {
        if let position = inventory.positions[manifest.app] { return position }
        if !preferred.contains(manifest.app) {
            guard optional < limit else { return nil }
            optional += 1
        }
        let position = inventory.apps.count
        inventory.positions[manifest.app] = position
        inventory.apps.append(
            InventoryApp(
                app: manifest.appDescription,
                container: manifest.container,
                kind: manifest.kind,
                isApplication: false,
                sources: []
            )
        )
        return position
    }
}

extension InventoryApp {
    /// Adds what a manifest of the app says about it.
    fileprivate mutating func merge(_ manifest: Manifest, _ isApplication: Bool) {
        let other = manifest.appDescription
        app.name = app.name ?? other.name
        app.bundleIdentifier = app.bundleIdentifier ?? other.bundleIdentifier
        app.platforms.formUnion(other.platforms)
        if isApplication, !self.isApplication {
            self.isApplication = true
            kind = manifest.kind
            container = manifest.container
        }
        if let source = manifest.origin.source, source != sources.last { sources.append(source) }
    }

    fileprivate mutating func sortDeclarations() {
        var seen: Set<InventoryDeclaration> = []
        declarations = declarations.filter { seen.insert($0).inserted }.sorted {
            $0.scheme != $1.scheme ? $0.scheme < $1.scheme : $0.place < $1.place
        }
    }
}

extension InventoryDeclaration {
    /// Creates a declaration from a claim; `nil` if its text is not a valid scheme.
    fileprivate init?(_ claim: Claim) {
        guard let scheme = claim.scheme else { return nil }
        self.init(
            scheme: scheme,
            spelling: claim.declared.resolved ?? claim.declared.raw,
            role: claim.role,
            place: claim.place
        )
    }
}
