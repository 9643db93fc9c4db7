import SchemeModel
import Testing

@testable import SchemeRules

/// The rules about queried schemes.
@Suite struct QueryRuleTests {
    private static func names(_ count: Int) -> [String] { (0..<count).map { "acme-\($0)" } }

    @Test(
        arguments: [
            (25, "27.0", nil), (26, "27.0", "error"), (26, "26.4", nil), (50, "15.0", nil), (51, "15.0", "error"),
            (51, "26.4", "error"), (51, "14.5", nil), (200, "9.3", nil), (25, nil, nil), (26, nil, "warning"),
            (26, "", "warning"), (26, "iphoneos27.0", "error"), (26, "iphoneos", "warning"),
            (26, "99999999999999999999", "warning"),
        ] as [(Int, String?, String?)]
    )
    func tooMany(count: Int, sdk: String?, severity: String?) {
        let findings = TooManyQuerySchemesRule().findings {
            if let sdk { $0.set("DTSDKName", .string(sdk)) }
            $0.query(Self.names(count))
        }
        #expect(findings.map(\.severity.rawValue) == (severity.map { [$0] } ?? []))
    }

    @Test func namesIgnoredSchemes() {
        func findings(_ count: Int, _ sdk: String?, _ platforms: PlatformSet = .iOS) -> [Finding] {
            TooManyQuerySchemesRule().findings(platforms: platforms) {
                if let sdk { $0.set("DTPlatformVersion", .string(sdk)) }
                $0.query(Self.names(count))
            }
        }
        #expect(
            findings(26, "27.0").map(\.message) == [
                "LSApplicationQueriesSchemes lists 26 schemes; apps built with the iOS 27 SDK can query only the first 25, "
                    + "so 'acme-25' is ignored"
            ]
        )
        #expect(
            findings(58, nil).map(\.message) == [
                "LSApplicationQueriesSchemes lists 58 schemes; with the iOS 27 SDK or later, an app can query only the first "
                    + "25 (50 with the iOS 15 SDK or later), and 'acme-25', 'acme-26', 'acme-27' and 30 others are ignored"
            ]
        )
        #expect(findings(58, "26.0").map(\.keyPath) == ["LSApplicationQueriesSchemes[50]"])
        #expect(findings(58, "27.0", .macOS) == [])
        #expect(findings(58, "27.0", .tvOS) == [])
    }

    @Test(
        arguments: [
            ("acmepay://", "it contains ':'", "acmepay"), ("acmepay:", "it contains ':'", "acmepay"),
            (" acmepay", "it begins with a space instead of a letter", "acmepay"),
            ("acme_pay", "it contains '_'", nil), ("1password", "it begins with '1' instead of a letter", nil),
            ("https://acme.com", "it contains ':'", ""), ("*", "it begins with '*' instead of a letter", nil),
            ("acmepay", nil, nil), ("$(X)", nil, nil), ("acme-{{x}}", nil, nil),
        ] as [(String, String?, String?)]
    )
    func invalid(scheme: String, offence: String?, meant: String?) {
        let findings = InvalidQuerySchemeRule().findings { $0.query([scheme]) }
        #expect(
            findings.map(\.text)
                == (offence.map { ["error: '\(scheme)' is not a valid scheme: \($0); canOpenURL never matches it"] }
                    ?? [])
        )
        #expect(findings.flatMap(\.edits).map(\.replacement) == (meant.map { [$0] } ?? []))
    }

    @Test func removesInvalidDuplicates() {
        let findings = InvalidQuerySchemeRule().findings { $0.query(["acmepay://", "AcmePay", ""]) }
        #expect(findings.map(\.hint) == ["remove it; 'acmepay' is already listed", "remove it"])
        #expect(findings.map { $0.edits.map(\.replacement) } == [[""], [""]])
    }

    @Test func duplicates() {
        let findings = DuplicateQuerySchemeRule().findings {
            $0.query(["one", "two", "One", "a_b", "a_b", "two", "one", "three"])
        }
        #expect(
            findings.map(\.text) == [
                "warning: scheme 'one' appears 3 times in LSApplicationQueriesSchemes",
                "warning: scheme 'two' appears twice in LSApplicationQueriesSchemes",
            ]
        )
        #expect(
            findings.map(\.keyPath) == ["LSApplicationQueriesSchemes[2]", "LSApplicationQueriesSchemes[5]"]
        )
        #expect(findings.map { $0.edits.map { $0.place.keyPath?.suffix(3) } } == [["[6]"], ["[5]"]])
    }

    /// XcodeGen appends a list to that of an included file, whose lines the manifest doesn't have.
    @Test func pointsAtNoLineForAnEntryOfAnIncludedFile() throws {
        var builder = ManifestBuilder()
        builder.query(["one", "one"])
        let manifest = builder.manifest.with {
            $0.format = .yaml
            $0.queriesSchemes[0].span.text = nil
        }
        let found = DuplicateQuerySchemeRule().findings(in: manifest, knowledge: .builtIn)
        let finding = try #require(found.first)
        #expect(finding.place.range != nil)
        #expect(finding.related.map(\.place.range) == [nil])
        #expect(finding.related.map(\.message) == ["'one' is also listed in a file that this one includes"])
        #expect(finding.hint?.contains(":REPLACE") == true)
    }

    @Test(
        arguments: [
            ("prefs", 1), ("App-Prefs", 1), ("APP-PREFS", 1), ("app-settings", 0), ("tel", 0), ("prefs:root", 0),
        ]
    )
    func privateOnes(scheme: String, count: Int) {
        let findings = PrivateQuerySchemeRule().findings { $0.query([scheme]) }
        #expect(findings.count == count)
        #expect(findings.allSatisfy { $0.message.hasPrefix("scheme '\(scheme)' ") && $0.spelling == scheme })
        #expect(PrivateQuerySchemeRule().findings("com.apple.Music") { $0.query([scheme]) } == [])
    }

    @Test func checksOnlyPlatformsWithALimit() {
        let rules: [any ManifestRule] = [
            TooManyQuerySchemesRule(), InvalidQuerySchemeRule(), DuplicateQuerySchemeRule(), PrivateQuerySchemeRule(),
        ]
        func build(_ builder: inout ManifestBuilder) {
            builder.set("DTSDKName", .string("iphoneos27.0"))
            builder.query(["prefs", "a_b", "one", "one"] + Self.names(30))
        }
        for rule in rules {
            #expect(rule.findings(build: build).count == 1, "\(rule.description.id)")
            #expect(rule.findings(platforms: .macOS, build: build).isEmpty, "\(rule.description.id)")
            #expect(rule.findings(kind: .appExtension, build: build).isEmpty, "\(rule.description.id)")
        }
    }
}
