/// How much a finding matters.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
    /// A possible problem, or a minor one.
    case note
    /// Works today or by chance, but is likely to cause trouble.
    case warning
    /// Broken, rejected by Apple, or documented by Apple as undefined.
    case error

    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    /// The rank in the registry's views: 1 for a note, 2 for a warning, 3 for an error.
    package var rank: Int {
        switch self {
        case .note: 1
        case .warning: 2
        case .error: 3
        }
    }

    /// Creates the severity with this rank; ranks outside 1…3 give the nearest severity.
    package init(rank: Int) {
        self = rank <= 1 ? .note : rank == 2 ? .warning : .error
    }
}

/// Whether the problem in a finding is certain or only possible.
public enum Certainty: String, Sendable, Codable, CaseIterable {
    /// The inputs show the problem.
    case certain
    /// It is a problem only if a value that the inputs don't show has a certain value, such as the platform of an app.
    case possible
}
