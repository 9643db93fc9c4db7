import SchemeModel
import TestSupport
import Testing

@testable import SchemeRules

@Suite struct ReservedSchemeRuleTests {
    let rule = ReservedSchemeRule()

    struct Case: CustomTestStringConvertible, Sendable {
        var scheme: String
        var platforms: PlatformSet
        var entitlements: [Entitlement]?
        var isBuilt: Bool
        var severity: Severity?
        var testDescription: String { "\(scheme) \(platforms.rawValue) \(entitlements?.description ?? "unknown")" }

        init(
            _ scheme: String,
            _ platforms: PlatformSet,
            _ entitlements: [Entitlement]?,
            _ severity: Severity?,
            isBuilt: Bool = false
        ) {
            self.scheme = scheme
            self.platforms = platforms
            self.entitlements = entitlements
            self.isBuilt = isBuilt
            self.severity = severity
        }
    }

    static let browser: Entitlement = "com.apple.developer.web-browser"

    @Test(arguments: [
        // Documented by Apple, or observed with high confidence.
        Case("facetime", .iOS, nil, .error),
        Case("FaceTime", .macOS, nil, .error),
        Case("prefs", .iOS, nil, .error),
        // Documented with medium confidence.
        Case("shortcuts", .iOS, nil, .error),
        // Observed with lower confidence.
        Case("applenotes", .iOS, nil, .warning),
        Case("app-settings", .iOS, nil, .warning),
        Case("blob", .tvOS, nil, .note),
        // In one old page, but in no known system manifest.
        Case("macosxserverinvite", .macOS, nil, .warning),
        // A different platform.
        Case("prefs", .macOS, nil, nil),
        Case("prefs", [.iOS, .macOS], nil, .error),
        Case("facetime", .tvOS, nil, nil),
        // Unknown platform.
        Case("facetime", [], nil, .warning),
        Case("http", [], nil, .note),
        Case("http", [], [], .warning),
        Case("http", [], [browser], nil),
        // Users choose.
        Case("http", .macOS, nil, nil),
        Case("vnc", .macOS, [], nil),
        Case("otpauth", .iOS, nil, nil),
        Case("otpauth", [.iOS, .macOS], [], nil),
        Case("http", .iOS, [browser], nil),
        Case("http", .iOS, nil, .note),
        Case("http", .iOS, nil, .note, isBuilt: true),
        // A release build may add the entitlement, but a signed app certainly lacks it.
        Case("http", .iOS, [], .warning),
        Case("http", .iOS, [], .error, isBuilt: true),
        Case("http", .iOS, ["com.apple.developer.mail-client"], .warning),
        Case("http", .iOS, ["com.apple.developer.mail-client"], .error, isBuilt: true),
        Case("http", [.iOS, .macOS], [browser], nil),
        Case("http", [.iOS, .macOS], [], .warning),
        Case("http", [.iOS, .macOS], [], .error, isBuilt: true),
        Case("mailto", .iOS, [], .warning),
        // Protocols that many apps implement.
        Case("ftp", .iOS, nil, nil),
        Case("smb", [.iOS, .macOS], [], nil),
        Case("webcal", [], [], nil),
        // Also registered with IANA, but not a protocol that other apps implement.
        Case("maps", .iOS, nil, .warning),
        // Inside web engines only.
        Case("file", .tvOS, nil, .note),
        Case("file", .macOS, nil, .warning),
        Case("itms", .iOS, nil, .error),
        Case("tel", .iOS, ["com.apple.developer.dialing-app"], nil),
        Case("tel", .watchOS, nil, .error),
        // The fallback for a calling app belongs to the system, whatever the app's entitlements.
        Case("telephony", .iOS, ["com.apple.developer.calling-app"], .error),
        Case("telephony", .iOS, nil, .error),
        Case("telephony", .macOS, nil, nil),
        // An unowned, a public and another app's scheme.
        Case("acmewallet", .iOS, nil, nil),
        Case("bitcoin", .iOS, nil, nil),
        Case("whatsapp", .iOS, nil, nil),
    ])
    func reports(_ sample: Case) {
        let manifest = Manifest.app(platforms: sample.platforms, schemes: [sample.scheme])
            .with {
                $0.entitlements = sample.entitlements
                $0.isBuilt = sample.isBuilt
            }
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
    func checksAppsOfOtherCompanies(identifier: String, kind: ProductKind, count: Int) {
        let manifest = Manifest.app(identifier, kind: kind, schemes: ["facetime"])
        #expect(rule.findings(in: manifest, knowledge: .builtIn).count == count)
    }

    @Test func reportsEachSchemeOnce() {
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
                "note: scheme 'javascript' belongs to the web platform on tvOS (used inside web engines, medium confidence)"
            ),
            (
                "prefs", [],
                "warning: scheme 'prefs' belongs to Settings on iOS (seen on Apple's systems, high confidence); "
                    + "it is unknown whether this app is for it"
            ),
            (
                "mailto", .iOS,
                "note: scheme 'mailto' opens Mail, or the app that the user chose, on iOS (documented by Apple); it requires an entitlement, "
                    + "and the app's entitlements are unknown"
            ),
        ] as [(String, PlatformSet, String)]
    )
    func says(scheme: String, platforms: PlatformSet, text: String) {
        let findings = rule.findings(platforms: platforms) { $0.add(schemes: [scheme]) }
        #expect(findings.map(\.text) == [text])
    }

    @Test(
        arguments: [
            (
                false,
                "warning: scheme 'https' opens Safari, or the app that the user chose, on iOS (documented by Apple); the app's entitlements in this "
                    + "project do not include com.apple.developer.web-browser",
                "remove the scheme, unless the release build adds the entitlement, which Apple grants"
            ),
            (
                true,
                "error: scheme 'https' opens Safari, or the app that the user chose, on iOS (documented by Apple); the app does not have the "
                    + "entitlement com.apple.developer.web-browser",
                "remove it, or sign the app with the entitlement com.apple.developer.web-browser, which Apple grants"
            ),
        ]
    )
    func namesTheMissingEntitlement(isBuilt: Bool, text: String, hint: String) {
        let manifest = Manifest.app(schemes: ["https"]).with {
            $0.entitlements = []
            $0.isBuilt = isBuilt
        }
        let findings = rule.findings(in: manifest, knowledge: .builtIn)
        #expect(findings.map(\.text) == [text])
        #expect(findings.map(\.hint) == [hint])
    }

    @Test(arguments: [true, false])
    func namesTheConfigurationsWithoutTheEntitlement(isKnownElsewhere: Bool) throws {
        let manifest = Manifest.app(schemes: ["https"]).with {
            $0.entitlements = []
            $0.irregularities = [
                Irregularity(
                    .partialEntitlement,
                    subject: isKnownElsewhere ? Self.browser.name.string : "com.apple.developer.mail-client",
                    cause: "'Debug', 'Beta'"
                )
            ]
        }
        let finding = try #require(rule.findings(in: manifest, knowledge: .builtIn).first)
        let end =
            "; the entitlement com.apple.developer.web-browser is missing in some configurations: 'Debug', 'Beta'"
        #expect(finding.severity == (isKnownElsewhere ? .note : .warning))
        #expect(finding.message.hasSuffix(end) == isKnownElsewhere)
        let distrusted = try #require(rule.findings(in: manifest.distrusted(), knowledge: .builtIn).first)
        #expect(distrusted.severity == .warning)
    }

    /// Four variants of a browser with one Info.plist have one finding.
    @Test func variantsHaveOneFinding() throws {
        let manifests = ["browser", "browser.beta", "browser.debug"].map { name in
            Manifest.app("com.acme.\(name)", schemes: ["http"]).with {
                $0.entitlements = []
                $0.outcome = Manifest.Outcome(project: "B.xcodeproj", target: "B", configurations: [name])
            }
        }
        let settled = Manifest.app("com.acme.browser.store", schemes: ["http"]).with {
            $0.entitlements = [Self.browser]
            $0.outcome = Manifest.Outcome(project: "B.xcodeproj", target: "B", configurations: ["store"])
        }
        let index = MemoryIndex(sources: [], manifests: manifests + [settled], knowledge: .builtIn)
        let findings = try FindingChecker(knowledge: .builtIn).findings(in: index)
        let finding = try #require(findings.first)
        #expect(findings.map(\.rule) == ["reserved-scheme"])
        #expect(finding.app?.id == AppID(bundleIdentifier: "com.acme.browser"))
        #expect(
            finding.related.map(\.message) == [
                "com.acme.browser.beta (B, browser.beta) claims 'http' too",
                "com.acme.browser.debug (B, browser.debug) claims 'http' too",
            ]
        )
        #expect(finding.relatedCount == 2)
    }

    /// The system certainly opens `sms`. That it opens `wallet` was only observed, and it is undefined which of two
    /// apps opens it.
    @Test(arguments: [("file", false), ("prefs", false), ("sms", false), ("wallet", true), ("acmewallet", true)])
    func settlesWhoOpensTheScheme(scheme: String, isUndefined: Bool) throws {
        let manifests = ["one", "two"].map { name in
            Manifest.app("com.acme.\(name)", path: "\(name)/Info.plist", schemes: [scheme])
        }
        let index = MemoryIndex(sources: [], manifests: manifests, knowledge: .builtIn)
        let rules = Set(try FindingChecker(knowledge: .builtIn).findings(in: index).map(\.rule))
        #expect(rules.contains("reserved-scheme") == (scheme != "acmewallet"))
        #expect(rules.contains("undefined-target") == isUndefined)
    }

    @Test func suggestsAnOwnScheme() {
        let hints = ["com.acme.wallet", "com.acme.my_wallet", "$(ID)"].map { identifier in
            rule.findings(identifier) { $0.add(schemes: ["prefs"]) }.first?.hint
        }
        #expect(hints[0] == "use universal links, or a scheme of your own, such as 'com.acme.wallet'")
        #expect(hints[1] == hints[2], "no scheme can hold these identifiers")
    }

    /// Other apps open it, so the app can't replace it with its own scheme.
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
