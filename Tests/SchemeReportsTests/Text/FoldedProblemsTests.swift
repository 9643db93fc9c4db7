import SchemeModel
import Testing

@testable import SchemeReports

/// Of many problems with the same message, reports for people show the first and count the rest.
@Suite struct FoldedProblemsTests {
    private func problems(_ count: Int, _ message: String) -> [Problem] {
        (0..<count).map { Problem(code: .readerFailed, message: message, hint: nil, place: Place(path: Path("\($0)"))) }
    }

    @Test(arguments: [(1, 1, nil), (3, 3, nil), (4, 4, nil), (5, 3, "2"), (20_003, 3, "20,000")])
    func countsTheRest(count: Int, shown: Int, rest: String?) {
        let folded = (problems(count, "skipped") + problems(1, "crashed")).folded(atMost: 3)
        #expect(folded.count == shown + 1 && folded.last?.message == "crashed")
        let expected = rest.map { "skipped; the same is true of \($0) more, which --format json lists" } ?? "skipped"
        #expect(folded[shown - 1].message == expected)
        #expect(folded.dropLast(2).allSatisfy { $0.message == "skipped" })
    }
}
