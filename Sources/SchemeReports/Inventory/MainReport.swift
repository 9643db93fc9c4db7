/// The three reports that matter most, each with its rules.
package enum MainReport: CaseIterable, Sendable {
    case reservedSchemeClashes, duplicateRegistrations, undefinedTargets

    /// The ids of the rules, as in the views of the registry.
    package var rules: [String] {
        switch self {
        case .reservedSchemeClashes: ["reserved-scheme"]
        case .duplicateRegistrations: ["duplicate-scheme", "duplicate-identifier"]
        case .undefinedTargets: ["undefined-target", "variant-collision"]
        }
    }

    /// Creates the report that a rule belongs to; `nil` if there is none.
    init?(rule: String) {
        guard let report = Self.allCases.first(where: { $0.rules.contains(rule) }) else { return nil }
        self = report
    }
}
