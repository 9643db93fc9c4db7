import SchemeModel
import SchemeReports

/// Values that hold one text wherever an input can put one.
enum Hostile {
    static func place(with text: String) -> Place {
        let position = TextPosition(line: 1, column: 1, columnUTF16: 1)
        return Place(
            source: text,
            path: Path(text),
            member: Path(text),
            keyPath: text,
            range: SourceRange(
                byteOffset: 0,
                byteLength: text.utf8.count,
                lines: SourceRange.Lines(start: position, end: position)
            )
        )
    }

    static func span(with text: String) -> ValueSpan {
        ValueSpan(keyPath: text, element: SourceRange(byteOffset: 0, byteLength: 1))
    }

    static func app(with text: String) -> App {
        App(id: .unknown(ByteString(text)), bundleIdentifier: text, name: text, platforms: .iOS)
    }

    /// Two findings in a block about a collision with another one about the same claim, and two in one about variants, one in a format without lines, and a problem.
    static func report(with text: String) -> CheckReport {
        let place = place(with: text)
        var binary = place
        binary.range?.lines = nil
        func finding(_ rule: String, _ app: App, _ place: Place, in group: Finding.Group? = nil) -> Finding {
            var finding = Finding(
                rule: rule,
                severity: .error,
                message: text,
                hint: text,
                app: app,
                scheme: SchemeKey(text),
                place: place,
                related: [Finding.Related(app: app, place: place, message: text)],
                edits: [Finding.Edit(place: place, replacement: text)],
                subject: text
            )
            finding.mention = Finding.Mention(place: place, offset: 0, length: text.utf8.count)
            finding.sharedIdentifier = text
            finding.variant = text
            finding.group = group
            return finding
        }
        let collision = Finding.Group.collision(SchemeKey(text))
        let variants = Finding.Group.variants(
            Finding.Variants(
                of: text,
                [.init(app: app(with: text), name: text), .init(app: SampleReport.wallet, name: text)]
            )
        )
        var accepted = finding("invalid-scheme", app(with: text), place)
        accepted.accepted = Finding.Acceptance(reason: text, by: text)
        return CheckReport(
            findings: [
                accepted,
                finding("invalid-scheme", app(with: text), place),
                finding("invalid-scheme", app(with: text), binary),
                finding("undefined-target", app(with: text), place, in: collision),
                finding("undefined-target", SampleReport.wallet, place, in: collision),
                finding("variant-collision", app(with: text), place, in: variants),
                finding("variant-collision", app(with: text), binary, in: variants),
            ],
            problems: [Problem(code: .inputOutput, message: text, hint: text, place: place)],
            summary: Summary()
        )
    }

    /// A report that names a configuration and a baseline, each with a change.
    static func policies(with text: String) -> CheckReport {
        var report = CheckReport(findings: [], problems: [], summary: Summary())
        report.summary.policyFiles = [
            PolicyFile(
                .configuration,
                at: place(with: text),
                digest: text,
                effects: .init(),
                revision: .init(name: text, commit: text),
                change: .changed,
                isEarlier: true
            ),
            PolicyFile(.baseline, at: Place(path: Path(text)), digest: nil, effects: .init()),
            PolicyFile(
                .code,
                at: place(with: text),
                digest: nil,
                effects: .init(),
                revision: .init(name: text, commit: text),
                change: .added
            ),
        ]
        report.summary.policyFiles[2].additions = [place(with: text)]
        let problem = Problem(code: .inputOutput, message: text, hint: text, place: place(with: text))
        report.summary.acceptedProblems = [AcceptedProblem(problem, reason: text, by: text)]
        return report
    }

    static func manifest(with text: String) -> Manifest {
        var manifest = Manifest(origin: place(with: text), format: .xml, digest: "", app: app(with: text).id)
        let located = Located(text, span(with: text))
        manifest.bundleIdentifier = located
        manifest.name = text
        manifest.version = text
        manifest.build = text
        manifest.deviceSupport = DeviceSupport(platforms: .iOS)
        var type = URLType(index: 0, span: span(with: text))
        type.role = located
        type.identifier = located
        type.icon = located
        type.otherKeys = [located]
        type.schemes = [declared(with: text)]
        manifest.urlTypes = [type]
        manifest.queriesSchemes = [located]
        manifest.outcome = Manifest.Outcome(project: Path(text), target: text, configurations: [text])
        manifest.irregularities = [
            Irregularity(.malformed, span: span(with: text), subject: text, expected: text, found: text, cause: text)
        ]
        return manifest
    }

    static func declared(with text: String) -> DeclaredScheme {
        DeclaredScheme(
            index: 0,
            raw: text,
            resolved: text,
            span: span(with: text),
            resolvedFrom: [place(with: text)]
        )
    }

    static func claim(with text: String) -> Claim {
        Claim(
            scheme: SchemeKey(text),
            declared: declared(with: text),
            app: app(with: text),
            container: app(with: text).id,
            role: text,
            identifier: text,
            urlTypeIndex: 0,
            place: place(with: text),
            outcome: Manifest.Outcome(project: Path(text), target: text, configurations: [text]),
            digest: "",
            isStale: false,
            profile: ClaimProfile(
                isApplication: true,
                deviceSupport: .unknown,
                adopts: false,
                isPublic: false,
                isSharedByDesign: false,
                chosenOn: []
            )
        )
    }

    static func source(with text: String) -> Source {
        Source(name: text, root: Path(text), kind: .tree, isNamed: true)
    }

    static func history(with text: String) -> [HistoryEntry] {
        [
            HistoryEntry(
                time: 0,
                source: text,
                app: app(with: text).id,
                platforms: .iOS,
                scheme: SchemeKey(text),
                event: .claimed
            )
        ]
    }

    static func known(with text: String) -> KnownScheme {
        KnownScheme(
            scheme: SchemeKey(text),
            category: .thirdParty,
            owner: text,
            platforms: .iOS,
            confidence: .low,
            source: text
        )
    }

    /// One row for every list.
    static func rows(with text: String) -> [(ListSubject, ListRow)] {
        [
            (.manifests, .manifest(manifest(with: text))),
            (.claims, .claim(claim(with: text))),
            (
                .apps,
                .app(AppCounts(app: app(with: text), kind: .application, manifests: 1, claims: 1, sources: [text]))
            ),
            (
                .sources,
                .source(SourceCounts(source: source(with: text), manifests: 1, products: 1, apps: 1, claims: 1))
            ),
            (.schemes, .scheme(SchemeCounts(scheme: SchemeKey(text), apps: 1, claims: 1, platforms: []))),
            (
                .domains,
                .domain(
                    DomainClaim(
                        domain: AssociatedDomain(service: text, pattern: DomainPattern(host: text), mode: text),
                        prefix: text,
                        claim: claim(with: text)
                    )
                )
            ),
        ] + history(with: text).prefix(1).map { (.history, .history($0)) }
    }

    /// Everything that `show` shows.
    static func details(with text: String) -> [Details] {
        let (manifests, claims) = ([manifest(with: text)], [claim(with: text)])
        let history = history(with: text)
        return [
            .scheme(
                SchemeDetails(
                    scheme: SchemeKey(text),
                    known: [known(with: text)],
                    claims: claims,
                    history: history
                )
            ),
            .app(AppDetails(app: app(with: text), manifests: manifests, claims: claims, history: history)),
            .source(
                SourceDetails(
                    source: SourceCounts(source: source(with: text), manifests: 1, products: 1, apps: 1, claims: 1),
                    manifests: manifests,
                    claims: claims,
                    problems: [
                        Problem(
                            code: .inputOutput,
                            message: text,
                            hint: text,
                            place: Place(source: text, path: Path(text))
                        )
                    ]
                )
            ),
        ]
    }
}
