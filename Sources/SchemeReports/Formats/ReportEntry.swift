import SchemeModel

/// One row of a report for users: a finding, or several findings with the same cause.
struct ReportEntry {
    let severity: Severity
    let place: Place
    let text: FindingText
    let rule: String

    /// Returns the rows of `findings`, one per cause, the most severe first.
    static func entries(of findings: [Finding], in context: ReportContext) -> [ReportEntry] {
        context.orderedCauses(of: findings).map { ReportEntry($0, in: context) }
    }

    private init(_ cause: Cause, in context: ReportContext) {
        severity = cause.severity
        place = cause.worst.place
        text = FindingText(cause, in: context)
        rule = cause.worst.rule
    }
}
