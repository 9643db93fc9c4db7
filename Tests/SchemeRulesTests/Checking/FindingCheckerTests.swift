import SchemeModel
import Testing
import TestSupport

@testable import SchemeRules

/// A rule of every shape that reports its input.
private struct Probe: Sendable {
    static func description(_ id: String) -> RuleDescription {
        RuleDescription(
            id: id,
            section: .team,
            severity: .note,
            summary: "nothing",
            why: "",
            reportedWhen: "",
            fix: "",
            sources: [],
            examples: []
        )
    }

    static func finding(_ rule: any Rule, _ message: String, at place: Place, app: App? = nil) -> Finding {
        Finding(rule: rule.description.id, severity: .note, message: message, app: app, place: place, subject: "same")
    }

    struct OfManifest: ManifestRule {
        let description = Probe.description("of-manifest")
        func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
            [Probe.finding(self, knowledge.version, at: manifest.origin)]
        }
    }

    struct OfURLTypes: ManifestRule {
        let description = Probe.description("of-url-types")
        func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
            manifest.urlTypes.map { type in
                var finding = Probe.finding(self, "type", at: manifest.place(of: type.span))
                if type.role != nil { finding.severity = .error }
                return finding
            }
        }
    }

    struct OfScheme: SchemeRule {
        let description = Probe.description("of-scheme")
        func findings(in group: ClaimGroup, knowledge: Knowledge) -> [Finding] {
            group.claims.filter(group.isSubject).map {
                var finding = Probe.finding(self, "\(group.claims.count)", at: $0.place, app: $0.app)
                finding.scheme = group.scheme
                return finding
            }
        }
    }

    struct OfTarget: TargetRule {
        let description = Probe.description("of-target")
        func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
            target.links.map { Probe.finding(self, target.name ?? "", at: $0.place) }
        }
    }

    struct OfSource: SourceRule {
        let description = Probe.description("of-source")
        func findings(in source: SourceFacts, knowledge: Knowledge) -> [Finding] {
            let place = Place(source: source.source.name, path: "")
            return [Probe.finding(self, source.manifests.map(\.origin.path.display).joined(separator: " "), at: place)]
        }
    }

    struct OfRun: RunRule {
        let description = Probe.description("of-run")
        func findings(in run: RunFacts, knowledge: Knowledge) -> [Finding] {
            let seen = run.findings.map { "\($0.rule) \($0.fingerprint.ordinal)" } + run.problems.map(\.message)
            return [Probe.finding(self, seen.joined(separator: ", "), at: Place(path: "schemereg.yml"))]
        }
    }
}

@Suite struct FindingCheckerTests {
    let knowledge = Knowledge(version: "test", knownSchemes: [], defaultAppSchemes: [], sharedSchemes: [:])
    let sources = ["one", "two"].map { Source(name: $0, root: Path("/\($0)"), kind: .tree, isNamed: false) }
    let manifests: [Manifest] = [
        .app("com.acme.b", path: "B.plist", source: "one", schemes: ["wallet", "pay"]),
        .app("com.acme.a", path: "C.plist", source: "one", schemes: ["pay"]),
        .app("com.acme.c", path: "A.plist", source: "two", schemes: ["wallet", "alone"]),
    ]

    func findings(_ rules: [any Rule], _ manifests: [Manifest]? = nil, subjects: Set<String>? = nil) throws -> [Finding]
    {
        var code = LinkFacts(target: "App")
        let value = LinkValue(alternatives: [], isOpen: true, canBeAbsent: false, via: [])
        let place = Place(source: "one", path: "App.swift")
        code.links = [Link(kind: .link, place: place, target: nil, value: value)]
        let index = MemoryIndex(
            sources: sources,
            manifests: manifests ?? self.manifests,
            targets: [TargetFacts(source: "one", code: code)],
            knowledge: knowledge
        )
        let problem = Problem(code: .vanished, message: "gone", hint: nil, place: Place(path: "X.plist"))
        return try FindingChecker(rules: rules, knowledge: knowledge).findings(
            in: index,
            subjects: subjects,
            earlier: ["one": [], "two": []],
            problems: [problem]
        )
    }

    @Test func runsRulesOfEveryShape() throws {
        let rules: [any Rule] = [
            Probe.OfRun(), Probe.OfScheme(), Probe.OfSource(), Probe.OfTarget(), Probe.OfManifest(),
        ]
        let found = try findings(rules).map { "\($0.rule) \($0.place.path.display): \($0.message)" }
        #expect(
            found == [
                "of-run schemereg.yml: of-source 1, of-target 1, of-manifest 1, of-manifest 2, of-source 2, of-manifest 3, "
                    + "of-scheme 1, of-scheme 1, of-scheme 2, of-scheme 1, gone",
                "of-source : B.plist C.plist",
                "of-target App.swift: App",
                "of-manifest B.plist: test",
                "of-manifest C.plist: test",
                "of-source : A.plist",
                "of-manifest A.plist: test",
                "of-scheme C.plist: 2",
                "of-scheme B.plist: 2",
                "of-scheme B.plist: 2",
                "of-scheme A.plist: 2",
            ]
        )
    }

    @Test func ordersGroupsBySchemeAndApp() throws {
        let found = try findings([Probe.OfScheme()]).map {
            "\($0.scheme?.description ?? "") \($0.app?.id.text.string ?? "")"
        }
        #expect(found == ["pay com.acme.a", "pay com.acme.b", "wallet com.acme.b", "wallet com.acme.c"])
    }

    @Test func numbersEqualsInOrder() throws {
        let found = try findings([Probe.OfManifest()])
        #expect(found.map(\.fingerprint.ordinal) == [1, 2, 3])
        #expect(Set(found.map(\.fingerprint.text)).count == 3)
    }

    @Test func checksSubjectsOnly() throws {
        let rules: [any Rule] = [Probe.OfManifest(), Probe.OfSource(), Probe.OfScheme()]
        let found = try findings(rules, subjects: ["two"])
        #expect(
            found.map { "\($0.rule) \($0.place.source ?? "")" } == [
                "of-source two", "of-manifest two", "of-scheme two",
            ]
        )
        #expect(found.last?.message == "2", "the others are neighbors")
    }

    @Test func doesNotDependOnTheOrderOfInputs() throws {
        var builder = ManifestBuilder("com.acme.odd", path: "Odd.plist")
        builder.add(role: "editor", schemes: ["a_b", "wallet", "Wallet", "tel", "$(X)"])
        builder.add(schemes: [])
        builder.add(schemes: ["pay"])
        builder.add(.wrongType, at: "CFBundleURLTypes[3]", expected: "a dictionary", found: "a string")
        // Several targets use one input: the same places, but different apps.
        let manifests =
            manifests + [builder.manifest, builder.manifest.with { $0.app = .known("com.acme.second") }]
        let checker = FindingChecker(knowledge: .builtIn)
        func findings(_ manifests: [Manifest]) throws -> [Finding] {
            try checker.findings(in: MemoryIndex(sources: sources, manifests: manifests, knowledge: .builtIn))
        }
        let expected = try findings(manifests)
        #expect(expected.count > 15)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20 { #expect(try findings(manifests.shuffled(using: &random)) == expected) }
    }

    @Test func reportsOnceForSeveralTargets() throws {
        var builder = ManifestBuilder(path: "Info.plist")
        builder.add(role: "Editor", identifier: "com.acme.pay", schemes: ["a_b", "a_b"])
        let manifests = ["App", "App Beta"].map { target in
            builder.manifest.with { $0.outcome.target = target }
        }
        let found = try FindingChecker(rules: [InvalidSchemeRule()], knowledge: .builtIn)
            .findings(in: MemoryIndex(sources: [], manifests: manifests, knowledge: .builtIn))
        #expect(
            found.map(\.keyPath) == [
                "CFBundleURLTypes[0].CFBundleURLSchemes[0]", "CFBundleURLTypes[0].CFBundleURLSchemes[1]",
            ]
        )
        #expect(found.map(\.fingerprint.ordinal) == [1, 2])
    }

    @Test(arguments: [(0, nil), (1, 1), (150, 150)])
    func keepsTheGravestOfTooManyFindingsOfOneManifest(more: Int, leftOut: Int?) throws {
        let limit = Limits.standard.findings
        var builder = ManifestBuilder()
        for _ in 1..<(limit + more) { builder.add(schemes: nil) }
        builder.add(role: "Editor", schemes: nil)
        let result = try FindingChecker(rules: [Probe.OfURLTypes()], knowledge: .builtIn)
            .check(MemoryIndex(sources: [], manifests: [builder.manifest], knowledge: .builtIn))
        #expect(result.findings.count == limit)
        #expect(result.findings.count { $0.severity == .error } == 1)
        #expect(result.problems.count == (leftOut == nil ? 0 : 1))
        if let leftOut { #expect(result.problems[0].message.contains("and \(leftOut) were dropped")) }
    }

    @Test(arguments: [
        // The target, the configuration, and `+` if it has the entitlement.
        (["Web:Debug", "Web:Release+"], ["com.acme.web.debug"]), (["Web:Debug", "Web:Release"], []),
        (["Web:Debug"], []), (["Kiosk:Release+", "Web:Debug"], []), (["Web:Beta", "Web:Debug", "Web:Release+"], []),
        (["Kiosk:Debug", "Kiosk:Release+", "Web:Beta+", "Web:Debug"], ["com.acme.kiosk.debug", "com.acme.web.debug"]),
    ])
    func namesTheOnlyVariantWithAFinding(variants: [String], alone: [String]) throws {
        let manifests = variants.map { text in
            let parts = text.split { ":+".contains($0) }.map(String.init)
            return Manifest.app("com.acme.\(parts.joined(separator: "."))", platforms: .iOS, schemes: ["http"]).with {
                $0.outcome = .init(project: "Web.xcodeproj", target: parts[0], configurations: [parts[1]])
                $0.entitlements = text.hasSuffix("+") ? ["com.apple.developer.web-browser"] : []
            }
        }
        let index = MemoryIndex(sources: [], manifests: manifests, knowledge: .builtIn)
        let findings = try FindingChecker(rules: [ReservedSchemeRule()], knowledge: .builtIn).findings(in: index)
        #expect(findings.filter(\.isOfOneVariant).compactMap { $0.app?.id.text.string } == alone)
    }
}
