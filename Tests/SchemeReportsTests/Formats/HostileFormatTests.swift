import Foundation
import SchemeModel
import SchemeReports
import Testing
import TestSupport

/// Every format with texts that try to be more than texts, read back by a strict parser.
@Suite struct HostileFormatTests {
    /// Texts of an input, wherever it can put one.
    static let texts = [
        "wallet", "\n::error file=x::y", "%0A::set-output name=a::b", "##[group]x", "::stop-commands::x",
        "a,b:c%2C%25%",
        "%\u{301}0A,\u{301}:\u{301}", "<script>alert(1)</script>", "\"'><img src=x onerror=y>", "<!-- x --> ]]> &amp;",
        "[x](javascript:alert(1))", "]\u{301}(javascript:x)", "a|b", "`code` ``", "\\|\\`\\", "@everyone #1 GH-1 :100:",
        "https://evil.example www.evil.example", "a\r\n\r\nb", "=cmd|' /C calc'!A0", "+1", "-1", "@x", "\t=1", " =1",
        "＝1",
        "\"=1\"\u{301},\"", "é日\u{1F600}e\u{301}", "",
    ]

    /// Some of what is not seen; all of it would be more than a comment in Markdown holds.
    static let hidden =
        "a"
        + String(
            String.UnicodeScalarView(
                TextEscapeTests.hiddenScalars.enumerated()
                    .filter { $0.offset % 9 == 0 }.map(\.element)
            )
        ) + "z"

    private func text(_ report: CheckReport, _ format: FindingFormat) throws -> String {
        try written { output in
            var reporter = format.reporter(to: output, context: Inputs(texts: [:]).context())
            try reporter.write(report)
        }
    }

    /// How each format shows a text: as it is, since its own escapes hide nothing, or as it may be printed.
    private func shown(_ text: String, _ format: FindingFormat) -> String {
        format == .sarif ? text : TextEscape.escaped(text, limit: 2000)
    }

    @Test(arguments: FindingFormat.allCases)
    func writesOnlyVisibleCharacters(format: FindingFormat) throws {
        // In groups, since each report takes a while.
        let scalars = TextEscapeTests.hiddenScalars
        let size = TestScale.pick(25, torture: 1)
        for start in stride(from: 0, to: scalars.count, by: size) {
            let group = scalars[start..<min(start + size, scalars.count)].map { "a\($0)z" }.joined()
            try check(text(Hostile.report(with: group), format), format)
        }
    }

    @Test(arguments: FindingFormat.allCases, texts + [hidden])
    func givesBackWhatWasPutIn(format: FindingFormat, payload: String) throws {
        let document = try text(Hostile.report(with: payload), format)
        check(document, format)
        let fields = try Parsed.fields(of: document, format)
        guard let fields else { return }
        #expect(fields.rows == Parsed.rows(format), "\(fields.rows) rows")
        let wanted = shown(payload, format)
        let isThere = fields.texts.contains { field in
            Self.contains(field, wanted) || (format == .sarif && Self.contains(field, Self.linkless(wanted)))
        }
        #expect(isThere, "\(wanted) is in none of \(fields.texts)")
    }

    /// Paths whose bytes are no text give a valid document, in which they are named as everywhere.
    @Test(arguments: FindingFormat.allCases)
    func namesPathsThatAreNoText(format: FindingFormat) throws {
        let bytes: [UInt8] = [0x63, 0xE9, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80]
        let place = Place(path: Path(bytes: bytes), member: nil)
        var finding = Finding(rule: "r", severity: .error, message: "m", app: nil, place: place, subject: "s")
        finding.related = [Finding.Related(app: nil, place: place, message: "m")]
        let problem = Problem(code: .vanished, message: "m", hint: nil, place: place)
        let document = try text(CheckReport(findings: [finding], problems: [problem], summary: Summary()), format)
        check(document, format)
        let isThere = document.contains(format == .sarif ? "c%E9%FF%C3%28%ED%A0%80" : Self.named(format))
        #expect(isThere, "\(document)")
    }

    /// The names of configurations, baselines and revisions are escaped as well.
    @Test(arguments: FindingFormat.allCases, texts + [hidden])
    func namesPolicyFiles(format: FindingFormat, hostile: String) throws {
        let document = try text(Hostile.policies(with: hostile), format)
        check(document, format)
        if [.sarif, .junit, .checkstyle, .csv].contains(format) { _ = try Parsed.fields(of: document, format) }
        if format == .markdown {
            let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 7 && lines[2].hasPrefix("* configuration: ") && lines[3].hasPrefix("* baseline: "))
            #expect(lines.count == 7 && lines[4].hasPrefix("* code: "))
            #expect(lines.count == 7 && lines[5].hasPrefix("* accepted problem: "))
            // These are no rows of a table, in which `|` would end the code.
            let items = lines.dropFirst().map { String($0).replacing("|", with: "/") }
            for part in items.flatMap({ MarkdownRow($0[...]).cells.joined() }) where !part.isCode {
                #expect(!part.text.contains("`"), "every code span ends: \(part.text)")
            }
        }
    }

    private static func named(_ format: FindingFormat) -> String {
        let slash = [.json, .gitlab, .rdjson].contains(format) ? "\\\\" : "\\"
        return "c\(slash)xE9\(slash)xFF\(slash)xC3(\(slash)xED\(slash)xA0\(slash)x80"
    }

    /// No character that steers or is not seen, no line that a build service would take for a command of the input.
    private func check(_ document: String, _ format: FindingFormat) {
        let raw = document.unicodeScalars.first { scalar in
            TextEscape.isUnsafe(scalar) && scalar != "\n" && !(format == .csv && scalar == "\r")
        }
        #expect(raw == nil, "\(format)")
        #expect(!document.contains("##["), "\(format)")
        for line in document.split(separator: "\n") where line.drop(while: \.isWhitespace).hasPrefix("::") {
            let commands = ["::error file=", "::warning file=", "::notice file="]
            #expect(format == .github && commands.contains { line.hasPrefix($0) }, "\(format): \(line)")
        }
    }

    /// How SARIF writes what would be a link.
    private static func linkless(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "(", result.last == "]" { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        part.isEmpty || Array(text.utf8).contains(Array(part.utf8))
    }
}

/// What strict parsers read in a report that ``Hostile`` gave.
private enum Parsed {
    /// How many records the report has: six findings, of which a table has two collisions and one fix as one row each, an
    /// accepted one where the format shows it, a problem.
    static func rows(_ format: FindingFormat) -> Int {
        switch format {
        case .junit, .csv: 8
        case .sarif, .github, .gitlab, .checkstyle, .rdjson: 7
        case .markdown: 4
        default: 0
        }
    }

    /// The records and all texts of `document`; `nil` for formats that other suites look at.
    static func fields(of document: String, _ format: FindingFormat) throws -> (rows: Int, texts: [String])? {
        switch format {
        case .sarif:
            let log = try JSONSerialization.jsonObject(with: Data(document.utf8))
            let run = try #require(((log as? [String: Any])?["runs"] as? [[String: Any]])?.first)
            let results = try #require(run["results"] as? [Any])
            let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
            let notifications = try #require(invocation["toolExecutionNotifications"] as? [Any])
            return (results.count + notifications.count, strings(in: log))
        case .gitlab:
            let issues = try #require(JSONSerialization.jsonObject(with: Data(document.utf8)) as? [[String: Any]])
            let fingerprints = Set(issues.compactMap { $0["fingerprint"] as? String })
            #expect(fingerprints.count == Set(issues.map { "\($0["check_name"] ?? "")" }).count + 1)
            return (issues.count, strings(in: issues))
        case .rdjson:
            let log = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
            let diagnostics = try #require(log?["diagnostics"] as? [[String: Any]])
            return (diagnostics.count, strings(in: diagnostics))
        case .junit, .checkstyle:
            let root = try XMLTree(document).root
            return (root.all(format == .junit ? "testcase" : "error").count, root.strings)
        case .github:
            let lines = document.split(separator: "\n").dropLast()
            return (lines.count, try lines.flatMap { try command(String($0)) })
        case .markdown:
            return try markdown(document)
        case .csv:
            let rows = try csv(document)
            #expect(Set(rows.map(\.count)) == [16])
            for cell in rows.joined() {
                let first = cell.unicodeScalars.first { !$0.properties.isWhitespace }
                #expect(first.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } != true, "\(cell)")
            }
            return (rows.count - 1, rows.flatMap { $0 })
        default:
            return nil
        }
    }

    private static func strings(in value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let array as [Any]: array.flatMap(strings)
        case let object as [String: Any]: object.values.flatMap(strings)
        default: []
        }
    }

    /// The properties and the data of a workflow command, decoded as the runner does.
    private static func command(_ line: String) throws -> [String] {
        let scalars = Array(line.unicodeScalars)
        let body = String(String.UnicodeScalarView(scalars.dropFirst(2)))
        let cut = try #require(body.range(of: "::", options: .literal))
        let head = try #require(body[..<cut.lowerBound].split(separator: " ", maxSplits: 1).last)
        let properties = head.unicodeScalars.split(separator: ",").map { String($0) }
        let keys = properties.map { $0.prefix { $0 != "=" } }
        #expect(keys == ["file", "title"] || keys == ["file", "line", "endLine", "col", "endColumn", "title"])
        func decoded(_ text: some StringProtocol) -> String {
            var text = String(text)
            for (code, character) in [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")] {
                text = text.replacingOccurrences(of: code, with: character, options: .literal)
            }
            return text
        }
        return properties.map(decoded) + [decoded(body[cut.upperBound...])]
    }

    /// The rows and cells of a table in which nothing but code spans, `<br>` and plain words stands.
    private static func markdown(_ document: String) throws -> (rows: Int, texts: [String]) {
        let rows = document.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
        var texts: [String] = []
        for row in rows {
            let cells = MarkdownRow(row).cells
            #expect(cells.count == 6 && !row.contains("\\\\|"), "\(row)")
            for cell in cells {
                texts += cell.map { $0.text.replacingOccurrences(of: "\\u{7C}", with: "|") }
                for prose in cell where !prose.isCode {
                    let rest = prose.text.replacingOccurrences(of: "<br>", with: "")
                    #expect(
                        rest.unicodeScalars.allSatisfy { !"<>&[]!@#*_~`\\$^{}\"".unicodeScalars.contains($0) },
                        "\(rest)"
                    )
                    #expect(!rest.contains("//") && !rest.contains("www."), "\(rest)")
                }
            }
        }
        return (rows.count, texts)
    }

    /// The cells of a document in the grammar of RFC 4180.
    private static func csv(_ document: String) throws -> [[String]] {
        var rows: [[String]] = []
        var (row, cell): ([String], String.UnicodeScalarView) = ([], .init())
        let scalars = Array(document.unicodeScalars)
        var index = 0
        while index < scalars.count {
            if scalars[index] == "\"" {
                #expect(cell.isEmpty)
                index += 1
                while true {
                    try #require(index < scalars.count, "a quote is not closed")
                    if scalars[index] != "\"" {
                        cell.append(scalars[index])
                    } else if index + 1 < scalars.count, scalars[index + 1] == "\"" {
                        cell.append("\"")
                        index += 1
                    } else {
                        break
                    }
                    index += 1
                }
                index += 1
            }
            while index < scalars.count, scalars[index] != ",", scalars[index] != "\r" {
                try #require(scalars[index] != "\"" && scalars[index] != "\n")
                cell.append(scalars[index])
                index += 1
            }
            row.append(String(cell))
            cell = .init()
            if index < scalars.count, scalars[index] == "\r" {
                try #require(index + 1 < scalars.count && scalars[index + 1] == "\n")
                index += 1
                rows.append(row)
                row = []
            }
            index += 1
        }
        #expect(row.isEmpty)
        return rows
    }
}
