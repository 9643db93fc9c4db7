import SchemeModel

extension [Finding] {
    /// Returns the findings without those of the same rule, place and subject as an earlier one, which refers to them. So
    /// a package that several projects need is reported once.
    ///
    /// - Parameter rules: The descriptions of the rules by id.
    func onePerCause(_ rules: [String: RuleDescription]) -> [Finding] {
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
            kept[position].join(finding)
        }
        return kept
    }
}

extension Finding {
    /// Adds the place of another finding with the same cause.
    mutating func join(_ other: Finding) {
        ownRelatedCount = ownRelatedCount ?? related.count
        relatedCount += 1
        guard related.count < Finding.relatedLimit else { return }
        related.append(.init(app: other.app, place: other.place, message: other.message))
    }
}

/// What findings about the same cause have in common.
private struct CauseKey: Hashable {
    var rule: String
    var place: Place
    var subject: String?
}
