import Testing

@testable import SchemeKit

@Suite struct RetryBudgetTests {
    @Test func allowsManyCrashesAndFewHangs() {
        var (crashes, hangs) = (RetryBudget(), RetryBudget())
        for _ in 0..<95 { crashes.spend(on: .signal(11)) }
        for _ in 0..<11 { hangs.spend(on: .tooSlow) }
        #expect(crashes.allowsReading && hangs.allowsReading)
        crashes.spend(on: .exit)
        hangs.spend(on: .tooSlow)
        #expect(!crashes.allowsReading && !hangs.allowsReading)
    }

    /// So that a run doesn't wait for hours.
    @Test func waitsForFourSilentPartsAtMost() {
        var budget = RetryBudget()
        for _ in 0..<2 { budget.spend(on: .silent) }
        #expect(budget.allowsSearch)
        budget.spend(on: .silent)
        #expect(!budget.allowsSearch && budget.allowsReading)
        budget.spend(on: .silent)
        #expect(!budget.allowsReading)
    }

    /// So that a project with many files that hang leaves some to read the next projects.
    @Test func reservesTheLastQuarterForProjectsThatWereNotRead() {
        var budget = RetryBudget()
        for _ in 0..<8 { budget.spend(on: .tooSlow) }
        #expect(budget.allowsSearch)
        budget.spend(on: .tooSlow)
        #expect(!budget.allowsSearch && budget.allowsReading)
    }
}
