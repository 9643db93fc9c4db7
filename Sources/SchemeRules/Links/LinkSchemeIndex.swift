import SchemeModel

/// The facts in code that rules about claims need.
struct LinkSchemeIndex {
    /// The schemes of links that leave their app.
    private(set) var leavingSchemes: Set<SchemeKey> = []
    /// By place of a `canOpenURL`: the schemes that an app with that code may query.
    private(set) var queriesByPlace: [Place: Set<SchemeKey>] = [:]
    /// The places of Live Activities in the code of an app that may declare them.
    private(set) var declaredActivities: Set<Place> = []
    /// The apps of each source with a manifest that may declare Live Activities; empty if no target seems to lack it.
    private var activityApps: [String: Set<AppID>] = [:]
    /// By app: the schemes that are only used as callbacks of its authentication sessions.
    private var sessionSchemes: [AppID: Set<SchemeKey>] = [:]

    /// By app: the scheme comparisons in its code.
    private var comparisons: [AppID: Set<SchemeComparison>] = [:]
    /// The apps whose code was not read completely.
    private var partialApps: Set<AppID> = []
    /// The apps whose entry point was read, with delegates that only inherit from known classes.
    private var knownApps: Set<AppID> = []
    /// By app: the modules that its code imports.
    private var imports: [AppID: Set<String>] = [:]

    /// - Throws: The error of reading `index`.
    init(of index: some ClaimIndex) throws {
        var lacksActivities = false
        try index.forEachTarget { target in
            for link in target.links where link.leavesApp {
                leavingSchemes.formUnion(link.schemes.filter { !$0.isWeb })
            }
            for link in target.links where link.kind == .canOpenURL {
                queriesByPlace[link.place, default: []].formUnion(target.queries(among: link.schemes))
            }
            if target.appManifests.contains(where: \.maySupportActivities) {
                declaredActivities.formUnion(target.code.widgets.filter(\.isLiveActivity).map(\.place))
            } else if target.code.widgets.contains(where: \.isLiveActivity) {
                lacksActivities = true
            }
            for manifest in target.appManifests {
                if target.isPartial { partialApps.insert(manifest.container) }
                if target.beginsApp, !target.inheritsUnknownCode { knownApps.insert(manifest.container) }
                imports[manifest.container, default: []].formUnion(target.code.imports ?? [])
                comparisons[manifest.container, default: []].formUnion(target.code.schemeComparisons)
            }
            let sessions = target.sessionSchemes
            for manifest in target.appManifests where !sessions.isEmpty && !manifest.isDistrusted {
                sessionSchemes[manifest.container, default: []].formUnion(sessions)
            }
        }
        guard lacksActivities else { return }
        try index.forEachManifest { manifest in
            // The key of a widget has no effect.
            guard manifest.kind.isApplication, manifest.maySupportActivities else { return }
            activityApps[manifest.origin.source ?? "", default: []].insert(manifest.container)
        }
    }

    /// Whether a manifest in the source of `target` that has the identifier of its app may declare Live Activities. An Xcode
    /// project may only build the extension of an app that another tool builds.
    func mayDeclareActivities(_ target: TargetFacts) -> Bool {
        let apps = activityApps[target.source ?? ""] ?? []
        return target.appManifests.contains { $0.container.isKnown && apps.contains($0.container) }
    }

    /// Returns the declared schemes of `manifest`, each with how the app's code compares it.
    func marking(_ schemes: [ClassifiedScheme], of manifest: Manifest) -> [ClassifiedScheme] {
        guard let known = comparisons[manifest.container] else { return schemes }
        let isWhole = !partialApps.contains(manifest.container)
        return schemes.map { classified in
            guard let scheme = classified.declaration.scheme.key else { return classified }
            var marked = classified
            if case .sdk(let form) = classified.classification { marked.usesSDK = uses(form, manifest.container) }
            let concerning = known.filter { $0.mayConcern(scheme) }
            // A comparison that is always false remains so with other code.
            if let failing = Self.failing(concerning, on: scheme) {
                marked.comparison = .requiresCapitals(failing)
            } else if isWhole, concerning.allSatisfy(\.ignoresCase) {
                marked.comparison = .ignoresCase
            }
            return marked
        }
    }

    /// Returns whether the code of an app uses an SDK; `nil` if that is unknown.
    private func uses(_ form: SDKScheme, _ app: AppID) -> Bool? {
        guard !form.modules.isEmpty, let imports = imports[app] else { return nil }
        if !imports.isDisjoint(with: form.modules) { return true }
        return partialApps.contains(app) || !knownApps.contains(app) ? nil : false
    }

    /// Returns the first of `comparisons` that is never true for `scheme` in lower case, in a file without any that can
    /// be.
    private static func failing(_ comparisons: Set<SchemeComparison>, on scheme: SchemeKey) -> SchemeComparison? {
        let served = Set(comparisons.filter { $0.schemes.contains { ByteString($0) == scheme.text } }.map(\.place.path))
        return comparisons.filter { $0.requiresCapitals(in: scheme) && !served.contains($0.place.path) }
            .min { $0.place < $1.place }
    }

    /// Returns the apps that only use `scheme` as the callback of their own authentication sessions.
    func sessionApps(on scheme: SchemeKey) -> Set<AppID> {
        Set(sessionSchemes.lazy.filter { $0.value.contains(scheme) }.map(\.key))
    }

    /// Returns the findings without those about other apps on callbacks that no other app can receive.
    ///
    /// - Parameter rules: The descriptions of the rules by id.
    func withoutSessions(_ findings: [Finding], of rules: [String: RuleDescription]) -> [Finding] {
        guard !sessionSchemes.isEmpty else { return findings }
        return findings.filter { finding in
            guard let app = finding.app?.id, let scheme = finding.scheme, sessionSchemes[app]?.contains(scheme) ?? false
            else { return true }
            return !(rules[finding.rule]?.traits.contains(.concernsOtherApps) ?? false)
        }
    }
}

extension TargetFacts {
    /// Returns the schemes that the app may query: those that are listed, and all if an entry's value is unknown.
    fileprivate func queries(among schemes: [SchemeKey]) -> [SchemeKey] {
        let entries = appManifests.flatMap(\.queriesSchemes)
        guard entries.allSatisfy(\.isKnown) else { return schemes }
        let listed = Set(entries.map { SchemeKey($0.value) })
        return schemes.filter(listed.contains)
    }
}
