import SchemeModel
import Testing

@testable import SchemeRules

/// The rules about URL types.
@Suite struct DeclarationRuleTests {
    @Test(
        arguments: [
            ("acme_app", "it contains '_'", "acme-app"),
            ("acmepay://", "it contains ':'", "acmepay"),
            ("acmepay:", "it contains ':'", "acmepay"),
            ("msauth.com.acme.app://auth", "it contains ':'", "msauth.com.acme.app"),
            ("com.googleusercontent.apps.123-abc:/oauth", "it contains ':'", "com.googleusercontent.apps.123-abc"),
            (
                "123-abc.apps.googleusercontent.com", "it begins with '1' instead of a letter",
                "com.googleusercontent.apps.123-abc"
            ),
            (" acmepay\n", "it begins with a space instead of a letter", "acmepay"),
            ("acmepay\u{A0}", "it contains the character U+00A0", "acmepay"),
            ("acme_app://x", "it contains '_'", "acme-app"),
            ("acmepay://[id]", "it contains ':'", "acmepay"),
            // The intended scheme is unclear.
            ("5063495", "it begins with '5' instead of a letter", nil),
            ("-acmepay", "it begins with '-' instead of a letter", nil),
            ("_acmepay", "it begins with '_' instead of a letter", nil),
            ("café", "it contains 'é' (U+00E9)", nil),
            ("wal\u{301}let", "it contains the character U+0301", nil),
            ("wal\u{1B}let", "it contains the character U+001B", nil),
            ("wal\u{202E}let", "it contains the character U+202E", nil),
            ("wal\u{1F600}let", "it contains '😀' (U+1F600)", nil),
            ("my app", "it contains a space", nil),
            ("acme$APP_ID", "it contains '$'", nil),
            ("fb123_KEY", "it contains '_'", nil),
            // Another rule reports it.
            ("li$APP_ID", nil, nil),
            ("my_app://", nil, nil),
            ("fb{your-app-id}", nil, nil),
            ("host:8080", "it contains ':'", nil),
            ("://", "it begins with ':' instead of a letter", nil),
            (" ", "it begins with a space instead of a letter", nil),
            ("abc.apps.googleusercontent.com_", "it contains '_'", "abc.apps.googleusercontent.com-"),
            // The intended scheme would belong to the system.
            ("sms:", "it contains ':'", nil),
            ("wallet_", "it contains '_'", "wallet-"),
            ("https", nil, nil),
        ] as [(String, String?, String?)]
    )
    func invalidSchemes(scheme: String, offence: String?, meant: String?) throws {
        let findings = InvalidSchemeRule().findings { $0.add(schemes: [scheme]) }
        #expect(
            findings.map(\.text)
                == (offence.map {
                    ["error: '\(scheme)' is not a valid scheme: \($0); App Store Connect rejects it (ITMS-90158)"]
                } ?? [])
        )
        #expect(findings.flatMap(\.edits) == [], "whether another app claims it is not known here")
        for finding in findings {
            #expect(finding.scheme == nil, "it is not valid")
            guard let meant else { continue }
            // Links with the right spelling stay as they are, and an SDK opens those with a client ID.
            let links = scheme.contains("_") ? ", and update links to begin with '\(meant):'" : ""
            #expect(finding.hint == "replace it with '\(meant)'\(links)")
            #expect(SchemeGrammar.isScheme(meant))
        }
    }

    @Test func removesDuplicatesOfDeclaredSchemes() throws {
        let findings = InvalidSchemeRule().findings {
            $0.add(schemes: ["wallet", "wallet://", "acme-pay", "acme_pay", "https://acme.com"])
        }
        #expect(
            findings.map(\.hint) == [
                "remove it; 'wallet' is already declared",
                "remove it; 'acme-pay' is already declared",
                "remove it; to open links to a website, use universal links and associated domains",
            ]
        )
        #expect(findings.map { $0.edits.map(\.replacement) } == [[""], [], []], "'acme_pay' may be in use")
        #expect(findings[0].edits[0].place.range?.byteLength == 26, "the element with its tags")
    }

    @Test func keepsTheLastScheme() {
        let findings = InvalidSchemeRule().findings {
            $0.add(schemes: ["wallet"])
            $0.add(schemes: ["wallet://"])
            $0.add(schemes: ["wallet:", "myapp"])
        }
        #expect(findings.map(\.edits) == [[], []])
    }

    @Test func doesNotReplaceWithSystemSchemes() {
        let findings = InvalidSchemeRule().findings { $0.add(schemes: ["sms://"]) }
        #expect(findings.map(\.hint) == ["remove it; 'sms' belongs to the system"])
        #expect(findings.map(\.edits) == [[]])
    }

    @Test func doesNotEditValuesWithVariables() {
        let findings = InvalidSchemeRule().findings { $0.add(schemes: ["app-$(X)"], resolved: ["app-$(X)": "app-a_b"]) }
        #expect(findings.map(\.edits) == [[]])
        #expect(findings.map(\.hint) == ["replace it with 'app-a-b', and update links to begin with 'app-a-b:'"])
    }

    @Test func oneCauseOneFinding() throws {
        var builder = ManifestBuilder()
        builder.add(role: "Editor", identifier: "com.acme.pay", schemes: ["a_b", "$(X)", "", "a_b", "$(X)"])
        builder.add(.emptyText, at: "CFBundleURLTypes[0].CFBundleURLSchemes[2]")
        let index = MemoryIndex(sources: [], manifests: [builder.manifest], knowledge: .builtIn)
        let findings = try FindingChecker(knowledge: .builtIn).findings(in: index)
        // The two unresolved variables need the same fix.
        #expect(
            findings.map { "\($0.rule) \($0.fingerprint.ordinal)" } == [
                "invalid-scheme 1", "unresolved-variable 1", "invalid-scheme 2", "malformed-url-types 1",
            ]
        )
    }

    @Test func emptyURLTypes() {
        let findings = EmptyURLTypeRule().findings {
            $0.add(role: "Editor", schemes: nil)
            $0.add(schemes: [])
            $0.add(schemes: [""])
            $0.add(schemes: ["wallet"])
            // The scheme exists, but has the wrong type.
            $0.add(schemes: [])
            $0.add(.wrongType, at: "CFBundleURLTypes[4].CFBundleURLSchemes[0]", expected: "a string", found: "a number")
            $0.add(schemes: nil)
            $0.add(.wrongType, at: "CFBundleURLTypes[5].CFBundleURLSchemes", expected: "an array", found: "a string")
            $0.add(.wrongType, at: "CFBundleURLTypes[1].CFBundleTypeRole", expected: "a string", found: "a number")
            // The scheme exists, but is too long.
            $0.add(schemes: [])
            $0.add(.leftOut, at: "CFBundleURLTypes[6].CFBundleURLSchemes[0]")
        }
        #expect(findings.map(\.text) == Array(repeating: "warning: the URL type has no schemes", count: 2))
        #expect(findings.map(\.keyPath) == ["CFBundleURLTypes[0]", "CFBundleURLTypes[1].CFBundleURLSchemes"])
    }

    @Test(
        arguments: [
            ("editor", "change it to 'Editor'", "Editor"), ("VIEWER", "change it to 'Viewer'", "Viewer"),
            (" None", "change it to 'None'", nil),
            ("QLGenerator", "use 'Editor' for a scheme that your app defines, 'Viewer' for one defined elsewhere", nil),
            ("Editor", nil, nil), ("Viewer", nil, nil), ("Shell", nil, nil), ("None", nil, nil), ("", nil, nil),
            ("$(ROLE)", nil, nil), (nil, nil, nil),
        ] as [(String?, String?, String?)]
    )
    func unknownRoles(role: String?, hint: String?, edit: String?) {
        let findings = UnknownRoleRule().findings { $0.add(role: role, schemes: ["wallet"]) }
        #expect(
            findings.map(\.text)
                == (hint.map { _ in ["warning: '\(role ?? "")' is not a valid role for a URL type"] } ?? [])
        )
        #expect(findings.compactMap(\.hint) == (hint.map { [$0] } ?? []))
        #expect(findings.flatMap(\.edits).map(\.replacement) == (edit.map { [$0] } ?? []))
    }

    @Test func missingRolesAndIdentifiers() {
        func build(_ builder: inout ManifestBuilder) {
            builder.add(schemes: ["one"])
            builder.add(role: "", identifier: "", schemes: ["two"])
            builder.add(role: "None", identifier: "com.acme.pay", schemes: ["three"])
            builder.add(schemes: [])
            builder.add(schemes: nil)
            builder.add(schemes: ["six"])
            builder.add(.wrongType, at: "CFBundleURLTypes[5].CFBundleTypeRole", expected: "a string", found: "a number")
            builder.add(.wrongType, at: "CFBundleURLTypes[5].CFBundleURLName", expected: "a string", found: "a number")
        }
        let roles = MissingRoleRule().findings(build: build)
        #expect(roles.map(\.text) == ["note: the URL type has no role; 1 other URL type has the same problem"])
        #expect(roles.map(\.keyPath) == ["CFBundleURLTypes[0]"])
        #expect(roles.first?.related.map(\.place.keyPath) == ["CFBundleURLTypes[1].CFBundleTypeRole"])
        let identifiers = MissingIdentifierRule().findings(build: build)
        #expect(
            identifiers.map(\.text) == ["note: the URL type has no identifier; 1 other URL type has the same problem"]
        )
        #expect(identifiers.map(\.keyPath) == ["CFBundleURLTypes[0]"])
        #expect(identifiers.first?.related.map(\.place.keyPath) == ["CFBundleURLTypes[1].CFBundleURLName"])
    }

    @Test(
        "schemes that no other app has need neither role nor identifier",
        arguments: [
            (["fb1234567890"], false), (["com.acme.wallet.pay"], false), (["x-COM.ACME.WALLET"], false),
            (["sms"], false), (["myapp"], false), (["$(PRODUCT_BUNDLE_IDENTIFIER).pay"], false),
            (["fb1234567890", "acmepay"], true), (["bitcoin"], true), (["login"], true), (["$(NAME)"], false),
        ]
    )
    func uniqueSchemes(schemes: [String], isReported: Bool) {
        let unknown = schemes.filter { $0.hasPrefix("$") }.map { ($0, nil as String?) }
        func build(_ builder: inout ManifestBuilder) {
            builder.add(schemes: schemes, resolved: Dictionary(uniqueKeysWithValues: unknown))
        }
        #expect(MissingRoleRule().findings(build: build).isEmpty != isReported)
        #expect(MissingIdentifierRule().findings(build: build).isEmpty != isReported)
    }

    @Test(
        arguments: [
            (ProductKind.appExtension, "warning: URL types in an app extension have no documented effect"),
            (.framework, "warning: URL types in a framework have no documented effect"),
            (.bundle, nil), (.application, nil), (.unknown, nil), (.appClip, nil),
        ] as [(ProductKind, String?)]
    )
    func urlTypesInExtensions(kind: ProductKind, text: String?) {
        let rule = URLTypesInExtensionRule()
        let findings = rule.findings(kind: kind) {
            $0.add(schemes: ["wallet"])
            $0.add(schemes: ["pay"])
        }
        #expect(findings.map(\.text) == (text.map { [$0] } ?? []))
        #expect(findings.allSatisfy { $0.keyPath == "CFBundleURLTypes[0]" })
        #expect(rule.findings(kind: kind) { _ in } == [])
    }

    @Test(arguments: [ProductKind.appExtension, .framework, .bundle, .appClip])
    func rulesOnClaimsCheckApps(kind: ProductKind) throws {
        var builder = ManifestBuilder(kind: kind)
        builder.add(role: "editor", identifier: "pay", schemes: ["a_b", "$(X)", "tel", "tel"])
        builder.add(identifier: "pay", schemes: ["sms"])
        builder.add(schemes: [])
        let index = MemoryIndex(sources: [], manifests: [builder.manifest], knowledge: .builtIn)
        let findings = try FindingChecker(knowledge: .builtIn).findings(in: index)
        guard kind != .bundle else {
            #expect(findings.isEmpty)
            return
        }
        #expect(findings.map(\.rule) == ([kind == .appClip ? "url-types-in-app-clip" : "url-types-in-extension"]))
        // Apple exempts App Clips that are demo versions, which a manifest doesn't show.
        #expect(findings.map(\.severity) == [.warning])
    }
}
