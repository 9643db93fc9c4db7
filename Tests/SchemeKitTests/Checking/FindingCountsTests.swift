import SchemeModel
import Testing

@testable import SchemeKit

@Suite struct FindingCountsTests {
    /// A baseline that is written again must not change.
    @Test func orderIsTheSameInEachRun() {
        var counts = FindingCounts()
        // Enough for the random order of a dictionary to differ.
        let subjects = (0..<8).map { "scheme\($0)" }
        for app in ["", nil, "com.contoso.tram"] {
            for subject in subjects.reversed() {
                counts.add(.init(Fingerprint(rule: "rule", app: app, subject: subject, ordinal: 1)))
            }
        }
        let expected = subjects.flatMap { ["no app: \($0)", ": \($0)"] } + subjects.map { "com.contoso.tram: \($0)" }
        let ordered = counts.ordered.map { "\($0.key.app?.string ?? "no app"): \($0.key.subject.string)" }
        #expect(ordered == expected)
    }
}
