package import SchemeModel
import SchemeRules

/// Finds rules by their ids.
package enum RuleNames {
    /// Returns the rule with this id, or the only one whose id starts with it.
    ///
    /// - Throws: ``UsageError``, with the rules that it may mean, if there is none.
    static func rule(_ id: String) throws(UsageError) -> any Rule {
        let rules = allRules
        if let rule = rules.first(where: { $0.description.id == id }) { return rule }
        let started = id.isEmpty ? [] : rules.filter { $0.description.id.hasPrefix(id) }
        if let rule = started.first, started.count == 1 { return rule }
        guard started.isEmpty else {
            throw UsageError(
                "'\(id)' is the start of \(started.count) rules",
                details: started.map(\.description.id),
                hint: "write more of the name"
            )
        }
        let nearest = SpellingSuggestion.among(rules.map(\.description.id), to: id)
        throw UsageError(
            "unknown rule '\(id)'",
            hint: nearest.map { "did you mean '\($0)'?" } ?? "run 'schemereg rules' to list all rules"
        )
    }

    /// Returns the whole id of the rule that the user named.
    ///
    /// - Throws: ``UsageError`` if there is none.
    package static func identifier(named id: String) throws(UsageError) -> String { try rule(id).description.id }

    /// The ids of the rules that `conflicts` reports by default.
    static var conflicts: Set<String> { Set(allRules.filter(\.isOfConflicts).map(\.description.id)) }

    /// Returns the ids of the rules in a group.
    package static func identifiers(in group: RuleGroup) -> [String] {
        allRules.map(\.description).filter { $0.groups.contains(group) }.map(\.id)
    }
}
