package import SchemeModel

/// Runs rules over facts from any origin.
package struct FindingChecker: Sendable {
    let rules: [any Rule]
    /// The descriptions by rule id.
    let descriptions: [String: RuleDescription]
    let knowledge: Knowledge
    let policies: TeamPolicies
    private let limits: Limits

    /// Creates a checker with those of `rules` that are enabled by default, by a team's configuration or on the command
    /// line.
    package init(
        rules: [any Rule] = allRules,
        knowledge: Knowledge,
        policies: TeamPolicies = TeamPolicies(),
        limits: Limits = .standard
    ) {
        let described = rules.map { (rule: $0, description: $0.description) }
            .filter { policies.mayRun($0.description) }
        self.rules = described.map(\.rule)
        descriptions = Dictionary(
            described.map { ($0.description.id, $0.description) },
            uniquingKeysWith: { first, _ in first }
        )
        self.knowledge = knowledge
        self.policies = policies
        self.limits = limits
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
        try check(index, subjects: subjects, earlier: earlier, problems: problems).findings
    }

    /// The result of a check.
    package struct Result: Sendable {
        /// The findings, in the order of ``FindingChecker/findings(in:subjects:earlier:problems:)``.
        package var findings: [Finding]
        /// The comments in code that accept findings, ordered by place.
        package var comments: [RunFacts.CommentFacts]
        /// The limits that the check exceeded.
        package var problems: [Problem]
    }

    /// Returns the findings, and all comments in code that can accept some.
    ///
    /// - Parameters:
    ///   - isWhole: Whether no option left out a part of the sources, so that comments without a finding are unused.
    ///   - earlierComments: The comments in the revision that the run compares with; `nil` if it compares with none.
    /// - Throws: The error of reading `index`.
    package func check(
        _ index: some ClaimIndex,
        subjects: Set<String>? = nil,
        earlier: [ByteString: [Claim]] = [:],
        problems: [Problem] = [],
        isWhole: Bool = true,
        earlierComments: [RunFacts.CommentFacts]? = nil
    ) throws -> Result {
        let survey = try LinkSchemeIndex(of: index)
        var edits = EditReview()
        var steps = LinkSteps(limits: limits)
        var bound = FindingBound(limits: limits)
        var findings = survey.withoutSessions(
            try findingsOfManifests(in: index, subjects: subjects, earlier: earlier, survey, &edits, &bound),
            of: descriptions
        )
        var budget = CollisionBudget(limits: limits)
        var (ofGroups, undefined) = try findingsOfGroups(in: index, subjects: subjects, survey, &budget)
        findings += try findingsOfDomains(in: index, subjects: subjects, steps: &steps)
        findings += try findingsOfOtherInputs(in: index, subjects: subjects, &bound)
        var comments = CommentMatcher(policies, enabled: descriptions)
        findings += try findingsOfTargets(
            in: index,
            subjects: subjects,
            undefined: undefined,
            survey,
            &comments,
            steps: &steps,
            &bound
        )
        let examples = try examples(in: index, steps: &steps)
        let ownProblems = [steps.problem(limits: limits), budget.problem].compactMap { $0 } + bound.problems
        let problems = problems + ownProblems
        var matcher = policies.matcher()
        findings = settled(findings).withoutFollowUps().map { matcher.accepted($0) }
        findings = comments.accepted(findings, comparedWith: earlierComments)
        findings = try edits.reviewed(findings, in: index)
        ofGroups = settled(ofGroups).withoutEditionsOfVariants().map { matcher.accepted($0) }
        findings += settled(self.findings(onAccepted: ofGroups)).map { matcher.accepted($0) }
        let checked = ordered(findings, ofGroups)
        let commentFacts = comments.facts(isComplete: problems.isEmpty && isWhole)

        let run = RunFacts(
            findings: checked,
            problems: problems.sorted(),
            acceptances: matcher.facts(problems: problems),
            comments: commentFacts,
            unmatched: problems.isEmpty ? try policies.unmatchedEntries(in: index) : [],
            examples: examples
        )
        var ofRun: [Finding] = []
        for case .run(let rule) in rules.lazy.map(\.shape) { ofRun += rule.findings(in: run, knowledge: knowledge) }
        return Result(
            findings: ofRun.isEmpty ? checked : ordered(findings + settled(ofRun), ofGroups),
            comments: commentFacts,
            problems: ownProblems
        )
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

    /// Returns the findings of rules about manifests, and about sources and their earlier states.
    private func findingsOfManifests(
        in index: some ClaimIndex,
        subjects: Set<String>?,
        earlier: [ByteString: [Claim]],
        _ survey: LinkSchemeIndex,
        _ edits: inout EditReview,
        _ bound: inout FindingBound
    ) throws -> [Finding] {
        let manifestRules = ManifestRules(rules)
        let sourceRules = rules.compactMap { if case .source(let rule) = $0.shape { rule } else { nil } }
        guard !manifestRules.isEmpty || !sourceRules.isEmpty else { return [] }
        let knowledgeOfSource = policies.knowledge(adding: knowledge)
        var findings: [Finding] = []
        var variants = VariantMarker()
        // Manifests are streamed, and only kept if their source is compared with its earlier state.
        var kept: [ByteString: [Manifest]] = [:]
        let screening = earlier.isEmpty ? screeningVersion : ""
        try index.forEachManifest(toReportWith: screening) { manifest in
            let source = manifest.origin.source
            if let subjects, !(source.map(subjects.contains) ?? false) { return }
            variants.begin(manifest, in: &findings)
            let found = manifestRules.findings(in: manifest, knowledge: knowledgeOfSource(source), bound: &bound) {
                survey.marking($0, of: manifest)
            }
            edits.add(found, about: manifest)
            findings += found
            if !sourceRules.isEmpty, let name = source.map({ ByteString($0) }), earlier[name] != nil {
                kept[name, default: []].append(manifest)
            }
        }
        variants.end(in: &findings)
        guard !sourceRules.isEmpty else { return findings }
        for source in try index.sources() where subjects?.contains(source.name) ?? true {
            let name = ByteString(source.name)
            guard let earlier = earlier[name] else { continue }
            let facts = SourceFacts(source: source, manifests: kept[name] ?? [], earlier: earlier)
            let knowledge = knowledgeOfSource(source.name)
            for rule in sourceRules { findings += rule.findings(in: facts, knowledge: knowledge) }
        }
        return findings
    }

    /// Returns the findings about inputs that are not manifests.
    private func findingsOfOtherInputs(
        in index: some ClaimIndex,
        subjects: Set<String>?,
        _ bound: inout FindingBound
    ) throws -> [Finding] {
        let irregularityRules = rules.compactMap { if case .irregularity(let rule) = $0.shape { rule } else { nil } }
        guard !irregularityRules.isEmpty else { return [] }
        var findings: [Finding] = []
        var origin: Place?
        var ofOrigin: [IrregularityFacts] = []
        func check() {
            for rule in irregularityRules {
                findings += bound.bounded(ofOrigin.compactMap(rule.finding(about:)), in: "file")
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
        _ survey: LinkSchemeIndex,
        _ comments: inout CommentMatcher,
        steps: inout LinkSteps,
        _ bound: inout FindingBound
    ) throws -> [Finding] {
        let targetRules = rules.compactMap { if case .target(let rule) = $0.shape { rule } else { nil } }
        let domainRules = domainRules
        guard !targetRules.isEmpty || !domainRules.isEmpty else { return [] }
        let knowledgeOfSource = policies.knowledge(adding: knowledge)
        var findings: [Finding] = []
        try index.forEachTarget { target in
            if let subjects, !(target.source.map(subjects.contains) ?? false) { return }
            let knowledge = knowledgeOfSource(target.source)
            var target = target
            target.undefinedSchemes = undefined
            target.isDistrusted = policies.isStrict
            target.queriesByPlace = survey.queriesByPlace
            target.declaredActivities = survey.declaredActivities
            target.isDeclaredByOtherManifest = survey.mayDeclareActivities(target)
            let declared = Set(target.appManifests.flatMap(\.urlTypes).flatMap(\.schemes).compactMap(\.key))
            for scheme in target.handledSchemes.subtracting(declared) {
                if !(try index.claims(on: scheme).isEmpty) { target.declaredAnywhere.insert(scheme) }
            }
            comments.add(target)
            if !domainRules.isEmpty {
                target.associationFiles = try AssociationFiles(
                    of: target.associationHosts.map { .host(ByteString($0)) },
                    load: index.associationFiles
                )
            }
            var found = targetRules.map { $0.findings(in: target, knowledge: knowledge) }
            for rule in domainRules { found.append(rule.findings(in: target, steps: &steps)) }
            for found in found {
                comments.note(found)
                findings += bound.bounded(found, in: "target")
            }
        }
        return findings
    }

    /// Returns the version of the screening whose clean manifests have no findings in this run either; empty if there is
    /// none, because a team's configuration or table may report something.
    private var screeningVersion: String {
        policies.areDefault && knowledge.isBuiltIn && ManifestScreening.covers(rules)
            ? ManifestScreening.byRules.version : ""
    }

    /// Returns the findings about claims on a scheme. Also returns the first ``UndefinedTargetRule`` finding for each
    /// scheme of links that leave their app, regardless of `subjects`.
    private func findingsOfGroups(
        in index: some ClaimIndex,
        subjects: Set<String>?,
        _ survey: LinkSchemeIndex,
        _ budget: inout CollisionBudget
    ) throws -> (findings: [Finding], undefined: [SchemeKey: Finding]) {
        let linked = survey.leavingSchemes
        let schemeRules = rules.compactMap { if case .scheme(let rule) = $0.shape { rule } else { nil } }
        guard !schemeRules.isEmpty || !linked.isEmpty else { return ([], [:]) }
        var findings: [Finding] = []
        var undefined: [SchemeKey: Finding] = [:]
        try index.forEachContestedScheme { group in
            var group = group
            if linked.contains(group.scheme), budget.admits(group) {
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
                guard budget.admits(part) else { continue }
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
        allRules.map(\.description).filter { $0.section == .conflicts }.map { ByteString($0.id) }
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
