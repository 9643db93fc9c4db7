import SchemeModel

/// What code says that matters to rules over claims.
struct CodeSurvey {
    /// The schemes of links that leave their app.
    private(set) var leavingSchemes: Set<SchemeKey> = []
    /// The schemes by which only an authentication session of the app gets called back, by the app.
    private var sessionSchemes: [AppID: Set<SchemeKey>] = [:]

    /// - Throws: what keeps `index` from being read.
    init(of index: some ClaimIndex) throws {
        try index.forEachTarget { target in
            for link in target.links where link.leavesApp { leavingSchemes.formUnion(link.schemes) }
            let sessions = target.sessionSchemes
            guard !sessions.isEmpty else { return }
            for manifest in target.appManifests { sessionSchemes[manifest.container, default: []].formUnion(sessions) }
        }
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
