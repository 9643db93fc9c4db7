import Foundation
import SchemeModel
import SchemeReports
import Testing

@Suite struct TextReporterTests {
    private func text(_ report: CheckReport, _ context: ReportContext) throws -> String {
        try written { output in
            var reporter = TextReporter(to: output, context: context)
            try reporter.write(report)
        }
    }

    @Test func writesEverything() throws {
        let report = try SampleReport.everything()
        try expect(text(report, SampleReport.inputs.context()), equalsFile: "everything.txt")
    }

    @Test func colors() throws {
        let report = try SampleReport.everything()
        try expect(text(report, SampleReport.inputs.context(usesColor: true)), equalsFile: "everything-colored.txt")
    }

    @Test func cutsSourceLinesToTheTerminal() throws {
        let inputs = Inputs(texts: ["Info.plist": "<a>" + String(repeating: "x", count: 90) + "wallet</a>"])
        let place = try inputs.place("Info.plist", "wallet")
        let finding = Finding(
            rule: "r",
            severity: .error,
            message: "m",
            app: nil,
            place: place,
            subject: ""
        )
        let report = CheckReport(findings: [finding], problems: [], summary: Summary())
        let lines = try text(report, inputs.context(width: 50)).split(separator: "\n")
        #expect(lines[1] == "    1 | ...xxxxxxxxxxxxxxxxxxwallet</a>")
        #expect(lines[2] == "      |                      ^~~~~~")
    }

    /// On a terminal, long lines are wrapped at spaces, but paths stay whole. Colors take no room.
    @Test(arguments: [false, true])
    func wrapsLongLines(usesColor: Bool) throws {
        let finding = Finding(
            rule: "long-rule",
            severity: .error,
            message: "a message of many words that is too long for one line",
            hint: "make it shorter, or use a wider terminal",
            app: nil,
            place: Place(path: Path(String(repeating: "folder/", count: 8) + "Info.plist")),
            subject: ""
        )
        var context = Inputs(texts: [:]).context(width: 40)
        context.usesColor = usesColor
        let report = CheckReport(findings: [finding], problems: [], summary: Summary())
        let lines = try text(report, context).replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n")
        #expect(
            lines.prefix(5) == [
                "\(finding.place.path.display):", "    error: a message of many words that",
                "    is too long for one line [long-rule]", "  help: make it shorter, or use a wider", "      terminal",
            ]
        )
    }

    @Test func beginsNoWrappedLineWithACommand() throws {
        let problem = Problem(
            code: .vanished,
            message: "a message of so many words ::error::x that it does not fit",
            hint: nil,
            place: Place(path: "Info.plist")
        )
        let report = CheckReport(findings: [], problems: [problem], summary: Summary())
        let lines = try text(report, Inputs(texts: [:]).context(width: 50)).split(separator: "\n")
        #expect(lines.count > 2 && !lines.contains { $0.drop { $0 == " " }.hasPrefix("::") }, "\(lines)")
    }

    @Test(arguments: [5, 6, 20, 21, 400])
    func keepsCrowdsReadable(count: Int) throws {
        let (inputs, report) = try SampleReport.crowd(of: count)
        try expect(text(report, inputs.context()), equalsFile: "crowd-\(count).txt")
    }

    @Test func namesTheVariantsOfAFinding() throws {
        let inputs = Inputs(texts: ["Info.plist": "wallet"])
        var finding = Finding(
            rule: "r",
            severity: .error,
            message: "m",
            app: App(id: .known("com.acme.wallet"), bundleIdentifier: nil, name: nil, platforms: .iOS),
            place: try inputs.place("Info.plist", "wallet"),
            subject: ""
        )
        finding.variant = "Wallet, Debug\u{1B}"
        let line = "  for com.acme.wallet (iOS): Wallet, Debug\\u{1B}\n"
        let report = CheckReport(findings: [finding], problems: [], summary: Summary())
        #expect(try !text(report, inputs.context()).contains("  for "))
        finding.isOfOneVariant = true
        let one = CheckReport(findings: [finding], problems: [], summary: Summary())
        #expect(try text(one, inputs.context()).contains("^~~~~~\n\(line)"))
        // Another app has the same finding at the same place.
        finding.isOfOneVariant = false
        let other = App(id: .known("com.acme.beta"), bundleIdentifier: nil, name: nil, platforms: .iOS)
        finding.related = [Finding.Related(app: other, place: finding.place, message: "com.acme.beta claims it too")]
        let shared = CheckReport(findings: [finding], problems: [], summary: Summary())
        #expect(try text(shared, inputs.context()).contains("^~~~~~\n\(line)"))
    }

    @Test func countsFindingsOfVariantsOnOneLineOnce() throws {
        let inputs = Inputs(texts: ["Info.plist": "wallet"])
        let place = try inputs.place("Info.plist", "wallet")
        func finding(_ app: String, _ message: String, variant: String?) -> Finding {
            let app = App(id: .known(ByteString(app)), bundleIdentifier: nil, name: nil, platforms: .iOS)
            var finding = Finding(rule: "r", severity: .note, message: message, app: app, place: place, subject: "")
            finding.variant = variant
            return finding
        }
        let ofVariants = [finding("a", "on iOS", variant: "A"), finding("b", "on macOS", variant: "B")]
        #expect(Cause.causes(of: ofVariants).count == 1)
        let ofPlace = [finding("a", "on iOS", variant: nil), finding("b", "on macOS", variant: nil)]
        #expect(Cause.causes(of: ofPlace).count == 2)
    }

    /// The most severe scheme stands for all.
    @Test(arguments: [Severity.error, .warning])
    func showsCollisionsOfTheSameAppsOnce(_ severity: Severity) throws {
        let inputs = Inputs(texts: ["A.plist": "clash wallet", "B.plist": "clash wallet"])
        let apps = [app("com.acme.a"), app("com.acme.b")]
        var findings: [Finding] = []
        for scheme in ["clash", "wallet"] {
            let places = try ["A.plist", "B.plist"].map { try inputs.place($0, scheme) }
            for index in [0, 1] {
                var finding = SampleReport.collision(
                    scheme,
                    apps[index],
                    places[index],
                    [(apps[1 - index], places[1 - index])],
                    scheme == "clash" ? severity : .error
                )
                if scheme == "clash" { finding.hint = "accept the finding" }
                findings.append(finding)
            }
        }
        let report = CheckReport(
            findings: findings,
            problems: [],
            summary: SampleReport.summary(manifests: 2, apps: 2, claims: 4)
        )
        let output = try text(report, inputs.context())
        #expect(
            output.hasPrefix(
                "error: 2 schemes are claimed by the same 2 apps; which one opens their URLs is undefined [undefined-target]\n"
                    + (severity == .error ? "  clash, wallet\n" : "  clash (warning), wallet\n")
            )
        )
        #expect(output.contains("  help: clash: accept the finding\n"))
        #expect(
            output.contains("  help: wallet: use universal links, or a scheme that contains the bundle identifier\n")
        )
        #expect(output.components(separatedBy: "[undefined-target]").count == 2)
    }

    /// Errors, warnings, notes; of the same severity conflicts first, then by place.
    @Test func showsTheWorstFirst() throws {
        func finding(_ rule: String, _ severity: Severity, _ path: Path) -> Finding {
            Finding(
                rule: rule,
                severity: severity,
                message: severity.rawValue,
                app: nil,
                place: Place(path: path),
                subject: ""
            )
        }
        let findings = [
            finding("style", .note, "a"), finding("style", .error, "b"), finding("style", .error, "a"),
            finding(FormatSample.rule.id, .note, "c"), finding(FormatSample.rule.id, .error, "z"),
            finding("style", .warning, "a"),
        ]
        var context = Inputs(texts: [:]).context()
        context.rules = [FormatSample.rule]
        let report = CheckReport(findings: findings, problems: [], summary: Summary())
        let blocks = try text(report, context).components(separatedBy: "\n\n").dropLast()
        #expect(
            Array(blocks) == [
                "z: error: error [undefined-target]", "a: error: error [style]", "b: error: error [style]",
                "a: warning: warning [style]", "c: note: note [undefined-target]", "a: note: note [style]",
            ]
        )
    }

    /// One block for places that need the same fix, with the lines that differ.
    @Test func showsTheSameFixOnce() throws {
        let inputs = Inputs(texts: ["Info.plist": "wallet driver desk"])
        func finding(_ name: String, _ message: String = "no role") throws -> Finding {
            let place = try inputs.place("Info.plist", name)
            let other = Finding.Related(app: nil, place: place, message: "see here")
            return Finding(
                rule: "r",
                severity: .note,
                message: message,
                hint: "add a role",
                app: app("com.acme.wallet"),
                place: place,
                related: name == "desk" ? [other] : [],
                subject: name
            )
        }
        var report = CheckReport(
            findings: [try finding("wallet"), try finding("driver"), try finding("desk", "no name")],
            problems: [],
            summary: SampleReport.summary(manifests: 1, apps: 1, claims: 3)
        )
        report.summary.count(report.findings)
        try expect(text(report, inputs.context()), equalsFile: "same-fix.txt")
        let markdown = try written { output in
            var reporter = FindingFormat.markdown.reporter(to: output, context: inputs.context())
            try reporter.write(report)
        }
        let row = "| note | `Info.plist:1:1` | no role (also Info.plist:1:8 and Info.plist:1:15)<br>"
        #expect(markdown.contains(row), "\(markdown)")
        #expect(markdown.split(separator: "\n").count == 4)
    }

    /// Several programs that were not read are one finding.
    @Test func listsPlacesWithTheSameMessageWithoutIt() throws {
        let finding = Finding(
            rule: "r",
            severity: .note,
            message: "'Project.swift' was skipped",
            app: nil,
            place: Place(path: "A/Project.swift"),
            related: ["B", "C", "D", "E", "F", "G"].map { folder in
                let place = Place(path: Path("\(folder)/Project.swift"))
                return Finding.Related(app: nil, place: place, message: "'Project.swift' was skipped")
            },
            subject: ""
        )
        let report = CheckReport(findings: [finding], problems: [], summary: Summary())
        let lines = try text(report, Inputs(texts: [:]).context()).split(separator: "\n").dropLast()
        let others = ["B", "C", "D", "E", "F"].map { "  \($0)/Project.swift" }
        let more = "  ... and 1 more place (--format json lists all)"
        #expect(
            lines.map(String.init) == ["A/Project.swift: note: 'Project.swift' was skipped [r]"] + others + [more]
        )
    }

    /// Findings of one rule that are joined say nearly the same.
    @Test func listsOnlyAFewOfManyJoinedFindings() throws {
        let names = ["B", "C", "D", "E", "F", "G", "H"]
        var joined = Finding(
            rule: "r",
            severity: .note,
            message: "A",
            app: nil,
            place: Place(path: "A/Project.swift"),
            related: names.map { .init(app: nil, place: Place(path: Path("\($0)/Project.swift")), message: $0) },
            subject: ""
        )
        joined.ownRelatedCount = 0
        let report = CheckReport(findings: [joined], problems: [], summary: Summary())
        let lines = try text(report, Inputs(texts: [:]).context()).split(separator: "\n").dropLast()
        let others = ["B", "C", "D", "E", "F"].map { "  \($0)/Project.swift: note: \($0)" }
        let more = "  ... and 2 more places (--format json lists all)"
        #expect(lines.map(String.init) == ["A/Project.swift: note: A [r]"] + others + [more])
    }

    @Test func reportsThatNothingWasFound() throws {
        let report = CheckReport(
            findings: [],
            problems: [],
            summary: SampleReport.summary(manifests: 14, apps: 9, claims: 22)
        )
        let line = try text(report, Inputs(texts: [:]).context())
        #expect(line == "no findings in 9 apps (22 schemes)\n")
    }

    @Test func neverSaysOnlyCleanWhereThereAreProblems() throws {
        let summary = SampleReport.summary(problems: 1, manifests: 1, apps: 1, claims: 1)
        let problem = Problem(
            code: .permissionDenied,
            message: "permission denied",
            hint: nil,
            place: Place(path: "Locked")
        )
        let line = try text(
            CheckReport(findings: [], problems: [problem], summary: summary),
            Inputs(texts: [:]).context()
        )
        #expect(line.hasSuffix("the check is incomplete (1 problem): no findings in 1 app (1 scheme)\n"))
    }

    /// Of three apps, one is accepted and one has no finding: the block still counts and names them.
    @Test func namesNeighborsWithoutFindings() throws {
        var (inputs, report) = try SampleReport.crowd(of: 4)
        report.findings.remove(at: 3)
        report.findings[1].accepted = Finding.Acceptance(reason: "known", by: "baseline")
        report.summary.accepted = 1
        try expect(text(report, inputs.context()), equalsFile: "neighbors.txt")
    }

    @Test func showsAcceptedFindingsOnRequest() throws {
        var (inputs, report) = try SampleReport.crowd(of: 4)
        report.findings[1].accepted = Finding.Acceptance(reason: "a test\u{1B}[2J", by: ".schemereg.yml:2:5")
        report.summary.accepted = 1
        var context = inputs.context()
        context.showsAccepted = true
        try expect(text(report, context), equalsFile: "accepted.txt")
    }

    @Test func showsHintsForSingleApps() throws {
        var (inputs, report) = try SampleReport.crowd(of: 3)
        report.findings[1].severity = .warning
        report.findings[1].hint = "give the app's bundle identifier with --bundle-id PATH=ID"
        let stranger = App(id: .unknown("Apps/2/Info.plist"), bundleIdentifier: "$(ID)", name: nil, platforms: [])
        report.findings[1].app = stranger
        report.findings[0].related[0].app = stranger
        report.findings[2].related[1].app = stranger
        try expect(text(report, inputs.context()), equalsFile: "own-help.txt")
    }

    /// A single finding says what its message says, and every other place.
    @Test func writesASingleNewcomerInFull() throws {
        var (inputs, report) = try SampleReport.crowd(of: 30)
        report.findings.removeSubrange(1...)
        try expect(text(report, inputs.context()), equalsFile: "newcomer.txt")
    }

    @Test(arguments: [
        (2, [0, 1], "both have"), (3, [0, 2], "2 of them have"), (3, [0, 1, 2], "all have"), (3, [1], "2 of them have"),
    ])
    func showsTheIdentifierThatAppsShare(count: Int, sharing: [Int], who: String) throws {
        var (inputs, report) = try SampleReport.crowd(of: count)
        let help = "  help: use universal links"
        let note = "  note: \(who) the CFBundleURLName 'links', which should be unique\n"
        #expect(try !text(report, inputs.context()).contains("CFBundleURLName"))
        for index in sharing { report.findings[index].sharedIdentifier = "links" }
        #expect(try text(report, inputs.context()).contains(note + help))
    }

    /// As in a heading: from the current folder, wherever the source's root is.
    @Test func namesAMentionedPlaceAsItCanBeOpened() throws {
        var (inputs, report) = try SampleReport.crowd(of: 2)
        report.findings.removeLast()
        let other = try inputs.place("Apps/2/Info.plist", "wallet")
        report.findings[0].message = "also claimed by b (Apps/2/Info.plist:12:13); undefined"
        report.findings[0].mention = Finding.Mention(place: other, offset: 19, length: 23)
        var context = inputs.context()
        for (folder, path) in [
            ("/", "src/Apps/2/Info.plist"), ("/src/Apps", "2/Info.plist"), ("/x", "/src/Apps/2/Info.plist"),
        ] {
            context.paths = PathDisplay(from: Path(folder), sources: [Inputs.source])
            let lines = try text(report, context).split(separator: "\n")
            #expect(lines[0].contains("also claimed by b (\(path):12:13); undefined"), "\(lines[0])")
            #expect(lines.contains { $0.hasPrefix("  \(path):12:13: note: ") })
        }
    }

    /// One line makes several apps: it is shown once.
    @Test func showsALineThatAllShareOnce() throws {
        var (inputs, report) = try SampleReport.crowd(of: 22)
        let place = report.findings[0].place
        for index in report.findings.indices {
            report.findings[index].place = place
            for other in report.findings[index].related.indices { report.findings[index].related[other].place = place }
        }
        report.findings[1].severity = .note
        let lines = try text(report, inputs.context()).split(separator: "\n")
        #expect(lines[1] == "  Apps/1/Info.plist:12:13: note: claimed here by")
        #expect(lines.count { $0.hasSuffix("| ^~~~~~") || $0.contains("<string>wallet</string>") } == 1)
        let apps = lines.filter { $0.contains("com.fabrikam.app") }
        try #require(apps.count == 20, "\(lines)")
        #expect(apps[0].hasPrefix("    com.") && apps[1].hasPrefix("    note: com."), "\(apps)")
        #expect(lines.contains("  ... and 2 more apps (--format json lists all)"))
    }

    /// However many schemes the same variants share, they are one problem.
    @Test(arguments: [["wallet"], ["bitcoin", "pay", "wallet"]])
    func showsTheSchemesOfTheSameVariantsOnce(schemes: [String]) throws {
        let (inputs, report) = try SampleReport.variants(sharing: schemes)
        try expect(text(report, inputs.context()), equalsFile: "variants-\(schemes.count).txt")
    }

    @Test func cutsALongListOfSchemes() throws {
        let (inputs, report) = try SampleReport.variants(sharing: (10..<60).map { "scheme-\($0)" })
        let text = try text(report, inputs.context())
        #expect(text.contains("warning: 50 schemes are shared by 2 variants of the app Wallet; "))
        #expect(text.contains("scheme-28, scheme-29 and 30 more\n") && !text.contains("scheme-30"))
        #expect(text.hasSuffix("1 warning in 2 apps (100 schemes)\n"))
    }

    @Test func keepsOtherFindingsAboutASchemeOutOfItsBlock() throws {
        var (inputs, report) = try SampleReport.crowd(of: 3)
        var other = report.findings[0]
        other.rule = "duplicate-identifier"
        other.severity = .warning
        other.message = "two apps share one identifier"
        other.hint = "use an identifier of its own"
        other.related = []
        other.relatedCount = 0
        other.group = nil
        report.findings.insert(other, at: 1)
        try expect(text(report, inputs.context()), equalsFile: "mixed-rules.txt")
    }

    /// What else is wrong with the claims, and goes away with the same change.
    @Test func showsOtherFindingsWithTheAdviceOfACollisionInItsBlock() throws {
        var (inputs, report) = try SampleReport.crowd(of: 3)
        let others = report.findings.map { finding in
            var other = finding
            other.rule = "known-scheme"
            other.severity = .warning
            other.message = "scheme 'wallet' belongs to Wallet"
            other.related = []
            other.relatedCount = 0
            other.group = nil
            return other
        }
        let alone = try text(report, inputs.context())
        report.findings = others + report.findings
        let reason = "  warning: scheme 'wallet' belongs to Wallet (known-scheme)\n"
        let joined = try text(report, inputs.context())
        #expect(joined.matches(of: /belongs to/).count == 1)
        #expect(joined.replacing(reason, with: "") == alone)
        report.findings[0].hint = "remove it there"
        #expect(try text(report, inputs.context()).contains("[known-scheme]"))
    }

    /// Everything that an input can put into a report, in every place of one.
    @Test(arguments: [
        "::error::x", "##[group]x", "##vso[task.complete]", "\n::error::x", "\u{1B}[2J", "a\u{85}b\u{202E}c",
    ])
    func letsNoInputSteerALogOrATerminal(text hostile: String) throws {
        let report = Hostile.report(with: hostile)
        var context = Inputs(texts: [:]).context()
        context.sourceLine = { _ in Array(hostile.utf8)[...] }
        let written = try text(report, context)
        for line in written.split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"))
            #expect(!line.contains("##[") && !line.contains("##vso["))
            #expect(!line.unicodeScalars.contains(where: TextEscapeTests.hiddenScalarSet.contains))
        }
    }

    @Test func limitsTheLengthOfMessages() throws {
        var report = Hostile.report(with: "x")
        let endless = String(repeating: "x", count: 1_000_000)
        for index in report.findings.indices {
            report.findings[index].message = endless
            report.findings[index].hint = endless
            report.findings[index].app?.name = endless
            report.findings[index].app?.bundleIdentifier = endless
            report.findings[index].place.keyPath = endless
        }
        #expect(try text(report, Inputs(texts: [:]).context()).utf8.count < 20_000)
    }
}
