import Testing

@testable import SchemeReports

@Suite struct TextTableTests {
    private typealias Column = TextTable.Column

    private func lines(_ columns: [Column], _ rows: [[String]], limit: Int?) throws -> [String] {
        var lines: [String] = []
        var table = TextTable(columns, palette: Palette(isOn: false), limit: limit) { lines.append($0) }
        for row in rows { try table.add(row) }
        #expect(try table.finish() == !rows.isEmpty)
        return lines
    }

    private let apps = [
        Column(heading: "app", kind: .name), Column(heading: "kind"), Column(heading: "claims", kind: .number),
        Column(heading: "place", kind: .path),
    ]
    private let rows = [
        ["com.contoso.wallet", "application", "2", "Apps/Wallet/Sources/Supporting Files/Info.plist:3:4"],
        ["com.contoso.wallet.a-very-long-extension", "app-extension", "1000", "Share/Info.plist"],
    ]

    /// In a pipe, a row is one line, whatever its length is.
    @Test func writesWholeRows() throws {
        #expect(
            try lines(apps, rows, limit: nil) == [
                "app                                       kind           claims  place",
                "com.contoso.wallet                        application         2  \(rows[0][3])",
                "com.contoso.wallet.a-very-long-extension  app-extension    1000  Share/Info.plist",
            ]
        )
    }

    /// Columns become narrower first. A path loses its middle, and a name that is too long gets a line of its own.
    @Test func shrinks() throws {
        #expect(
            try lines(apps, rows, limit: 92) == [
                "app                          kind           claims  place",
                "com.contoso.wallet           application         2  Apps/Wallet/S…rting Files/Info.plist:3:4",
                "com.contoso.wallet.a-very-long-extension",
                "                             app-extension    1000  Share/Info.plist",
            ]
        )
    }

    @Test(arguments: [
        (
            80,
            [
                "app                                       kind           claims", "  place",
                "com.contoso.wallet                        application         2",
                "  Apps/Wallet/Sources/Supporting Files/Info.plist:3:4",
                "com.contoso.wallet.a-very-long-extension  app-extension    1000", "  Share/Info.plist",
            ]
        ),
        (
            40,
            [
                "app                        kind", "  claims", "  place",
                "com.contoso.wallet         application", "       2", "  Apps/Wallet/…ting Files/Info.plist:3:4",
                "com.contoso.wallet.a-very-long-extension", "                           app-extension", "    1000",
                "  Share/Info.plist",
            ]
        ),
    ])
    func continuesRowsOnTheNextLine(limit: Int, expected: [String]) throws {
        let lines = try lines(apps, rows, limit: limit)
        #expect(lines == expected, "\(lines.joined(separator: "\n"))")
        #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= limit })
    }

    @Test func cutsWhatIsWiderThanTheTerminal() throws {
        let long = String(repeating: "long-", count: 30)
        let lines = try lines(apps, [[long, long, "7", long]], limit: 60)
        #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= 60 }, "\(lines)")
        #expect(lines.contains { $0.utf8.count > 58 && $0.hasPrefix("long-") && $0.contains("…") }, "\(lines)")
    }

    @Test func wrapsSentences() throws {
        let columns = [Column(heading: "rule", kind: .name), Column(heading: "reports", kind: .prose)]
        let sentence = "schemes that belong to the system, such as tel and sms"
        #expect(
            try lines(columns, [["reserved-scheme", sentence]], limit: 50) == [
                "rule", "  reports", "reserved-scheme", "  schemes that belong to the system, such as tel", "  and sms",
            ]
        )
        #expect(
            try lines(columns, [["reserved-scheme", sentence]], limit: 60) == [
                "rule             reports", "reserved-scheme  schemes that belong to the system, such as",
                "                 tel and sms",
            ]
        )
        for limit in [20, 40, 50, 80] {
            let lines = try lines(columns, [["reserved-scheme", sentence]], limit: limit)
            #expect(lines.allSatisfy { $0.count <= limit }, "\(lines)")
            let words = lines.dropFirst(lines.firstIndex { $0.hasPrefix("reserved-scheme") } ?? 0)
                .flatMap { $0.split(separator: " ") }
            #expect(words.joined(separator: " ") == "reserved-scheme \(sentence)")
        }
    }

    @Test func writesNothingForNoRows() throws {
        #expect(try lines(apps, [], limit: 80).isEmpty)
    }
}
