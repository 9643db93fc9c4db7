import SchemeModel
import Testing

@testable import SchemeRules

@Suite struct DuplicateSchemeRuleTests {
    let rule = DuplicateSchemeRule()

    @Test func removesDuplicatesInOneArray() throws {
        let findings = rule.findings { $0.add(role: "Editor", schemes: ["pay", "wallet", "Wallet", "wallet", "Pay"]) }
        #expect(
            findings.map(\.text) == [
                "warning: scheme 'wallet' is declared 3 times",
                "note: scheme 'pay' is declared twice, differing only in case; the system ignores case",
            ]
        )
        let wallet = try #require(findings.first)
        #expect(wallet.keyPath == "CFBundleURLTypes[0].CFBundleURLSchemes[2]")
        #expect(
            wallet.related.map(\.place.keyPath) == [
                "CFBundleURLTypes[0].CFBundleURLSchemes[1]", "CFBundleURLTypes[0].CFBundleURLSchemes[3]",
            ]
        )
        #expect(wallet.related.map(\.message) == ["'wallet' is declared here", "'wallet' is declared here"])
        // Code or an SDK may search for the other spelling.
        #expect(wallet.edits.map(\.place.keyPath) == ["CFBundleURLTypes[0].CFBundleURLSchemes[3]"])
        // The whole element is removed, including its tags.
        #expect(wallet.edits.map(\.place.range?.byteLength) == [23])
        #expect(wallet.edits.allSatisfy { $0.replacement.isEmpty })
    }

    @Test(
        arguments: [
            ("Editor", "a", "Editor", "a", "scheme 'wallet' is declared twice"),
            (
                "Editor", "a", "Viewer", "a",
                "scheme 'wallet' is declared twice, with different roles ('Editor' and 'Viewer')"
            ),
            (
                "Editor", "a", nil, "b",
                "scheme 'wallet' is declared twice, with different roles ('Editor' and none) "
                    + "and different identifiers ('a' and 'b')"
            ),
        ] as [(String?, String?, String?, String?, String)]
    )
    func reportsContradictoryURLTypes(
        role: String?,
        identifier: String?,
        otherRole: String?,
        otherIdentifier: String?,
        message: String
    ) {
        let findings = rule.findings {
            $0.add(role: role, identifier: identifier, schemes: ["wallet"])
            $0.add(role: otherRole, identifier: otherIdentifier, schemes: ["wallet"])
        }
        #expect(findings.map(\.message) == [message])
        #expect(findings.map(\.keyPath) == ["CFBundleURLTypes[1].CFBundleURLSchemes[0]"])
        #expect(findings.flatMap(\.edits) == [], "which array loses it is not for the tool to say")
    }

    @Test func doesNotEditContradictoryURLTypes() {
        let findings = rule.findings {
            $0.add(role: "Editor", schemes: ["wallet", "wallet"])
            $0.add(role: "Viewer", schemes: ["wallet"])
        }
        #expect(findings.flatMap(\.edits) == [])
    }

    @Test func limitsTheNumberOfQuotedValues() {
        let findings = rule.findings { builder in
            for number in 0..<50 {
                builder.add(identifier: String(repeating: "\(number)", count: 10_000), schemes: ["wallet"])
            }
        }
        #expect(findings.map(\.related.count) == [20])
        #expect(findings.map(\.relatedCount) == [49])
        #expect(findings.allSatisfy { $0.message.utf8.count < 1000 })
    }

    @Test func ignoresOtherDeclarations() {
        #expect(rule.findings { $0.add(schemes: ["wallet", "wallet-debug", "pay"]) } == [])
        // These are not claims, and other rules report them.
        #expect(rule.findings { $0.add(schemes: ["a_b", "a_b", "", "", "$(X)", "$(X)"]) } == [])
        #expect(rule.findings(kind: .appExtension) { $0.add(schemes: ["wallet", "wallet"]) } == [])
        // Only one of two branches applies.
        #expect(rule.findings { $0.add(schemes: ["wallet", "Wallet"], conditional: ["Wallet"]) } == [])
    }

    @Test func doesNotEditBinaryManifests() {
        var builder = ManifestBuilder()
        builder.add(schemes: ["wallet", "wallet"])
        let findings = rule.findings(in: builder.manifest.with { $0.format = .binary }, knowledge: .builtIn)
        #expect(findings.map(\.edits) == [[]])
    }
}

@Suite struct DuplicateIdentifierRuleTests {
    let rule = DuplicateIdentifierRule()

    @Test(
        arguments: [
            ("pay", "Editor", "pay", "Viewer", 1), ("pay", nil, "pay", "Viewer", 1), ("pay", "Editor", "pay", nil, 1),
            ("pay", "Editor", "pay", "Editor", 0), ("pay", nil, "pay", nil, 0), ("pay", "Editor", "Pay", "Viewer", 0),
            ("", "Editor", "", "Viewer", 0), (nil, "Editor", nil, "Viewer", 0),
            ("$(ID).pay", "Editor", "$(ID).pay", "Viewer", 0),
            ("com.acme.wallet", "Editor", "com.acme.wallet", "Viewer", 0),
            ("COM.Acme.Wallet", "Editor", "COM.Acme.Wallet", "Viewer", 0),
        ] as [(String?, String?, String?, String?, Int)]
    )
    func reports(first: String?, role: String?, second: String?, otherRole: String?, count: Int) {
        let findings = rule.findings {
            $0.add(role: role, identifier: first, schemes: ["wallet"])
            $0.add(role: otherRole, identifier: second, schemes: ["pay"])
        }
        #expect(findings.count == count)
    }

    @Test func reportsOnceAtTheDifferentType() {
        let findings = rule.findings {
            for role in ["Editor", "Editor", "Viewer", "Shell"] {
                $0.add(role: role, identifier: "pay", schemes: ["a"])
            }
        }
        #expect(
            findings.map(\.text) == [
                "note: two URL types have the identifier 'pay' but different roles ('Editor' and 'Viewer')"
            ]
        )
        #expect(findings.map(\.keyPath) == ["CFBundleURLTypes[2].CFBundleURLName"])
        #expect(findings.first?.related.map(\.place.keyPath) == ["CFBundleURLTypes[0].CFBundleURLName"])
    }
}
