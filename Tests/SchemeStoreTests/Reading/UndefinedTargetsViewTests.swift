import SchemeModel
import SchemeStore
import Testing
import TestSupport

@Suite("The view undefined_targets")
struct UndefinedTargetsViewTests {
    private static let query = """
        SELECT scheme, app, severity, certainty FROM undefined_targets WHERE rule = 'undefined-target' ORDER BY 1, 2
        """

    private func view(_ manifests: [Manifest]) throws -> [String] {
        let folder = try RegistryFolder()
        let readings = manifests.enumerated().map { InputReading(Path("\($0).plist"), [$1]) }
        try folder.write { try $0.take(readings) }
        return try folder.rows(Self.query)
    }

    /// What two apps do to each other on one scheme.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var left: Manifest
        var right: Manifest
        /// Severity and certainty of both, `nil` when they do not collide.
        var expected: String?

        init(_ name: String, _ left: Manifest, _ right: Manifest, _ expected: String?) {
            (testDescription, self.left, self.right, self.expected) = (name, left, right, expected)
        }
    }

    private static func app(
        _ name: String?,
        _ scheme: String = "wallet",
        role: String? = "Editor",
        on platforms: PlatformSet = .iOS,
        _ change: (inout Manifest) -> Void = { _ in }
    ) -> Manifest {
        var manifest = Manifest(name.map { "com.acme.\($0)" }, schemes: [scheme], role: role, platforms: platforms)
        if name == nil { manifest.app = .unknown("lone.plist") }
        manifest.container = manifest.app
        change(&manifest)
        return manifest
    }

    private static let cases: [Case] = [
        Case("two apps on one platform", app("a"), app("b"), "error|certain"),
        Case("whatever the case", app("a", "WALLET"), app("b"), "error|certain"),
        Case("no role counts as Editor", app("a", role: nil), app("b", role: "None"), "error|certain"),
        Case("one adopts", app("a", role: "Viewer"), app("b"), "warning|certain"),
        Case("both adopt", app("a", role: "viewer"), app("b", role: "Viewer"), "warning|certain"),
        Case("public and defined", app("a", "bitcoin"), app("b", "bitcoin"), "error|certain"),
        Case("public and adopted", app("a", "bitcoin"), app("b", "bitcoin", role: "Viewer"), "note|certain"),
        Case("only possible", app("a"), app("b", on: .macOS), "warning|possible"),
        Case("possible and adopted", app("a", role: "Viewer"), app("b", on: .visionOS), "note|possible"),
        Case("never below note", app("a", "bitcoin", role: "Viewer"), app("b", "bitcoin", on: .macOS), "note|possible"),
        Case("never together", app("a", on: .tvOS), app("b"), nil),
        Case("macOS and visionOS", app("a", on: .macOS), app("b", on: .visionOS), nil),
        Case(
            "not on a Mac",
            app("a") { $0.deviceSupport = DeviceSupport(platforms: .iOS, runsOnMac: false) },
            app("b", on: .macOS),
            nil
        ),
        Case("platform unknown", app("a", on: []), app("b", on: .watchOS), "warning|possible"),
        Case("platforms unknown", app("a", on: []), app("b", on: []), "warning|possible"),
        Case("identity unknown", app(nil), app("b"), "warning|certain"),
        Case(
            "unknown and adopted and public",
            app(nil, "bitcoin", role: "Viewer"),
            app("b", "bitcoin"),
            "note|certain"
        ),
        Case("one app", app("a"), app("a", on: .macOS), nil),
        Case("one container", app("a"), app("b") { $0.container = .known("com.acme.a") }, nil),
        Case("an extension", app("a"), app("b") { $0.kind = .appExtension }, nil),
        Case("an App Clip", app("a"), app("b") { $0.kind = .appClip }, nil),
        Case("a kind that nothing says", app("a"), app("b") { $0.kind = .unknown }, "error|certain"),
        Case("shared by design", app("a", "db-share"), app("b", "db-share"), nil),
        Case("chosen by the person", app("a", "mailto", on: .macOS), app("b", "mailto", on: .macOS), nil),
        Case("chosen where entitled, wherever iOS apps run", app("a", "mailto"), app("b", "mailto"), nil),
        Case("an app alone and inside another", app("a"), app("a") { $0.container = .known("com.acme.b") }, nil),
        Case("an app inside a third one", app("a"), app("b") { $0.container = .known("com.acme.c") }, "error|certain"),
        Case("one is not entitled", app("a", "mailto") { $0.entitlements = [] }, app("b", "mailto"), "error|certain"),
        Case(
            "chosen on one of two platforms",
            app("a", "mailto", on: [.macOS, .tvOS]),
            app("b", "mailto", on: [.macOS, .tvOS]),
            "error|certain"
        ),
        Case("web addresses", app("a", "http", on: .tvOS), app("b", "http", on: .tvOS), nil),
        Case("a placeholder", app("a", "myapp"), app("b", "myapp"), nil),
        Case("no scheme", app("a", "$(X)"), app("b", "$(X)"), nil),
    ]

    @Test("two apps", arguments: cases)
    func pairs(_ pair: Case) throws {
        let apps = [pair.left, pair.right].map(\.container.text.string).sorted()
        let scheme = pair.right.urlTypes[0].schemes[0].raw
        let expected = pair.expected.map { outcome in apps.map { "\(scheme)|\($0)|\(outcome)" } } ?? []
        #expect(try view([pair.left, pair.right]) == expected)
    }

    @Test("copies of one manifest without identity do not collide")
    func copies() throws {
        func lone(_ path: String, _ digest: String) -> Manifest {
            Self.app(nil) { manifest in
                manifest.app = .unknown(ByteString(path))
                manifest.container = manifest.app
                manifest.digest = digest
            }
        }
        #expect(try view([lone("a", "00"), lone("b", "00")]).isEmpty)
        #expect(
            try view([lone("a", "00"), lone("b", "01")])
                == ["wallet|unknown:a|warning|certain", "wallet|unknown:b|warning|certain"]
        )
        // A copy still meets the third one.
        #expect(try view([lone("a", "00"), lone("b", "00"), lone("c", "02")]).count == 3)
    }

    @Test("an app and what it embeds are one row, with the worst of both")
    func embedded() throws {
        let helper = Self.app("helper") { $0.container = .known("com.acme.a") }
        let viewer = Self.app("a", role: "Viewer")
        let rows = ["wallet|com.acme.a|error|certain", "wallet|com.acme.b|error|certain"]
        #expect(try view([viewer, helper, Self.app("b")]) == rows)
        #expect(try view([helper, Self.app("b")]) == rows)
    }

    @Test("an app has the severity of its worst pair")
    func worst() throws {
        let manifests = [Self.app("a"), Self.app("b", on: .macOS), Self.app("c", role: "Viewer")]
        #expect(
            try view(manifests) == [
                "wallet|com.acme.a|warning|certain", "wallet|com.acme.b|warning|possible",
                "wallet|com.acme.c|warning|certain",
            ]
        )
    }

    @Test("what comes back only to an app's own session is no collision of that app, until its code says otherwise")
    func sessions() throws {
        let folder = try RegistryFolder()
        let project: Path = "App.xcodeproj"
        var app = Self.app("a")
        app.outcome = Manifest.Outcome(project: project, target: "App", configurations: [])
        let place = Place(source: "/src/acme", path: "App.swift")
        let condition = Route.Condition(component: .scheme, relation: .equals, values: ["Wallet"])
        let session = Handler(
            kind: .authenticationSession,
            place: place,
            target: "App",
            accepts: [Route(conditions: [condition], place: place)]
        )
        func rows(_ handlers: [Handler], size: Int) throws -> [String] {
            var facts = LinkFacts(target: "App")
            facts.handlers = handlers
            var reading = InputReading(project, size: size, [app])
            reading.code = ProjectCode(project: project, targets: [TargetCode(facts: facts, kind: .application)])
            try folder.write { try $0.take([reading, InputReading("b.plist", [Self.app("b")])]) }
            return try folder.rows(Self.query)
        }
        let both = ["wallet|com.acme.a|error|certain", "wallet|com.acme.b|error|certain"]
        #expect(try rows([session], size: 1) == [both[1]])
        #expect(try rows([session, Handler(kind: .onOpenURL, place: place, target: "App")], size: 2) == both)
        #expect(try rows([session], size: 3) == [both[1]])
        // A registry that was made before the view knew of sessions learns of them with the next import.
        try folder.execute("DELETE FROM session_scheme; DELETE FROM meta WHERE name = 'knowledge'")
        #expect(try folder.rows(Self.query) == both)
        #expect(try rows([session], size: 3) == [both[1]])
        try folder.write { try $0.take([InputReading("b.plist", [Self.app("b")])]) }
        #expect(try folder.rows("SELECT * FROM session_scheme").isEmpty)
    }

    @Test("thousands of apps on one scheme stay cheap")
    func crowd() throws {
        let folder = try RegistryFolder()
        let count = TestScale.pick(2_000, torture: 10_000)
        let readings = (0..<count).map { InputReading(Path("\($0).plist"), [Self.app("app\($0)")]) }
        try folder.write { try $0.take(readings) }
        let rows = try folder.rows("SELECT severity, count(*) FROM undefined_targets GROUP BY severity")
        #expect(rows == ["error|\(count)"])
    }

    /// The definition, pair by pair.
    private static func expected(_ claims: [Claim]) -> [String] {
        var worst: [[String]: (rank: Int, isCertain: Bool)] = [:]
        let claimsOfSchemes = Dictionary(grouping: claims, by: \.scheme)
        for one in claims {
            guard let scheme = one.scheme else { continue }
            for other in claimsOfSchemes[scheme] ?? [] {
                guard one.container != other.container, one.app.id != other.app.id,
                    [one, other].allSatisfy({
                        $0.profile.isApplication && !$0.profile.isSharedByDesign && !$0.profile.isReportedByOtherRules
                    }), scheme != SchemeKey("http")
                else { continue }
                let isKnown = one.app.id.isKnown && other.app.id.isKnown
                if !one.app.id.isKnown, !other.app.id.isKnown, one.digest == other.digest { continue }
                if [one, other].allSatisfy({ $0.profile.audience == .developers }) { continue }
                let chosen = one.profile.chosenOn.intersection(other.profile.chosenOn)
                let sure = one.profile.deviceSupport.platforms.intersection(other.profile.deviceSupport.platforms)
                    .subtracting(chosen)
                let maybe = one.profile.deviceSupport.devices.intersection(other.profile.deviceSupport.devices)
                    .subtracting(chosen)
                if sure.isEmpty && maybe.isEmpty { continue }
                var rank = 3
                if one.profile.adopts || other.profile.adopts {
                    rank -= one.profile.isPublic ? 2 : 1
                }
                if sure.isEmpty { rank -= 1 }
                if [one, other].contains(where: { $0.profile.audience == .developers }) { rank = 1 }
                rank = max(rank, 1)
                let isPlaced =
                    !one.profile.deviceSupport.platforms.isEmpty && !other.profile.deviceSupport.platforms.isEmpty
                if !isKnown || !isPlaced { rank = min(rank, 2) }
                let key = [scheme.description, one.container.text.string]
                let before = worst[key] ?? (0, false)
                if rank > before.rank {
                    worst[key] = (rank, !sure.isEmpty)
                } else if rank == before.rank {
                    worst[key] = (rank, before.isCertain || !sure.isEmpty)
                }
            }
        }
        return worst.map { key, value in
            "\(key[0])|\(key[1])|\(Severity(rank: value.rank))|\(value.isCertain ? "certain" : "possible")"
        }.sorted()
    }

    /// One manifest for each input, since variants and editions of one project are other cases.
    private static func readings(seed: UInt64) -> [InputReading] {
        var generator = ManifestGenerator(seed: seed)
        return generator.readings(source: "/src/acme", count: 120).map { reading in
            var reading = reading
            if case .read(let stamp, let digest, let manifests) = reading.status {
                reading.status = .read(stamp: stamp, digest: digest, manifests: Array(manifests.prefix(1)))
            }
            return reading
        }
    }

    private static let seeds: ClosedRange<UInt64> = 20...39

    /// Generated inputs for each seed, and the rows that the definition gives for them.
    private static let generated: [UInt64: (readings: [InputReading], rows: [String])] = {
        let made = seeds.map { seed in
            let readings = Self.readings(seed: seed)
            let claims = readings.flatMap(\.manifests).flatMap { $0.claims(with: .sample) }
            return (seed, (readings: readings, rows: Self.expected(claims)))
        }
        return Dictionary(uniqueKeysWithValues: made)
    }()

    @Test("it is what the definition says, pair by pair", arguments: seeds)
    func definition(seed: UInt64) throws {
        let folder = try RegistryFolder()
        let (readings, expected) = try #require(Self.generated[seed])
        try folder.write { try $0.take(readings) }
        let rows = try folder.rows(Self.query).sorted()
        #expect(rows == expected, "\(Set(rows).symmetricDifference(expected))")
    }

    @Test("the generated registries have collisions, errors and warnings among them")
    func generatedCollisions() {
        let all = Self.generated.values.flatMap(\.rows)
        #expect(all.count > 50)
        for severity in ["error", "warning", "note"] { #expect(all.contains { $0.contains("|\(severity)|") }) }
    }
}
