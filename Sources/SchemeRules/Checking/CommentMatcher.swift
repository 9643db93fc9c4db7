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
        let acceptance: CodeAcceptance
        /// Whether everything was read that findings about the file can depend on.
        var isDecidable: Bool
        var used: Set<String> = []
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
            comments[acceptance.place] = Comment(acceptance: acceptance, isDecidable: isDecidable)
            guard !acceptance.reason.isEmpty else { continue }
            let line = Line(file: acceptance.place.file, line: acceptance.line)
            byLine[line, default: []].append(acceptance.place)
        }
    }

    /// Records that findings exist, before some of them are left out because there are too many.
    mutating func note(_ findings: [Finding]) {
        guard !comments.isEmpty else { return }
        for finding in findings { _ = accepted(finding) }
    }

    /// Returns the finding, accepted by the first matching comment unless it already is. All matching ones count as used.
    mutating func accepted(_ finding: Finding) -> Finding {
        guard !byLine.isEmpty, let line = finding.place.range?.lines?.start.line,
            let matching = byLine[Line(file: finding.place.file, line: line)]
        else { return finding }
        var finding = finding
        for place in matching {
            guard let acceptance = comments[place]?.acceptance, acceptance.rules.contains(finding.rule) else {
                continue
            }
            comments[place]?.used.insert(finding.rule)
            guard finding.accepted == nil else { continue }
            finding.accepted = Finding.Acceptance(
                reason: acceptance.reason,
                by: Wording.place(place, from: finding.place),
                isInSource: true,
                comment: place
            )
        }
        return finding
    }

    /// Returns the usage of the comments, ordered by place.
    ///
    /// - Parameter isComplete: Whether all inputs were checked.
    func facts(isComplete: Bool) -> [RunFacts.CommentFacts] {
        comments.values.sorted { $0.acceptance.place < $1.acceptance.place }.map { comment in
            var facts = RunFacts.CommentFacts(comment.acceptance)
            facts.isUsed = !comment.used.isEmpty
            for rule in comment.acceptance.rules where !comment.used.contains(rule) {
                guard let description = Self.descriptions[rule] else {
                    facts.unknown.append(rule)
                    continue
                }
                if description.traits.contains(.concernsAcceptances) {
                    facts.unacceptable.append(rule)
                } else if isComplete, comment.isDecidable, isDecided(description, in: comment.acceptance.place.source) {
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
