/// The number of unaccepted findings of one rule at one severity, with their causes and schemes.
public struct RuleCounts: Hashable, Sendable, Codable {
    /// The rule's id.
    public var rule: String
    /// The severity of the rule's worst finding in each cause.
    public var severity: Severity
    /// The number of findings of the rule, so that these numbers add up to all findings.
    public var findings = 0
    /// The number of causes with a worst finding of the rule, so that these numbers add up to ``Summary/causes``.
    public var causes = 0
    /// The number of other causes with findings of the rule, which ``causes`` of other rules include.
    package var sharedCauses = 0
    /// The number of distinct schemes.
    public var schemes = 0
    /// The first schemes as inputs spell them, ordered by the bytes of their keys, at most ``namedLimit``; not escaped.
    package var firstSchemes: [String] = []

    /// The maximum number of schemes in ``firstSchemes``.
    package static let namedLimit = 3

    /// Returns the counts of `causes`, ordered by severity, worst first, and by rule.
    package static func counts(of causes: [Cause]) -> [RuleCounts] {
        var counts: [Severity: [ByteString: (counts: RuleCounts, schemes: [SchemeKey: String])]] = [:]
        for cause in causes {
            for (rule, findings) in Dictionary(grouping: cause.findings, by: { ByteString($0.rule) }) {
                let severity = findings.lazy.map(\.severity).max() ?? cause.severity
                let empty = RuleCounts(rule: rule.string, severity: severity)
                var row = counts[severity]?[rule] ?? (empty, [:])
                counts[severity]?[rule] = nil
                let isWorst = rule == ByteString(cause.worst.rule)
                row.counts.causes += isWorst ? 1 : 0
                row.counts.sharedCauses += isWorst ? 0 : 1
                row.counts.findings += findings.count
                for finding in findings {
                    guard let scheme = finding.scheme else { continue }
                    row.schemes[scheme] = row.schemes[scheme] ?? finding.spelling ?? scheme.text.string
                }
                counts[severity, default: [:]][rule] = row
            }
        }
        return counts.sorted { $0.key > $1.key }.flatMap { _, rules in
            rules.sorted { $0.key < $1.key }.map { _, row in
                var counts = row.counts
                counts.schemes = row.schemes.count
                counts.firstSchemes = row.schemes.sorted { $0.key < $1.key }.prefix(namedLimit).map(\.value)
                return counts
            }
        }
    }

    private init(rule: String, severity: Severity) {
        self.rule = rule
        self.severity = severity
    }
}
