import SchemeModel
import Testing

@testable import SchemeKit

@Suite struct RetryBudgetTests {
    @Test func timeLimitShrinksAsTheBudgetIsSpent() {
        var budget = RetryBudget()
        var seconds: [Int] = []
        while let limits = budget.limits(.standard) {
            seconds.append(limits.codeSeconds)
            budget.add(milliseconds: limits.codeSeconds * 1_000)
        }
        #expect(seconds == [60, 48, 38, 30, 24, 20, 16, 12, 10, 8, 6, 5, 5, 5, 5, 5])
        #expect(seconds.reduce(0, +) <= Limits.standard.lostCodeSeconds)
    }

    /// So that a project with many files that hang leaves time to read the next projects.
    @Test func theLastFifthIsNotSpentOnSearching() {
        var budget = RetryBudget()
        budget.add(milliseconds: 239_000)
        #expect(budget.allowsSearch(.standard))
        budget.add(milliseconds: 1_000)
        #expect(!budget.allowsSearch(.standard))
        #expect(budget.limits(.standard)?.codeSeconds == 12)
    }

    @Test func neverAllowsMoreThanTheLimits() {
        var limits = Limits.standard
        limits.codeSeconds = 1
        #expect(RetryBudget().limits(limits) == limits)
    }
}
