/// Counts by severity.
public struct SeverityCounts: Hashable, Sendable, Codable {
    /// The number with the severity ``Severity/error``.
    public var errors = 0
    /// The number with the severity ``Severity/warning``.
    public var warnings = 0
    /// The number with the severity ``Severity/note``.
    public var notes = 0

    package init() {}

    /// The counts of `causes`, each with the severity of its worst finding.
    package init(of causes: [Cause]) {
        for cause in causes { add(cause.severity) }
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
            .map { "\($0.0.grouped) \($0.1)\($0.0 == 1 ? "" : "s")" }
    }
}
