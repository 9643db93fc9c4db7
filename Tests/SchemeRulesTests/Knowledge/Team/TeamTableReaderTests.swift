import SchemeModel
import Testing

@testable import SchemeRules

@Suite("A team's table of known schemes")
struct TeamTableReaderTests {
    private func read(_ text: String, limits: Limits = .standard) throws -> TeamTable {
        try TeamTableReader.read(Array(text.utf8), name: "t.csv", limits: limits)
    }

    @Test("every column")
    func columns() throws {
        let team = try read(
            """
            source,scheme,owner,category,platforms,confidence,bundle-identifiers
            wiki,AcmePay,Acme Pay,Internal,iOS macos,Low,com.Acme.* com.acme.pay
            ,acmecard,Acme Pay,,,,com.acme.pay
            """
        )
        #expect(team.name == "t.csv")
        #expect(team.schemes.map(\.scheme.text.string) == ["acmepay", "acmecard"])
        #expect(team.schemes.map(\.owner) == ["Acme Pay", "Acme Pay"])
        #expect(team.schemes.map(\.category) == [.internal, .partner])
        #expect(team.schemes.map(\.platforms) == [[.iOS, .macOS], .all])
        #expect(team.schemes.map(\.confidence) == [.low, .high])
        #expect(team.schemes.map(\.source) == ["wiki", "t.csv"])
        #expect(team.schemes.map(\.origin) == ["t.csv", "t.csv"])
        #expect(team.owners.map(\.prefix) == ["com.acme.", "com.acme.pay"])
        #expect(team.owners.map(\.source) == ["wiki", "wiki"])
    }

    @Test("the minimal table, with spaces around names")
    func least() throws {
        let team = try read(" Owner , scheme\nAcme, acmepay \n")
        #expect(team.schemes.map(\.scheme.text.string) == ["acmepay"])
        #expect(team.schemes.map(\.platforms) == [.all])
        #expect(team.owners == [])
    }

    @Test(
        "mistakes are reported with their place",
        arguments: [
            ("", ["1:1 the table is empty"]), ("scheme,owner\n", ["1:1 no rows"]),
            ("scheme;owner\na;b\n", ["1:1 unknown column 'scheme;owner'; fields are separated by commas"]),
            ("scheme,ownr\na,b\n", ["1:8 unknown column 'ownr'; the columns are scheme, owner"]),
            ("scheme\na\n", ["1:1 the column 'owner' is missing"]),
            ("scheme,owner,Scheme\na,b,c\n", ["1:14 the column 'scheme' appears twice"]),
            ("scheme,owner\na\n", ["2:1 1 field instead of 2"]),
            ("scheme,owner\na,b,c\n", ["2:5 3 fields instead of 2; quote fields that contain a comma"]),
            ("scheme,owner\nacme pay,b\n", ["2:1 'acme pay' is not a valid scheme"]),
            ("scheme,owner\nacme://pay,b\n", ["2:1 'acme://pay' is not a valid scheme; use 'acme'"]),
            ("scheme,owner\n,b\nc, \n", ["2:1 the scheme is missing", "3:3 the owner is missing"]),
            ("scheme,owner\na,b\n\nA,b\n", ["4:1 'a' of b is already in line 2"]),
            (
                "scheme,owner,category\na,b,apple-system\n",
                ["2:5 'apple-system' is not one of third-party, partner or internal"]
            ),
            (
                "scheme,owner,platforms,confidence\na,b,ios windows,sure\n",
                ["2:5 'windows' is not a platform; use ios, macos", "2:17 'sure' is not low"]
            ),
            ("scheme,owner,platforms\na,b,|\n", ["2:5 '|' is not a platform; leave it empty for any"]),
            (
                "scheme,owner,bundle-identifiers\na,b,com.acme.app com..x .com acme *\n",
                ["com..x", ".com", "acme", "*"].map { "2:5 '\($0)' is not a bundle identifier" }
            ),
            ("scheme,owner\n\"a,b\n", ["2:1 a quote is not closed"]),
        ]
    )
    func errors(text: String, expected: [String]) {
        let failure = #expect(throws: TeamTableReader.TableError.self) { try read(text) }
        let errors = (failure?.errors ?? []).map { "\($0.line):\($0.column) \($0.reason)" }
        #expect(errors.count == expected.count)
        for (error, beginning) in zip(errors, expected) { #expect(error.hasPrefix(beginning)) }
    }

    @Test("limits the number of reported errors, and rejects huge tables")
    func bounds() {
        let failure = #expect(throws: TeamTableReader.TableError.self) {
            try read("scheme,owner\n" + String(repeating: "a b,c\n", count: 100))
        }
        #expect(failure?.errors.count == TeamTableReader.errorLimit)
        #expect(failure?.hasMore == true)
        var limits = Limits.standard
        limits.teamSchemes = 2
        let huge = #expect(throws: TeamTableReader.TableError.self) {
            try read("scheme,owner\na,b\nc,d\ne,f\n", limits: limits)
        }
        #expect(huge?.errors.map { "\($0.line):\($0.column) \($0.reason)" } == ["4:1 more than 2 rows"])
    }
}
