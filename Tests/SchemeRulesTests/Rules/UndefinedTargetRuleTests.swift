import SchemeModel
import Testing
import TestSupport

@testable import SchemeRules

@Suite struct UndefinedTargetRuleTests {
    let knowledge = Knowledge.builtIn

    func findings(_ manifests: [Manifest], on scheme: String = "wallet") throws -> [Finding] {
        let index = MemoryIndex(sources: [], manifests: manifests, knowledge: knowledge)
        return try FindingChecker(rules: [UndefinedTargetRule()], knowledge: knowledge).findings(in: index)
    }

    @Test func agreesWithTheReferenceImplementation() {
        var found = 0
        for seed in 0..<TestScale.pick(150, torture: 500) {
            let group = NaiveCollisions.group(seed: UInt64(seed))
            let expected = NaiveCollisions.expectations(for: group)
            let actual = UndefinedTargetRule().findings(in: group, knowledge: knowledge).map {
                NaiveCollisions.Expectation(
                    app: $0.app?.id ?? .unknown(""),
                    rank: $0.severity.rank,
                    isCertain: $0.certainty == .certain,
                    place: $0.place,
                    related: $0.related.map(\.place),
                    relatedCount: $0.relatedCount
                )
            }
            #expect(actual == expected, "seed \(seed)")
            found += expected.count
        }
        #expect(found > TestScale.pick(300, torture: 1500), "the generated groups hold collisions")
    }

    /// An app's version for iOS may only meet a Mac app, if it runs on a Mac.
    @Test func showsTheClaimsOnTheSamePlatform() throws {
        let apps: [(String, String, PlatformSet)] = [
            ("com.acme.box", "A/Info.plist", .iOS), ("com.acme.box", "B/Info.plist", .macOS),
            ("com.contoso.proxy", "C/Info.plist", .macOS),
        ]
        let manifests = apps.map { app, path, platforms in
            Manifest.app(app, platforms: platforms, path: path, role: "Viewer", schemes: ["sing-box"])
        }
        let findings = try findings(manifests)
        #expect(findings.map(\.place.path) == ["B/Info.plist", "C/Info.plist"])
        #expect(findings.allSatisfy { $0.certainty == .certain })
    }

    @Test func oneFindingForEachOfManyApps() throws {
        let count = TestScale.pick(1_000, torture: 20_000)
        let manifests = (0..<count).map {
            Manifest.app("com.acme.app\($0)", path: "\($0)/Info.plist", schemes: ["wallet"])
        }
        let findings = try findings(manifests)
        #expect(findings.count == count)
        #expect(findings.allSatisfy { $0.relatedCount == count - 1 && $0.related.count == 20 && $0.severity == .error })
        #expect(findings.allSatisfy { finding in !finding.related.contains { $0.app?.id == finding.app?.id } })
    }

    @Test func copiesCollideWithOthersOnly() throws {
        let count = TestScale.pick(500, torture: 5_000)
        let copies = (0..<count).map { number in
            ManifestBuilder(nil, path: "\(number)/Info.plist", digest: "same").manifest.with {
                $0.urlTypes = Manifest.app(schemes: ["wallet"]).urlTypes
            }
        }
        let findings = try findings(copies + [.app("com.acme.wallet", path: "z/Info.plist", schemes: ["wallet"])])
        #expect(findings.count == count + 1)
        #expect(Set(findings.map(\.relatedCount)) == [1, count])
        #expect(findings.allSatisfy { $0.severity == .warning })
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var first: Manifest
        var second: Manifest
        var severity: Severity?
        var certainty: Certainty = .certain
        var scheme = "wallet"
    }

    static func two(
        _ title: String,
        _ first: (PlatformSet, String?),
        _ second: (PlatformSet, String?),
        _ severity: Severity?,
        _ certainty: Certainty = .certain,
        scheme: String = "wallet"
    ) -> Case {
        Case(
            testDescription: title,
            first: .app("com.acme.one", platforms: first.0, path: "One.plist", role: first.1, schemes: [scheme]),
            second: .app("com.acme.two", platforms: second.0, path: "Two.plist", role: second.1, schemes: [scheme]),
            severity: severity,
            certainty: certainty,
            scheme: scheme
        )
    }

    static let cases = [
        two("editors", (.iOS, "Editor"), (.iOS, "Editor"), .error),
        two("no role and None count as Editor", (.iOS, nil), (.iOS, "None"), .error),
        two("a viewer", (.iOS, "Viewer"), (.iOS, "Editor"), .warning),
        two("a viewer in another case", (.iOS, "viewer"), (.iOS, "Editor"), .warning),
        two("a viewer of a public scheme", (.iOS, "Viewer"), (.iOS, "Editor"), .note, scheme: "bitcoin"),
        two("editors of a public scheme", (.iOS, "Editor"), (.iOS, "Editor"), .error, scheme: "bitcoin"),
        two("iOS and macOS", (.iOS, "Editor"), (.macOS, "Editor"), .warning, .possible),
        two("iOS and macOS, a viewer", (.iOS, "Viewer"), (.macOS, "Editor"), .note, .possible),
        two("iOS and visionOS", (.iOS, "Editor"), (.visionOS, "Editor"), .warning, .possible),
        two("macOS and visionOS", (.macOS, "Editor"), (.visionOS, "Editor"), nil),
        two("tvOS and iOS", (.tvOS, "Editor"), (.iOS, "Editor"), nil),
        two("unknown platform", ([], "Editor"), (.tvOS, "Editor"), .warning, .possible),
        two("unknown platforms, a viewer", ([], "Viewer"), ([], "Editor"), .note, .possible),
        two("browsers on macOS", (.macOS, "Viewer"), (.macOS, "Viewer"), nil, scheme: "http"),
        two(
            "browsers on iOS, which may run on a Mac and a Vision",
            (.iOS, "Viewer"),
            (.iOS, "Editor"),
            nil,
            scheme: "http"
        ),
        two(
            "browsers on iOS and visionOS",
            (.iOS, "Editor"),
            (.visionOS, "Editor"),
            nil,
            scheme: "http"
        ),
        two("web addresses, where no browser is chosen", (.tvOS, "Editor"), (.tvOS, "Editor"), nil, scheme: "https"),
        two("mail clients where none is chosen", (.tvOS, nil), (.tvOS, nil), .error, scheme: "mailto"),
        two("a placeholder", (.iOS, "Editor"), (.iOS, "Editor"), nil, scheme: "myapp"),
        two("shared by an SDK", (.iOS, "Editor"), (.iOS, "Editor"), nil, scheme: "msauth.com.microsoft.intunemam"),
        Case(
            testDescription: "one app",
            first: .app("com.acme.one", path: "One.plist", schemes: ["wallet"]),
            second: .app("COM.acme.One", path: "Two.plist", schemes: ["wallet"])
        ),
        Case(
            testDescription: "a Catalyst edition",
            first: .app("com.acme.one", platforms: .macOS, path: "One.plist", schemes: ["wallet"]),
            second: .app("maccatalyst.com.acme.one", platforms: .macOS, path: "Two.plist", schemes: ["wallet"])
        ),
        Case(
            testDescription: "an app and what it contains",
            first: .app("com.acme.one", path: "One.plist", schemes: ["wallet"]),
            second: Manifest.app("com.acme.one.helper", path: "Two.plist", schemes: ["wallet"])
                .with { $0.container = .known("com.acme.one") }
        ),
        Case(
            testDescription: "an extension",
            first: .app("com.acme.one", path: "One.plist", schemes: ["wallet"]),
            second: .app("com.acme.two", kind: .appExtension, path: "Two.plist", schemes: ["wallet"])
        ),
        Case(
            testDescription: "a product of unknown kind",
            first: .app("com.acme.one", path: "One.plist", schemes: ["wallet"]),
            second: .app("com.acme.two", kind: .unknown, path: "Two.plist", schemes: ["wallet"]),
            severity: .error
        ),
        Case(
            testDescription: "an unknown identity",
            first: .app("com.acme.one", path: "One.plist", schemes: ["wallet"]),
            second: .app("$(PRODUCT_BUNDLE_IDENTIFIER)", path: "Two.plist", schemes: ["wallet"]),
            severity: .warning
        ),
        Case(
            testDescription: "unknown identities with different bytes",
            first: .app(nil, path: "One.plist", schemes: ["wallet"]),
            second: .app(nil, path: "Two.plist", schemes: ["wallet"]),
            severity: .warning
        ),
        Case(
            testDescription: "unknown identities with the same bytes",
            first: Manifest.app(nil, path: "One.plist", schemes: ["wallet"]).with { $0.digest = "same" },
            second: Manifest.app(nil, path: "Two.plist", schemes: ["wallet"]).with { $0.digest = "same" }
        ),
        Case(
            testDescription: "known identities with the same bytes",
            first: Manifest.app("com.acme.one", path: "One.plist", schemes: ["wallet"]).with { $0.digest = "same" },
            second: Manifest.app("com.acme.two", path: "Two.plist", schemes: ["wallet"]).with { $0.digest = "same" },
            severity: .error
        ),
        Case(
            testDescription: "an iOS app that does not run on a Mac",
            first: Manifest.app("com.acme.one", path: "One.plist", schemes: ["wallet"])
                .with { $0.deviceSupport = DeviceSupport(platforms: .iOS, runsOnMac: false) },
            second: .app("com.acme.two", platforms: .macOS, path: "Two.plist", schemes: ["wallet"])
        ),
        Case(
            testDescription: "an invalid text that two apps share",
            first: .app("com.acme.one", path: "One.plist", schemes: ["my_wallet"]),
            second: .app("com.acme.two", path: "Two.plist", schemes: ["my_wallet"]),
            scheme: "my_wallet"
        ),
    ]

    @Test(arguments: cases)
    func reports(_ sample: Case) throws {
        let findings = try findings([sample.first, sample.second], on: sample.scheme)
        #expect(findings.map(\.severity) == (sample.severity.map { [$0, $0] } ?? []))
        #expect(findings.allSatisfy { $0.certainty == sample.certainty })
        for finding in findings { #expect(finding.message.contains("undefined")) }
    }

    @Test(arguments: [
        (
            cases[0],
            "scheme 'wallet' is also claimed by com.acme.two (Two.plist:1:57); "
                + "which app opens its URLs is undefined; both have the CFBundleURLName 'com.acme.name'"
        ),
        (
            cases[2],
            "scheme 'wallet', which this app adopts as Viewer, is also claimed by com.acme.two "
                + "(Two.plist:1:57); which app opens its URLs is undefined; both have the CFBundleURLName 'com.acme.name'"
        ),
        (
            cases[6],
            "scheme 'wallet' is also claimed by com.acme.two (Two.plist:1:57); on a Mac, where iOS apps can "
                + "run, it is undefined which app opens its URLs; both have the CFBundleURLName 'com.acme.name'"
        ),
        (
            cases[11],
            "scheme 'wallet' is also claimed by com.acme.two (Two.plist:1:57); this app's platform is "
                + "unknown; if both are installed on the same device, it is undefined which app opens its URLs; both "
                + "have the CFBundleURLName 'com.acme.name'"
        ),
    ])
    func says(_ sample: Case, message: String) throws {
        let columns = try #require(sample.second.urlTypes[0].schemes[0].span.focus.lines?.start.column)
        let expected = message.replacing("1:57", with: "1:\(columns)")
        #expect(try findings([sample.first, sample.second])[0].message == expected)
    }

    @Test(arguments: [
        (["b", "c"], nil), (["a", "c"], "is also that of 1 other app"), (["a", "a"], "is also that of 2 other apps"),
        (Array(repeating: "a", count: 20), "is also that of 20 other apps"),
        (Array(repeating: "a", count: 21), "is also that of at least 20 other apps"),
    ])
    func namesAppsWithTheSameIdentifier(names: [String], text: String?) throws {
        let others = names.enumerated().map { index, name in
            let number = index + 100
            return Manifest.app("com.acme.\(number)", path: "\(number).plist", urlName: name, schemes: ["wallet"])
        }
        let mine = Manifest.app("com.acme.one", path: "One.plist", urlName: "a", schemes: ["wallet"])
        let finding = try #require(try findings([mine] + others).first { $0.place.path == "One.plist" })
        let expected = text.map { "; its CFBundleURLName 'a' \($0)" }
        #expect(
            finding.message.hasSuffix("which app opens its URLs is undefined\(expected ?? "")"),
            "\(finding.message)"
        )
        #expect(finding.sharedIdentifier == (text == nil ? nil : "a"))
    }

    /// Two different hints for one collision would contradict each other.
    @Test(arguments: [
        (["Viewer", "Editor"], "wallet", "accept the finding if com.acme.0 (role Viewer) should also open the URLs"),
        (["Viewer", "Viewer"], "wallet", "accept the finding if all of these apps (role Viewer) should"),
        (["Viewer", "Viewer", "Editor"], "wallet", "accept the finding if com.acme.0 and com.acme.1 (role"),
        (["Viewer", "Editor"], "bitcoin", "set the role of com.acme.1 to Viewer, since the scheme is public"),
        (["Editor", "Editor"], "bitcoin", "set the role to Viewer, since the scheme is public"),
        (["Editor", "Editor"], "wallet", "use universal links, or a scheme that contains the bundle identifier"),
    ])
    func givesAllAppsTheSameHint(roles: [String], scheme: String, hint: String) throws {
        let manifests = roles.enumerated().map { index, role in
            Manifest.app("com.acme.\(index)", path: "\(index)/Info.plist", role: role, schemes: [scheme])
        }
        let hints = try findings(manifests).map { $0.hint ?? "" }
        #expect(hints.count == roles.count)
        #expect(Set(hints).count == 1 && hints[0].hasPrefix(hint), "\(hints)")
    }

    @Test func marksTheMentionedPlace() throws {
        let findings = try findings([
            .app("com.acme.one", path: "é/Info.plist", source: "one", schemes: ["wallet"]),
            .app("com.acme.two", path: "é/Info.plist", source: "two", schemes: ["wallet"]),
        ])
        for (finding, other) in [(findings[0], findings[1]), (findings[1], findings[0])] {
            #expect(finding.mention?.place == other.place)
            let named = finding.message { place in "<\(place.source ?? "")>" }
            #expect(
                named.contains(" (<\(other.place.source ?? "")>); which app opens its URLs is undefined"),
                "\(named)"
            )
        }
    }

    @Test func countsOthers() throws {
        let findings = try findings([
            .app("com.acme.one", path: "Info.plist", source: "one", urlName: "a", schemes: ["Wallet"]),
            .app("com.acme.two", path: "Info.plist", source: "two", urlName: "b", schemes: ["wallet"]),
            .app(nil, path: "Info.plist", source: "zoo", urlName: "c", schemes: ["wallet"]),
        ])
        let first = try #require(findings.first)
        #expect(first.message.contains("by com.acme.two (Info.plist:1:"))
        #expect(first.message.contains(" in two) and 1 other app; which app opens its URLs is undefined"))
        #expect(
            first.related.map(\.message) == [
                "com.acme.two claims 'wallet' as Editor", "an app with an unknown identity claims 'wallet' as Editor",
            ]
        )
        #expect(findings.map { $0.app?.id.isKnown } == [true, true, false])
        #expect(findings[2].hint?.contains("--bundle-id") == true)
        #expect(
            findings.map { $0.fingerprint.text } == [
                "v1:undefined-target|com.acme.one|wallet|1", "v1:undefined-target|com.acme.two|wallet|1",
                "v1:undefined-target|unknown:Info.plist|wallet|1",
            ]
        )
    }

    @Test func embeddedProductsBelongToTheApp() throws {
        func embedded(_ name: String, role: String? = nil) -> Manifest {
            Manifest.app("com.acme.one.\(name)", path: "One.app/\(name)/Info.plist", role: role, schemes: ["wallet"])
                .with { $0.container = .known("com.acme.one") }
        }
        let one = Manifest.app("com.acme.one", path: "One.app/Info.plist", role: "Viewer", schemes: ["wallet"])
        let two = Manifest.app("com.acme.two", path: "Two.app/Info.plist", schemes: ["wallet"])
        let all = try findings([one, embedded("Helper"), embedded("Login"), two])
        #expect(all.map { $0.app?.id.text } == ["com.acme.one", "com.acme.two"])
        #expect(all.map(\.relatedCount) == [1, 1])
        #expect(all[1].related.map { $0.app?.bundleIdentifier } == ["com.acme.one"])
        // The embedded products define the scheme that the app only adopts.
        #expect(all.map(\.severity) == [.error, .error])
        #expect(all[0].place.path == "One.app/Helper/Info.plist")
        #expect(
            all[0].message.hasPrefix(
                "scheme 'wallet', which the embedded com.acme.one.helper claims, is also claimed by com.acme.two"
            )
        )
        // An app without its own claims is reported by its identity.
        let inner = try findings([embedded("Helper"), two])
        #expect(inner.map { $0.app?.id.text } == ["com.acme.one", "com.acme.two"])
        #expect(inner[1].related.map(\.message) == ["com.acme.one.helper in com.acme.one claims 'wallet'"])
        #expect(inner[1].message.contains("is also claimed by com.acme.one.helper in com.acme.one (One.app/Helper"))
        // The same helper in another app is not a different app.
        let other = embedded("Helper").with { $0.container = .known("com.acme.three") }
        #expect(try findings([embedded("Helper"), other]).isEmpty)
    }

    @Test func newAppsAddOneFinding() throws {
        func fingerprints(_ count: Int) throws -> Set<String> {
            Set(
                try findings((0..<count).map { .app("com.acme.app\($0)", path: "\($0).plist", schemes: ["wallet"]) })
                    .map(\.fingerprint.text)
            )
        }
        let (before, after) = (try fingerprints(5), try fingerprints(6))
        #expect(before.count == 5)
        #expect(after.subtracting(before).count == 1)
        #expect(before.isSubset(of: after))
    }

    @Test func orderOfClaimsDoesNotMatter() throws {
        // Two configurations of one target have the same place. A registry returns them in the order of its rows.
        let configurations = [("Beta", PlatformSet.macOS), ("Debug", []), ("Release", .iOS)].map {
            (name: String, platforms: PlatformSet) in
            Manifest.app("com.acme.one", platforms: platforms, schemes: ["wallet"]).with {
                $0.outcome = .init(project: "One.xcodeproj", target: "One", configurations: [name])
            }
        }
        let other = Manifest.app(nil, path: "Other.plist", schemes: ["wallet"])
        let claims = (configurations + [other]).flatMap { $0.claims(with: knowledge) }
        func findings(_ claims: [Claim]) -> [Finding] {
            let group = ClaimGroup(scheme: SchemeKey("wallet"), claims: claims)
            return UndefinedTargetRule().findings(in: group, knowledge: knowledge)
        }
        #expect(findings(claims).count == 2)
        #expect(findings(claims) == findings(claims.reversed()))
    }

    /// Returns an app built by a target.
    private func built(
        _ identifier: String,
        _ platforms: PlatformSet,
        by project: String,
        name: String? = nil,
        source: String = "apps"
    ) -> Manifest {
        .app(identifier, platforms: platforms, path: "\(identifier).plist", source: source, schemes: ["wallet"]).with {
            $0.displayName = name
            $0.outcome = .init(project: Path("\(project).xcodeproj"), target: identifier, configurations: ["Release"])
        }
    }

    @Test func editionsOfOneProductAreANote() throws {
        func severities(_ manifests: Manifest...) throws -> [Severity] { try findings(manifests).map(\.severity) }
        let phone = built("com.acme.one", .iOS, by: "A", name: "Acme Pay")
        #expect(try severities(phone, built("com.acme.mac", .macOS, by: "A")) == [.note, .note])
        // A second project builds the same apps.
        #expect(
            try severities(
                phone,
                built("com.acme.mac", .macOS, by: "A"),
                built("com.acme.one", .iOS, by: "B"),
                built("com.acme.mac", .macOS, by: "B")
            ) == [.note, .note]
        )
        // Each has its own project.
        #expect(try severities(phone, built("org.acme.mac", .macOS, by: "M", name: "ACME-Pay")) == [.note, .note])
        #expect(try severities(phone, built("org.acme.mac", .macOS, by: "M", name: "Other")) == [.warning, .warning])
        #expect(
            try severities(phone, built("org.acme.mac", .macOS, by: "M", name: "Acme Pay", source: "else"))
                == [.warning, .warning]
        )
        // Only testers have both.
        let beta = built("org.acme.pay.beta", .iOS, by: "A")
        #expect(try severities(phone, beta) == [.note, .note])
        #expect(try severities(phone, beta, built("com.acme.shop", .iOS, by: "A")) == [.error, .error, .note])
        #expect(try severities(phone, built("org.acme.pay.beta", .iOS, by: "B")) == [.error, .error])
        // On one platform, they are two apps.
        #expect(try severities(phone, built("org.acme.two", .iOS, by: "M", name: "Acme Pay")) == [.error, .error])
    }

    @Test func onlySubjectsAreChecked() throws {
        let manifests: [Manifest] = ["new", "old", "older"].map { (name: String) in
            .app("com.acme.\(name)", path: "Info.plist", source: name, schemes: ["wallet"])
        }
        let index = MemoryIndex(sources: [], manifests: manifests, knowledge: knowledge)
        let findings = try FindingChecker(rules: [UndefinedTargetRule()], knowledge: knowledge)
            .findings(in: index, subjects: ["new"])
        #expect(findings.map { $0.app?.id.text } == ["com.acme.new"])
        #expect(findings.first?.relatedCount == 2)
    }
}
