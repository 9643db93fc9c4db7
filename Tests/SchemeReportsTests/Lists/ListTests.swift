import Foundation
import SchemeModel
import SchemeReports
import Testing

@Suite struct ListTests {
    private let inputs = SampleReport.inputs

    private func list(
        _ subject: ListSubject,
        _ rows: [ListRow],
        _ format: ListFormat,
        width: Int? = 200
    ) throws -> String {
        try written { output in
            var reporter = format.reporter(of: subject, to: output, context: inputs.context(width: width))
            try reporter.begin()
            for row in rows { try reporter.report(row) }
            try reporter.end()
        }
    }

    private func suffix(_ format: ReportFormat) -> String { format == .text ? "txt" : "json" }

    @Test(arguments: ListSubject.allCases, ListFormat.allCases)
    func writesRows(subject: ListSubject, format: ListFormat) throws {
        let rows: [ListRow] =
            switch subject {
            case .manifests: try manifests().map(ListRow.manifest)
            case .claims: try claims().map(ListRow.claim)
            case .apps:
                [
                    .app(
                        AppCounts(
                            app: SampleReport.driver,
                            kind: .application,
                            manifests: 1,
                            claims: 3,
                            sources: ["wallets"]
                        )
                    ),
                    .app(
                        AppCounts(
                            app: app("com.fabrikam.wallet", on: [.iOS, .macOS]),
                            kind: .unknown,
                            manifests: 2,
                            claims: 1,
                            sources: ["old", "wallets"]
                        )
                    ),
                ]
            case .sources:
                [
                    .source(SourceCounts(source: Inputs.source, manifests: 12, products: 7, apps: 4, claims: 6)),
                    .source(
                        SourceCounts(
                            source: Source(
                                name: "/bytes",
                                root: Path(bytes: [0x2F, 0xE9]),
                                kind: .file,
                                isNamed: false
                            ),
                            manifests: 1,
                            products: 1,
                            apps: 1,
                            claims: 0
                        )
                    ),
                ]
            case .schemes:
                [
                    .scheme(SchemeCounts(scheme: SchemeKey("desk"), apps: 2, claims: 2, platforms: [.iOS, .macOS])),
                    .scheme(SchemeCounts(scheme: SchemeKey("wallet"), apps: 400, claims: 1200, platforms: [])),
                ]
            case .domains:
                try zip(claims(), ["applinks:acme.com", "applinks:*.acme.com?mode=developer"]).map { claim, entry in
                    let domain = try #require(AssociatedDomain(entry: entry))
                    return .domain(DomainClaim(domain: domain, prefix: "ABCDE12345", claim: claim))
                }
            case .links: links().map(ListRow.link)
            case .handlers: [.handler(handler(isRouted: true)), .handler(handler(isRouted: false))]
            case .routes: handler(isRouted: true).accepts.map { .route($0, of: handler(isRouted: true)) }
            case .history: history.map(ListRow.history)
            }
        let suffix = format == .text ? "txt" : format.rawValue
        try expect(list(subject, rows, format), equalsFile: "list-\(subject.rawValue).\(suffix)")
        guard format == .text else { return }
        // On narrow and wide terminals. Elsewhere, nothing is cut, and a row is a line.
        for width in [40, 60, 80, 100] {
            for line in try list(subject, rows, format, width: width).split(separator: "\n") {
                #expect(line.count <= width, "\(line)")
            }
        }
        let whole = try list(subject, rows, format, width: nil)
        #expect(!whole.contains("…") && whole.split(separator: "\n").count == rows.count + 1)
        for width in [40, 80] {
            try expect(
                list(subject, rows, format, width: width),
                equalsFile: "list-\(subject.rawValue)-\(width)-columns.txt"
            )
        }
    }

    /// A reason is one line after the table, with the first of its apps. Programs get it with each app.
    @Test func listsWhyIdentitiesAreUnknown() throws {
        func row(_ place: String, _ gap: String?) -> ListRow {
            let app = App(
                id: .unknown(ByteString(place)),
                bundleIdentifier: nil,
                name: nil,
                platforms: .iOS,
                identityGap: gap
            )
            return .app(AppCounts(app: app, kind: .application, manifests: 1, claims: 1, sources: ["wallets"]))
        }
        let gap = "the value of $(ID) is unknown"
        let rows = [row("5", "there\u{1B}[2J is none"), row("6", nil)] + (1...4).map { row("\($0)", gap) }
        let text = try list(.apps, rows, .text)
        let lines = text.split(separator: "\n")
        #expect(lines.count == rows.count + 3, "\(text)")
        #expect(lines[7] == "identity unknown: \(gap) (unknown:1, unknown:2, unknown:3, unknown:4)", "\(text)")
        #expect(lines[8].hasSuffix("is none (unknown:5)") && !text.contains("\u{1B}"), "\(text)")
        let more = try list(.apps, rows + [row("7", gap)], .text)
        #expect(more.contains("\nidentity unknown: \(gap) (unknown:1, unknown:2, unknown:3 and 2 more)\n"), "\(more)")
        #expect(try list(.apps, rows, .csv).contains(",wallets,\(gap)\r\n"))
        #expect(try list(.apps, rows, .json).contains("\"identityGap\": \"\(gap)\""))
        #expect(try list(.apps, rows, .json).contains("\"identityGap\": null"))
    }

    @Test(arguments: [
        (2, true, Handler.Kind.onOpenURL, "2 routes"), (1, true, .onOpenURL, "1 route"),
        (1, false, .onOpenURL, "1 route, or anything else"), (0, false, .onOpenURL, "anything"),
        (0, false, .sceneWillConnect, "nothing"),
    ])
    func saysWhatHandlersTake(routes: Int, isRouted: Bool, kind: Handler.Kind, text: String) throws {
        var handler = handler(isRouted: true)
        handler.kind = kind
        handler.isRouted = isRouted
        handler.accepts.removeLast(2 - routes)
        let line = try list(.handlers, [.handler(handler)], .text).split(separator: "\n").last
        #expect(line?.hasPrefix("\(kind.rawValue)  \(text)  ") == true)
    }

    /// What a spreadsheet would evaluate is text, and each row has the cells of the heading.
    @Test func writesNoFormulas() throws {
        for (subject, row) in Hostile.rows(with: "=cmd(),\"x\"\r\n@y") {
            let text = try list(subject, [row], .csv)
            #expect(text.hasSuffix("\r\n") && text.components(separatedBy: "\r\n").count == 3, "\(text)")
            #expect(!text.contains(",=") && !text.contains("\"=") && !text.hasPrefix("="), "\(text)")
            #expect(text.contains("\"'=cmd()"), "\(text)")
        }
    }

    @Test(arguments: ListSubject.allCases)
    func reportsAnEmptyList(subject: ListSubject) throws {
        #expect(try list(subject, [], .text) == "no \(subject.rawValue)\n")
        #expect(try list(subject, [], .json).contains("\"\(subject.rawValue)\": []"))
    }

    @Test(arguments: [
        (1, "1 of these is not a valid scheme and is not counted as a claim"),
        (2, "2 of these are not valid schemes and are not counted as claims"),
    ])
    func countsDeclarationsThatAreNotClaims(count: Int, text: String) throws {
        var claims = try claims()
        for index in 0..<count { claims[index].scheme = nil }
        let lines = try list(.claims, claims.map(ListRow.claim), .text).split(separator: "\n")
        #expect(lines.count == 1 + claims.count + 1)
        #expect(lines.last.map(String.init) == text)
    }

    @Test(arguments: ReportFormat.allCases)
    func reportsForgottenRows(format: ReportFormat) throws {
        let source = ForgetResult(source: "wallets", app: nil, released: history)
        let app = ForgetResult(source: nil, app: SampleReport.driver.id, released: [])
        let text = try [source, app].map { forgotten in
            try written { try forgotten.write(format, to: $0, tool: Tool(version: "0.0.0")) }
        }
        try expect(text.joined(), equalsFile: "forgotten.\(suffix(format))")
    }

    /// A table of any length is written as it comes, in the widths of its first rows.
    @Test func streamsLongTables() throws {
        var rows = (0..<1000).map { _ in row("pay") }
        rows.append(row("a-much-longer-scheme"))
        rows.append(row("pay"))
        let lines = try list(.schemes, rows, .text).split(separator: "\n")
        #expect(lines.count == 1003)
        #expect(lines[1] == "pay        1       1  iOS")
        #expect(lines[1001] == "a-much-longer-scheme     1       1  iOS")
        #expect(lines[1002] == lines[1])
    }

    /// A name after the measured rows that is too long for the line gets one of its own.
    @Test func cutsLaterRows() throws {
        let rows = (0..<1000).map { _ in row("pay") } + [row(String(repeating: "long", count: 30))]
        let last = try list(.schemes, rows, .text, width: 80).split(separator: "\n").suffix(2)
        #expect(
            last.first?.count == 80 && last.first?.hasPrefix("longlong") == true && last.first?.contains("…") == true
        )
        #expect(last.last == "           1       1  iOS")
    }

    /// Rows name their sources only if there are several.
    @Test(arguments: [(1, "manifests  claims\n"), (2, "manifests  claims  sources\n")])
    func namesSources(count: Int, heading: String) throws {
        let sources = (0..<count).map { index in
            Source(name: "/\(index)", root: Path("/\(index)"), kind: .tree, isNamed: false)
        }
        var context = inputs.context(width: nil)
        context.paths = PathDisplay(from: "/", sources: sources)
        let row = AppCounts(app: SampleReport.driver, kind: .application, manifests: 1, claims: 3, sources: ["/0"])
        let text = try written { output in
            var reporter = ListFormat.text.reporter(of: .apps, to: output, context: context)
            try reporter.begin()
            try reporter.report(.app(row))
            try reporter.end()
        }
        #expect(text.contains(heading) && text.contains("3  /0\n") == (count > 1), "\(text)")
    }

    private func row(_ scheme: String) -> ListRow {
        .scheme(SchemeCounts(scheme: SchemeKey(scheme), apps: 1, claims: 1, platforms: .iOS))
    }

    @Test(arguments: ReportFormat.allCases)
    func showsAScheme(format: ReportFormat) throws {
        let details = SchemeDetails(
            scheme: SchemeKey("wallet"),
            known: [
                KnownScheme(
                    scheme: SchemeKey("wallet"),
                    category: .ianaProvisional,
                    owner: "Contoso",
                    platforms: [],
                    confidence: .high,
                    source: "https://www.iana.org/assignments/uri-schemes"
                )
            ],
            claims: try claims().filter { $0.scheme == SchemeKey("wallet") }.map { claim in
                var claim = claim
                claim.isStale = claim.app.id == SampleReport.driver.id
                return claim
            },
            history: history
        )
        try expect(show(.scheme(details), format), equalsFile: "show-scheme.\(suffix(format))")
    }

    @Test(arguments: ReportFormat.allCases)
    func showsAnApp(format: ReportFormat) throws {
        let driver = SampleReport.driver
        let details = AppDetails(
            app: driver,
            manifests: try manifests().filter { $0.app == driver.id },
            claims: try claims().filter { $0.app.id == driver.id },
            history: history
        )
        try expect(show(.app(details), format), equalsFile: "show-app.\(suffix(format))")
    }

    @Test(arguments: [5, 6])
    func showsManyClaimsOfAnAppAsATable(count: Int) throws {
        let app = SampleReport.driver
        let manifest = try manifest("Driver/Info.plist", app, ["driver"])
        let claim = try #require(try claims().first { $0.app.id == app.id })
        let all = (1...count).map { number in
            var claim = claim
            claim.declared.resolved = "driver-\(number)"
            return claim
        }
        let details = AppDetails(app: app, manifests: [manifest], claims: all, history: [])
        let lines = try show(.app(details), .text).split(separator: "\n").map(String.init)
        let rows = lines.filter { $0.hasPrefix("  driver-") }
        #expect(rows.count == (count > 5 ? count : 0), "\(lines)")
        #expect(rows.allSatisfy { $0.contains("Driver/Info.plist:") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("  scheme  ") } == (count > 5), "\(lines)")
        #expect(lines.contains { $0.contains("^~") } == (count <= 5), "\(lines)")
    }

    @Test func saysWhyAnIdentityIsUnknown() throws {
        func text(_ identifier: String) throws -> String {
            let app = App(id: .unknown("Info.plist"), bundleIdentifier: identifier, name: nil, platforms: .iOS)
            let manifest = try manifest("Driver/Info.plist", app, ["driver"])
            return try show(.app(AppDetails(app: app, manifests: [manifest], claims: [], history: [])), .text)
        }
        #expect(try text("com.$(ID)").contains("\n  identity unknown: the value of $(ID) is unknown\n"))
        #expect(try text("com.a b").contains("\n  identity unknown: 'com.a b' is not a complete bundle identifier\n"))
        #expect(try text("").contains("\n  identity unknown: there is no bundle identifier\n"))
    }

    /// Configurations with equal declarations are one, and a table shows which scheme each of the others has.
    @Test func comparesTheConfigurationsOfAnApp() throws {
        var manifests: [Manifest] = []
        for (configuration, schemes) in [
            ("Debug", ["driver", "wallet"]), ("Release", ["driver"]), ("AppStore", ["driver"]),
        ] {
            var manifest = try manifest("Driver/Info.plist", SampleReport.driver, schemes)
            manifest.outcome = Manifest.Outcome(project: "p", target: "Driver", configurations: [configuration])
            manifest.version = configuration == "AppStore" ? "2.2" : "2.1"
            manifests.append(manifest)
        }
        func text(_ manifests: [Manifest]) throws -> String {
            let knowledge = Knowledge(version: "", knownSchemes: [], defaultAppSchemes: [], sharedSchemes: [:])
            let claims = manifests.flatMap { $0.claims(with: knowledge) }
            let details = AppDetails(app: SampleReport.driver, manifests: manifests, claims: claims, history: [])
            return try show(.app(details), .text)
        }
        try expect(text(manifests), equalsFile: "show-app-configurations.txt")
        let context = inputs.context(width: 30)
        let claims = manifests.flatMap { manifest in
            manifest.claims(with: Knowledge(version: "", knownSchemes: [], defaultAppSchemes: [], sharedSchemes: [:]))
        }
        let details = AppDetails(app: SampleReport.driver, manifests: manifests, claims: claims, history: [])
        let narrow = try written { try ReportFormat.text.write(.app(details), to: $0, context: context) }
        let list = [
            "  scheme", "    configurations", "  driver", "    Debug, Release, AppStore", "  wallet", "    Debug", "",
        ]
        #expect(narrow.contains(list.joined(separator: "\n")), "\(narrow)")
        let alike = try text(Array(manifests.dropFirst()))
        #expect(alike.contains("(Driver: Release, AppStore): application, version 2.1, 2.2\n"))
        #expect(!alike.contains("AppStore  ") && alike.components(separatedBy: "manifest Driver").count == 2)
    }

    @Test(arguments: ReportFormat.allCases)
    func showsASource(format: ReportFormat) throws {
        let details = SourceDetails(
            source: SourceCounts(source: Inputs.source, manifests: 2, products: 3, apps: 2, claims: 3),
            manifests: try manifests(),
            claims: try claims(),
            problems: [
                Problem(
                    code: .permissionDenied,
                    message: "permission denied",
                    hint: "import it again",
                    place: Place(source: "wallets", path: "Phone")
                )
            ]
        )
        try expect(show(.source(details), format), equalsFile: "show-source.\(suffix(format))")
    }

    @Test func showsASchemeThatNobodyClaims() throws {
        let details = SchemeDetails(scheme: SchemeKey("none"), known: [], claims: [], history: [])
        #expect(try show(.scheme(details), .text) == "scheme 'none' is claimed by no app in the registry\n")
    }

    @Test(arguments: ["::error::x", "##[group]x", "\n::error::x", "\u{1B}[2J", "a\u{85}b\u{202E}c"])
    func letsNoInputSteerALogOrATerminal(hostile: String) throws {
        var texts = try Hostile.rows(with: hostile).map { try list($0.0, [$0.1], .text) }
        texts += try Hostile.details(with: hostile).map { try show($0, .text) }
        for line in texts.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
            #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"))
            #expect(!line.contains("##["))
            #expect(!line.unicodeScalars.contains(where: TextEscapeTests.hiddenScalarSet.contains))
        }
    }

    private func show(_ details: Details, _ format: ReportFormat) throws -> String {
        try written { try format.write(details, to: $0, context: inputs.context()) }
    }

    private let history = [
        HistoryEntry(
            time: 1_795_232_040,
            source: "wallets",
            app: SampleReport.driver.id,
            platforms: .iOS,
            scheme: SchemeKey("wallet"),
            event: .claimed
        ),
        HistoryEntry(
            time: 1_795_318_440,
            source: "wallets",
            app: SampleReport.driver.id,
            platforms: [],
            scheme: SchemeKey("pay"),
            event: .released
        ),
    ]

    /// The manifests of two apps: one as it stands, one resolved through a target.
    private func manifests() throws -> [Manifest] {
        var driver = try manifest("Driver/Info.plist", SampleReport.driver, ["driver", "wallet", "Driver"])
        driver.version = "2.1"
        driver.build = "2100"
        driver.urlTypes[0].role = Located("Editor", driver.urlTypes[0].span)
        driver.urlTypes[0].identifier = Located("com.fabrikam.driver.links", driver.urlTypes[0].span)
        driver.queriesSchemes = [Located("comgooglemaps", driver.urlTypes[0].span)]
        driver.irregularities = [
            Irregularity(
                .wrongType,
                span: driver.urlTypes[0].span,
                subject: "CFBundleURLIconFile",
                expected: "a string",
                found: "an array"
            )
        ]
        var wallet = try manifest("Wallet/Info.plist", SampleReport.wallet, ["wallet"])
        wallet.outcome = Manifest.Outcome(
            project: "Wallet.xcodeproj/project.pbxproj",
            target: "Wallet",
            configurations: ["Debug", "Release"]
        )
        wallet.urlTypes[0].schemes[0].raw = "$(SCHEME)"
        wallet.urlTypes[0].schemes[0].resolvedFrom = [try inputs.place("Driver/Info.plist", "wallet")]
        wallet.urlTypes[0].schemes[0].isConditional = true
        return [driver, wallet]
    }

    private func manifest(_ path: String, _ app: App, _ schemes: [String]) throws -> Manifest {
        let whole = Place(source: Inputs.source.name, path: Path(path))
        var manifest = Manifest(origin: whole, format: .xml, digest: "", app: app.id)
        let root = SourceRange(byteOffset: 0, byteLength: 1)
        manifest.bundleIdentifier = app.bundleIdentifier.map {
            Located($0, ValueSpan(keyPath: "CFBundleIdentifier", element: root))
        }
        manifest.displayName = app.name
        manifest.kind = .application
        manifest.deviceSupport = DeviceSupport(platforms: .iOS)
        var type = URLType(index: 0, span: ValueSpan(keyPath: "CFBundleURLTypes[0]", element: root))
        for (index, scheme) in schemes.enumerated() {
            // The bundle identifier ends in the scheme's text, too.
            let place = try inputs.place(path, ">\(scheme)<")
            var range = try #require(place.range)
            range.byteOffset += 1
            range.byteLength -= 2
            range.lines?.start.column += 1
            range.lines?.end.column -= 1
            let span = ValueSpan(keyPath: "CFBundleURLTypes[0].CFBundleURLSchemes[\(index)]", element: range)
            type.schemes.append(DeclaredScheme(index: index, raw: scheme, resolved: scheme, span: span))
        }
        manifest.urlTypes = [type]
        return manifest
    }

    private func claims() throws -> [Claim] {
        let knowledge = Knowledge(version: "", knownSchemes: [], defaultAppSchemes: [], sharedSchemes: [:])
        var claims = try manifests().flatMap { $0.claims(with: knowledge) }
        claims[2].isStale = true
        return claims
    }
}

extension ListTests {
    private func place(_ line: Int) -> Place {
        let lines = SourceRange.Lines(
            start: TextPosition(line: line, column: 3, columnUTF16: 3),
            end: TextPosition(line: line, column: 9, columnUTF16: 9)
        )
        let range = SourceRange(byteOffset: line * 40, byteLength: 6, lines: lines)
        return Place(source: Inputs.source.name, path: "Widget/Pay.swift", range: range)
    }

    private func links() -> [Link] {
        let values: [(known: [URLPattern], kind: Link.Kind, presentations: [Presentation])] = [
            ([URLPattern("wallet://pay")], .widgetURL, [.widget]),
            ([URLPattern("wallet://pay"), URLPattern("wallet://receive")], .link, [.compactLeading, .minimal]),
            ([URLPattern([.literal("wallet://pay/"), .hole("id")])], .openURL, []),
            ([], .applicationOpen, []),
        ]
        return values.enumerated().map { line, value in
            let known = LinkValue(
                alternatives: value.known,
                isOpen: value.known.isEmpty,
                canBeAbsent: false,
                via: value.known.isEmpty ? [] : [place(100)]
            )
            return Link(
                kind: value.kind,
                place: place(line + 1),
                target: line == 3 ? nil : "PayWidget",
                presentations: value.presentations,
                families: value.kind == .widgetURL ? ["systemSmall"] : [],
                value: known
            )
        }
    }

    private func handler(isRouted: Bool) -> Handler {
        let pay = Route.Condition(component: .host, relation: .equals, values: ["pay", "receive"])
        let item = Route.Condition(component: .query(name: "to"), relation: .hasPrefix, values: ["b\u{1B}"])
        return Handler(
            kind: .onOpenURL,
            place: place(20),
            target: "Wallet",
            accepts: isRouted
                ? [Route(conditions: [pay], place: place(21)), Route(conditions: [pay, item], place: place(22))]
                : [Route(conditions: [], place: place(20))],
            isRouted: isRouted
        )
    }
}
