import SchemeModel
import Testing

@testable import SchemeRules

@Suite struct ReservedSchemeRuleTests {
    let rule = ReservedSchemeRule()

    struct Case: CustomTestStringConvertible, Sendable {
        var scheme: String
        var platforms: PlatformSet
        var entitlements: [String]?
        var severity: Severity?
        var testDescription: String { "\(scheme) \(platforms.rawValue) \(entitlements?.description ?? "unknown")" }

        init(_ scheme: String, _ platforms: PlatformSet, _ entitlements: [String]?, _ severity: Severity?) {
            self.scheme = scheme
            self.platforms = platforms
            self.entitlements = entitlements
            self.severity = severity
        }
    }

    static let browser = "com.apple.developer.web-browser"

    @Test(arguments: [
        // Documented by Apple, or seen with high confidence.
        Case("facetime", .iOS, nil, .error),
        Case("FaceTime", .macOS, nil, .error),
        Case("prefs", .iOS, nil, .error),
        // Documented with medium confidence, which is enough.
        Case("shortcuts", .iOS, nil, .error),
        // Seen with less.
        Case("applenotes", .iOS, nil, .warning),
        Case("app-settings", .iOS, nil, .warning),
        Case("blob", .tvOS, nil, .warning),
        // In the system's own pages of help, or on one page of old, and in no manifest of the system that was seen.
        Case("x-help-action", .macOS, nil, .warning),
        Case("macosxserverinvite", .macOS, nil, .warning),
        // Another platform.
        Case("prefs", .macOS, nil, nil),
        Case("prefs", [.iOS, .macOS], nil, .error),
        Case("facetime", .tvOS, nil, nil),
        // Unknown platform.
        Case("facetime", [], nil, .warning),
        Case("http", [], nil, .warning),
        Case("http", [], [browser], .note),
        Case("webcal", [], [], .warning),
        // The person chooses.
        Case("http", .macOS, nil, .note),
        Case("vnc", .macOS, [], .note),
        Case("http", .iOS, [browser], nil),
        Case("http", .iOS, nil, .warning),
        Case("http", .iOS, [], .error),
        Case("http", .iOS, ["com.apple.developer.mail-client"], .error),
        Case("http", [.iOS, .macOS], [browser], .note),
        Case("http", [.iOS, .macOS], [], .error),
        Case("tel", .iOS, ["com.apple.developer.dialing-app"], nil),
        Case("tel", .watchOS, nil, .error),
        // What a calling app falls back to is the system's, whoever calls.
        Case("telephony", .iOS, ["com.apple.developer.calling-app"], .error),
        Case("telephony", .iOS, nil, .error),
        Case("telephony", .macOS, nil, nil),
        // Nobody's, a public one, another app's.
        Case("acmewallet", .iOS, nil, nil),
        Case("bitcoin", .iOS, nil, nil),
        Case("whatsapp", .iOS, nil, nil),
    ])
    func judges(_ sample: Case) {
        let manifest = Manifest.app(platforms: sample.platforms, schemes: [sample.scheme])
            .with { $0.entitlements = sample.entitlements }
        let findings = rule.findings(in: manifest, knowledge: .builtIn)
        #expect(findings.map(\.severity) == (sample.severity.map { [$0] } ?? []))
        for finding in findings {
            #expect(finding.certainty == (sample.platforms.isEmpty ? .possible : .certain))
            #expect(finding.scheme == SchemeKey(sample.scheme))
        }
    }

    @Test(arguments: [
        ("com.apple.mobilesafari", ProductKind.application, 0), ("COM.APPLE.Maps", .application, 0),
        ("com.applebees.app", .application, 1), ("com.apple.$(NAME)", .application, 1),
        ("com.acme.talk", .unknown, 1), ("com.acme.talk", .appExtension, 0), ("com.acme.talk", .framework, 0),
    ])
    func judgesApplicationsOfOthers(identifier: String, kind: ProductKind, count: Int) {
        let manifest = Manifest.app(identifier, kind: kind, schemes: ["facetime"])
        #expect(rule.findings(in: manifest, knowledge: .builtIn).count == count)
    }

    @Test func saysOnceForAScheme() {
        let findings = rule.findings {
            $0.add(schemes: ["acmewallet", "facetime", "sms", "FaceTime"])
            $0.add(schemes: ["facetime"])
        }
        #expect(
            findings.map(\.keyPath) == [
                "CFBundleURLTypes[0].CFBundleURLSchemes[1]", "CFBundleURLTypes[0].CFBundleURLSchemes[2]",
            ]
        )
    }

    @Test(
        arguments: [
            ("facetime", PlatformSet.iOS, "error: scheme 'facetime' belongs to FaceTime on iOS (documented by Apple)"),
            (
                "applenotes", [.iOS, .macOS],
                "warning: scheme 'applenotes' belongs to Notes on iOS and macOS (seen on Apple's systems, medium confidence)"
            ),
            (
                "shortcuts", .macOS,
                "error: scheme 'shortcuts' belongs to Shortcuts on macOS (documented by Apple, medium confidence)"
            ),
            (
                "javascript", .tvOS,
                "warning: scheme 'javascript' belongs to the web platform on tvOS (used inside web engines, medium confidence)"
            ),
            (
                "prefs", [],
                "warning: scheme 'prefs' belongs to Settings on iOS (seen on Apple's systems, high confidence); "
                    + "whether this app is for it is not known"
            ),
            (
                "http", .macOS,
                "note: scheme 'http' belongs to Safari on macOS (documented by Apple), where the "
                    + "person chooses the app that opens it"
            ),
            (
                "mailto", .iOS,
                "warning: scheme 'mailto' belongs to Mail on iOS (documented by Apple); allowed with the entitlement "
                    + "com.apple.developer.mail-client, which only the signed app shows"
            ),
        ] as [(String, PlatformSet, String)]
    )
    func says(scheme: String, platforms: PlatformSet, text: String) {
        let findings = rule.findings(platforms: platforms) { $0.add(schemes: [scheme]) }
        #expect(findings.map(\.text) == [text])
    }

    @Test func offersASchemeOfTheAppsOwn() {
        let hints = ["com.acme.wallet", "com.acme.my_wallet", "$(ID)"].map { identifier in
            rule.findings(identifier) { $0.add(schemes: ["prefs"]) }.first?.hint
        }
        #expect(hints[0] == "remove it and use a scheme of your own, such as 'com.acme.wallet', or universal links")
        #expect(hints[1] == hints[2], "no scheme can hold these identifiers")
    }

    /// Others open it, so that no scheme of the app's own can take its place.
    @Test(arguments: ["tel", "otpauth", "ftp", "smb", "facetime", "ssh", "feed"])
    func offersNoOwnSchemeForAPublicOne(scheme: String) {
        for platforms in [PlatformSet.iOS, .macOS, []] {
            let findings = rule.findings(platforms: platforms) { $0.add(schemes: [scheme]) }
            for finding in findings {
                #expect(finding.hint?.contains("own") == false, "\(finding.hint ?? "")")
            }
        }
    }
}
