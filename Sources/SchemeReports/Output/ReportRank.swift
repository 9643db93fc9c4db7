import SchemeModel

/// Where the findings of a rule come in a report for people: the most severe first, and of these the conflicts with
/// other apps or the system first.
struct ReportRank: Comparable {
    private let severity: Severity
    private let isConflict: Bool

    init(_ severity: Severity, _ rule: String) {
        self.severity = severity
        isConflict = MainReport(rule: rule) != nil
    }

    init(_ finding: Finding) { self.init(finding.severity, finding.rule) }

    /// Whether `left` comes before `right`.
    static func < (left: ReportRank, right: ReportRank) -> Bool {
        left.severity != right.severity ? left.severity > right.severity : left.isConflict && !right.isConflict
    }
}
