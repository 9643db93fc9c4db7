/// Rules that answer one question together.
package enum RuleGroup: String, CaseIterable, Sendable {
    /// What changes for URLs in apps that are built with the iOS 27 SDK: scenes, deprecated calls, the limit of queries.
    case ios27
}

extension RuleDescription {
    /// The groups that contain the rule.
    package var groups: [RuleGroup] { RuleGroup.allCases.filter { traits.contains(.isInGroup($0)) } }
}
