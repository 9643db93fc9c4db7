import SchemeModel
import SchemeReports
import Testing

@Suite struct FindingTextBlockTests {
    /// Related places that several places have in common are listed once.
    @Test func listsRelatedPlacesOnce() throws {
        let inputs = Inputs(texts: ["A.swift": "first second third", "Info.plist": "claim other"])
        let app = App(id: .known("com.acme.wallet"), bundleIdentifier: nil, name: nil, platforms: .iOS)
        func finding(_ text: String, _ related: [String]) throws -> Finding {
            Finding(
                rule: "r",
                severity: .warning,
                message: "the target is undefined",
                hint: "use a universal link",
                app: app,
                scheme: SchemeKey("pay"),
                place: try inputs.place("A.swift", text),
                related: try related.map {
                    Finding.Related(app: nil, place: try inputs.place("Info.plist", $0), message: "claimed as \($0)")
                },
                subject: text
            )
        }
        let findings = [
            try finding("first", ["claim"]), try finding("second", ["claim"]),
            try finding("third", ["claim", "other"]),
        ]
        let report = CheckReport(
            findings: findings,
            problems: [],
            summary: SampleReport.summary(manifests: 1, apps: 1, claims: 1)
        )
        let text = try written { output in
            var reporter = TextReporter(to: output, context: inputs.context())
            try reporter.write(report)
        }
        let places = """
              Info.plist:1:1: note: claimed as claim
              A.swift:1:7
              A.swift:1:14
                Info.plist:1:1: note: claimed as claim
                Info.plist:1:7: note: claimed as other
              help: use a universal link

            """
        #expect(text.contains(places), "\(text)")
    }
}
