import SchemeModel
import SchemeRules

/// Finds rules by their ids.
enum RuleNames {
    /// Returns the rule with this id.
    ///
    /// - Throws: ``UsageError``, with the nearest id, if there is none.
    static func rule(_ id: String) throws(UsageError) -> any Rule {
        let rules = allRules
        if let rule = rules.first(where: { $0.description.id == id }) { return rule }
        let nearest = SpellingSuggestion.among(rules.map(\.description.id), to: id)
        throw UsageError(
            "unknown rule '\(id)'",
            hint: nearest.map { "did you mean '\($0)'?" } ?? "run 'schemereg rules' to list all rules"
        )
    }
}
