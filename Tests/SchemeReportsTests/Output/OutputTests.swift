import SchemeModel
import SchemeReports
import Testing

@Suite struct OutputTests {
    private struct Full: Error {}

    @Test func handsOnLargePiecesInOrder() throws {
        var pieces: [[UInt8]] = []
        let output = ByteOutput { pieces.append(Array($0)) }
        let text = String(repeating: "0123456789", count: 1000)
        for _ in 0..<20 { try output.write(text) }
        try output.flush()
        #expect(pieces.count < 6)
        #expect(Array(pieces.joined()) == Array(String(repeating: text, count: 20).utf8))
    }

    @Test(arguments: FindingFormat.allCases)
    func failsWhereTheOutputFails(format: FindingFormat) throws {
        let output = ByteOutput { _ in throw Full() }
        var reporter = format.reporter(to: output, context: Inputs(texts: [:]).context())
        #expect(throws: Full.self) {
            try reporter.write(CheckReport(findings: [], problems: [], summary: Summary()))
        }
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (1_795_232_040, "2026-11-21T03:34:00Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"), (-62_162_035_201, "0000-02-29T23:59:59Z"),
    ])
    func writesTimes(seconds: Int, expected: String) {
        #expect(UTCTime(seconds).dateTime == expected)
    }

    @Test(arguments: [Int.min, Int.max])
    func survivesAnyTime(seconds: Int) {
        #expect(UTCTime(seconds).dateTime.hasSuffix("Z"))
    }
}
