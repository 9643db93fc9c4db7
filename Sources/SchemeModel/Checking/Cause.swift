/// The underlying cause of a finding.
///
/// Findings with the same cause are one problem for the reader of a report: the apps of a collision, the schemes that
/// the same variants share, or one line as several configurations resolve it.
package struct Cause: Hashable, Sendable {
    private let rule: String
    private let kind: Kind

    private enum Kind: Hashable {
        case group(Finding.Group)
        case place(Place, ByteString)
        /// What the variants of an app make of one line, in whatever words.
        case variants(Place, SchemeKey?)
    }

    /// The number of distinct causes in `findings`.
    package static func count(in findings: [Finding]) -> Int { Set(findings.map(Cause.init)).count }

    /// The cause of `finding`.
    package init(_ finding: Finding) {
        rule = finding.rule
        kind =
            if let group = finding.group {
                .group(group)
            } else if finding.variant != nil {
                .variants(finding.place, finding.scheme)
            } else {
                .place(finding.place, ByteString(finding.message))
            }
    }
}

/// Counts by severity.
public struct SeverityCounts: Hashable, Sendable, Codable {
    /// The number with the severity ``Severity/error``.
    public var errors = 0
    /// The number with the severity ``Severity/warning``.
    public var warnings = 0
    /// The number with the severity ``Severity/note``.
    public var notes = 0

    package init() {}

    /// The number of causes of `findings`, each with the severity of its worst finding.
    package init(causesOf findings: [Finding]) {
        var worst: [Cause: Severity] = [:]
        for finding in findings {
            let cause = Cause(finding)
            worst[cause] = max(worst[cause] ?? .note, finding.severity)
        }
        for severity in worst.values { add(severity) }
    }

    /// Increments the count of `severity`.
    package mutating func add(_ severity: Severity) {
        switch severity {
        case .error: errors += 1
        case .warning: warnings += 1
        case .note: notes += 1
        }
    }

    /// The nonzero counts as phrases, most severe first: `1 error`, `2 warnings`.
    package var phrases: [String] {
        [(errors, "error"), (warnings, "warning"), (notes, "note")].filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    }
}
