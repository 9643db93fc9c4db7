import SchemeModel

/// Limits the findings of one rule about one manifest, target or file, so that the report on a hostile file is limited.
struct FindingBound {
    private let limits: Limits
    /// The number of findings beyond ``Limits/leastFindings`` of each list that may still be kept.
    private var room: Int
    /// A problem for each list that was cut, up to ``mostProblems``.
    private(set) var problems: [Problem] = []

    private static let mostProblems = 100

    init(limits: Limits = .standard) {
        self.limits = limits
        room = limits.runFindings
    }

    /// Returns the findings of one rule. If there are more than ``Limits/findings``, only the most severe are kept; fewer if
    /// many lists are long.
    ///
    /// Findings are compared with a baseline or an earlier version after that. One that was dropped could be new, so the
    /// check is incomplete.
    ///
    /// - Parameter what: What the findings are about.
    mutating func bounded(_ findings: [Finding], in what: String = "manifest") -> [Finding] {
        let limit = max(limits.leastFindings, min(limits.findings, limits.leastFindings + room))
        room -= max(0, min(findings.count, limit) - limits.leastFindings)
        guard findings.count > limit else { return findings }
        let byGravity = Severity.allCases.sorted(by: >).flatMap { severity in
            findings.filter { $0.severity == severity }
        }
        let cut = Array(byGravity.prefix(limit))
        guard problems.count < Self.mostProblems else { return cut }
        problems.append(
            Problem(
                code: .overLimit,
                message:
                    "there are more than \(limit.grouped) findings of the rule '\(findings[0].rule)' in this \(what), and "
                    + "\((findings.count - limit).grouped) were dropped",
                hint: "fix those that are shown, or skip the file with --exclude",
                place: Place(source: findings[0].place.source, path: findings[0].place.path)
            )
        )
        return cut
    }
}
