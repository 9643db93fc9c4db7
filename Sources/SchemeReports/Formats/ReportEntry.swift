import SchemeModel

/// One row of a report for users: a finding, or several findings with the same cause.
struct ReportEntry {
    let severity: Severity
    let place: Place
    let text: FindingText
    let rule: String

    /// Returns the rows of `findings`, each at the position of its first finding.
    ///
    /// There is one row per collision, with its most severe finding, one for all schemes that the same variants share,
    /// and one for every other finding.
    static func entries(of findings: [Finding], in context: ReportContext) -> [ReportEntry] {
        var blocks = Dictionary(
            uniqueKeysWithValues: VariantBlock.blocks(of: findings).map { (Finding.Group.variants($0.variants), $0) }
        )
        var worst: [Finding.Group: Severity] = [:]
        for finding in findings {
            guard case .collision = finding.group, let group = finding.group else { continue }
            worst[group] = max(worst[group] ?? .note, finding.severity)
        }
        return findings.compactMap { finding in
            guard let group = finding.group else { return ReportEntry(finding, in: context) }
            switch group {
            case .collision:
                guard worst[group] == finding.severity else { return nil }
                worst[group] = nil
                return ReportEntry(finding, in: context)
            case .variants: return blocks.removeValue(forKey: group).flatMap { ReportEntry($0, in: context) }
            }
        }
    }

    private init(_ finding: Finding, in context: ReportContext) {
        severity = finding.severity
        place = finding.place
        text = FindingText(finding, in: context)
        rule = finding.rule
    }

    private init?(_ block: VariantBlock, in context: ReportContext) {
        guard let finding = block.worst else { return nil }
        severity = block.severity
        place = finding.place
        text = FindingText(block, in: context)
        rule = finding.rule
    }
}
