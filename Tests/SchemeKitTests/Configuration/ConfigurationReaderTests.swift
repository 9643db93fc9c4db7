import SchemeModel
import Testing

@testable import SchemeKit

@Suite struct ConfigurationReaderTests {
    private static let file = Place(source: "acme", path: ".schemereg.yml")

    private func read(_ text: String) -> (configuration: TeamConfiguration, mistakes: [String]) {
        let (configuration, mistakes) = ConfigurationReader.read(Array(text.utf8), at: Self.file)
        return (configuration, mistakes.map { $0.line(in: "c") })
    }

    @Test func readsEverything() throws {
        let (configuration, mistakes) = read(
            """
            severities:
              missing-role: off
              "generic-scheme": error
            accept:
              - rule: undefined-target
                scheme: Wallet
                app: com.Acme.driver
                path: Apps/**/Info.plist
                reason: |
                  Two countries.
                until: 2027-01-31
              - { app: "unknown:Old/Info.plist", reason: retired }
              - { problem: over-limit, path: Generated, reason: A table of 20 MiB. }
            code: off
            shared:
              - scheme: acme-pay
                apps: [com.acme.wallet, com.acme.driver]
                reason: They hand over to each other.
            schemes:
              acme-login:
                usage: auth-session
            examples:
              wallet://pay?to=bob#now: com.acme.wallet
            exclude:
              - Tests
            generic: ["yes", acme]
            sdk: 27.1
            """
        )
        #expect(mistakes == [])
        #expect(configuration.severities == ["missing-role": .off, "generic-scheme": .on(.error)])
        let first = try #require(configuration.acceptances.first)
        #expect(first.subject == "rule undefined-target, scheme wallet, app com.acme.driver, path Apps/**/Info.plist")
        #expect(first.reason == "Two countries.\n")
        #expect(first.until == CalendarDay("2027-01-31"))
        #expect(first.place.range?.lines?.start == TextPosition(line: 5, column: 5, columnUTF16: 5))
        #expect(configuration.acceptances[1].app == .unknown("Old/Info.plist"))
        #expect(configuration.acceptances.last?.subject == "problem over-limit, path Generated")
        #expect(!configuration.readsCode)
        #expect(configuration.sharedSchemes.map(\.scheme) == [SchemeKey("acme-pay")])
        #expect(configuration.sharedSchemes.first?.apps == [.known("com.acme.wallet"), .known("com.acme.driver")])
        #expect(configuration.sessionSchemes.keys.sorted() == [SchemeKey("acme-login")])
        #expect(configuration.examples.map(\.url) == ["wallet://pay?to=bob#now"])
        #expect(configuration.examples.first?.scheme == SchemeKey("wallet"))
        #expect(configuration.exclusions == ["Tests"])
        #expect(configuration.genericSchemes == [SchemeKey("yes"), SchemeKey("acme")])
        #expect(configuration.sdk == 27)
    }

    @Test(arguments: ["", "# nothing\n", "---\n", "accept:\nexclude:\nexamples: ~\nseverities: null\n", "{}"])
    func emptyOnesChangeNothing(text: String) {
        let (configuration, mistakes) = read(text)
        #expect(mistakes == [])
        #expect(configuration == TeamConfiguration())
    }

    /// Invalid configurations, each with a part of a message about it.
    static let mistakes: [(text: String, mistake: String)] = [
        ("exlude: [a]", "c:1:1: unknown key 'exlude'; did you mean 'exclude'?"),
        ("registry: x", "c:1:1: unknown key 'registry'; the keys of a configuration are: accept"),
        ("- a", "c:1:1: expected a configuration, found a list"),
        ("sdk: 27\nsdk: 26", "c:2:1: the key 'sdk' appears twice; the first is on line 1"),
        ("sdk: iOS 27", "c:1:6: 'iOS 27' is not a valid SDK version; use a number such as 27 or 26.1"),
        ("code: no", "c:1:7: 'no' is not a value of 'code'; use on or off"),
        ("code: [off]", "c:1:7: a list is not a value of 'code'"),
        (
            "accept:\n  - problem: overlimit\n    path: a\n    reason: x",
            "c:2:14: unknown problem 'overlimit'; did you mean 'over-limit'?"
        ),
        (
            "accept:\n  - problem: nothing-found\n    path: a\n    reason: x",
            "c:2:14: unknown problem 'nothing-found'; did you mean 'not-found'?"
        ),
        ("accept:\n  - problem: over-limit\n    reason: x", "c:2:14: the accepted problem has no 'path'"),
        (
            "accept:\n  - problem: over-limit\n    path: a\n    rule: missing-role\n    reason: x",
            "c:4:11: a problem has no rule; accept findings with an entry of their own"
        ),
        ("sdk: [27]", "c:1:6: a list is not a valid SDK version"),
        ("severities: [a]", "c:1:13: 'severities' must contain rules with their severities, found a list"),
        (
            "severities:\n  undefined-targt: off",
            "c:2:3: unknown rule 'undefined-targt'; did you mean 'undefined-target'?"
        ),
        ("severities:\n  missing-role: warn", "c:2:17: 'warn' is not a valid severity for 'missing-role'"),
        ("severities:\n  missing-role: waring", "'missing-role'; did you mean 'warning'?"),
        ("severities:\n  missing-role:\n", "'' is not a valid severity for 'missing-role'"),
        ("severities:\n  missing-role: [off]", "a list is not a valid severity for 'missing-role'"),
        ("exclude: Tests", "c:1:10: 'exclude' must be a list, found text; start each entry with '- '"),
        ("exclude: [../x]", "c:1:11: a pattern of 'exclude' leads outside the folder"),
        ("exclude: [./../x]", "a pattern of 'exclude' leads outside the folder"),
        ("exclude: [.]", "c:1:11: a pattern of 'exclude' is the folder itself; list paths in it"),
        ("accept:\n  - path: ./\n    reason: x", "the path is the folder itself; list paths in it, or use **"),
        ("exclude: [1]", "a pattern of 'exclude' is a number, not text; put it in quotes"),
        ("exclude: [' ']", "a pattern of 'exclude' is empty"),
        ("accept:\n  - rule: missing-role", "c:2:5: an acceptance has no 'reason'; explain"),
        ("accept:\n  - reason: why", "c:2:5: the acceptance names nothing; add a rule, a scheme, an app or a path"),
        ("accept:\n  - app: com acme\n    reason: x", "c:2:10: the app is 'com acme', which is not a valid"),
        ("accept:\n  - scheme: my_app\n    reason: x", "c:2:13: the scheme is 'my_app', which is not a valid scheme"),
        ("accept:\n  - scheme: on\n    reason: x", "the scheme is a boolean, not text; put it in quotes"),
        ("accept:\n  - rule: missing-role\n    reason: x\n    until: 2026-02-30", "c:4:12: '2026-02-30' is not a"),
        ("accept:\n  - rule: unused-acceptance\n    reason: x", "findings of 'unused-acceptance' cannot be accepted"),
        ("shared:\n  - scheme: a\n    apps: [com.a]\n    reason: x", "c:3:11: a shared scheme needs at least two apps"),
        (
            "shared:\n  - scheme: a\n    apps: [com.a, COM.A]\n    reason: x",
            "c:3:11: a shared scheme needs at least two apps"
        ),
        ("shared:\n  - scheme: a\n    apps:\n    reason: x", "a shared scheme needs at least two apps"),
        ("schemes:\n  a: {usage: auth-session}\n  A: {usage: auth-session}", "c:3:3: the scheme 'a' appears twice"),
        ("severities:\n  missing-role: no", "'missing-role'; did you mean 'off'?"),
        ("severities:\n  missing-role: OFF", "'missing-role'; did you mean 'off'?"),
        ("accept:\n  - rule: missing-role\n    reason: x\n    until: 20270131", "'20270131' is not a valid date; use"),
        ("accept:\n  - rule: missing-role\n    reason: x\n    until:", "nothing is not a valid date; use the form"),
        (
            "shared: [{scheme: a, apps: [b, c], reason: x}, {scheme: A, apps: [d, e], reason: y}]",
            "'a' is shared twice; list all its apps in one entry"
        ),
        ("schemes:\n  a: {usage: login}", "unknown usage 'login'; use auth-session"),
        ("schemes:\n  a: auth-session", "c:2:6: expected a scheme's settings, found text"),
        ("examples:\n  wallet: com.acme", "c:2:3: 'wallet' is not a URL; start it with a scheme"),
        ("examples:\n  wallet://x: [com.acme]", "the app of an example is a list, not text"),
        ("generic: [a_b]", "a word of 'generic' is 'a_b', which is not a valid scheme"),
        ("accept: [", "invalid YAML: did not find expected node content"),
        ("a: *b", "the alias '*b' has no anchor before it"),
        ("\u{0}", "c:1:1: "),
    ]

    @Test(arguments: mistakes)
    func reportsMistakes(text: String, mistake: String) {
        let mistakes = read(text).mistakes
        #expect(mistakes.contains { $0.contains(mistake) }, "\(mistakes)")
    }

    @Test func reportsAllMistakesInOrderOfPlace() {
        let mistakes = read("sdk: x\nexlude: []\naccept:\n  - reason: ''\n    until: x\nseverities: {a: b}\nsdk: 1")
            .mistakes
        #expect(mistakes.map { $0.prefix(4) } == ["c:2:", "c:4:", "c:6:", "c:7:"])
    }

    /// T24 and T25: a hostile configuration is rejected at once, or takes time in proportion to its size.
    @Test func hostileOnesAreRefused() {
        let bomb = (0..<9).map { level in
            let element = level == 0 ? "x" : "*l\(level - 1)"
            return "l\(level): &l\(level) [\(Array(repeating: element, count: 9).joined(separator: ","))]\n"
        }
        for text in [
            bomb.joined(), String(repeating: "[", count: 10_000), String(repeating: "a: ", count: 300_000),
            "exclude: [" + (0..<1_001).map { "p\($0)" }.joined(separator: ",") + "]",
            "exclude: ['" + String(repeating: "*a", count: 9_000) + "']",
        ] {
            #expect(!read(text).mistakes.isEmpty)
        }
        let patterns = (0..<600).map { "'(a+)+$\($0)'" }.joined(separator: ",")
        #expect(read("exclude: [\(patterns)]").mistakes.isEmpty)
    }
}
