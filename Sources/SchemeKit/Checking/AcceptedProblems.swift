import SchemeModel
import SchemeRules

extension CheckReport {
    /// Moves the problems that a configuration accepts to the summary.
    mutating func accept(by policies: TeamPolicies) {
        let (open, accepted) = policies.separated(problems)
        problems = open
        summary.acceptedProblems += accepted
    }

    /// Moves the problems that don't fail the run to the summary: those that a configuration accepts, those of the revision
    /// that the branch doesn't touch, and those with code if the rules that were named need none.
    mutating func accept(from scan: InputScan, inherited: Set<Problem> = []) {
        accept(by: scan.discovered.configurations.policies)
        let request = scan.request
        let needsCode =
            request.rules.isEmpty
            || allRules.contains { rule in
                request.rules.contains(rule.description.id) && rule.needsCode
            }
        problems.removeAll { problem in
            if let revision = request.earlier, inherited.contains(problem) {
                let reason = "\(revision.name) has it, too, and the changes don't concern it"
                summary.acceptedProblems.append(AcceptedProblem(problem, reason: reason, by: "--changed-since"))
                return true
            }
            guard !needsCode, scan.problemsOfCode.contains(problem) else { return false }
            let reason = "the rules of --rule need no code"
            summary.acceptedProblems.append(AcceptedProblem(problem, reason: reason, by: "--rule"))
            return true
        }
        summary.acceptedProblems.sort { $0.problem < $1.problem }
    }
}
