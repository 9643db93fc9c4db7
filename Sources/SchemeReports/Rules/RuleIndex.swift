package import SchemeModel

/// The page that lists all rules.
package enum RuleIndex {
    /// The page `docs/rules/README.md`: one table for each section.
    package static func page(of rules: [RuleDescription]) -> String {
        var text = "# Rules\n"
        for section in RuleDescription.Section.allCases {
            let rules = rules.filter { $0.section == section }
            if rules.isEmpty { continue }
            text += "\n## \(section.rawValue)\n\n| rule | severity | reports |\n| --- | --- | --- |\n"
            for rule in rules {
                let summary = rule.summary.split(separator: "|", omittingEmptySubsequences: false)
                    .joined(separator: "\\|")
                text += "| [`\(rule.id)`](\(rule.id).md) | \(rule.severityText) | \(summary) |\n"
            }
        }
        return text
    }
}
