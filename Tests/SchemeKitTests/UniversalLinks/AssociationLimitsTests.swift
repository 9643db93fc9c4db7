import SchemeModel
import SchemeRules
import Testing

@Suite("Hostile association files")
struct AssociationLimitsTests {
    @Test("matching takes a bounded number of steps, and then the result is unknown")
    func hostilePattern() throws {
        let stars = String(repeating: "*a", count: 1_000) + "c"
        let url = "https://acme.com/" + String(repeating: "a", count: 6_000) + "b"
        let small = String(repeating: "*a", count: 2_000)
        #expect(
            try Links.verdict(Links.components(#"{"/": "\#(small)"}"#), url) == "unknown 1",
            "the pattern has too many states"
        )
        #expect(try Links.verdict(Links.components(#"{"/": "\#(stars)"}"#), url) == "unknown 1")
        let limits = Limits.standard
        var steps = LinkSteps()
        var entry = AssociationEntry(range: SourceRange(byteOffset: 0, byteLength: 0))
        entry.path = stars
        for count in 1...3 {
            var matcher = AssociationMatcher(try #require(WebAddress(url)), steps: steps)
            #expect(matcher.match(entry, variables: [:]) == .unknown)
            steps = matcher.steps
            // The second and the third match have no steps left.
            #expect(-steps.left <= count * limits.associationPatternStates)
        }
        #expect(steps.isSpent)
        let many = (0..<500).map { _ in #"{"/": "*a*a*a*a*a*a*a*a*a*a*a*a*c"}"# }.joined(separator: ", ")
        #expect(
            try Links.verdict(Links.components(many), url).hasPrefix("unknown")
        )
        // A variable may stand for any of many codes.
        let nested = "/" + String(repeating: "$(lang)", count: 100)
        let codes = "https://acme.com/" + String(repeating: "a", count: 249)
        let variables = Links.components(#"{"/": "\#(nested)"}"#)
        #expect(try Links.verdict(variables, codes) == "unknown 1")
        #expect(try Links.verdict(variables, url) == "unmatched")
    }
}
