import Foundation
import GRDB
import SchemeManifests
import SchemeModel
import SchemeRules
import SchemeStore
import TestSupport
import Testing

/// Compares the three reports as views of the registry and as findings of rules.
@Suite struct ViewTests {
    /// One row of a report.
    struct Row: Hashable, Comparable, CustomStringConvertible {
        var rule: String
        var app: String
        var subject: String
        var severity: String
        var certainty: String

        var description: String { "\(rule) \(app) \(subject) \(severity) \(certainty)" }

        static func < (left: Row, right: Row) -> Bool { left.description < right.description }
    }

    @Test(arguments: 0..<TestScale.pick(20, torture: 60))
    func repeatTheTextsOfRules(seed: Int) throws {
        var generator = RegistryGenerator(seed: UInt64(seed))
        let sources = generator.sources()
        let folder = FileManager.default.temporaryDirectory.path + "/schemereg-views-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) } }
        let path = Path(folder + "/registry.sqlite")
        let registry = try Registry(at: path, for: .writing)
        for (source, manifests) in sources {
            // A project is one input with all its manifests.
            let inputs = Dictionary(grouping: manifests) { $0.outcome.project ?? $0.origin.path }
            var readings = inputs.map { path, manifests in
                InputReading(
                    path: path,
                    status: .read(
                        stamp: FileStamp(size: 1, modified: 1, changed: 1, inode: 1),
                        digest: "",
                        manifests: manifests
                    ),
                    code: generator.code(of: path, in: source)
                )
            }
            if let code = generator.code(of: nil, in: source) {
                // The code of a folder without a project.
                let stamp = FileStamp(size: 0, modified: 0, changed: 1, inode: 0)
                let status = InputReading.Status.read(stamp: stamp, digest: "", manifests: [])
                readings.append(InputReading(path: "*.swift", status: status, code: code))
            }
            _ = try registry.importSource(source, at: 1, knowledge: .builtIn, readerVersion: 1) { store in
                for reading in readings.reversed() { try store(reading) }
                return []
            }
        }
        try registry.close()

        let reading = try Registry(at: path, for: .reading)
        let findings = try FindingChecker(knowledge: .builtIn).findings(in: RegistryIndex(reading, knowledge: .builtIn))
        try reading.close()
        #expect(findings.map(\.fingerprint).count == Set(findings.map(\.fingerprint)).count)
        let said = rows(of: findings)
        let all = try DatabaseQueue(path: path.display).read { try rows(of: $0) }
        let seen = all.filter { $0.rule != "variant-collision" }
        expectVariants(of: findings, are: all)
        #expect(seen.subtracting(said).sorted() == [], "only in the views")
        #expect(said.subtracting(seen).sorted() == [], "only in the findings")
        #expect(!said.isEmpty)
    }

    /// The results of the rules for the three reports: the worst finding for each app and scheme. A finding about
    /// variants counts for each of them.
    private func rows(of findings: [Finding]) -> Set<Row> {
        var worst: [Row: Finding] = [:]
        for finding in findings.flatMap(Self.perApp) {
            guard
                ["undefined-target", "reserved-scheme", "duplicate-scheme", "duplicate-identifier"]
                    .contains(finding.rule)
            else { continue }
            let key = Row(
                rule: finding.rule,
                app: finding.app?.id.text.string ?? "",
                subject: finding.fingerprint.subject,
                severity: "",
                certainty: ""
            )
            func weight(_ finding: Finding) -> Int {
                2 * finding.severity.rank + (finding.certainty == .certain ? 1 : 0)
            }
            if let other = worst[key], weight(other) >= weight(finding) { continue }
            worst[key] = finding
        }
        return Set(
            worst.map { key, finding in
                Row(
                    rule: key.rule,
                    app: key.app,
                    subject: key.subject,
                    severity: finding.severity.rawValue,
                    certainty: finding.certainty.rawValue
                )
            }
        )
    }

    /// Returns a copy of the finding for each app that it is about: variants built from the same line share one finding
    /// about a system scheme.
    private static func perApp(_ finding: Finding) -> [Finding] {
        guard finding.rule == "reserved-scheme" else { return [finding] }
        return [finding]
            + finding.related.map { related in
                var other = finding
                other.app = related.app
                return other
            }
    }

    /// Compares the findings about variants with the rows of the view, which has one for each variant: every variant
    /// has a row, every row belongs to a finding, and the finding has the severity and certainty of its worst row.
    private func expectVariants(of findings: [Finding], are rows: Set<Row>) {
        func weight(_ severity: String, _ certainty: String) -> Int {
            2 * (Severity(rawValue: severity)?.rank ?? 0) + (certainty == "certain" ? 1 : 0)
        }
        let rows = Dictionary(
            rows.filter { $0.rule == "variant-collision" }.map {
                ([$0.subject, $0.app], weight($0.severity, $0.certainty))
            },
            uniquingKeysWith: max
        )
        // An app may have variants in several projects.
        var worst: [[String]: Int] = [:]
        for finding in findings where finding.rule == "variant-collision" {
            let keys = finding.apps.map { [finding.fingerprint.subject, $0.id.text.string] }
            let own = weight(finding.severity.rawValue, finding.certainty.rawValue)
            #expect(keys.allSatisfy { rows[$0] != nil }, "a row for each variant of \(finding.fingerprint.text)")
            #expect(keys.compactMap { rows[$0] }.max().map { $0 >= own } == true, "\(finding.fingerprint.text)")
            for key in keys { worst[key] = max(worst[key] ?? 0, own) }
        }
        for (key, weight) in rows { #expect(worst[key].map { $0 >= weight } == true, "\(key) in the view only") }
    }

    private func rows(of database: Database) throws -> Set<Row> {
        let sql = """
            SELECT rule, app, scheme AS subject, severity, certainty FROM undefined_targets
            UNION SELECT rule, app, scheme, severity, certainty FROM reserved_scheme_clashes
            UNION SELECT rule, app, subject, severity, certainty FROM duplicate_registrations
            """
        return Set(
            try GRDB.Row.fetchAll(database, sql: sql).map {
                Row(
                    rule: $0["rule"],
                    app: $0["app"],
                    subject: $0["subject"],
                    severity: $0["severity"],
                    certainty: $0["certainty"]
                )
            }
        )
    }
}

/// Creates registries with combinations of platforms, roles, kinds, identities, containers, copies and entitlements.
struct RegistryGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    private mutating func number(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(values.count)] }

    private static let identifiers = [
        "com.contoso.wallet", "com.contoso.driver", "com.fabrikam.desk", "maccatalyst.com.contoso.wallet",
        "com.apple.tips", "com.contoso.wallet.beta", "com.contoso.wallet-dev",
        "$(PRODUCT_BUNDLE_IDENTIFIER)", nil,
    ]
    private static let schemes = [
        "fabrikam-pay", "Fabrikam-Pay", "bitcoin", "http", "mailto", "tel", "sms", "music", "webcal", "file", "li4242",
        "msauth.com.microsoft.intunemam", "my_wallet", "myapp", "https", "$(SCHEME)", "",
    ]
    private static let platforms: [PlatformSet] = [
        .iOS, .iOS, .iOS, .macOS, .visionOS, .tvOS, .watchOS, [.iOS, .macOS], [],
    ]
    private static let entitlements: [[Entitlement]?] = [
        nil, nil, [], ["com.apple.developer.web-browser"], ["com.apple.developer.mail-client"],
    ]

    mutating func sources() -> [(Source, [Manifest])] {
        (0..<2).map { index in
            let source = Source(name: "/s\(index)", root: Path("/s\(index)"), kind: .tree, isNamed: false)
            return (source, (0..<(6 + number(8))).map { manifest($0, in: source) })
        }
    }

    /// Creates code of a project or, if `input` is `nil`, of the folder; `nil` for none.
    mutating func code(of input: Path?, in source: Source) -> ProjectCode? {
        if let input, !input.hasExtension("xcodeproj") { return nil }
        guard number(input == nil ? 4 : 2) == 0 else { return nil }
        let targets = (input == nil ? [nil] : ["App", "Beta", "Widget"]).map { name in
            let kind: ProductKind = name == nil ? .unknown : name == "Widget" ? .appExtension : .application
            let apps = name == "Widget" ? [pick(["App", "Beta"])] : []
            return TargetCode(facts: facts(of: name, in: source), kind: kind, apps: apps, isPartial: number(8) == 0)
        }
        return ProjectCode(project: input, targets: targets)
    }

    private mutating func facts(of target: String?, in source: Source) -> LinkFacts {
        var facts = LinkFacts(target: target)
        let place = Place(source: source.name, path: Path("App/\(target ?? "App").swift"))
        if number(2) == 0 {
            let scheme = Route.Condition(component: .scheme, relation: .equals, values: [pick(Self.schemes)])
            let route = Route(conditions: [scheme], place: place)
            facts.handlers.append(
                Handler(kind: .authenticationSession, place: place, target: target, accepts: [route], isRouted: true)
            )
        }
        if number(6) == 0 { facts.handlers.append(Handler(kind: .onOpenURL, place: place, target: target)) }
        if number(4) == 0 {
            let url = URLPattern("\(pick(Self.schemes))://x")
            let value = LinkValue(alternatives: [url], isOpen: false, canBeAbsent: false, via: [])
            facts.links.append(Link(kind: .openURL, place: place, target: target, value: value))
        }
        return facts
    }

    private mutating func manifest(_ index: Int, in source: Source) -> Manifest {
        // Some are built by a project: targets and configurations that may share manifests.
        let project: Path? = number(2) == 0 ? Path("p\(number(2)).xcodeproj") : nil
        let path = project == nil ? Path("app\(index)/Info.plist") : Path("\(pick(["App", "Beta"]))/Info.plist")
        let identifier = pick(Self.identifiers)
        let app = identifier.flatMap { AppID(bundleIdentifier: $0) } ?? .unknown(ByteString(path.display))
        var manifest = Manifest(
            origin: Place(source: source.name, path: path),
            format: .xml,
            digest: "digest\(number(4))",
            app: app
        )
        if let project {
            manifest.outcome = Manifest.Outcome(
                project: project,
                target: pick(["App", "App", "Beta"]),
                configurations: ["\(index)"]
            )
        }
        manifest.displayName = pick([nil, nil, "", "Contoso Pay", "Contoso-pay", "$(NAME)"])
        manifest.name = pick([nil, "ContosoPay", "Driver", "{{name}}", " _"])
        manifest.bundleIdentifier = identifier.map { Located($0, span(1)) }
        // Some apps are inside another.
        if number(5) == 0 { manifest.container = .known("com.contoso.wallet") }
        manifest.kind = pick([.application, .application, .application, .unknown, .appExtension, .appClip])
        manifest.deviceSupport = DeviceSupport(platforms: pick(Self.platforms), runsOnMac: number(4) > 0)
        manifest.entitlements = pick(Self.entitlements)
        manifest.isBuilt = project == nil && number(3) == 0
        manifest.urlTypes = (0..<number(4)).map { urlType($0) }
        return manifest
    }

    private mutating func urlType(_ index: Int) -> URLType {
        var type = URLType(index: index, span: span(index * 100 + 10))
        type.role = pick(["Editor", "Editor", "Viewer", nil]).map { Located($0, span(index * 100 + 20)) }
        type.identifier = pick(["com.contoso.links", "COM.contoso.wallet", "$(X).links", "", nil])
            .map { Located($0, span(index * 100 + 30)) }
        type.schemes = (0..<number(4)).map { position in
            let text = pick(Self.schemes)
            return DeclaredScheme(
                index: position,
                raw: text,
                resolved: text,
                span: span(index * 100 + 40 + position),
                isConditional: number(8) == 0
            )
        }
        return type
    }

    private func span(_ offset: Int) -> ValueSpan {
        ValueSpan(keyPath: "at\(offset)", element: SourceRange(byteOffset: offset, byteLength: 1))
    }
}
