#if Links
import SchemeLinks
import SchemeModel
import Testing

/// Finds comparisons of a URL's scheme, and whether they ignore case.
@Suite struct SchemeComparisonTests {
    @Test(arguments: [
        ("if url.scheme == \"AcmeWallet\" {}", ["AcmeWallet"], false),
        ("if url.scheme?.lowercased() == \"acmewallet\" {}", ["acmewallet"], true),
        // A scheme in lowercase never equals a string with uppercase letters.
        ("if url.scheme?.lowercased() == \"AcmeWallet\" {}", ["AcmeWallet"], false),
        ("if url.scheme?.caseInsensitiveCompare(\"AcmeWallet\") == .orderedSame {}", ["AcmeWallet"], true),
        ("switch url.scheme { case \"a\", \"B\": go()\n default: break }", ["a"], false),
        ("_ = Route(rawValue: url.scheme ?? \"\")", ["AcmePay", "AcmeShop"], false),
        ("if (url.scheme ?? \"\") == \"AcmeWallet\" {}", ["AcmeWallet"], false),
        ("if url.scheme == Route.pay.url.scheme {}", ["AcmePay"], false),
        (
            "guard let scheme = url.scheme else { return }\n _ = Route.allCases.first(where: { $0.rawValue.lowercased() == scheme.lowercased() })",
            ["acmepay", "acmeshop"], true
        ),
    ])
    func compared(code: String, schemes: [String], ignoresCase: Bool) {
        let text = """
            enum Route: String, CaseIterable {
                case pay = "AcmePay"
                case shop = "AcmeShop"
                var url: URL { URL(string: rawValue + "://")! }
            }
            class D {
                func f(url: URL) {
                    \(code)
                }
            }
            """
        let found = facts(text).schemeComparisons
        #expect(found.contains { $0.schemes == schemes && $0.ignoresCase == ignoresCase }, "\(found)")
    }

    /// Without memory, the uses are found thousands of times.
    @Test func manyVariablesOfOneName() {
        let lines = String(repeating: "let s = s\n", count: 20)
        let found = facts("func f(_ url: URL) { let s = url.scheme\n\(lines)if s == \"acme\" { go() } }")
        #expect((1..<100).contains(found.schemeComparisons.count))
        #expect(found.schemeComparisons.contains { $0.schemes == ["acme"] })
    }

    @Test func objectiveCComparisonWithAConstantURL() {
        let place = Place(source: "s", path: Path("App.m"))
        let header = """
            #ifdef BETA
                #define kOpenURL [NSURL URLWithString:@"acmeBetaOpen://"]
            #else
                #define kOpenURL [NSURL URLWithString:@"acmeOpen://"]
            #endif
            """
        let code = "void f(NSURL *url) { if ([url.scheme isEqualToString:kOpenURL.scheme]) { go(); } }"
        let files = [
            SourceFile(place: place, bytes: Array(code.utf8)),
            SourceFile(place: Place(source: "s", path: Path("Constants.m")), bytes: Array(header.utf8)),
        ]
        let target = LinkTarget(name: "T", files: [0, 1], visible: [])
        let found = CodeIndex(files: files).facts(of: target).schemeComparisons
        #expect(found.contains { $0.schemes == ["acmeBetaOpen", "acmeOpen"] && !$0.ignoresCase }, "\(found)")
    }

    @Test(arguments: [
        (["AcmeWallet"], false, true), (["AcmeWallet"], true, false), (["acmewallet"], false, false),
        (["AcmeWallet", "acmewallet"], false, false), (["Other"], false, false), ([], false, false),
    ])
    func onlyExactComparisonsRequireCapitals(schemes: [String], ignoresCase: Bool, requires: Bool) {
        let place = Place(source: "s", path: Path("A.swift"))
        let comparison = SchemeComparison(schemes: schemes, ignoresCase: ignoresCase, place: place)
        #expect(comparison.requiresCapitals(in: SchemeKey("acmewallet")) == requires)
    }

    @Test(
        arguments: [
            (#"func f(_ u: URL) -> Bool { u.host == "a.b" }"#, ["a.b"], []),
            (
                #"func f(_ u: URL) -> Bool { u.host?.lowercased() == Hosts.widget }; enum Hosts { static let widget = "a.b" }"#,
                ["a.b"], []
            ),
            (#"func f(_ u: URL) -> Bool { u.absoluteString.hasPrefix("a://") }"#, [], ["a://"]),
            (#"func f(_ u: URL) -> Bool { u.absoluteString != "a://b" }"#, [], ["a://b"]),
            (#"func f(_ u: URL) { show(u.host, u.absoluteString) }"#, [], []),
        ] as [(String, [String], [String])]
    )
    func comparisonsOfOtherMembers(text: String, hosts: [String], urls: [String]) {
        let found = facts(text)
        #expect(found.comparedHosts == hosts)
        #expect(found.comparedURLs == urls)
    }
}
#endif
