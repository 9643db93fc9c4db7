import SchemeModel

/// What code says that matters to rules over claims.
struct CodeSurvey {
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

    /// The declared schemes of `manifest`, each with whether the app's code is seen to compare it, and never minds the case.
    func marking(_ schemes: [JudgedScheme], of manifest: Manifest) -> [JudgedScheme] {
        guard let known = comparisons[manifest.container], !partialApps.contains(manifest.container) else {
            return schemes
        }
        return schemes.map { judged in
            guard let scheme = judged.declaration.scheme.key else { return judged }
            let concerning = known.filter { $0.mayConcern(scheme) }
            var marked = judged
            marked.isFoldedInCode = !concerning.isEmpty && concerning.allSatisfy(\.ignoresCase)
            return marked
        }
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
