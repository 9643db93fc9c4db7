import SchemeModel
import Testing

@testable import SchemeRules

/// One cause that several files or apps share.
@Suite struct SharedCausesTests {
    @Test(
        "a query in code that apps share is reported if none of them lists the scheme",
        arguments: [
            ([["waze"], []], []),
            ([[], []], ["com.acme.a", "com.acme.b"]),
            ([["other"], ["waze"]], []),
            // The value of a variable is unknown.
            ([["$(QUERIES)"], []], []),
        ] as [([[String]], [String])]
    )
    func sharedQuery(queries: [[String]], reported: [String]) throws {
        let place = Place(source: "acme", path: "Shared.swift", range: SourceRange(byteOffset: 7, byteLength: 4))
        let targets = zip(["com.acme.a", "com.acme.b"], queries).map { app, queries in
            var builder = ManifestBuilder(app, path: "\(app).plist")
            builder.query(queries)
            var code = LinkFacts(target: app)
            let value = LinkValue(alternatives: [URLPattern("waze://")], isOpen: false, canBeAbsent: false, via: [])
            code.links = [Link(kind: .canOpenURL, place: place, target: app, value: value)]
            return TargetFacts(source: "acme", code: code, kind: .application, manifests: [builder.manifest])
        }
        let index = MemoryIndex(
            sources: [Source(name: "acme", root: "/acme", kind: .tree, isNamed: false)],
            manifests: targets.flatMap(\.manifests),
            targets: targets,
            knowledge: .builtIn
        )
        let found = try FindingChecker(rules: [UnqueriedSchemeRule()], knowledge: .builtIn).findings(in: index)
        // One line is one finding, for the first of its apps.
        #expect(found.compactMap { $0.app?.id.text.string } == Array(reported.prefix(1)))
        #expect(
            found.allSatisfy {
                $0.message == "canOpenURL returns false, since 'waze' is not in the app's LSApplicationQueriesSchemes"
            }
        )
    }

    @Test(
        "an app may leave out a Live Activity that another app with the same code declares",
        arguments: [(false, Severity.error), (true, .warning)]
    )
    func sharedLiveActivity(isDeclaredElsewhere: Bool, severity: Severity) throws {
        let place = Place(source: "acme", path: "Shared.swift", range: SourceRange(byteOffset: 7, byteLength: 4))
        let targets = [("com.acme.a", isDeclaredElsewhere), ("com.acme.b", false)].map { app, isDeclared in
            var builder = ManifestBuilder(app, path: "\(app).plist")
            builder.set("NSSupportsLiveActivities", .boolean(isDeclared))
            var code = LinkFacts(target: app)
            code.startsActivities = true
            code.widgets = [
                WidgetFact(
                    place: place,
                    configuration: "ActivityConfiguration",
                    type: "Ride",
                    families: nil,
                    attributes: "RideAttributes",
                    links: [],
                    linked: [],
                    unlinked: [],
                    opaque: []
                )
            ]
            return TargetFacts(source: "acme", code: code, kind: .application, manifests: [builder.manifest])
        }
        let index = MemoryIndex(
            sources: [Source(name: "acme", root: "/acme", kind: .tree, isNamed: false)],
            manifests: targets.flatMap(\.manifests),
            targets: targets,
            knowledge: .builtIn
        )
        let found = try FindingChecker(rules: [UndeclaredLiveActivityRule()], knowledge: .builtIn).findings(in: index)
        let lacking = found.filter { $0.app?.id == AppID(bundleIdentifier: "com.acme.b") }
        #expect(lacking.map(\.severity) == [severity])
        #expect(lacking.map { $0.message.contains("another app with this code may set it") } == [isDeclaredElsewhere])
    }

    @Test("programs with the same fix are one finding for each source")
    func programs() throws {
        let files = [
            ("one", "App/Project.swift"), ("one", "Core/Project.swift"), ("one", "app.config.js"),
            ("two", "Project.swift"),
        ]
        let irregularities = files.map { source, path in
            let span = ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 1))
            let name = Path(path).lastComponent.display
            return InputIrregularity(
                Irregularity(.notRead, span: span, subject: name, cause: "it is a program"),
                of: Place(source: source, path: Path(path))
            )
        }
        let sources = ["one", "two"].map { Source(name: $0, root: Path("/\($0)"), kind: .tree, isNamed: false) }
        let index = MemoryIndex(sources: sources, manifests: [], irregularities: irregularities, knowledge: .builtIn)
        let found = try FindingChecker(rules: [UnreadProgramRule()], knowledge: .builtIn).findings(in: index)
        #expect(found.map(\.place.path) == ["App/Project.swift", "app.config.js", "Project.swift"])
        #expect(found.map { $0.related.map(\.place.path) } == [["Core/Project.swift"], [], []])
        #expect(found.map(\.ownRelatedCount) == [0, nil, nil])
    }
}
