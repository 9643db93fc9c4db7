import SchemeModel

/// Matches findings with the comments in code that accept them, and records which comments are used.
struct CommentMatcher {
    private let policies: TeamPolicies
    /// The rules of the run, by id.
    private let enabled: [String: RuleDescription]
    private var comments: [Place: Comment] = [:]
    /// The comments about each line.
    private var byLine: [Line: [Place]] = [:]

    private struct Comment {
        var facts: RunFacts.CommentFacts
        /// Whether everything was read that findings about the file can depend on.
        var isDecidable: Bool
    }

    private struct Line: Hashable {
        var file: Place
        var line: Int
    }

    private static let descriptions = Dictionary(
        allRules.map { ($0.description.id, $0.description) },
        uniquingKeysWith: { first, _ in first }
    )

    /// - Parameter enabled: The descriptions of the rules of the run, by id.
    init(_ policies: TeamPolicies, enabled: [String: RuleDescription]) {
        self.policies = policies
        self.enabled = enabled
    }

    /// Adds the comments in the code of a target. Targets can share files.
    mutating func add(_ target: TargetFacts) {
        guard !target.acceptances.isEmpty else { return }
        // Most rules need the manifests of the app.
        let isDecidable = !target.isPartial && target.unread.isEmpty && !target.appManifests.isEmpty
        for acceptance in target.acceptances {
            if let known = comments[acceptance.place] {
                comments[acceptance.place]?.isDecidable = known.isDecidable && isDecidable
                continue
            }
            comments[acceptance.place] = Comment(facts: RunFacts.CommentFacts(acceptance), isDecidable: isDecidable)
            guard !acceptance.reason.isEmpty else { continue }
            let line = Line(file: acceptance.place.file, line: acceptance.line)
            byLine[line, default: []].append(acceptance.place)
        }
    }

    /// Records that findings exist, before some of them are left out because there are too many.
    mutating func note(_ findings: [Finding]) {
        for finding in findings {
            // Only the places are kept, because a second reference to the facts would copy the set on each insertion.
            for place in comments(about: finding).map(\.acceptance.place) {
                let subject = ByteString(finding.fingerprint.subject)
                comments[place]?.facts.findings[finding.rule, default: []].insert(subject)
            }
        }
    }

    /// Returns all findings of the run, each accepted by the first matching comment unless it already is.
    ///
    /// - Parameter earlier: The comments in the revision that the run compares with; `nil` to compare with none. A comment
    ///   that is not among them sets the added acceptance of a finding.
    mutating func accepted(_ findings: [Finding], comparedWith earlier: [RunFacts.CommentFacts]?) -> [Finding] {
        note(findings)
        for place in earlier.map(additions) ?? [] { comments[place]?.facts.isAdded = true }
        return findings.map { finding in
            var finding = finding
            for comment in comments(about: finding) where finding.accepted == nil {
                let way = comment.isAdded ? \Finding.addedAcceptance : \.accepted
                let by = Wording.place(comment.acceptance.place, from: finding.place)
                let acceptance = Finding.Acceptance(reason: comment.acceptance.reason, by: by, isInSource: true)
                finding[keyPath: way] = finding[keyPath: way] ?? acceptance
            }
            return finding
        }
    }

    /// Returns the comments with the finding's rule that apply to its line.
    private func comments(about finding: Finding) -> [RunFacts.CommentFacts] {
        guard !byLine.isEmpty, let line = finding.place.range?.lines?.start.line else { return [] }
        let places = byLine[Line(file: finding.place.file, line: line)] ?? []
        return places.compactMap { comments[$0]?.facts }.filter { $0.acceptance.rules.contains(finding.rule) }
    }

    /// Returns the places of comments that are not among `earlier`, or that are about findings that those were not about. Of
    /// equal ones, those about the same findings as before are not new. If more are left than before, nothing tells which
    /// ones are new, so all are returned.
    private func additions(to earlier: [RunFacts.CommentFacts]) -> [Place] {
        var before = Dictionary(grouping: earlier, by: \.identity)
        let changed = ordered.map(\.facts).filter { comment in
            let same = before[comment.identity]?.firstIndex { $0.findings == comment.findings }
            if let same { before[comment.identity]?.remove(at: same) }
            return same == nil
        }
        return Dictionary(grouping: changed, by: \.identity).flatMap { identity, comments in
            let rest = before[identity] ?? []
            let hasMore = comments.count > rest.count
            return comments.filter { hasMore || !$0.isCovered(by: rest) }.map(\.acceptance.place)
        }
    }

    private var ordered: [Comment] { comments.values.sorted { $0.facts.acceptance.place < $1.facts.acceptance.place } }

    /// Returns the usage of the comments, ordered by place.
    ///
    /// - Parameter isComplete: Whether all inputs were checked.
    func facts(isComplete: Bool) -> [RunFacts.CommentFacts] {
        ordered.map { comment in
            var facts = comment.facts
            for rule in facts.acceptance.rules where facts.findings[rule] == nil {
                guard let description = Self.descriptions[rule] else {
                    facts.unknown.append(rule)
                    continue
                }
                if description.traits.contains(.concernsAcceptances) {
                    facts.unacceptable.append(rule)
                } else if isComplete, comment.isDecidable, isDecided(description, in: facts.acceptance.place.source) {
                    facts.unused.append(rule)
                }
            }
            return facts
        }
    }

    /// Whether the run decides what the rule reports about code. A rule that is off may be on elsewhere, and findings about
    /// other apps depend on which ones the run knows.
    private func isDecided(_ rule: RuleDescription, in source: String?) -> Bool {
        guard enabled[rule.id] != nil, policies.level(of: rule, in: source) != .off else { return false }
        return !rule.traits.contains(.dependsOnOtherApps)
    }
}

extension Place {
    /// The place of the whole file.
    fileprivate var file: Place { Place(source: source, path: path, member: member) }
}

extension RunFacts.CommentFacts {
    /// Whether all findings that it is about have the subject of one that `earlier` were about.
    fileprivate func isCovered(by earlier: [RunFacts.CommentFacts]) -> Bool {
        findings.allSatisfy { rule, subjects in
            subjects.allSatisfy { subject in earlier.contains { $0.findings[rule]?.contains(subject) ?? false } }
        }
    }

    /// What it has in common with itself in another version, in which its line may differ.
    fileprivate var identity: CodeAcceptance {
        CodeAcceptance(place: acceptance.place.file, line: 0, rules: acceptance.rules, reason: acceptance.reason)
    }
}
