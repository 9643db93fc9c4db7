/// Rules that answer one question together.
package enum RuleGroup: String, CaseIterable, Sendable {
    /// What changes for URLs in apps that are built with the iOS 27 SDK: scenes, deprecated calls, the limit of queries.
    case ios27

    /// The ids of its rules, sorted.
    package var rules: [String] {
        switch self {
        case .ios27:
            [
                "dropped-launch-url", "missing-scene-delegate", "missing-scene-lifecycle", "retired-open-call",
                "retired-query-call", "retired-url-receiver", "too-many-query-schemes", "unreachable-url-handler",
            ]
        }
    }
}

extension RuleDescription {
    /// The groups that contain the rule.
    package var groups: [RuleGroup] { RuleGroup.allCases.filter { $0.rules.contains(id) } }
}
