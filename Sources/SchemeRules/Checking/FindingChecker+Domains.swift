import SchemeModel

extension FindingChecker {
    /// Returns the findings about the apps and association files of domains.
    func findingsOfDomains(
        in index: some ClaimIndex,
        subjects: Set<String>?,
        steps: inout LinkSteps
    ) throws -> [Finding] {
        guard !domainRules.isEmpty else { return [] }
        var findings: [Finding] = []
        // A wildcard meets many hosts, and is reported once, at its worst. The place of a domain may be that of all domains of an app.
        var positions: [[ByteString]: [Place: Int]] = [:]
        // A host comes before the wildcard around it.
        var ofHosts: [DomainCause: Int] = [:]
        try index.forEachDomain { group in
            steps.takeComparison(of: group)
            guard !steps.isSpent else { return }
            var group = group
            if let subjects { group.subjects = group.subjects?.intersection(subjects) ?? subjects }
            for finding in domainRules.flatMap({ $0.findings(in: group) }) {
                let subject = ByteString(finding.fingerprint.subject)
                let key = [ByteString(finding.rule), finding.app?.id.text ?? "", subject]
                if let position = positions[key]?[finding.place] {
                    let count = findings[position].relatedCount + finding.relatedCount
                    if finding.severity > findings[position].severity { findings[position] = finding }
                    findings[position].relatedCount = count
                    continue
                }
                let cause = DomainCause(finding, host: group.pattern.host)
                let isMerged = descriptions[finding.rule]?.traits.contains(.mergesWildcards) ?? false
                if isMerged, group.pattern.isWildcard, let position = ofHosts[cause] {
                    findings[position].join(finding)
                    continue
                }
                ofHosts[cause] = findings.count
                positions[key, default: [:]][finding.place] = findings.count
                findings.append(finding)
            }
        }
        return findings
    }

    var domainRules: [any DomainRule] {
        rules.compactMap { if case .domain(let rule) = $0.shape { rule } else { nil } }
    }

    /// Returns the example URLs of configurations, and the apps that they reach.
    func examples(in index: some ClaimIndex, steps: inout LinkSteps) throws -> [RunFacts.ExampleFacts] {
        let resolver = Resolver(knowledge: knowledge)
        var known: [SchemeKey: Resolution] = [:]
        var appsWithUnknownDomains: Set<AppID>?
        /// Returns the apps that may have more domains than are known.
        func unknownDomains() throws -> Set<AppID> {
            if let known = appsWithUnknownDomains { return known }
            var apps: Set<AppID> = []
            try index.forEachManifest { manifest in
                guard manifest.associatedDomains == nil, manifest.kind.isApplication else { return }
                apps.insert(manifest.app)
                apps.insert(manifest.container)
            }
            appsWithUnknownDomains = apps
            return apps
        }
        func universalLink(_ example: TeamConfiguration.Example) throws -> UniversalLinkResolution? {
            try WebAddress(example.url).map { try UniversalLinkResolver.resolution(of: $0, in: index, steps: &steps) }
        }
        return try policies.examples.map { example in
            let resolution =
                try known[example.scheme]
                ?? resolver.resolution(of: example.scheme, among: index.claims(on: example.scheme))
            known[example.scheme] = resolution
            var facts = RunFacts.ExampleFacts(
                example: example,
                resolution: resolution,
                universalLink: try universalLink(example)
            )
            if facts.universalLink != nil { facts.hasUnknownDomains = try unknownDomains().contains(example.app) }
            return facts
        }
    }
}

/// What findings about a domain and the wildcard around it in one app have in common.
private struct DomainCause: Hashable {
    let rule: String
    let app: AppID?
    /// The source and the path of the entitlements.
    let file: Place
    let host: ByteString

    init(_ finding: Finding, host: String) {
        rule = finding.rule
        app = finding.app?.id
        file = Place(source: finding.place.source, path: finding.place.path, member: finding.place.member)
        self.host = ByteString(host)
    }
}
