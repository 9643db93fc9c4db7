import Foundation
import SchemeModel
import SchemeReports
import Testing

@Suite struct JSONTests {
    private func json(_ report: CheckReport) throws -> String {
        try written { output in
            var reporter = JSONReporter(to: output, tool: Tool(version: "0.0.0"))
            try reporter.write(report)
        }
    }

    @Test func writesEverything() throws {
        try expect(json(SampleReport.everything()), equalsFile: "everything.json")
    }

    @Test func writesAnEmptyReport() throws {
        try expect(json(CheckReport(findings: [], problems: [], summary: Summary())), equalsFile: "empty.json")
    }

    /// A strict parser gives back, in every field, the text that was put in; and nothing hidden stands in the output.
    @Test func survivesEveryHiddenCharacter() throws {
        let text = "a\"\\" + String(String.UnicodeScalarView(TextEscapeTests.hiddenScalars)) + "##[group]/::é\u{1F600}"
        for (name, document, count) in try documents(with: text) {
            #expect(!document.unicodeScalars.contains { $0 != "\n" && TextEscape.isUnsafe($0) }, "\(name)")
            #expect(!document.contains("##["), "\(name)")
            let parsed = try JSONSerialization.jsonObject(with: Data(document.utf8))
            let strings = Self.strings(in: parsed)
            let whole = strings.count { Array($0.utf8) == Array(text.utf8) }
            #expect(whole == count, "\(name): \(whole) texts came back unchanged")
        }
    }

    /// Every JSON text that the module writes, and the number of its fields that hold exactly `text`.
    private func documents(with text: String) throws -> [(name: String, document: String, count: Int)] {
        let context = Inputs(texts: [:]).context()
        var documents = [("report", try json(Hostile.report(with: text)), 151)]
        for (subject, row) in Hostile.rows(with: text) {
            let document = try written { output in
                var reporter = ListFormat.json.reporter(of: subject, to: output, context: context)
                try reporter.begin()
                try reporter.report(row)
                try reporter.end()
            }
            let counts: [ListSubject: Int] = [
                .manifests: 22, .claims: 19, .apps: 3, .sources: 2, .schemes: 1, .domains: 13, .history: 2,
            ]
            let count = counts[subject] ?? 0
            documents.append((subject.rawValue, document, count))
        }
        for (details, count) in zip(Hostile.details(with: text), [24, 45, 47]) {
            let document = try written { try ReportFormat.json.write(details, to: $0, context: context) }
            documents.append(("show", document, count))
        }
        return documents
    }

    private static func strings(in value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let array as [Any]: array.flatMap(strings)
        case let object as [String: Any]: object.values.flatMap(strings)
        default: []
        }
    }

    @Test(arguments: [
        ("\u{1B}", "\\u001b"), ("\n\t", "\\u000a\\u0009"), ("\"\\/", "\\\"\\\\/"), ("\u{9B}", "\\u009b"),
        ("\u{202E}", "\\u202e"), ("\u{E0001}", "\\udb40\\udc01"), ("é日\u{1F600}", "é日\u{1F600}"),
        ("###", "#\\u0023\\u0023"),
    ])
    func escapes(text: String, expected: String) {
        #expect(JSONWriter.escaped(text) == expected)
    }

    @Test(
        arguments: [
            ([0xFF], "/w=="), ([0x66, 0xFF], "Zv8="), ([0x66, 0x6F, 0xFF], "Zm//"),
            ([0x63, 0x61, 0x66, 0xE9], "Y2Fm6Q=="),
        ] as [([UInt8], String)]
    )
    func keepsTheBytesOfAPath(bytes: [UInt8], base64: String) throws {
        let problem = Problem(code: .vanished, message: "", hint: nil, place: Place(path: Path(bytes: bytes)))
        let document = try json(CheckReport(findings: [], problems: [problem], summary: Summary()))
        #expect(document.contains("\"pathBytes\": \"\(base64)\""))
    }
}
