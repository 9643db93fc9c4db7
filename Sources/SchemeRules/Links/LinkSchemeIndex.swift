import SchemeModel

/// What code says that matters to rules over claims.
struct LinkSchemeIndex {
    /// The schemes of links that leave their app.
    private(set) var leavingSchemes: Set<SchemeKey> = []
    /// The schemes by which only an authentication session of the app gets called back, by the app.
    private var sessionSchemes: [AppID: Set<SchemeKey>] = [:]

    /// The comparisons of schemes in the code of each app.
    private var comparisons: [AppID: Set<SchemeComparison>] = [:]
    /// The apps whose code was not read in full.
    private var partialApps: Set<AppID> = []

    /// - Throws: what keeps `index` from being read.
    init(of index: some ClaimIndex) throws {
        try index.forEachTarget { target in
            for link in target.links where link.leavesApp {
                leavingSchemes.formUnion(link.schemes.filter { !$0.isWeb })
            }
            for manifest in target.appManifests {
                if target.isPartial { partialApps.insert(manifest.container) }
                comparisons[manifest.container, default: []].formUnion(target.code.schemeComparisons)
            }
            let sessions = target.sessionSchemes
            guard !sessions.isEmpty else { return }
            for manifest in target.appManifests { sessionSchemes[manifest.container, default: []].formUnion(sessions) }
        }
    }

    /// The declared schemes of `manifest`, each with how the app's code is seen to compare it.
    func marking(_ schemes: [ClassifiedScheme], of manifest: Manifest) -> [ClassifiedScheme] {
        guard let known = comparisons[manifest.container] else { return schemes }
        let isWhole = !partialApps.contains(manifest.container)
        return schemes.map { judged in
            guard let scheme = judged.declaration.scheme.key else { return judged }
            let concerning = known.filter { $0.mayConcern(scheme) }
            var marked = judged
            // A comparison that fails does so whatever other code there is.
            if let failing = Self.failing(concerning, on: scheme) {
                marked.comparison = .requiresCapitals(failing)
            } else if isWhole, !concerning.isEmpty, concerning.allSatisfy(\.ignoresCase) {
                marked.comparison = .ignoresCase
            }
            return marked
        }
    }

    /// The first of `comparisons` that is never true for `scheme` in lower case, in a file that has no other one for that.
    private static func failing(_ comparisons: Set<SchemeComparison>, on scheme: SchemeKey) -> SchemeComparison? {
        let served = Set(comparisons.filter { $0.schemes.contains { ByteString($0) == scheme.text } }.map(\.place.path))
        return comparisons.filter { $0.requiresCapitals(in: scheme) && !served.contains($0.place.path) }
            .min { $0.place < $1.place }
    }

    /// The apps that are called back with `scheme` by their own authentication sessions alone.
    func sessionApps(on scheme: SchemeKey) -> Set<AppID> {
        Set(sessionSchemes.lazy.filter { $0.value.contains(scheme) }.map(\.key))
    }

    /// The findings without those whose harm is that another app may open the URL, where that cannot happen.
    func withoutSessions(_ findings: [Finding]) -> [Finding] {
        guard !sessionSchemes.isEmpty else { return findings }
        return findings.filter { finding in
            guard let app = finding.app?.id, let scheme = finding.scheme,
                Decisions.isAboutWhoOpens.contains(finding.rule)
            else { return true }
            return !(sessionSchemes[app]?.contains(scheme) ?? false)
        }
    }
}
