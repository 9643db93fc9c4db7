import Testing

@testable import SchemeKit

@Suite struct ProcessTimeLimitTests {
    @Test func jobsAtTheSameTimeGetTheSumOfTheirTimes() {
        var time = ProcessTimeLimit()
        time.begin(60, used: 10)
        #expect(time.end == 70)
        time.begin(30, used: 20)
        #expect(time.end == 100)
    }

    @Test func aJobAloneGetsItsOwnTime() {
        var time = ProcessTimeLimit()
        time.begin(60, used: 0)
        time.finish(60, since: 0, used: 5)
        time.begin(60, used: 6)
        #expect(time.end == 66)
    }

    /// Each short job would otherwise give the one that hangs another minute.
    @Test func whatShortJobsLeaveIsNotForOneThatHangs() {
        var time = ProcessTimeLimit()
        time.begin(60, used: 0)
        for used in 1...20 {
            time.begin(60, used: used)
            time.finish(60, since: used, used: used)
        }
        #expect(time.end <= 60 + 20)
        // It always keeps its own time.
        #expect(time.end >= 60)
    }

    @Test func aJobThatUsesItsTimeTakesNothingFromOthers() {
        var time = ProcessTimeLimit()
        time.begin(60, used: 0)
        time.begin(10, used: 0)
        time.finish(10, since: 0, used: 20)
        #expect(time.end == 70)
    }

    @Test func timeCanBeginAgain() {
        var time = ProcessTimeLimit()
        time.begin(60, used: 0)
        time.restart(60, used: 50)
        #expect(time.end == 110)
        time.finish(60, since: 0, used: 51)
        #expect(time.end == 110)
    }
}
