import SchemeModel

/// Reports that the tests write in every format.
enum SampleReport {
    static let inputs = Inputs(texts: [
        "Driver/Info.plist": Inputs.manifest("com.fabrikam.driver", "driver", "wallet", "Driver"),
        "Wallet/Info.plist": Inputs.manifest("com.fabrikam.wallet", "wallet"),
        "Mac/Info.plist": Inputs.manifest("com.contoso.desk", "desk"),
        "Desk/Info.plist": Inputs.manifest("com.contoso.phone", "desk"),
    ])

    static let driver = app("com.fabrikam.driver", "Fabrikam Driver")
    static let wallet = app("com.fabrikam.wallet")

    /// The report that shows one of everything.
    static func everything() throws -> CheckReport {
        let driverScheme = try inputs.place("Driver/Info.plist", "wallet")
        let walletScheme = try inputs.place("Wallet/Info.plist", "wallet", 2)
        var accepted = Finding(
            rule: "generic-scheme",
            severity: .warning,
            message: "'driver' is a generic word that other apps may also use",
            app: driver,
            scheme: SchemeKey("driver"),
            place: try inputs.place("Driver/Info.plist", "driver", 2),
            subject: "driver"
        )
        accepted.accepted = Finding.Acceptance(reason: "printed on every bus", by: ".schemereg.yml")
        let desk = app("com.contoso.desk", on: .macOS)
        let phone = app("com.contoso.phone")
        let deskPlace = try inputs.place("Mac/Info.plist", "desk", 2)
        let phonePlace = try inputs.place("Desk/Info.plist", "desk")
        var report = CheckReport(
            findings: [
                accepted,
                Finding(
                    rule: "duplicate-scheme",
                    severity: .warning,
                    message: "scheme 'Driver' is declared twice in this manifest",
                    hint: "remove one of the two",
                    app: driver,
                    scheme: SchemeKey("driver"),
                    place: try inputs.place("Driver/Info.plist", "Driver"),
                    related: [
                        Finding.Related(app: driver, place: accepted.place, message: "declared here first, as 'driver'")
                    ],
                    edits: [
                        Finding.Edit(
                            place: try inputs.place("Driver/Info.plist", "\t\t\t\t<string>Driver</string>\n"),
                            replacement: ""
                        )
                    ],
                    subject: "driver"
                ),
                Finding(
                    rule: "missing-role",
                    severity: .note,
                    message: "the URL type has no role",
                    hint: "add CFBundleTypeRole with the value Editor or Viewer",
                    app: App(id: .unknown("Old.plist"), bundleIdentifier: nil, name: nil, platforms: []),
                    place: Place(
                        source: Inputs.source.name,
                        path: "Old.plist",
                        keyPath: "CFBundleURLTypes[0]",
                        range: SourceRange(byteOffset: 40, byteLength: 9)
                    ),
                    subject: "CFBundleURLTypes[0]"
                ),
                collision("desk", desk, deskPlace, [(phone, phonePlace)], .warning, .possible),
                collision("desk", phone, phonePlace, [(desk, deskPlace)], .warning, .possible),
                collision("wallet", driver, driverScheme, [(wallet, walletScheme)]),
                collision("wallet", wallet, walletScheme, [(driver, driverScheme)]),
            ],
            problems: [
                Problem(
                    code: .permissionDenied,
                    message: "permission denied",
                    hint: "give read permission, or skip the file with --exclude",
                    place: Place(source: Inputs.source.name, path: "Secret/Info.plist")
                ),
                Problem(
                    code: .notFound,
                    message: "no such file or folder",
                    hint: nil,
                    place: Place(path: "-rf")
                ),
            ],
            summary: summary(
                errors: 2,
                warnings: 3,
                notes: 1,
                accepted: 1,
                problems: 2,
                manifests: 5,
                apps: 5,
                claims: 6
            )
        )
        report.summary.count(report.findings)
        return report
    }

    /// A report without findings that names files with policies, in every state.
    static func policies() -> CheckReport {
        var report = CheckReport(
            findings: [],
            problems: [],
            summary: summary(accepted: 3, manifests: 3, apps: 2, claims: 4)
        )
        func file(
            _ kind: PolicyFile.Kind,
            _ path: Path,
            _ change: PolicyFile.Change?,
            isEarlier: Bool = true,
            _ set: (inout PolicyFile.Effects) -> Void = { _ in }
        ) -> PolicyFile {
            var effects = PolicyFile.Effects()
            set(&effects)
            let digest = change == .added && isEarlier ? nil : String(repeating: "0f", count: 32)
            let revision = PolicyFile.Revision(name: "main", commit: String(repeating: "a1", count: 20))
            return PolicyFile(
                kind,
                at: Place(source: Inputs.source.name, path: path),
                digest: digest,
                effects: effects,
                revision: revision,
                change: change,
                isEarlier: isEarlier && change != nil
            )
        }
        report.summary.policyFiles = [
            file(.configuration, ".schemereg.yml", nil) {
                ($0.rulesOff, $0.severities, $0.acceptances, $0.exclusions) = (2, 1, 1, 1)
                ($0.sharedSchemes, $0.sessionSchemes, $0.codeOff) = (2, 1, 1)
            },
            file(.configuration, "Added/.schemereg.yml", .added),
            file(.configuration, "Changed/.schemereg.yml", .changed) { $0.acceptances = 2 },
            file(.configuration, "Named.yml", .changed, isEarlier: false) { $0.rulesOff = 1 },
            file(.configuration, "Removed/.schemereg.yml", .removed) { $0.exclusions = 2 },
            file(.baseline, "old.json", .changed) { $0.findings = 3 },
            file(.code, "App/App.swift", nil) { $0.comments = 1 },
            file(.code, "App/Pay.swift", .added, isEarlier: false) { $0.comments = 9 },
        ]
        let additions = (1...7).map { line in
            let start = TextPosition(line: line, column: 5, columnUTF16: 5)
            let range = SourceRange(byteOffset: 40 * line, byteLength: 9, lines: .init(start: start, end: start))
            return Place(source: Inputs.source.name, path: "App/Pay.swift", range: range)
        }
        report.summary.policyFiles[7].additions = additions
        report.summary.acceptedProblems = ["App/Tables.swift", "App/Words.swift"].map { path in
            AcceptedProblem(
                Problem(
                    code: .overLimit,
                    message: "the file has over 4 MiB",
                    hint: nil,
                    place: Place(source: Inputs.source.name, path: path)
                ),
                reason: "generated, without links",
                by: ".schemereg.yml"
            )
        }
        return report
    }

    /// A finding about one app of a collision.
    static func collision(
        _ scheme: String,
        _ app: App,
        _ place: Place,
        _ others: [(app: App, place: Place)],
        _ severity: Severity = .error,
        _ certainty: Certainty = .certain,
        rule: String = "undefined-target"
    ) -> Finding {
        var finding = Finding(
            rule: rule,
            severity: severity,
            message: "scheme '\(scheme)' is also claimed by "
                + "\(others[0].app.id.text)\(others.count > 1 ? " and others" : ""); it is undefined which app opens",
            hint: "use universal links, or a scheme that contains the bundle identifier",
            app: app,
            scheme: SchemeKey(scheme),
            place: place,
            related: others.map {
                Finding.Related(app: $0.app, place: $0.place, message: "\($0.app.id.text) claims it")
            },
            certainty: certainty,
            subject: scheme
        )
        finding.group = .collision(SchemeKey(scheme))
        return finding
    }

    /// Findings about schemes that the same two variants share, each on a line of its own.
    static func variants(sharing schemes: [String]) throws -> (inputs: Inputs, report: CheckReport) {
        let path = "App/Info.plist"
        let inputs = Inputs(texts: [path: Inputs.manifest("$(PRODUCT_BUNDLE_IDENTIFIER)", schemes)])
        let members = ["com.fabrikam.wallet", "com.fabrikam.wallet.debug"].map {
            Finding.Variants.Member(app: app($0), name: "Wallet, \($0.hasSuffix("debug") ? "Debug" : "Release")")
        }
        let findings = try schemes.map { scheme in
            var finding = Finding(
                rule: "variant-collision",
                severity: .warning,
                message:
                    "scheme '\(scheme)' is shared by 2 variants of the app Wallet; with several installed, which one opens is "
                    + "undefined",
                hint: scheme == "bitcoin" ? "claim the scheme in one variant only" : "build the scheme from a setting",
                app: members[0].app,
                scheme: SchemeKey(scheme),
                place: try inputs.place(path, scheme),
                related: [
                    Finding.Related(app: members[1].app, place: try inputs.place(path, scheme), message: "claims it")
                ],
                subject: scheme
            )
            finding.group = .variants(Finding.Variants(of: "Wallet", members))
            return finding
        }
        var summary = summary(manifests: 2, apps: 2, claims: 2 * schemes.count)
        summary.count(findings)
        return (inputs, CheckReport(findings: findings, problems: [], summary: summary))
    }

    static func summary(
        errors: Int = 0,
        warnings: Int = 0,
        notes: Int = 0,
        accepted: Int = 0,
        problems: Int = 0,
        manifests: Int,
        apps: Int,
        claims: Int
    ) -> Summary {
        var summary = Summary()
        summary.inputs = manifests
        summary.skippedInputs = 12
        summary.manifests = manifests
        summary.urlTypes = manifests
        summary.claims = claims
        summary.products = apps
        summary.apps = apps
        summary.schemes = claims
        summary.errors = errors
        summary.warnings = warnings
        summary.notes = notes
        summary.accepted = accepted
        summary.problems = problems
        return summary
    }

    /// `count` apps that claim one scheme, each finding with the others as its related places.
    static func crowd(of count: Int) throws -> (inputs: Inputs, report: CheckReport) {
        func path(_ index: Int) -> String { "Apps/\(index)/Info.plist" }
        func name(_ index: Int) -> String {
            "com.fabrikam.app" + String(repeating: "0", count: 3 - String(index).count) + String(index)
        }
        let texts = (1...count).map { (path($0), Inputs.manifest(name($0), "wallet")) }
        let inputs = Inputs(texts: Dictionary(uniqueKeysWithValues: texts))
        let claims = try (1...count).map { (app: app(name($0)), place: try inputs.place(path($0), "wallet")) }
        let findings = claims.map { claim in
            collision("wallet", claim.app, claim.place, claims.filter { $0.app != claim.app })
        }
        var summary = summary(manifests: count, apps: count, claims: count)
        summary.count(findings)
        return (inputs, CheckReport(findings: findings, problems: [], summary: summary))
    }
}
