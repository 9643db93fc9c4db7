package import SchemeModel

/// Runs rules over facts from any origin.
package struct FindingChecker: Sendable {
    private let rules: [any Rule]
    /// The descriptions by rule id.
    private let descriptions: [String: RuleDescription]
    private let knowledge: Knowledge
    private let policies: TeamPolicies

    /// Creates a checker with those of `rules` that are enabled by default, by a team's configuration or on the command
    /// line.
    package init(rules: [any Rule] = allRules, knowledge: Knowledge, policies: TeamPolicies = TeamPolicies()) {
        let described = rules.map { (rule: $0, description: $0.description) }
            .filter { policies.mayRun($0.description) }
        self.rules = described.map(\.rule)
        descriptions = Dictionary(
            described.map { ($0.description.id, $0.description) },
            uniquingKeysWith: { first, _ in first }
        )
        self.knowledge = knowledge
        self.policies = policies
    }

    /// Returns the findings: those with their own place, ordered by place and rule, followed by those about the claims
    /// on a scheme, ordered by scheme, app and rule. The result doesn't depend on the order of the facts.
    ///
    /// - Parameters:
    ///   - subjects: The names of the sources to check; `nil` for all. Others only count as neighbors.
    ///   - earlier: The earlier declarations of sources by name, if known.
    ///   - problems: The problems of the run, for rules about it.
    ///
    /// - Throws: The error of reading `index`.
    package func findings(
        in index: some ClaimIndex,
        subjects: Set<String>? = nil,
        earlier: [ByteString: [Claim]] = [:],
        problems: [Problem] = []
    ) throws -> [Finding] {
        let survey = try LinkSchemeIndex(of: index)
        var edits = EditReview()
        var findings = survey.withoutSessions(
            try findingsOfManifests(in: index, subjects: subjects, earlier: earlier, survey, &edits),
            of: descriptions
        )
        var (ofGroups, undefined) = try findingsOfGroups(in: index, subjects: subjects, survey)
        findings += try findingsOfOtherInputs(in: index, subjects: subjects)
        findings += try findingsOfTargets(in: index, subjects: subjects, undefined: undefined, survey)
        var matcher = policies.matcher()
        findings = settled(findings).withoutConsequences().map { matcher.accepted($0) }
        findings = try edits.reviewed(findings, in: index)
        ofGroups = settled(ofGroups).map { matcher.accepted($0) }
        findings += settled(self.findings(onAccepted: ofGroups)).map { matcher.accepted($0) }
        let checked = ordered(findings, ofGroups)

        let run = RunFacts(
            findings: checked,
            problems: problems.sorted(),
            acceptances: matcher.facts(isComplete: problems.isEmpty),
            unmatched: problems.isEmpty ? try policies.unmatchedEntries(in: index) : [],
            examples: try examples(in: index)
        )
        var ofRun: [Finding] = []
        for case .run(let rule) in rules.lazy.map(\.shape) { ofRun += rule.findings(in: run, knowledge: knowledge) }
        return ofRun.isEmpty ? checked : ordered(findings + settled(ofRun), ofGroups)
    }

    /// Returns the findings with the teams' policies applied.
    private func settled(_ findings: [Finding]) -> [Finding] {
        findings.compactMap { policies.settled($0, of: descriptions[$0.rule]) }
    }

    /// Returns findings about accepted collisions.
    private func findings(onAccepted findings: [Finding]) -> [Finding] {
        let accepted = findings.filter { $0.accepted != nil }
        guard !accepted.isEmpty else { return [] }
        let rules = rules.compactMap { $0 as? any AcceptedCollisionRule }
        return accepted.flatMap { finding in
            rules.flatMap { $0.findings(onAccepted: finding) }
        }
    }

    /// Returns the example URLs of configurations, and the apps that they reach.
    private func examples(in index: some ClaimIndex) throws -> [RunFacts.ExampleFacts] {
        let resolver = Resolver(knowledge: knowledge)
        var known: [SchemeKey: Resolution] = [:]
        return try policies.examples.map { example in
            let resolution =
                try known[example.scheme]
                ?? resolver.resolution(of: example.scheme, among: index.claims(on: example.scheme))
            known[example.scheme] = resolution
            return RunFacts.ExampleFacts(example: example, resolution: resolution)
        }
    }

    /// Returns the findings of rules about manifests and sources.
    private func findingsOfManifests(
        in index: some ClaimIndex,
        subjects: Set<String>?,
        earlier: [ByteString: [Claim]],
        _ survey: LinkSchemeIndex,
        _ edits: inout EditReview
    ) throws -> [Finding] {
        var declaredSchemeRules: [any DeclaredSchemeRule] = []
        var otherRules: [any ManifestRule] = []
        var irregularityRules: [any IrregularityRule] = []
        var sourceRules: [any SourceRule] = []
        for shape in rules.lazy.map(\.shape) {
            switch shape {
            case .manifest(let rule as any DeclaredSchemeRule): declaredSchemeRules.append(rule)
            case .manifest(let rule): otherRules.append(rule)
            case .irregularity(let rule): irregularityRules.append(rule)
            case .source(let rule): sourceRules.append(rule)
            case .scheme, .target, .run: break
            }
        }
        guard
            !declaredSchemeRules.isEmpty || !otherRules.isEmpty || !irregularityRules.isEmpty || !sourceRules.isEmpty
        else { return [] }
        let knowledgeOfSource = policies.knowledge(adding: knowledge)
        var findings: [Finding] = []
        var variants = VariantMarker()
        // Manifests are streamed, and only kept for rules that need all manifests of a source.
        var kept: [ByteString: [Manifest]] = [:]
        try index.forEachManifest { manifest in
            let source = manifest.origin.source
            if let subjects, !(source.map(subjects.contains) ?? false) { return }
            variants.begin(manifest, in: &findings)
            let first = findings.count
            defer { edits.add(findings[first...], about: manifest) }
            let origins = SchemeOrigins(manifest)
            let knowledge = knowledgeOfSource(source)
            for rule in otherRules {
                findings += origins.added(to: bounded(rule.findings(in: manifest, knowledge: knowledge)))
            }
            let irregularities = irregularityRules.isEmpty ? [] : manifest.irregularityFacts
            for rule in irregularityRules where !irregularities.isEmpty {
                findings += origins.added(to: bounded(irregularities.compactMap(rule.finding(about:))))
            }
            let checked = declaredSchemeRules.isEmpty ? [] : manifest.classifiedSchemes(knowledge)
            let schemes = survey.marking(checked, of: manifest)
            if !schemes.isEmpty {
                for rule in declaredSchemeRules {
                    let found = rule.findings(about: schemes, in: manifest, knowledge: knowledge)
                    findings += origins.added(to: bounded(found))
                }
            }
            if !sourceRules.isEmpty, let source { kept[ByteString(source), default: []].append(manifest) }
        }
        variants.end(in: &findings)
        guard !sourceRules.isEmpty else { return findings }
        for source in try index.sources() where subjects?.contains(source.name) ?? true {
            let name = ByteString(source.name)
            let facts = SourceFacts(source: source, manifests: kept[name] ?? [], earlier: earlier[name])
            let knowledge = knowledgeOfSource(source.name)
            for rule in sourceRules { findings += rule.findings(in: facts, knowledge: knowledge) }
        }
        return findings
    }

    /// Returns the findings about inputs that are not manifests.
    private func findingsOfOtherInputs(in index: some ClaimIndex, subjects: Set<String>?) throws -> [Finding] {
        let irregularityRules = rules.compactMap { if case .irregularity(let rule) = $0.shape { rule } else { nil } }
        guard !irregularityRules.isEmpty else { return [] }
        var findings: [Finding] = []
        var origin: Place?
        var ofOrigin: [IrregularityFacts] = []
        func check() {
            for rule in irregularityRules {
                findings += bounded(ofOrigin.compactMap(rule.finding(about:)), in: "file")
            }
            ofOrigin = []
        }
        try index.forEachIrregularity { irregularity in
            let source = irregularity.origin.source
            if let subjects, !(source.map(subjects.contains) ?? false) { return }
            if irregularity.origin != origin { check() }
            origin = irregularity.origin
            ofOrigin.append(irregularity.facts)
        }
        check()
        return findings.onePerCause(descriptions)
    }

    /// Returns the findings of rules about targets.
    ///
    /// - Parameter undefined: The first collision of each scheme that code links to.
    private func findingsOfTargets(
        in index: some ClaimIndex,
        subjects: Set<String>?,
        undefined: [SchemeKey: Finding],
        _ survey: LinkSchemeIndex
    ) throws -> [Finding] {
        let targetRules = rules.compactMap { if case .target(let rule) = $0.shape { rule } else { nil } }
        guard !targetRules.isEmpty else { return [] }
        let knowledgeOfSource = policies.knowledge(adding: knowledge)
        var findings: [Finding] = []
        try index.forEachTarget { target in
            if let subjects, !(target.source.map(subjects.contains) ?? false) { return }
            let knowledge = knowledgeOfSource(target.source)
            var target = target
            target.undefinedSchemes = undefined
            target.queriesByPlace = survey.queriesByPlace
            let declared = Set(target.appManifests.flatMap(\.urlTypes).flatMap(\.schemes).compactMap(\.key))
            for scheme in target.handledSchemes.subtracting(declared) {
                if !(try index.claims(on: scheme).isEmpty) { target.declaredAnywhere.insert(scheme) }
            }
            for rule in targetRules {
                findings += bounded(rule.findings(in: target, knowledge: knowledge), in: "target")
            }
        }
        return findings
    }

    /// Returns the findings of one rule about one manifest or target. Beyond ``Limits/findings``, only the most severe
    /// are kept, and the last one reports how many were dropped, so that the output for a hostile file is limited.
    private func bounded(_ found: [Finding], in what: String = "manifest") -> [Finding] {
        let limit = Limits.standard.findings
        guard found.count > limit else { return found }
        let byGravity = Severity.allCases.sorted(by: >).flatMap { severity in found.filter { $0.severity == severity } }
        var kept = Array(byGravity.prefix(limit))
        kept[limit - 1].message += "; \(found.count - limit) more findings of this rule in this \(what) are left out"
        return kept
    }

    /// Returns the findings about claims on a scheme. Also returns the first ``UndefinedTargetRule`` finding for each
    /// scheme of links that leave their app, regardless of `subjects`.
    private func findingsOfGroups(
        in index: some ClaimIndex,
        subjects: Set<String>?,
        _ survey: LinkSchemeIndex
    ) throws -> (findings: [Finding], undefined: [SchemeKey: Finding]) {
        let linked = survey.leavingSchemes
        let schemeRules = rules.compactMap { if case .scheme(let rule) = $0.shape { rule } else { nil } }
        guard !schemeRules.isEmpty || !linked.isEmpty else { return ([], [:]) }
        var findings: [Finding] = []
        var undefined: [SchemeKey: Finding] = [:]
        try index.forEachContestedScheme { group in
            var group = group
            if linked.contains(group.scheme) {
                var all = group
                all.subjects = nil
                let found = policies.parts(of: all).flatMap {
                    UndefinedTargetRule().findings(in: $0, knowledge: knowledge)
                }
                undefined[group.scheme] = found.first { $0.certainty == .certain } ?? found.first
            }
            if let subjects { group.subjects = group.subjects?.intersection(subjects) ?? subjects }
            group.sessionApps = survey.sessionApps(on: group.scheme)
            for part in policies.parts(of: group) {
                for rule in schemeRules { findings += rule.findings(in: part, knowledge: knowledge) }
            }
        }
        return (findings, undefined)
    }

    /// Returns both lists in the report's order, one after the other, without duplicates. Equal findings are numbered.
    private func ordered(_ placed: [Finding], _ ofGroups: [Finding]) -> [Finding] {
        var count: [Fingerprint: Int] = [:]
        let placed = placed.sorted { FindingOrder.byPlace($0, $1) }
        let ofGroups = ofGroups.sorted { FindingOrder.byScheme($0, $1) }
        var findings: [Finding] = []
        findings.reserveCapacity(placed.count + ofGroups.count)
        var duplicates = MessageDeduplicator()
        for (position, finding) in (placed + ofGroups).enumerated() {
            var finding = finding
            finding.fingerprint.ordinal = 1
            if position < placed.count {
                if duplicates.isDuplicate(finding) { continue }
                if let last = findings.last, last.isSame(as: finding),
                    descriptions[finding.rule]?.traits.contains(.mergesApps) ?? false
                {
                    findings[findings.count - 1].add(finding)
                    continue
                }
            }
            let ordinal = count[finding.fingerprint, default: 0] + 1
            count[finding.fingerprint] = ordinal
            finding.fingerprint.ordinal = ordinal
            findings.append(finding)
        }
        return findings
    }
}

extension Finding {
    /// Whether `other` is the same finding for another app at the same place: another variant from the same input.
    fileprivate func isSame(as other: Finding) -> Bool {
        rule == other.rule && place == other.place && severity == other.severity
            && !isOfOneVariant && !other.isOfOneVariant
            && ByteString(message) == ByteString(other.message) && app?.id != other.app?.id
            && accepted == other.accepted
    }

    /// Adds the app of the duplicate `other` as a related place.
    fileprivate mutating func add(_ other: Finding) {
        relatedCount += 1
        guard let app = other.app, related.count < Self.relatedLimit else { return }
        let name = Wording.app(app) + (other.variant.map { " (\($0))" } ?? "")
        related.append(
            Related(app: app, place: other.place, message: "\(name) claims '\(scheme?.description ?? "")' too")
        )
    }
}

/// A rule that still reports something when a team has accepted a collision.
protocol AcceptedCollisionRule: Rule {
    /// Returns the findings about the accepted collision of `finding`.
    func findings(onAccepted finding: Finding) -> [Finding]
}

/// Removes repeated messages about one place.
///
/// An input that several targets and configurations use has each finding once, even though each of them may be another
/// app. The three main reports, which are also views of the registry, keep one for each app.
private struct MessageDeduplicator {
    private var place: Place?
    private var texts: Set<[ByteString]> = []
    private let reports = Set(
        allRules.map(\.description).filter { $0.section == .reports }.map { ByteString($0.id) }
    )

    /// Whether the same was already reported for the place of `finding`. Findings come in order of place.
    mutating func isDuplicate(_ finding: Finding) -> Bool {
        if place != finding.place {
            place = finding.place
            texts = []
        }
        let rule = ByteString(finding.rule)
        let app = reports.contains(rule) ? finding.app?.id.text ?? "" : ""
        return !texts.insert([rule, app, ByteString(finding.message)]).inserted
    }
}

extension [Finding] {
    /// Returns the findings without those of the same rule, place and subject as an earlier one, which refers to them. So
    /// a package that several projects need is reported once.
    ///
    /// - Parameter rules: The descriptions of the rules by id.
    fileprivate func onePerCause(_ rules: [String: RuleDescription]) -> [Finding] {
        var positions: [CauseKey: Int] = [:]
        var kept: [Finding] = []
        for finding in self {
            let isMerged = rules[finding.rule]?.traits.contains(.mergesFiles) ?? false
            let cause = CauseKey(
                rule: finding.rule,
                place: isMerged ? Place(source: finding.place.source, path: "") : finding.place,
                subject: isMerged ? finding.hint : finding.fingerprint.subject
            )
            guard let position = positions[cause] else {
                positions[cause] = kept.count
                kept.append(finding)
                continue
            }
            kept[position].relatedCount += 1
            guard kept[position].related.count < Finding.relatedLimit else { continue }
            kept[position].related.append(.init(app: finding.app, place: finding.place, message: finding.message))
        }
        return kept
    }
}

/// What findings about the same cause have in common.
private struct CauseKey: Hashable {
    var rule: String
    var place: Place
    var subject: String?
}
