import SchemeModel
import SchemeReports
import Testing

/// What `diff` prints.
@Suite struct DifferenceTests {
    private static let forms: [(format: Difference.Format, file: String)] = [
        (.text, "diff.txt"), (.json, "diff.json"), (.markdown, "diff.md"),
    ]

    private func text(_ difference: Difference, _ format: Difference.Format) throws -> String {
        let now = SampleReport.inputs.context()
        var earlier = now
        // A state elsewhere: its paths are its own.
        earlier.paths = PathDisplay(from: "/", sources: [Inputs.source])
        return try written { try difference.write(format, to: $0, context: now, earlier: earlier) }
    }

    @Test(arguments: forms)
    func writesEverything(format: Difference.Format, file: String) throws {
        let report = try SampleReport.everything()
        let place = try SampleReport.inputs.place("Driver/Info.plist", "wallet", keyPath: "CFBundleURLTypes[0]")
        let (scheme, app) = (SchemeKey("wallet"), SampleReport.driver)
        let difference = Difference(
            changes: [
                .init(.claimed, scheme, of: app, earlier: nil, now: place),
                .init(.released, SchemeKey("old"), of: SampleReport.wallet, earlier: place, now: nil),
                .init(
                    .role,
                    scheme,
                    of: app,
                    earlier: place,
                    now: place,
                    valuesBefore: ["Editor"],
                    valuesNow: ["Editor", "Viewer"]
                ),
                .init(.identifier, scheme, of: app, earlier: place, now: place, valuesBefore: ["com.fabrikam.driver"]),
            ],
            appeared: Array(report.findings.prefix(2)),
            vanished: Array(report.findings.suffix(1)),
            problems: report.problems
        )
        try expect(text(difference, format), equalsFile: file)
    }

    @Test(arguments: forms)
    func reportsNoDifferences(format: Difference.Format, file: String) throws {
        let difference = Difference(changes: [], appeared: [], vanished: [], problems: [])
        try expect(text(difference, format), equalsFile: "empty-\(file)")
    }

    /// The schemes that the same variants share are one line and count once.
    @Test(arguments: [(Difference.Format.text, "variants-diff.txt"), (.markdown, "variants-diff.md")])
    func writesVariantsOnce(format: Difference.Format, file: String) throws {
        let (inputs, report) = try SampleReport.variants(sharing: ["bitcoin", "pay", "wallet"])
        let difference = Difference(
            changes: [],
            appeared: report.findings,
            vanished: [report.findings[1]],
            problems: []
        )
        let context = inputs.context()
        let text = try written { try difference.write(format, to: $0, context: context, earlier: context) }
        try expect(text, equalsFile: file)
    }
}
