/// A problem that doesn't fail the run.
public struct AcceptedProblem: Hashable, Sendable, Codable {
    /// The problem.
    public var problem: Problem
    /// Why it doesn't fail the run, and what says so: a configuration file or an option.
    public var acceptance: Finding.Acceptance

    package init(_ problem: Problem, reason: String, by origin: String) {
        self.problem = problem
        acceptance = Finding.Acceptance(reason: reason, by: origin)
    }
}
