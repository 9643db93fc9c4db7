import SchemeModel
import Testing

@testable import SchemeKit

/// Detection of new findings.
@Suite struct BaseVersionTests {
    private func finding(
        _ line: Int,
        _ severity: Severity = .error,
        isAccepted: Bool = false,
        hasAddedComment: Bool = false
    ) -> Finding {
        let position = TextPosition(line: line, column: 1, columnUTF16: 1)
        let lines = SourceRange.Lines(start: position, end: position)
        let range = SourceRange(byteOffset: line, byteLength: 1, lines: lines)
        let place = Place(path: "Info.plist", range: range)
        var finding = Finding(rule: "r", severity: severity, message: "", app: nil, place: place, subject: "s")
        if isAccepted { finding.accepted = Finding.Acceptance(reason: "", by: "") }
        if hasAddedComment { finding.addedAcceptance = Finding.Acceptance(reason: "", by: "") }
        return finding
    }

    private func left(_ findings: [Finding], _ others: [Finding]) -> [Int?] {
        BaseVersion.unmatched(findings, among: others).map { $0.place.range?.lines?.start.line }
    }

    @Test func keepsFindingsAtLinesWithoutAnEarlierFinding() {
        #expect(left([finding(1), finding(2), finding(3)], [finding(1), finding(3)]) == [2])
        #expect(left([finding(1), finding(2)], [finding(9)]) == [2])
        #expect(left([finding(1)], []) == [1])
        #expect(left([], [finding(1)]) == [])
    }

    @Test func keepsFindingsThatBecameMoreSevereOrLostTheirAcceptance() {
        #expect(left([finding(1, .error)], [finding(1, .warning)]) == [1])
        #expect(left([finding(1, .note)], [finding(1, .warning)]) == [])
        #expect(left([finding(1)], [finding(1, isAccepted: true)]) == [1])
        #expect(left([finding(1, isAccepted: true)], [finding(1)]) == [])
        #expect(left([finding(1, .note), finding(2, .error)], [finding(8, .error), finding(9, .note)]) == [2])
    }

    @Test func matchesAcceptedFindingsFirst() {
        let (accepted, moved) = (finding(1, isAccepted: true), finding(2, isAccepted: true))
        #expect(left([moved, finding(3)], [accepted, finding(2)]) == [])
        #expect(left([finding(1, hasAddedComment: true)], [accepted]) == [])
        #expect(left([finding(1, hasAddedComment: true), moved], [accepted]) == [1])
        #expect(left([finding(2, hasAddedComment: true), finding(3)], [accepted, finding(2)]) == [])
    }

    /// Tens of thousands of equal findings are not compared pairwise.
    @Test func endsWhateverAChangeHolds() {
        let many = (1...20_000).map { finding($0) }
        let shifted = many.dropLast().map { finding(($0.place.range?.byteOffset ?? 0) + 1) }
        #expect(left(many, shifted) == [1])
    }
}
