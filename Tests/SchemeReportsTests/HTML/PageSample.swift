import SchemeModel
import SchemeReports
import Testing
import TestSupport

/// The facts that pages and graphs are made of in tests.
struct PageSample {
    var manifests: [Manifest] = []
    var targets: [TargetFacts] = []
    var report = CheckReport(findings: [], problems: [], summary: Summary())
    var known: [KnownScheme] = []
    var history: [HistoryEntry] = []
    var sources = [Inputs.source]

    func inventory(limit: Int = InventoryBuilder.standardLimit) -> Inventory {
        let knowledge = Knowledge(
            version: "",
            knownSchemes: [KnownSchemeList(known)],
            defaultAppSchemes: [],
            sharedSchemes: [:]
        )
        let apps = Set(report.findings.flatMap(\.apps).map(\.id))
        var builder = InventoryBuilder(knowledge: knowledge, preferring: apps, limit: limit)
        for manifest in manifests { builder.add(manifest) }
        for target in targets { builder.add(target) }
        return builder.finish { scheme in
            history.filter { $0.scheme == scheme }
        } answer: { _ in
            nil
        }
    }

    /// The page, made at a fixed time.
    func page(in context: ReportContext = SampleReport.inputs.context()) throws -> String {
        var report = report
        report.summary.count(report.findings)
        var context = context
        context.rules = [FormatSample.rule]
        let page = HTMLPage(
            report: report,
            inventory: inventory(),
            sources: sources,
            time: 1_700_000_000,
            context: context
        )
        return try written { try page.write(to: $0) }
    }

    func graph(_ subject: GraphSubject, _ format: GraphFormat) throws -> String {
        let graph = subject.graph(of: inventory(), findings: report.findings)
        return try written { try format.write(graph, to: $0) }
    }
}

extension PageSample {
    /// A manifest of an application with one URL type.
    static func manifest(
        _ app: App,
        _ schemes: [String],
        path: String? = nil,
        outcome: Manifest.Outcome = .asItStands,
        raw: String? = nil
    ) -> Manifest {
        let path = path ?? "\(app.name ?? app.id.text.string)/Info.plist"
        let whole = Place(source: Inputs.source.name, path: Path(path))
        var manifest = Manifest(origin: whole, format: .xml, digest: "", app: app.id)
        let root = SourceRange(byteOffset: 0, byteLength: 1)
        manifest.bundleIdentifier = app.bundleIdentifier.map {
            Located($0, ValueSpan(keyPath: "CFBundleIdentifier", element: root))
        }
        manifest.displayName = app.name
        manifest.kind = .application
        manifest.outcome = outcome
        manifest.deviceSupport = DeviceSupport(platforms: app.platforms)
        var type = URLType(index: 0, span: ValueSpan(keyPath: "CFBundleURLTypes[0]", element: root))
        type.role = Located("Editor", ValueSpan(keyPath: "", element: root))
        for (index, scheme) in schemes.enumerated() {
            let position = TextPosition(line: 10 + index, column: 9, columnUTF16: 9)
            let range = SourceRange(
                byteOffset: 100 * index,
                byteLength: 1,
                lines: SourceRange.Lines(start: position, end: position)
            )
            let span = ValueSpan(keyPath: "CFBundleURLTypes[0].CFBundleURLSchemes[\(index)]", element: range)
            type.schemes.append(DeclaredScheme(index: index, raw: raw ?? scheme, resolved: scheme, span: span))
        }
        manifest.urlTypes = schemes.isEmpty ? [] : [type]
        return manifest
    }

    /// The findings about apps that collide on a scheme.
    static func collision(
        of apps: [App],
        on scheme: String,
        _ severity: Severity = .error,
        rule: String = "undefined-target",
        place: (App) throws -> Place
    ) rethrows -> [Finding] {
        try apps.map { app in
            var finding = Finding(
                rule: rule,
                severity: severity,
                message: "scheme '\(scheme)' is also claimed by another app",
                hint: "use a scheme that contains the bundle identifier",
                app: app,
                scheme: SchemeKey(scheme),
                place: try place(app),
                related: try apps.filter { $0.id != app.id }.map {
                    Finding.Related(app: $0, place: try place($0), message: "also claimed here")
                },
                subject: scheme
            )
            finding.group = .collision(SchemeKey(scheme))
            return finding
        }
    }

    /// A link of a target.
    static func link(_ kind: Link.Kind, _ urls: [URLPattern], line: Int, target: String?) -> Link {
        let position = TextPosition(line: line, column: 3, columnUTF16: 3)
        let range = SourceRange(
            byteOffset: 40 * line,
            byteLength: 6,
            lines: SourceRange.Lines(start: position, end: position)
        )
        return Link(
            kind: kind,
            place: Place(source: Inputs.source.name, path: "Widget/Pay.swift", range: range),
            target: target,
            value: LinkValue(alternatives: urls, isOpen: urls.isEmpty, canBeAbsent: false, via: [])
        )
    }

    /// A target that opens `wallet:` in two ways, a web page and an unknown URL, and receives URLs.
    static func target(_ name: String?, in source: String, manifests: [Manifest]) -> TargetFacts {
        var code = LinkFacts(target: name)
        code.links = [
            link(.widgetURL, [URLPattern("wallet://pay")], line: 1, target: name),
            link(.link, [URLPattern("wallet://pay"), URLPattern("gone://receive")], line: 2, target: name),
            link(.openURL, [URLPattern([.literal("wallet://pay/"), .hole("id")])], line: 3, target: name),
            link(.applicationOpen, [], line: 4, target: name),
            link(.openURL, [URLPattern("https://example.com")], line: 5, target: name),
        ]
        let pay = Route.Condition(component: .host, relation: .equals, values: ["pay", "receive"])
        let place = code.links[0].place
        code.handlers = [
            Handler(
                kind: .onOpenURL,
                place: place,
                target: name,
                accepts: [Route(conditions: [pay], place: place)],
                isRouted: true
            )
        ]
        return TargetFacts(source: source, code: code, manifests: manifests)
    }

    /// Four apps: two collide, one has variants, one has a scheme of its own; and code with links.
    static func everything() throws -> PageSample {
        var sample = PageSample()
        let (driver, wallet) = (SampleReport.driver, SampleReport.wallet)
        let inputs = SampleReport.inputs
        var driverManifest = manifest(driver, ["driver", "wallet"], path: "Driver/Info.plist")
        driverManifest.urlTypes[0].role = nil
        let walletManifest = manifest(wallet, ["wallet"], path: "Wallet/Info.plist")
        func outcome(_ configuration: String) -> Manifest.Outcome {
            Manifest.Outcome(project: "Bank.xcodeproj", target: "Bank", configurations: [configuration])
        }
        let bank = app("com.fabrikam.bank", "Bank Zürich", on: [.iOS, .macOS])
        let test = app("com.fabrikam.bank.dev", "Bank Zürich", on: [.iOS, .macOS])
        var widget = manifest(app("com.fabrikam.wallet.widget"), [])
        widget.kind = .appExtension
        widget.container = wallet.id
        sample.manifests = [
            driverManifest, walletManifest, widget,
            manifest(bank, ["bank", "bank-app"], path: "Bank/Info.plist", outcome: outcome("Release")),
            manifest(test, ["bank"], path: "Bank/Info.plist", outcome: outcome("Debug")),
            manifest(app("com.contoso.desk", "Desk", on: .macOS), ["desk"]),
        ]
        sample.manifests[3].urlTypes[0].schemes[1].raw = "bank$(SUFFIX)"
        sample.targets = [
            target("PayWidget", in: Inputs.source.name, manifests: [walletManifest]),
            target("PayWidget", in: "other", manifests: [driverManifest]),
        ]
        sample.report = try SampleReport.everything()
        sample.report.findings += try collision(of: [bank, test], on: "bank", .note) { _ in
            try inputs.place("Desk/Info.plist", "desk")
        }
        sample.known = [
            KnownScheme(
                scheme: SchemeKey("desk"),
                category: .thirdParty,
                owner: "Desk & Sons",
                platforms: .macOS,
                confidence: .high,
                source: "https://example.com"
            )
        ]
        sample.history = [
            HistoryEntry(
                time: 1_690_000_000,
                source: "wallets",
                app: wallet.id,
                platforms: .iOS,
                scheme: SchemeKey("wallet"),
                event: .claimed
            ),
            HistoryEntry(
                time: 1_691_000_000,
                source: "wallets",
                app: .known("com.fabrikam.old"),
                platforms: .iOS,
                scheme: SchemeKey("wallet"),
                event: .released
            ),
        ]
        return sample
    }

    /// Everything that an input can name holds `text`.
    static func hostile(_ text: String) throws -> PageSample {
        var sample = PageSample()
        let named = App(id: .known("com.fabrikam.wallet"), bundleIdentifier: text, name: text, platforms: .iOS)
        var hostile = Hostile.manifest(with: text)
        hostile.kind = .application
        let outcome = Manifest.Outcome(project: Path(text), target: text, configurations: [text])
        var variant = manifest(named, ["wallet", "own"], path: text, outcome: outcome, raw: text)
        variant.origin.source = text
        variant.urlTypes[0].role = Located(text, Hostile.span(with: text))
        var other = variant
        other.app = .known("com.fabrikam.other")
        other.container = other.app
        other.outcome.configurations = [text + "2"]
        sample.manifests = [hostile, variant, other]
        var target = target(text, in: text, manifests: [variant])
        target.code.links[0] = link(.widgetURL, [URLPattern("wallet://" + text)], line: 1, target: text)
        let condition = Route.Condition(component: .query(name: text), relation: .equals, values: [text])
        target.code.handlers[0].accepts = [Route(conditions: [condition], place: Hostile.place(with: text))]
        sample.targets = [target]
        sample.report = Hostile.report(with: text)
        sample.report.findings += collision(
            of: [named, App(id: other.app, bundleIdentifier: text, name: text, platforms: .iOS)],
            on: "wallet"
        ) { _ in Hostile.place(with: text) }
        sample.report.summary.policyFiles = Hostile.policies(with: text).summary.policyFiles
        sample.known = [Hostile.known(with: text)]
        sample.known[0].scheme = SchemeKey("own")
        sample.history = [
            HistoryEntry(
                time: 0,
                source: text,
                app: .unknown(ByteString(text)),
                platforms: .iOS,
                scheme: SchemeKey("own"),
                event: .released
            )
        ]
        sample.sources = [Hostile.source(with: text), Inputs.source]
        return sample
    }

    /// A company with this many apps, each with five schemes; some collide.
    static func large(apps count: Int, seed: UInt64 = 1) -> PageSample {
        var random = SeededGenerator(seed: seed)
        var sample = PageSample()
        var claimants: [String: [App]] = [:]
        for number in 0..<count {
            let app = app("com.fabrikam.division\(number % 40).app\(number)", "Fabrikam App \(number)")
            var schemes = (0..<5).map { "fabrikam-\(number)-\($0)" }
            if number % 10 == 0 {
                schemes[0] = "fabrikam-shared-\(Int.random(in: 0..<max(1, count / 30), using: &random))"
            }
            if number % 25 == 0 {
                schemes[1] = "fabrikam-signin-\(Int.random(in: 0..<max(1, count / 60), using: &random))"
            }
            for scheme in schemes { claimants[scheme, default: []].append(app) }
            sample.manifests.append(
                manifest(app, schemes, path: "Apps/Division \(number % 40)/App \(number)/Info.plist")
            )
        }
        for (scheme, apps) in claimants.sorted(by: { $0.key < $1.key }) where apps.count > 1 {
            let severity = random.pick(Severity.allCases)
            sample.report.findings += collision(of: apps, on: scheme, severity) { app in
                Place(source: Inputs.source.name, path: Path("\(app.name ?? "")/Info.plist"))
            }
        }
        return sample
    }
}
