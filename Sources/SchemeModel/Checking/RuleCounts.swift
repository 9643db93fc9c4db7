/// The number of unaccepted findings of one rule at one severity, with their causes and schemes.
public struct RuleCounts: Hashable, Sendable, Codable {
    /// The rule's id.
    public var rule: String
    /// The severity of the worst finding of each cause.
    public var severity: Severity
    /// The number of findings, with those of other rules that belong to the same causes.
    public var findings = 0
    /// The number of causes; see ``Summary/causes``.
    public var causes = 0
    /// The number of distinct schemes.
    public var schemes = 0
    /// The first schemes, ordered by their bytes, at most ``namedLimit``.
    package var firstSchemes: [SchemeKey] = []

    /// The maximum number of schemes in ``firstSchemes``.
    package static let namedLimit = 3

    /// Returns the counts of `causes`, ordered by severity, worst first, and by rule.
    package static func counts(of causes: [Cause]) -> [RuleCounts] {
        var counts: [Severity: [ByteString: (counts: RuleCounts, schemes: Set<SchemeKey>)]] = [:]
        for cause in causes {
            let empty = RuleCounts(rule: cause.worst.rule, severity: cause.severity)
            var row = counts[cause.severity]?[ByteString(cause.worst.rule)] ?? (empty, [])
            counts[cause.severity]?[ByteString(cause.worst.rule)] = nil
            row.counts.causes += 1
            row.counts.findings += cause.findings.count
            row.schemes.formUnion(cause.findings.lazy.compactMap(\.scheme))
            counts[cause.severity, default: [:]][ByteString(cause.worst.rule)] = row
        }
        return counts.sorted { $0.key > $1.key }.flatMap { _, rules in
            rules.sorted { $0.key < $1.key }.map { _, row in
                var counts = row.counts
                counts.schemes = row.schemes.count
                counts.firstSchemes = Array(row.schemes.sorted().prefix(namedLimit))
                return counts
            }
        }
    }

    private init(rule: String, severity: Severity) {
        self.rule = rule
        self.severity = severity
    }
}
