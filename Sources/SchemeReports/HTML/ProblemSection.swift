import SchemeModel

/// The inputs that could not be checked.
struct ProblemSection: PageSection {
    let parts: PageParts
    let anchor = Anchor("problems")
    let title = "The check is incomplete"

    var isShown: Bool { !parts.report.problems.isEmpty }

    /// The number of problems that are listed.
    private static let limit = 200

    func write(to html: Markup) throws {
        let problems = parts.report.problems
        try html.element("ul", [.classes("problems")]) {
            for problem in problems.prefix(Self.limit) {
                try html.element("li") {
                    try parts.write(problem.place, to: html)
                    try html.constant(": ")
                    try html.text(problem.message)
                    if let hint = problem.hint { try html.element("p", [.classes("fix")], text: hint) }
                }
                try html.line()
            }
        }
        let more = problems.count - Self.limit
        if more > 0 { try html.element("p", text: "and \(TextTerms.count(more, "more problem"))") }
    }
}
