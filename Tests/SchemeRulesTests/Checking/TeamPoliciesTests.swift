import SchemeModel
import Testing

@testable import SchemeRules

/// A team's policies affect its own sources only.
@Suite struct TeamPoliciesTests {
    private func policies(
        _ configuration: TeamConfiguration,
        for sources: [String] = ["acme"],
        way: Path = Path(bytes: []),
        asked: Set<String> = [],
        isWhole: Bool = true,
        now: Int = 0
    ) -> TeamPolicies {
        var policies = TeamPolicies(requestedRules: asked, now: now)
        let sheet = TeamPolicies.GoverningConfiguration(
            configuration: configuration,
            isWhole: isWhole,
            checksExamples: true
        )
        policies.add(sheet, for: sources.map { ($0, way) })
        return policies
    }

    private func configuration(_ change: (inout TeamConfiguration) -> Void) -> TeamConfiguration {
        var configuration = TeamConfiguration()
        change(&configuration)
        return configuration
    }

    private func acceptance(
        _ change: (inout TeamConfiguration.Acceptance) -> Void
    ) -> TeamConfiguration.Acceptance {
        let place = Place(source: "acme", path: ".schemereg.yml")
        var acceptance = TeamConfiguration.Acceptance(place: place, reason: "why")
        change(&acceptance)
        return acceptance
    }

    private func findings(
        _ manifests: [Manifest],
        _ policies: TeamPolicies,
        rules: [any Rule] = allRules,
        problems: [Problem] = []
    ) throws -> [Finding] {
        let sources = Set(manifests.compactMap(\.origin.source)).map {
            Source(name: $0, root: "/", kind: .tree, isNamed: true)
        }
        let index = MemoryIndex(sources: sources, manifests: manifests, knowledge: .builtIn)
        let checker = FindingChecker(rules: rules, knowledge: .builtIn, policies: policies)
        return try checker.findings(in: index, problems: problems)
    }

    private let login: [Manifest] = [
        .app("com.acme.one", path: "One/Info.plist", schemes: ["login"]),
        .app("com.other.two", path: "Two/Info.plist", source: "other", schemes: ["callback"]),
    ]

    @Test func severitiesApplyToTheirSourcesOnly() throws {
        let louder = policies(configuration { $0.severities = ["generic-scheme": .on(.error)] })
        let generic = try findings(login, louder).filter { $0.rule == "generic-scheme" }
        #expect(generic.map(\.severity) == [.error, .warning])
        let off = policies(configuration { $0.severities = ["generic-scheme": .off] })
        #expect(try findings(login, off).filter { $0.rule == "generic-scheme" }.map { $0.place.source } == ["other"])
    }

    /// A rule that is off by default.
    private struct Shy: ManifestRule {
        let description = RuleDescription(
            id: "shy",
            section: .team,
            severity: .note,
            isOn: false,
            summary: "",
            why: "",
            reportedWhen: "",
            fix: "",
            sources: [],
            examples: []
        )

        func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
            [finding(in: manifest, at: manifest.origin, .note, "here", hint: nil, subject: "x")]
        }
    }

    @Test func disabledRulesRunOnRequest() throws {
        func sources(_ policies: TeamPolicies) throws -> [String?] {
            try findings(login, policies, rules: [Shy()]).map { $0.place.source }
        }
        #expect(try sources(TeamPolicies()) == [])
        #expect(try sources(TeamPolicies(requestedRules: ["shy"])) == ["acme", "other"])
        let louder = policies(configuration { $0.severities = ["shy": .on(.error)] })
        #expect(try sources(louder) == ["acme"])
        // The command line enables a rule that the configuration disables, and the configuration sets its severity.
        let off = configuration { $0.severities = ["shy": .off] }
        #expect(try sources(policies(off)) == [])
        #expect(try sources(policies(off, asked: ["shy"])) == ["acme", "other"])
        let asked = policies(configuration { $0.severities = ["shy": .on(.error)] }, asked: ["shy"])
        #expect(try findings(login, asked, rules: [Shy()]).map(\.severity) == [.error, .note])
    }

    typealias Selection = @Sendable (inout TeamConfiguration.Acceptance) -> Void

    static let selections: [(Selection, Bool)] = [
        ({ $0.rule = "generic-scheme" }, true), ({ $0.scheme = SchemeKey("login") }, true),
        ({ $0.app = .known("com.acme.one") }, true), ({ $0.path = "One" }, true), ({ $0.path = "Apps/One" }, true),
        ({ $0.path = "Apps/*/Info.plist" }, true), ({ $0.path = "*.plist" }, true),
        ({ $0.rule = "missing-role" }, false), ({ $0.scheme = SchemeKey("callback") }, false),
        ({ $0.app = .known("com.other.two") }, false), ({ $0.path = "One/Info" }, false),
        ({ $0.path = "One/*" }, false),
        (
            {
                $0.rule = "generic-scheme"
                $0.app = .known("com.acme.two")
            }, false
        ),
    ]

    @Test(arguments: selections)
    func anAcceptanceAppliesOnlyToTheNamedFindings(change: Selection, holds: Bool) throws {
        let all = policies(configuration { $0.acceptances = [acceptance(change)] }, way: "Apps")
        let found = try findings(login, all)
        let generic = found.filter { $0.rule == "generic-scheme" }
        #expect(generic.map { $0.accepted != nil } == [holds, false])
        #expect(generic[0].accepted.map(\.reason) == (holds ? "why" : nil))
        #expect(found.contains { $0.rule == "unused-acceptance" } == !holds)
    }

    @Test func expiredAcceptancesAcceptNothing() throws {
        let until = acceptance {
            $0.scheme = SchemeKey("login")
            $0.until = CalendarDay("1970-01-02")
        }
        let all = configuration { $0.acceptances = [until] }
        let during = try findings(login, policies(all, now: 2 * 86_400 - 1))
        #expect(during.contains { $0.accepted != nil })
        #expect(!during.contains { $0.rule == "expired-acceptance" })
        let after = try findings(login, policies(all, now: 2 * 86_400))
        #expect(!after.contains { $0.accepted != nil })
        #expect(after.filter { $0.place.path == ".schemereg.yml" }.map(\.rule) == ["expired-acceptance"])
        #expect(after.first { $0.rule == "expired-acceptance" }?.severity == .error)
    }

    @Test func incompleteRunsReportNoUnusedAcceptances() throws {
        let all = configuration { $0.acceptances = [acceptance { $0.path = "Gone" }] }
        func isUnused(_ policies: TeamPolicies, _ problems: [Problem] = []) throws -> Bool {
            try findings(login, policies, problems: problems).contains { $0.rule == "unused-acceptance" }
        }
        #expect(try isUnused(policies(all)))
        #expect(try !isUnused(policies(all, isWhole: false)))
        let problem = Problem(code: .permissionDenied, message: "", hint: nil, place: Place(path: "Gone/Info.plist"))
        #expect(try !isUnused(policies(all), [problem]))
    }

    private let sharers: [Manifest] = ["one", "two", "three"].map { (name: String) in
        .app(
            "com.acme.\(name)",
            path: "\(name)/Info.plist",
            source: name == "three" ? "other" : "acme",
            schemes: ["acmepay"]
        )
    }

    @Test func sharersCollideOnlyWithOthers() throws {
        let shared = TeamConfiguration.SharedScheme(
            place: Place(path: ".schemereg.yml"),
            scheme: SchemeKey("acmepay"),
            apps: [.known("com.acme.one"), .known("com.acme.two")],
            reason: "why"
        )
        let all = configuration { $0.sharedSchemes = [shared] }
        func collisions(_ manifests: [Manifest], _ policies: TeamPolicies) throws -> [String: Int] {
            let found = try findings(manifests, policies).filter { $0.rule == "undefined-target" }
            return Dictionary(uniqueKeysWithValues: found.map { ($0.app?.id.text.string ?? "", $0.relatedCount) })
        }
        #expect(try collisions(Array(sharers.prefix(2)), policies(all)) == [:])
        #expect(
            try collisions(sharers, policies(all, for: ["acme", "other"]))
                == ["com.acme.one": 1, "com.acme.two": 1, "com.acme.three": 2]
        )
        // Sharing in one source doesn't affect other sources.
        #expect(
            try collisions(sharers, policies(all, for: ["other"]))
                == ["com.acme.one": 2, "com.acme.two": 2, "com.acme.three": 2]
        )
    }

    @Test func entriesAboutUnclaimedSchemesAreUnused() throws {
        func place(_ line: Int) -> Place {
            let position = TextPosition(line: line, column: 1, columnUTF16: 1)
            let range = SourceRange(byteOffset: line, byteLength: 1, lines: .init(start: position, end: position))
            return Place(source: "acme", path: ".schemereg.yml", range: range)
        }
        func shared(_ scheme: String, _ apps: Set<AppID>, _ line: Int) -> TeamConfiguration.SharedScheme {
            .init(place: place(line), scheme: SchemeKey(scheme), apps: apps, reason: "why")
        }
        let all = configuration {
            $0.sharedSchemes = [
                shared("acmepay", [.known("com.acme.one"), .known("com.partner.app")], 1),
                shared("acmepay2", [.known("com.acme.one"), .known("com.acme.two")], 2),
                // Only an app of a source outside the configuration's scope claims it.
                shared("callback", [.known("com.other.two"), .known("com.acme.two")], 3),
            ]
            $0.sessionSchemes = [
                SchemeKey("acmepay"): place(4), SchemeKey("gone"): place(5), SchemeKey("callback"): place(6),
            ]
        }
        func unused(
            _ policies: TeamPolicies,
            _ manifests: [Manifest] = [],
            problems: [Problem] = []
        ) throws -> [Int?] {
            try findings(sharers + login + manifests, policies, problems: problems)
                .filter { $0.rule == "unused-acceptance" }.map { $0.place.range?.byteOffset }
        }
        #expect(try unused(policies(all)) == [2, 3, 5, 6])
        #expect(try unused(policies(all, isWhole: false)) == [])
        let problem = Problem(code: .permissionDenied, message: "", hint: nil, place: Place(path: "Gone/Info.plist"))
        #expect(try unused(policies(all), problems: [problem]) == [])
        // The value depends on the build.
        let open = Manifest.app("com.acme.four", path: "Four/Info.plist", schemes: ["$(SCHEME)"])
        #expect(try unused(policies(all), [open]) == [])
        let elsewhere = Manifest.app("com.other.four", path: "F/Info.plist", source: "other", schemes: ["$(SCHEME)"])
        #expect(try unused(policies(all), [elsewhere]) == [2, 3, 5, 6])
    }

    @Test func sessionSchemesAreNotReportedForTheirApps() throws {
        let session = policies(
            configuration { configuration in
                let place = Place(path: ".schemereg.yml")
                configuration.sessionSchemes = [SchemeKey("acmepay"): place, SchemeKey("login"): place]
            }
        )
        let found = try findings(sharers + login, session)
        let opening = found.filter { ["undefined-target", "generic-scheme"].contains($0.rule) }
        #expect(opening.map { $0.app?.id.text } == ["com.other.two", "com.acme.three"])
    }

    @Test func acceptedCollisionsReportDuplicateIdentifiers() throws {
        let accepted = configuration { $0.acceptances = [acceptance { $0.rule = "undefined-target" }] }
        let found = try findings(sharers, policies(accepted)).filter { $0.rule == "duplicate-identifier" }
        #expect(found.map { $0.app?.id.text } == ["com.acme.one", "com.acme.two"])
        #expect(found.allSatisfy { $0.severity == .warning && $0.accepted == nil })
        #expect(try findings(sharers, TeamPolicies()).allSatisfy { $0.rule != "duplicate-identifier" })
    }

    @Test func genericWordsAndSDKApplyToTheSource() throws {
        let words = policies(configuration { $0.genericSchemes = [SchemeKey("acmepay")] })
        let found = try findings(sharers, words).filter { $0.rule == "generic-scheme" }
        #expect(found.map { $0.place.source } == ["acme", "acme"])
        var builder = ManifestBuilder("com.acme.travel")
        builder.query((0..<30).map { "acme\($0)" })
        func severities(_ policies: TeamPolicies) throws -> [Severity] {
            try findings([builder.manifest], policies).filter { $0.rule == "too-many-query-schemes" }.map(\.severity)
        }
        #expect(try severities(TeamPolicies()) == [.warning])
        var called = policies(configuration { $0.sdk = 26 })
        #expect(try severities(called) == [])
        called.setSDK(27)
        #expect(try severities(called) == [.error])
        var only = TeamPolicies()
        only.setSDK(27)
        #expect(try severities(only) == [.error])
    }
}
