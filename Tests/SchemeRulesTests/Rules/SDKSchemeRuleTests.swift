import SchemeModel
import Testing

@testable import SchemeRules

/// The rules about schemes that SDKs require.
@Suite struct SDKSchemeRuleTests {
    private static let client = "1234-ab.apps.googleusercontent.com"
    private static let reversed = "com.googleusercontent.apps.1234-ab"

    struct Case: Sendable, CustomTestStringConvertible {
        var keys: [String: String] = [:]
        var queries: [String] = []
        var schemes: [String] = []
        var identifier: String? = "com.acme.mail"
        var platforms: PlatformSet = .iOS
        var missing: [String] = []
        var mismatched: [String] = []
        var testDescription: String { "\(keys) \(queries) \(schemes) \(identifier ?? "unknown")" }
    }

    @Test(arguments: [
        Case(keys: ["GIDClientID": client], missing: ["error \(reversed)"]),
        Case(keys: ["GIDClientID": client], schemes: [reversed]),
        Case(keys: ["GIDClientID": client], schemes: [reversed.uppercased()]),
        // The SDK is certainly used, so another client's scheme is not sufficient.
        Case(
            keys: ["GIDClientID": client],
            schemes: ["com.googleusercontent.apps.9-z"],
            missing: ["error \(reversed)"]
        ),
        Case(keys: ["GIDClientID": " \(client)\n"], missing: ["error \(reversed)"]),
        // Unknown values, and values that are not client IDs.
        Case(keys: ["GIDClientID": "$(CLIENT_ID)"]), Case(keys: ["GIDClientID": "$CLIENT_ID"]),
        Case(keys: ["GIDClientID": ""]), Case(keys: ["GIDClientID": "YOUR_IOS_CLIENT_ID"]),
        Case(keys: ["GIDClientID": "YOUR-CLIENT.apps.googleusercontent.com"]),
        Case(keys: ["GIDServerClientID": client]),
        // Declarations that may resolve to the scheme.
        Case(keys: ["GIDClientID": client], schemes: ["$(REVERSED_CLIENT_ID)"]),
        Case(keys: ["GIDClientID": client], schemes: ["com.googleusercontent.apps.$(CLIENT)"]),
        Case(keys: ["GIDClientID": client], schemes: ["COM.GOOGLEUSERCONTENT.$(A)-$(B)"]),
        Case(keys: ["GIDClientID": client], schemes: ["acme-$(X)"], missing: ["error \(reversed)"]),
        Case(keys: ["GIDClientID": client], schemes: ["$(X)-acme"], missing: ["error \(reversed)"]),
        Case(keys: ["GIDClientID": client], schemes: ["$(X).apps.$(Y).1234$(Z)"], missing: ["error \(reversed)"]),
        Case(keys: ["TikTokClientKey": "awx1y2"], missing: ["error awx1y2"]),
        Case(keys: ["TikTokClientKey": "awX1y2"], schemes: ["awX1y2"]),
        Case(keys: ["TikTokClientKey": "1awx"]),
        Case(keys: ["SCSDKRedirectUrl": "acme://snap"], missing: ["error acme"]),
        Case(keys: ["SCSDKRedirectUrl": "https://acme.com/snap"]), Case(keys: ["SCSDKRedirectUrl": "acme"]),
        // The SDK is only possibly used.
        Case(keys: ["FacebookAppID": "123"], queries: ["fbauth2"], missing: ["warning fb123"]),
        Case(keys: ["FacebookAppID": "123"]), Case(keys: ["FacebookAppID": "123"], queries: ["twitter"]),
        Case(
            keys: ["FacebookAppID": "123", "FacebookUrlSchemeSuffix": "pro"],
            queries: ["FBAPI"],
            missing: ["warning fb123pro"]
        ),
        Case(
            keys: ["FacebookAppID": "123", "FacebookUrlSchemeSuffix": "pro"],
            schemes: ["fb123"],
            mismatched: ["fb123"]
        ),
        Case(keys: ["FacebookAppID": "123", "FacebookUrlSchemeSuffix": "pro"], schemes: ["fb123", "fb123pro"]),
        Case(keys: ["FacebookAppID": "123", "FacebookUrlSchemeSuffix": "$(S)"], schemes: ["fb123"]),
        Case(keys: ["FacebookAppID": "123"], schemes: ["fb124", "fb125"], mismatched: ["fb124"]),
        Case(keys: ["FacebookAppID": "{your-app-id}"]), Case(keys: ["FacebookAppID": "123"], platforms: .tvOS),
        Case(queries: ["msauthv2"], missing: ["warning msauth.com.acme.mail"]),
        Case(queries: ["msauthv2", "msauthv3"], missing: ["warning msauth.com.acme.mail"]),
        // Apps with ADAL, which uses another scheme.
        Case(queries: ["msauth", "msauthv2", "msauthv3"]),
        Case(queries: ["MSAuthV2"], schemes: ["msauth.com.acme.notes"], mismatched: ["msauth.com.acme.notes"]),
        Case(queries: ["msauthv2"], schemes: ["msauth.COM.acme.mail", "msauth.com.acme.notes"]),
        Case(queries: ["msauthv2"], schemes: ["msauth.com.acme.notes"], identifier: nil),
        Case(queries: ["lineauth2"], schemes: ["line3rdp.com.acme.mail"]),
        Case(queries: ["lineauth2"], missing: ["warning line3rdp.com.acme.mail"]),
        // Both forms of the app ID.
        Case(schemes: ["tencent1103194207", "QQ41C1685F"]), Case(schemes: ["tencent1103194207", "qq41c1685f"]),
        Case(schemes: ["tencent1", "QQ00000001"]), Case(schemes: ["QQ41C1685F"]), Case(schemes: ["tencent1"]),
        Case(schemes: ["tencent1", "QQ00000002"], mismatched: ["QQ00000002"]),
        Case(schemes: ["tencent1", "QQ00000002", "QQ00000001"]), Case(schemes: ["tencent1", "QQ00000002", "$(X)"]),
        Case(schemes: ["tencent99999999999999999999", "QQ00000002"]),
        Case(schemes: ["tencent4294967296", "QQ00000002"]),
        Case(schemes: ["tencent+1", "QQ00000002"]), Case(schemes: ["tencent1", "QQ+0000002"]),
    ])
    func reports(_ tested: Case) {
        func build(_ builder: inout ManifestBuilder) {
            for (key, value) in tested.keys.sorted(by: { $0.key < $1.key }) { builder.set(key, .string(value)) }
            builder.query(tested.queries)
            builder.add(role: "Editor", schemes: tested.schemes)
        }
        let missing = MissingSDKSchemeRule().findings(tested.identifier, platforms: tested.platforms, build: build)
        #expect(missing.map { "\($0.severity) \($0.scheme?.text.string ?? "")" } == tested.missing)
        let mismatched = MismatchedSDKSchemeRule().findings(
            tested.identifier,
            platforms: tested.platforms,
            build: build
        )
        #expect(mismatched.map { $0.scheme } == tested.mismatched.map { SchemeKey($0) })
        #expect(mismatched.allSatisfy { $0.severity == .warning })
    }

    @Test func readsANumberAsTheAppID() {
        let findings = MissingSDKSchemeRule().findings {
            $0.set("FacebookAppID", .integer(123))
            $0.add(schemes: ["acme"])
            $0.query(["fbapi"])
        }
        #expect(findings.map(\.scheme) == [SchemeKey("fb123")])
    }

    @Test func hintHasTheSchemeToPaste() throws {
        let findings = MissingSDKSchemeRule().findings {
            $0.set("GIDClientID", .string(Self.client))
            $0.add(schemes: ["acme", "com.googleusercontent.apps.9-z"])
        }
        let finding = try #require(findings.first)
        #expect(
            finding.message
                == "GIDClientID is set, but the scheme '\(Self.reversed)' is not declared; without it, the SDK throws an "
                + "exception when the user signs in"
        )
        #expect(finding.hint == "add a URL type with the scheme '\(Self.reversed)'")
        #expect(
            finding.related.map(\.message) == ["'com.googleusercontent.apps.9-z' is declared instead"]
        )
        #expect(finding.edits.map(\.place.range?.byteLength) == [0])
        #expect(finding.edits.first?.replacement.contains("<string>\(Self.reversed)</string>") == true)
    }

    @Test func ignoresWhatOtherRulesReport() {
        let findings = MissingSDKSchemeRule().findings {
            $0.set("GIDClientID", .string(Self.client))
            $0.add(.wrongType, at: "CFBundleURLTypes", expected: "an array", found: "a dictionary")
        }
        #expect(findings == [])
        let framework = MissingSDKSchemeRule().findings(kind: .framework) {
            $0.set("GIDClientID", .string(Self.client))
        }
        #expect(framework == [])
    }

    @Test(
        arguments: [
            (["wx0123456789abcdef"], [], ["weixin", "weixinULAPI"]),
            (["wx0123456789abcdef"], ["WEIXIN"], ["weixinULAPI"]),
            (["wx0123456789abcdef"], ["weixin", "weixinulapi"], []),
            (["wx0123456789abcdef", "wx0123456789abcde0"], ["weixin"], ["weixinULAPI"]),
            (["db-0a1b2c3d4e5f6g7", "line3rdp.com.acme.app"], ["dbapi-2"], ["dbapi-8-emm", "lineauth2"]),
            // The schemes depend on which parts of the SDK an app uses.
            (["kakao0123456789abcdef0123456789abcdef"], [], []),
            // Two SDKs share this scheme, and each queries others.
            (["vk42"], [], []),
            (["db-0a1b2c3d4e5f6g7"], ["$(QUERIES)"], []),
            (["db-auth", "db-new"], [], []),
            (["msauth.com.microsoft.intunemam"], [], []),
            (["msauth.YOUR_BUNDLE_IDENTIFIER"], [], []),
        ] as [([String], [String], [String])]
    )
    func missingQueries(schemes: [String], queries: [String], missing: [String]) {
        let findings = MissingQuerySchemeRule().findings {
            $0.add(schemes: schemes)
            $0.query(queries)
        }
        let named = findings.flatMap { finding in
            missing.filter { finding.message.contains("'\($0)'") && finding.hint?.contains("<string>\($0)<") == true }
        }
        #expect(named == missing)
        #expect(findings.isEmpty == missing.isEmpty)
        #expect(findings.allSatisfy { $0.severity == .note && $0.edits.isEmpty == queries.isEmpty })
    }

    @Test func missingQueriesOnlyMatterOnIOS() {
        for (platforms, count) in [(PlatformSet.iOS, 1), (.macOS, 0), (.watchOS, 0), ([], 1), ([.iOS, .macOS], 1)] {
            let findings = MissingQuerySchemeRule().findings(platforms: platforms) {
                $0.add(schemes: ["wx0123456789abcdef"])
            }
            #expect(findings.count == count)
        }
    }
}
