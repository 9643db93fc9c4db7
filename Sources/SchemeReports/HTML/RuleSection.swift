import SchemeModel

/// What the rules of the findings report, why, and how to fix it.
struct RuleSection: PageSection {
    let parts: PageParts
    let anchor = Anchor("rules")
    let title = "Rules for these findings"
    let shortTitle = "Rules"

    var isShown: Bool { !parts.rules.isEmpty }

    func write(to html: Markup) throws {
        for rule in parts.rules {
            guard let anchor = Anchor.rule(rule.id) else { continue }
            try html.element("details", [.id(anchor)]) {
                try html.element("summary") {
                    try html.element("code", text: rule.id)
                    try html.text(" reports \(rule.summary).")
                }
                try html.element("h3", text: "Why it matters")
                try RuleProse.write(rule.why, to: html)
                try html.element("h3", text: "How to fix it")
                try RuleProse.write(rule.fix, to: html)
            }
            try html.line()
        }
    }
}
