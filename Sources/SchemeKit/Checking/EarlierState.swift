import SchemeModel
import SchemeReports
import SchemeRules

/// What a revision of git holds of what a check reads.
struct EarlierState {
    /// What was read there, judged nowhere yet.
    let survey: Survey
    /// The revision as the person knows it: its name and the beginning of its id.
    let name: String
    /// What of the revision was left out since no checkout could hold it, or since it is beyond a limit.
    let problems: [Problem]

    private var index: MemoryIndex { survey.index }

    /// Reads what `now` was read from, as it was when the branch that is checked out left `revision`.
    ///
    /// - Throws: ``UsageError`` when there is no such revision, ``Interruption``.
    init(of now: Survey, since revision: String, in context: Context) throws {
        let paths = now.request.inputs.paths
        guard !paths.contains("-") else {
            throw UsageError("standard input has no earlier state", hint: "name files or folders with --changed-since")
        }
        let targets = Target.targets(of: paths, in: context).targets
        guard let folder = targets.lazy.compactMap(\.folder).first else {
            throw UsageError("nothing that is named is there, so no repository is known")
        }
        let commit = try GitRevision(revision, sinceBranching: true, around: folder, in: context)
        // What lies elsewhere is now as it was then, and nothing of it would ever count.
        if let stray = targets.lazy.compactMap(\.path).first(where: { $0.relative(to: commit.root) == nil }) {
            throw UsageError(
                "'\(stray.display)' does not lie in the repository '\(commit.root.display)'",
                hint: "name what lies in one repository with --changed-since, and call once for each"
            )
        }
        name = "'\(revision)' (\(commit.commit.prefix(10)))"
        if !commit.isWhereBranchesParted {
            context.note(
                "what is checked out and \(name) have no commit in common here, so that what changed in that counts, too",
                hint: "fetch more of the history; a checkout in CI often has one commit only (fetch-depth: 0)"
            )
        }
        let files = try commit.files(in: context)
        // A configuration is part of the state, so that a change which accepts less shows what it uncovers. One that the
        // call names is meant for both states.
        var request = now.request
        request.disk = context.files
        // There may have been none then.
        request.wantsManifests = false
        var reading = context
        reading.files = files
        do {
            survey = try Survey(request, in: reading)
        } catch is UsageError {
            // What was wrong with it then is mended now.
            survey = try Survey(request, configurations: now.configurations, in: reading)
        }
        problems = files.problems
        files.noteMissing(from: name)
    }

    /// What each source declared.
    var claims: [ByteString: [Claim]] {
        var claims = Dictionary(
            uniqueKeysWithValues: index.sources().map { (ByteString($0.name), [Claim]()) }
        )
        for claim in index.allClaims {
            if let source = claim.place.source { claims[ByteString(source), default: []].append(claim) }
        }
        return claims
    }

    /// Says what is not shown because the change did not make it, and what may be shown although it did not.
    func say(leftOut count: Int, in context: Context) {
        if count > 0 {
            let (findings, object) = (TextTerms.count(count, "finding"), count == 1 ? "it" : "them")
            context.note("\(findings) not shown: the change since \(name) did not make \(object)")
        }
        // A path that was not there yet keeps nothing from being told.
        let unread = survey.read.problems.count
        if unread > 0 {
            let inputs = TextTerms.count(unread, "input")
            context.note("\(inputs) of \(name) could not be read, so that old findings may count as new ones")
        }
    }

    /// Those of `findings` that were not there before, were less grave, or were accepted.
    ///
    /// When a change makes an app claim what another one has claimed before, both collide, and only the newcomer's finding
    /// is the change's own: it names the other one.
    ///
    /// - Parameter before: the findings about the earlier state.
    func ownFindings(among findings: [Finding], before: [Finding]) -> [Finding] {
        let fresh = Self.unmatched(findings, among: before)
        let ofGroups = Set(allRules.filter { $0.isOfScheme }.map(\.description.id))
        var known: Set<Participation> = []
        for claim in index.allClaims {
            guard let scheme = claim.scheme else { continue }
            known.insert(Participation(app: claim.app.id, scheme: scheme))
            known.insert(Participation(app: claim.container, scheme: scheme))
        }
        func isNewcomer(_ finding: Finding) -> Bool {
            guard let scheme = finding.scheme else { return false }
            return finding.apps.contains { !known.contains(Participation(app: $0.id, scheme: scheme)) }
        }
        let brought = Set(
            fresh.lazy.filter { ofGroups.contains($0.rule) && isNewcomer($0) }.compactMap(\.scheme)
        )
        return fresh.filter { finding in
            guard ofGroups.contains(finding.rule), let scheme = finding.scheme, brought.contains(scheme) else {
                return true
            }
            return isNewcomer(finding)
        }
    }

    private struct Participation: Hashable {
        var app: AppID
        var scheme: SchemeKey
    }

    /// The findings that none of `others` with the same parts stands for. Of several equal ones those that stand where
    /// they stood are matched first, so that the one on an added line is left.
    ///
    /// - Parameter standsFor: whether a finding of the first severity stands for an equal one of the second.
    static func unmatched(
        _ findings: [Finding],
        among others: [Finding],
        standsFor: (Severity, Severity) -> Bool = { $0 >= $1 }
    ) -> [Finding] {
        var (findings, others) = (findings, others)
        let places: [(Finding) -> Place] = [
            { $0.place }, { Place(path: $0.place.path, keyPath: $0.place.keyPath) }, { _ in Place(path: "") },
        ]
        for place in places { match(&findings, with: &others, by: place, standsFor) }
        let variants = Dictionary(grouping: others.filter(\.isOfVariants), by: \.scheme)
        guard !variants.isEmpty else { return findings }
        return findings.filter { finding in
            guard finding.isOfVariants, let before = variants[finding.scheme] else { return true }
            return !before.contains { $0.sharesMore(than: finding, standsFor) }
        }
    }

    /// Takes from both what is the same: each finding and the first of the others in the same place that stands for it.
    private static func match(
        _ findings: inout [Finding],
        with others: inout [Finding],
        by place: (Finding) -> Place,
        _ standsFor: (Severity, Severity) -> Bool
    ) {
        struct Same: Hashable {
            var key: FindingCounts.Key
            var place: Place
        }
        func same(_ finding: Finding) -> Same {
            Same(key: FindingCounts.Key(finding.fingerprint), place: place(finding))
        }
        // Whoever makes a hundred thousand equal findings shall not have them compared with each other: what is the same
        // is kept by severity and acceptance, the first one last.
        var rest: [Same: [Grade: [Int]]] = [:]
        for (index, other) in others.enumerated().reversed() {
            rest[same(other), default: [:]][Grade(other), default: []].append(index)
        }
        var taken: Set<Int> = []
        findings.removeAll { finding in
            let same = same(finding)
            let fit = rest[same]?.compactMap { grade, indices -> (grade: Grade, index: Int)? in
                let stands =
                    standsFor(grade.severity, finding.severity)
                    && (!grade.isAccepted || finding.accepted != nil)
                return stands ? indices.last.map { (grade, $0) } : nil
            }
            guard let first = fit?.min(by: { $0.index < $1.index }) else { return false }
            rest[same]?[first.grade]?.removeLast()
            taken.insert(first.index)
            return true
        }
        others = others.indices.filter { !taken.contains($0) }.map { [others] in others[$0] }
    }

    private struct Grade: Hashable {
        var severity: Severity
        var isAccepted: Bool

        init(_ finding: Finding) { (severity, isAccepted) = (finding.severity, finding.accepted != nil) }
    }
}

extension Finding {
    fileprivate var isOfVariants: Bool {
        if case .variants = group { return true }
        return false
    }

    /// Whether it says of more variants what `other` says of some of them: that these still share a scheme when one of the others
    /// is gone is not new.
    fileprivate func sharesMore(than other: Finding, _ standsFor: (Severity, Severity) -> Bool) -> Bool {
        guard case .variants(let mine) = group, case .variants(let theirs) = other.group, scheme == other.scheme,
            mine.count > theirs.count, ByteString(mine.product) == ByteString(theirs.product),
            standsFor(severity, other.severity), accepted == nil || other.accepted != nil
        else { return false }
        return Set(theirs.members.map(\.app.id)).isSubset(of: Set(mine.members.map(\.app.id)))
    }
}
