import Foundation
import SchemeModel
import SchemeReports
import TestSupport
import Testing

@Suite struct FormatTests {
    /// The formats of this suite, with what their canned files end in. Text and JSON have suites of their own.
    static let suffixes: [(format: FindingFormat, suffix: String)] = [
        (.sarif, "sarif"), (.github, "github.txt"), (.gitlab, "gitlab.json"), (.junit, "junit.xml"),
        (.checkstyle, "checkstyle.xml"), (.markdown, "report.md"), (.csv, "csv"), (.concise, "concise.txt"),
        (.xcode, "xcode.txt"), (.rdjson, "rdjson"), (.agent, "agent.txt"),
    ]

    private func text(_ report: CheckReport, _ format: FindingFormat, _ context: ReportContext) throws -> String {
        try written { output in
            var reporter = format.reporter(to: output, context: context)
            try reporter.write(report)
        }
    }

    @Test(arguments: suffixes)
    func writesEverything(format: FindingFormat, suffix: String) throws {
        var context = SampleReport.inputs.context()
        context.rules = [FormatSample.rule]
        try expect(text(SampleReport.everything(), format, context), equalsFile: "everything.\(suffix)")
    }

    @Test(arguments: suffixes)
    func writesAnEmptyReport(format: FindingFormat, suffix: String) throws {
        let summary = SampleReport.summary(manifests: 3, apps: 2, claims: 4)
        let report = CheckReport(findings: [], problems: [], summary: summary)
        try expect(text(report, format, Inputs(texts: [:]).context()), equalsFile: "empty.\(suffix)")
    }

    /// Every format that has a place for it names the configurations, the baseline and accepted problems.
    @Test(
        arguments: [
            (.text, "txt"), (.concise, "concise.txt"), (.json, "json"), (.sarif, "sarif"), (.github, "github.txt"),
            (.junit, "junit.xml"),
            (.markdown, "report.md"), (.xcode, "xcode.txt"), (.agent, "agent.txt"), (.csv, "csv"),
        ] as [(FindingFormat, String)]
    )
    func namesPolicyFiles(format: FindingFormat, suffix: String) throws {
        try expect(
            text(SampleReport.policies(), format, Inputs(texts: [:]).context()),
            equalsFile: "policies.\(suffix)"
        )
    }

    @Test(arguments: [Severity.note, .warning, .error, nil])
    func failsTestCasesFromTheThreshold(threshold: Severity?) throws {
        var context = SampleReport.inputs.context()
        context.failsFrom = threshold
        let suite = try XMLTree(text(SampleReport.everything(), .junit, context)).root
        let failures = suite.all("testcase").count { !$0.all("failure").isEmpty }
        let expected = [Severity.note: 6, .warning: 5, .error: 2][threshold ?? .note]
        #expect(failures == (threshold == nil ? 0 : expected))
    }

    /// The same place of a text beyond ASCII in the units that each format counts in.
    @Test func countsColumnsAsEachFormatDoes() throws {
        let inputs = Inputs(texts: ["é.plist": "<\u{1F600}é>wallet"])
        let place = try inputs.place("é.plist", "wallet")
        let finding = Finding(rule: "r", severity: .error, message: "m", app: nil, place: place, subject: "")
        let report = CheckReport(findings: [finding], problems: [], summary: Summary())
        func holds(_ format: FindingFormat, _ part: String) throws -> Bool {
            try text(report, format, inputs.context()).contains(part)
        }
        #expect(try holds(.sarif, #""startLine": 1, "startColumn": 6, "endLine": 1, "endColumn": 12"#))
        #expect(try holds(.sarif, #""uri": "%C3%A9.plist", "uriBaseId": "SRCROOT""#))
        #expect(try holds(.github, "file=é.plist,line=1,endLine=1,col=6,endColumn=12,"))
        #expect(try holds(.checkstyle, #"line="1" column="6""#))
        #expect(try holds(.csv, "é.plist,1,9,"))
        #expect(try holds(.markdown, "`é.plist:1:9`"))
    }

    /// A registry that somebody else wrote may hold any numbers.
    @Test(arguments: [(0, 1, 1, 1), (1, 0, 1, 1), (2, 1, 1, 9), (1, 2, 1, 1), (Int.min, 1, 1, 1), (1, 1, 1, -1)])
    func leavesOutRegionsThatAreNone(startLine: Int, start: Int, endLine: Int, end: Int) throws {
        func position(_ line: Int, _ column: Int) -> TextPosition {
            TextPosition(line: line, column: column, columnUTF16: column)
        }
        let lines = SourceRange.Lines(start: position(startLine, start), end: position(endLine, end))
        let place = Place(path: "a", range: SourceRange(byteOffset: 0, byteLength: 1, lines: lines))
        var finding = Finding(rule: "r", severity: .error, message: "m", app: nil, place: place, subject: "")
        finding.edits = [Finding.Edit(place: place, replacement: "x")]
        let report = CheckReport(findings: [finding], problems: [], summary: Summary())
        let context = Inputs(texts: [:]).context()
        let sarif = try text(report, .sarif, context)
        #expect(!sarif.contains("egion\"") && !sarif.contains("fixes"))
        #expect(try text(report, .github, context).hasPrefix("::error file=a,title="))
        #expect(try text(report, .gitlab, context).contains(#"{"begin": 1, "end": 1}"#))
    }

    @Test(
        arguments: [
            ([0x63, 0x61, 0x66, 0xE9], "caf%E9"), (Array("a b#?%:é".utf8), "a%20b%23%3F%25%3A%C3%A9"),
            (Array("//x/../y".utf8), "file:////x/../y"), (Array("/src/below".utf8), "file:///src/below"),
        ] as [([UInt8], String)]
    )
    func percentEncodesTheBytesOfAPath(bytes: [UInt8], uri: String) throws {
        let problem = Problem(code: .vanished, message: "", hint: nil, place: Place(path: Path(bytes: bytes)))
        let report = CheckReport(findings: [], problems: [problem], summary: Summary())
        #expect(try text(report, .sarif, Inputs(texts: [:]).context()).contains("\"uri\": \"\(uri)\""))
    }

    /// Of a member of an archive SARIF names the archive, which is there; its lines are not the archive's.
    @Test func namesTheArchiveOfAMember() throws {
        var place = try SampleReport.inputs.place("Wallet/Info.plist", "wallet")
        (place.path, place.member) = ("Wallet.ipa", "Payload/Wallet.app/Info.plist")
        let finding = Finding(rule: "r", severity: .note, message: "m", app: nil, place: place, subject: "")
        let report = CheckReport(findings: [finding], problems: [], summary: Summary())
        let sarif = try text(report, .sarif, SampleReport.inputs.context())
        #expect(sarif.contains(#""uri": "Wallet.ipa""#) && !sarif.contains("\"region\""))
        #expect(sarif.contains(#""fullyQualifiedName": "Payload/Wallet.app/Info.plist""#))
        let github = try text(report, .github, SampleReport.inputs.context())
        #expect(github.hasPrefix("::notice file=Wallet.ipa/Payload/Wallet.app/Info.plist,title="))
    }

    @Test func keepsTheWorstOfMoreThanSARIFHolds() throws {
        let place = Place(path: "a")
        var context = Inputs(texts: [:]).context()
        #expect(context.mostResults == 25_000)
        // Long runs write as many.
        let most = TestScale.pick(10, torture: context.mostResults)
        (context.mostResults, context.keepsSuppressed) = (most, true)
        var findings = (0..<most + 3).map { number in
            Finding(
                rule: "r",
                severity: number == most + 1 ? .error : .note,
                message: "m\(number)",
                app: nil,
                place: place,
                subject: ""
            )
        }
        findings[most + 2].severity = .error
        findings[most + 2].accepted = Finding.Acceptance(reason: "r", by: "b")
        let report = CheckReport(findings: findings, problems: [], summary: Summary())
        let sarif = try text(report, .sarif, context)
        let parsed = try #require(JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any])
        let run = try #require((parsed["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count == most)
        func holds(_ number: Int) -> Bool { sarif.contains("\"m\(number)\"") }
        #expect(holds(most + 1) && !holds(most + 2) && holds(most - 2) && !holds(most - 1))
        #expect(sarif.contains("3 findings are omitted"))
    }

    /// GitHub ignores `suppressions`, and would show accepted findings as open alerts.
    @Test func leavesAcceptedFindingsOutOfSARIFUnlessAsked() throws {
        var context = SampleReport.inputs.context()
        let report = try SampleReport.everything()
        #expect(try !text(report, .sarif, context).contains("printed on every bus"))
        context.keepsSuppressed = true
        let all = try text(report, .sarif, context)
        #expect(all.contains("printed on every bus") && all.contains("\"kind\": \"external\""))
    }

    /// GitHub shows a related place only where the message links to it.
    @Test func linksThePlaceThatAMessageMentions() throws {
        let (own, other) = (Place(path: "A/Info.plist"), Place(path: "[B]/Info.plist"))
        var finding = Finding(
            rule: "r",
            severity: .error,
            message: "also in B here [x](y)",
            app: nil,
            place: own,
            subject: ""
        )
        finding.mention = Finding.Mention(place: other, offset: 8, length: 1)
        finding.hint = "fix [it](now)"
        let report = { CheckReport(findings: [finding], problems: [], summary: Summary()) }
        let context = Inputs(texts: [:]).context()
        #expect(try text(report(), .sarif, context).contains(#""also in ./[B]/Info.plist here [x]\\(y); fix"#))
        finding.related = [
            Finding.Related(app: nil, place: own, message: "a"), Finding.Related(app: nil, place: other, message: "b"),
        ]
        let linked = #""also in [./\\[B\\]/Info.plist](2) here [x]\\(y); fix [it]\\(now)""#
        #expect(try text(report(), .sarif, context).contains(linked))
    }

    /// GitHub shows the first annotations of a step only.
    @Test func annotatesTheWorstFirst() throws {
        var context = SampleReport.inputs.context()
        let report = try SampleReport.everything()
        func commands() throws -> [String] {
            try text(report, .github, context).split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        }
        let all = try commands()
        #expect(Array(all.prefix(7)) == Array(repeating: "::error", count: 4) + Array(repeating: "::warning", count: 3))
        #expect(try text(report, .github, context).hasPrefix("::error file=Secret/Info.plist,"))
        #expect(all.contains("::notice"))
        context.foldsNotes = true
        #expect(try !commands().contains("::notice"))
        #expect(try text(report, .github, context).contains("\nnotes are only counted; --show notes annotates them\n"))
        let table = try text(report, .markdown, context)
        #expect(!table.contains("| note |") && table.contains("\nNotes are only counted; `--show notes` lists them.\n"))
    }

    /// The log of a workflow shows only the text of a command.
    @Test func namesThePlaceAndTheRuleInTheTextOfAnAnnotation() throws {
        let lines = try text(SampleReport.everything(), .github, SampleReport.inputs.context()).split(separator: "\n")
        let first = try #require(lines.first { $0.contains(" [undefined-target]") })
        #expect(
            first.contains("::Driver/Info.plist:13:13: scheme 'wallet' is") && first.contains(" [undefined-target]%0A")
        )
    }

    @Test func givesXcodeAbsolutePaths() throws {
        let place = try SampleReport.inputs.place("Wallet/Info.plist", "wallet", 2)
        var finding = Finding(rule: "r", severity: .warning, message: "m", app: nil, place: place, subject: "")
        finding.hint = "h"
        let report = CheckReport(findings: [finding], problems: [], summary: Summary())
        var context = SampleReport.inputs.context()
        context.paths = PathDisplay(
            from: "/src",
            sources: [Source(name: place.source ?? "", root: "/src/apps", kind: .tree, isNamed: false)]
        )
        context.paths.areAbsolute = true
        let line = try text(report, .xcode, context).split(separator: "\n").first
        #expect(line?.hasSuffix("Wallet/Info.plist:12:13: warning: m; help: h [r]") == true, "\(line ?? "")")
    }

    /// A model reads places in order, and the exact change.
    @Test func tellsAModelTheChange() throws {
        let lines = try text(SampleReport.everything(), .agent, SampleReport.inputs.context()).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("warning Driver/Info.plist:14:13 duplicate-scheme: ") })
        #expect(lines.contains { $0.contains("; fix: remove one of the two; edit: delete 14:") })
        let places = lines.compactMap { $0.split(separator: " ").dropFirst().first }.filter { $0.contains(".plist:") }
        #expect(places.count >= 5 && places.prefix(2).allSatisfy { $0.hasPrefix("D") })
    }

    @Test func keepsMarkdownShortEnoughForAComment() throws {
        var (inputs, report) = try SampleReport.crowd(of: 400)
        for index in report.findings.indices { report.findings[index].group = nil }
        report.findings[399].severity = .note
        let markdown = try text(report, .markdown, inputs.context())
        #expect(markdown.utf8.count < 61_000)
        #expect(markdown.hasSuffix(" more\n") && !markdown.contains("| note |"))
    }

    /// For people, what the same variants share is one row; for programs, each scheme is a finding of its own.
    @Test func countsVariantsOnceForPeople() throws {
        let (inputs, report) = try SampleReport.variants(sharing: ["bitcoin", "pay", "wallet"])
        try expect(text(report, .markdown, inputs.context()), equalsFile: "variants.report.md")
        for (format, mark) in [
            (FindingFormat.json, "\"rule\": \"variant-collision\",\n"), (.csv, ",variant-collision,"),
        ] {
            #expect(try text(report, format, inputs.context()).components(separatedBy: mark).count == 4, "\(format)")
        }
    }

    @Test func showsACollisionOnceInATable() throws {
        let (inputs, report) = try SampleReport.crowd(of: 4)
        let rows = try text(report, .markdown, inputs.context()).split(separator: "\n").filter {
            $0.hasPrefix("| error")
        }
        #expect(rows.count == 1)
    }
}
