import Testing

@testable import SchemeReports

@Suite struct ColumnWidthsTests {
    @Test(arguments: [
        ([10, 20], 80, [10, 20]), ([10, 20], 32, [10, 20]), ([10, 20], 31, [10, 19]),
        ([100, 200, 20], 64, [20, 20, 20]), ([4, 200], 30, [4, 24]), ([], 10, []), ([90], 80, [80]),
    ])
    func reducesTheWidestColumns(widths: [Int], limit: Int, expected: [Int]) {
        #expect(ColumnWidths.fitting(widths, least: widths.map { _ in 1 }, limit: limit) == expected)
    }

    @Test(arguments: [(64, [15, 30, 15]), (10, [8, 30, 8])])
    func reducesNoColumnTooMuch(limit: Int, expected: [Int]) {
        #expect(ColumnWidths.fitting([30, 30, 30], least: [8, 30, 8], limit: limit) == expected)
    }

    @Test(arguments: [
        ("com.contoso.wallet", 9, false, "com.…llet"), ("Apps/Wallet/Info.plist:3:4", 14, true, "Apps…plist:3:4"),
        ("short", 5, false, "short"), ("日本語日本語", 7, false, "日…語"), ("e\u{301}e\u{301}e\u{301}", 2, false, "e\u{301}…"),
    ])
    func cuts(text: String, width: Int, isPath: Bool, expected: String) {
        let cut = text.cut(to: width, isPath: isPath)
        #expect(Array(cut.unicodeScalars) == Array(expected.unicodeScalars), "\(cut)")
        #expect(DisplayWidth.columns(of: cut) <= width)
    }
}
