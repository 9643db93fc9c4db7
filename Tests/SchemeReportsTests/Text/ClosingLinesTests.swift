import SchemeModel
import SchemeReports
import Testing

/// The last lines of text, and what they count instead of showing it.
@Suite struct ClosingLinesTests {
    private static let names = ["a", "b", "c", "d"]

    /// Two errors about conflicts, four warnings of one rule and one note, each with a cause of its own.
    private static func report() -> CheckReport {
        func finding(_ rule: String, _ severity: Severity, _ path: Path, _ scheme: String?) -> Finding {
            Finding(
                rule: rule,
                severity: severity,
                message: "about \(path.display)",
                app: nil,
                scheme: scheme.map { SchemeKey($0) },
                place: Place(path: path),
                subject: path.display
            )
        }
        let findings =
            [
                finding("reading", .error, "x", nil), finding(FormatSample.rule.id, .error, "y", "pay"),
                finding("style", .note, "z", "wallet"),
            ] + names.map { finding("declaring", .warning, Path($0), "scheme-\($0)") }
        var summary = SampleReport.summary(manifests: 4, apps: 3, claims: 6)
        summary.apps = 2
        summary.count(findings)
        return CheckReport(findings: findings, problems: [], summary: summary)
    }

    private func lines(_ report: CheckReport, _ change: (inout ReportContext) -> Void = { _ in }) throws -> [String] {
        var context = Inputs(texts: [:]).context()
        context.rules = [FormatSample.rule]
        change(&context)
        let text = try written { output in
            var reporter = TextReporter(to: output, context: context)
            try reporter.write(report)
        }
        return text.split(separator: "\n").map(String.init)
    }

    private static let table = [
        "2 errors, 4 warnings, 1 note in 2 apps and 1 other target (6 schemes)",
        "  error    undefined-target  1  pay", "  error    reading           1",
        "  warning  declaring         4  4 schemes",
        "  note     style             1  wallet",
    ]

    @Test func endsWithATableOfManyFindings() throws {
        #expect(try lines(Self.report()).suffix(5) == Self.table)
    }

    /// Text that says less than the run knows would look like a clean result.
    @Test(
        arguments: [
            ((0, 0, 2), "no errors or warnings in 2 apps and 1 other target (6 schemes); 2 notes not shown"),
            ((0, 1, 2), "no errors in 2 apps and 1 other target (6 schemes); 1 warning and 2 notes not shown"),
            ((1, 0, 0), "no matching findings in 2 apps and 1 other target (6 schemes); 1 error not shown"),
            ((0, 0, 0), "no findings in 2 apps and 1 other target (6 schemes)"),
        ] as [((Int, Int, Int), String)]
    )
    func countsWhatAFilterLeftOut(counts: (Int, Int, Int), sentence: String) throws {
        var report = Self.report()
        report.findings = []
        report.summary.count([])
        (report.summary.leftOut.errors, report.summary.leftOut.warnings, report.summary.leftOut.notes) = counts
        #expect(try lines(report) == [sentence])
    }

    @Test func countsWhatAReportOfConflictsLeavesOut() throws {
        var report = Self.report()
        report.findings = []
        report.summary.count([])
        report.summary.ofOtherRules = SeverityCounts()
        #expect(try lines(report) == ["no conflicts in 2 apps and 1 other target (6 schemes)"])
        var others = SeverityCounts()
        (others.errors, others.notes) = (1, 2)
        report.summary.ofOtherRules = others
        let rest = "1 error and 2 notes of other rules not shown (--all shows them)"
        #expect(try lines(report) == ["no conflicts in 2 apps and 1 other target (6 schemes); \(rest)"])
        report.summary.leftOut.warnings = 1
        let scope = "no matching conflicts in 2 apps and 1 other target (6 schemes)"
        #expect(try lines(report) == ["\(scope); 1 warning not shown; \(rest)"])
    }

    @Test func callsFindingsNewIfOldOnesAreNotReported() throws {
        var report = Self.report()
        report.findings = []
        report.summary.count([])
        report.summary.reportsOnlyNew = true
        #expect(try lines(report) == ["no new findings in 2 apps and 1 other target (6 schemes)"])
    }

    @Test func hasALineOfItsOwnForEachPartThatWasNotRead() throws {
        var report = Self.report()
        report.findings = []
        report.summary.count([])
        var skipped = SkippedCounts()
        (skipped.folders, skipped.symlinks) = (2, 1)
        report.summary.skipped = skipped
        report.summary.uncheckedApps = ["Ferry"]
        report.summary.unknownApps = 12_000
        report.summary.partialTargets = ["Wallet", "Driver"]
        let expected = [
            "no findings in 2 apps and 1 other target (6 schemes)", "2 vendored folders and 1 symbolic link skipped",
            "whether URLs reach 'Ferry' was not checked (see --verbose)",
            "the identity of 12,000 apps is unknown (see --verbose)",
            "the code of 'Wallet' and 1 other target was only partly read (see --verbose)",
        ]
        #expect(try lines(report) == expected)
        for format in [FindingFormat.concise, .xcode, .agent, .github, .markdown, .junit] {
            let text = try written { output in
                var reporter = format.reporter(to: output, context: Inputs(texts: [:]).context())
                try reporter.write(report)
            }
            #expect(text.contains(expected[1]) && text.contains("only partly read"), "\(format.rawValue)")
        }
    }

    @Test func countsWhatCanBeFixed() throws {
        var report = Self.report()
        report.findings[2].edits = [Finding.Edit(place: report.findings[2].place, replacement: "x")]
        report.summary.count(report.findings)
        #expect(try !lines(report).contains { $0.contains("fixable") })
        #expect(try lines(report) { $0.countsFixable = true }.last == "1 fixable with 'schemereg fix --write'")
    }

    @Test func showsNoTableOfFiveFindings() throws {
        var report = Self.report()
        report.findings.removeFirst(2)
        report.summary.count(report.findings)
        #expect(try lines(report).last == "4 warnings, 1 note in 2 apps and 1 other target (6 schemes)")
    }

    @Test func showsOnlyTheTableOnRequest() throws {
        #expect(try lines(Self.report()) { $0.showsOnlyStatistics = true } == Self.table)
    }

    private static let howToSeeNotes = "notes are only counted; --show notes shows them"

    @Test func foldsNotes() throws {
        let lines = try lines(Self.report()) { $0.foldsNotes = true }
        #expect(!lines.contains { $0.contains("[style]") })
        #expect(lines.suffix(2) == ["  note     style             1  wallet", Self.howToSeeNotes])
        var report = Self.report()
        report.findings.removeAll { $0.severity != .note }
        report.summary.count(report.findings)
        let folded = try self.lines(report) { $0.foldsNotes = true }
        #expect(
            folded == [
                "1 note in 2 apps and 1 other target (6 schemes)", "  note  style  1  wallet", Self.howToSeeNotes,
            ]
        )
    }

    /// Many rules whose notes are not shown are one line.
    @Test(arguments: [
        (3, "  note     style-2           1  wallet"), (4, "  note     4 rules           4"),
    ])
    func foldsRules(count: Int, last: String) throws {
        var report = Self.report()
        guard let note = report.findings.first(where: { $0.severity == .note }) else { return }
        report.findings.removeAll { $0.severity == .note }
        for index in 0..<count {
            var note = note
            note.rule = "style-\(index)"
            report.findings.append(note)
        }
        report.summary.count(report.findings)
        #expect(try lines(report) { $0.foldsNotes = true }.suffix(2) == [last, Self.howToSeeNotes])
        for changed in [false, true] {
            let all = try lines(report) {
                ($0.foldsNotes, $0.showsOnlyStatistics) = (changed, changed || $0.foldsNotes)
            }
            #expect(all.suffix(count).allSatisfy { $0.hasPrefix("  note     style-") && $0.hasSuffix("  wallet") })
        }
    }

    @Test func namesTheSchemesOfAppsInFoldedNotes() throws {
        var report = Self.report()
        let note = try #require(report.findings.last { $0.severity == .note })
        report.findings = (["undefined-target", "variant-collision"] + (0..<4).map { "style-\($0)" }).map { rule in
            var note = note
            note.rule = rule
            return note
        }
        report.summary.count(report.findings)
        #expect(
            try lines(report) { $0.foldsNotes = true }.suffix(4) == [
                "  note  undefined-target   1  wallet", "  note  variant-collision  1  wallet",
                "  note  4 rules            4", Self.howToSeeNotes,
            ]
        )
    }

    @Test(arguments: [(1, 3), (3, 1), (4, 0), (9, 0)])
    func limitsTheFindingsOfARule(limit: Int, more: Int) throws {
        let lines = try lines(Self.report()) { $0.maxFindings = limit }
        #expect(lines.count { $0.hasSuffix("[declaring]") } == 4 - more)
        let rest = lines.filter { $0.contains(" more of ") }
        #expect(rest == (more > 0 ? ["... and \(more) more of declaring (--max-findings 0 shows all)"] : []))
        #expect(lines.suffix(5) == Self.table)
    }

    @Test(arguments: [(0.04, "0.0 s"), (1.25, "1.3 s"), (61, "61.0 s"), (-1, "0.0 s")])
    func showsTheDuration(seconds: Double, text: String) throws {
        var report = Self.report()
        report.findings = []
        report.summary.count([])
        let lines = try lines(report) { $0.seconds = seconds }
        #expect(lines == ["no findings in 2 apps and 1 other target (6 schemes), \(text)"])
    }
}
