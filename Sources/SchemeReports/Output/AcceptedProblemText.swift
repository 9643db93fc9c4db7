import SchemeModel

/// The text about problems that don't fail the run, for reports: one escaped line for each reason and kind of problem.
struct AcceptedProblemText {
    /// The lines, in the order of the problems.
    private(set) var lines: [String] = []

    private struct Group: Hashable {
        var code: Problem.Code
        var acceptance: Finding.Acceptance
    }

    /// - Parameter style: Returns a name or another text from an input, escaped for the format.
    init(
        _ problems: [AcceptedProblem],
        in context: ReportContext,
        style: (String) -> String = { TextEscape.escaped($0) }
    ) {
        var groups: [Group] = []
        var members: [Group: [Problem]] = [:]
        for accepted in problems {
            let group = Group(code: accepted.problem.code, acceptance: accepted.acceptance)
            if members[group] == nil { groups.append(group) }
            members[group, default: []].append(accepted.problem)
        }
        lines = groups.map { group in
            let problems = members[group] ?? []
            let first = problems.first.map { style(context.paths.text(for: $0.place)) } ?? ""
            let more = problems.count - 1
            let places = more > 0 ? "\(first) and \(more.grouped) more" : first
            return "accepted problem: \(places): \(group.code.rawValue); \(style(group.acceptance.reason)) "
                + "(\(style(group.acceptance.by)))"
        }
    }
}
