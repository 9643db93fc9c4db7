import SchemeModel
import SchemeReports
import SchemeRules

/// The inputs of a check as they were in a git revision.
struct BaseVersion {
    /// The content of the inputs, not checked yet.
    let indexed: IndexedScan
    /// The revision as shown to the user: its name and the start of its id.
    let name: String
    /// Parts of the revision that were skipped because no checkout could contain them or because of a limit.
    let problems: [Problem]

    private var index: MemoryIndex { indexed.index }

    /// Reads the inputs of `now` as they were in the revision that `now` is compared with, and checks them with the same
    /// configurations.
    ///
    /// - Throws: ``UsageError``, ``Interruption``.
    static func read(_ now: InputScan, in revision: BaseRevision, context: Context) throws -> BaseVersion {
        var request = now.request
        // The earlier version may have had no manifests.
        request.wantsManifests = false
        var reading = context
        reading.files = revision.files
        let sources = try request.discover(with: now.discovered.configurations, in: reading)
        let scan = try sources.read(in: reading)
        revision.files.noteMissing(from: revision.name)
        return BaseVersion(indexed: scan.indexed(), name: revision.name, problems: revision.files.problems)
    }

    /// The claims of each source.
    var claims: [ByteString: [Claim]] {
        var claims = Dictionary(
            uniqueKeysWithValues: index.sources().map { (ByteString($0.name), [Claim]()) }
        )
        for claim in index.allClaims {
            if let source = claim.place.source { claims[ByteString(source), default: []].append(claim) }
        }
        return claims
    }

    /// Prints whether some old findings may be reported by mistake.
    func reportUnread(in context: Context) {
        // A path that didn't exist yet is not a problem.
        let unread = indexed.scan.unreadCount
        if unread > 0 {
            let inputs = TextTerms.count(unread, "input")
            context.note("\(inputs) of \(name) could not be read, so old findings may be reported as new")
        }
    }

    /// Returns the findings that didn't exist before, were less severe, or were accepted.
    ///
    /// If a change makes an app claim another app's scheme, both get a finding, but only the newcomer's is new, unless the
    /// other's is graver; it names the other app.
    ///
    /// - Parameter before: The findings about the earlier version.
    func ownFindings(among findings: [Finding], before: [Finding]) -> [Finding] {
        let fresh = Self.unmatched(findings, among: before)
        let ofGroups = Set(allRules.filter { $0.isOfScheme }.map(\.description.id))
        var known: Set<AppScheme> = []
        for claim in index.allClaims {
            guard let scheme = claim.scheme else { continue }
            known.insert(AppScheme(scheme: scheme, app: claim.app.id))
            known.insert(AppScheme(scheme: scheme, app: claim.container))
        }
        func isNewcomer(_ finding: Finding) -> Bool {
            guard let scheme = finding.scheme else { return false }
            return finding.apps.contains { !known.contains(AppScheme(scheme: scheme, app: $0.id)) }
        }
        let ofDomains = Set(allRules.filter(\.isOfSharedDomain).map(\.description.id))
        let sharing = fresh.filter { ofDomains.contains($0.rule) }
        let newDomains = sharing.isEmpty ? [:] : newcomers(among: sharing)
        // What newcomers bring upon a scheme, unless it is accepted.
        var brought: [SchemeKey: Severity] = [:]
        for finding in fresh where ofGroups.contains(finding.rule) && finding.accepted == nil && isNewcomer(finding) {
            guard let scheme = finding.scheme else { continue }
            brought[scheme] = max(brought[scheme] ?? finding.severity, finding.severity)
        }
        return fresh.filter { finding in
            if ofDomains.contains(finding.rule) {
                return newDomains[ByteString(finding.fingerprint.subject)]?.contains(finding.app?.id) ?? true
            }
            guard ofGroups.contains(finding.rule), let newcomers = finding.scheme.flatMap({ brought[$0] }) else {
                return true
            }
            // A graver finding has another cause.
            return finding.severity > newcomers || isNewcomer(finding)
        }
    }

    /// Removes new findings about missing parts, and returns them as problems: a change must not pass because what it adds
    /// can't be read.
    ///
    /// Source files that don't exist stay findings. A build generates them, or fails.
    ///
    /// - Throws: The error of reading `index`.
    func takeGaps(from findings: inout [Finding], in index: some ClaimIndex) throws -> [Problem] {
        var causes: Set<String> = []
        try index.forEachIrregularity { irregularity in
            let fact = irregularity.irregularity
            if fact.kind == .missingPart, fact.found != "source", let cause = fact.cause { causes.insert(cause) }
        }
        func isGap(_ finding: Finding) -> Bool { finding.accepted == nil && causes.contains(finding.message) }
        let gaps = findings.filter(isGap)
        findings.removeAll(where: isGap)
        return gaps.map { Problem(code: .hiddenChange, message: $0.message, hint: $0.hint, place: $0.place) }
    }

    /// Returns the apps whose domains are new, by domain, among the apps of findings about domains that several apps have.
    private func newcomers(among findings: [Finding]) -> [ByteString: Set<AppID?>] {
        var newcomers: [ByteString: Set<AppID?>] = [:]
        for finding in findings {
            guard let app = finding.app?.id else { continue }
            let subject = finding.fingerprint.subject
            let before = index.domainClaims(on: DomainPattern(subject)).filter(\.isPublicLink).map(\.claim)
            guard !before.contains(where: { $0.app.id == app || $0.container == app }) else { continue }
            newcomers[ByteString(subject), default: []].insert(app)
        }
        return newcomers
    }

    /// Accepts findings that existed before by the comments that the change adds. A change can't accept what it adds.
    static func acceptByAdditions(_ findings: inout [Finding], before: [Finding]) {
        guard findings.contains(where: { $0.addedAcceptance != nil }) else { return }
        let new = Set(unmatched(findings, among: before))
        for index in findings.indices where findings[index].accepted == nil && !new.contains(findings[index]) {
            findings[index].accepted = findings[index].addedAcceptance
        }
    }

    /// Returns the findings that match none of `others`. Equal findings in the same place are matched first, so that
    /// the one on an added line is left.
    ///
    /// An accepted one of `others` only matches an accepted finding, or else one with an added acceptance.
    ///
    /// - Parameter standsFor: Whether a finding of the first severity matches an equal one of the second.
    static func unmatched(
        _ findings: [Finding],
        among others: [Finding],
        standsFor: (Severity, Severity) -> Bool = { $0 >= $1 }
    ) -> [Finding] {
        var findings = findings
        var (accepted, open) = (others.filter { $0.accepted != nil }, others.filter { $0.accepted == nil })
        match(&findings, with: &accepted, standsFor) { $0.accepted != nil }
        match(&findings, with: &accepted, standsFor) { $0.addedAcceptance != nil }
        match(&findings, with: &open, standsFor) { _ in true }
        let variants = Dictionary(grouping: (accepted + open).filter(\.isOfVariants), by: \.scheme)
        guard !variants.isEmpty else { return findings }
        return findings.filter { finding in
            guard finding.isOfVariants, let before = variants[finding.scheme] else { return true }
            return !before.contains { $0.sharesMore(than: finding, standsFor) }
        }
    }

    /// Removes matching findings from both lists, those in the same place first.
    private static func match(
        _ findings: inout [Finding],
        with others: inout [Finding],
        _ standsFor: (Severity, Severity) -> Bool,
        where mayMatch: (Finding) -> Bool
    ) {
        struct MatchKey: Hashable {
            var key: FindingCounts.Key
            var place: Place
        }
        let places: [(Finding) -> Place] = [
            { $0.place }, { Place(path: $0.place.path, keyPath: $0.place.keyPath) }, { _ in Place(path: "") },
        ]
        for place in places where !others.isEmpty {
            func matchKey(_ finding: Finding) -> MatchKey {
                MatchKey(key: FindingCounts.Key(finding.fingerprint), place: place(finding))
            }
            // Grouped, so that a large number of equal findings isn't compared pairwise: by severity, in reverse order.
            var rest: [MatchKey: [Severity: [Int]]] = [:]
            for (index, other) in others.enumerated().reversed() {
                rest[matchKey(other), default: [:]][other.severity, default: []].append(index)
            }
            var taken: Set<Int> = []
            findings.removeAll { finding in
                guard mayMatch(finding) else { return false }
                let matchKey = matchKey(finding)
                let fit = rest[matchKey]?.compactMap { severity, indices -> (severity: Severity, index: Int)? in
                    standsFor(severity, finding.severity) ? indices.last.map { (severity, $0) } : nil
                }
                guard let first = fit?.min(by: { $0.index < $1.index }) else { return false }
                rest[matchKey]?[first.severity]?.removeLast()
                taken.insert(first.index)
                return true
            }
            others = others.indices.filter { !taken.contains($0) }.map { [others] in others[$0] }
        }
    }
}

extension Finding {
    fileprivate var isOfVariants: Bool {
        if case .variants = group { return true }
        return false
    }

    /// Returns whether it names the same variants as `other` and more: if variants shared a scheme before, it isn't new
    /// that fewer of them still do.
    fileprivate func sharesMore(than other: Finding, _ standsFor: (Severity, Severity) -> Bool) -> Bool {
        guard case .variants(let mine) = group, case .variants(let theirs) = other.group, scheme == other.scheme,
            mine.count > theirs.count, ByteString(mine.product) == ByteString(theirs.product),
            standsFor(severity, other.severity), accepted == nil || other.accepted != nil
        else { return false }
        return Set(theirs.members.map(\.app.id)).isSubset(of: Set(mine.members.map(\.app.id)))
    }
}
