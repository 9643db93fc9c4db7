import Foundation
import SchemeModel
import SchemeReports
import Testing
import TestSupport

private let schema = ProjectFolder.shared.appending(path: "schemas/sarif-2.1.0.json")

/// SARIF logs against the schema of the standard.
@Suite(.needsShared("schemas/sarif-2.1.0.json"))
struct SARIFSchemaTests {
    private func faults(of report: CheckReport) throws -> [String] {
        var context = SampleReport.inputs.context()
        context.rules = [FormatSample.rule]
        let log = try written { output in
            var reporter = FindingFormat.sarif.reporter(to: output, context: context)
            try reporter.write(report)
        }
        return try JSONSchema(at: schema).faults(of: JSONSerialization.jsonObject(with: Data(log.utf8)))
    }

    @Test func isValid() throws {
        #expect(try faults(of: SampleReport.everything()) == [])
        #expect(try faults(of: CheckReport(findings: [], problems: [], summary: Summary())) == [])
    }

    @Test(arguments: HostileFormatTests.texts + [HostileFormatTests.hidden])
    func isValidWhateverTheInputSays(text: String) throws {
        #expect(try faults(of: Hostile.report(with: text)) == [])
        #expect(try faults(of: Hostile.policies(with: text)) == [])
    }

    /// The validator sees what it shall see.
    @Test(arguments: [
        ("{}", "$: lacks runs"), (#"{"version": "2.1.1", "runs": []}"#, "$.version: 2.1.1 is not in the list"),
        (#"{"version": "2.1.0", "runs": [], "x": 1}"#, "$: has x"),
        (#"{"version": "2.1.0", "runs": [{}]}"#, "$.runs[0]: lacks tool"),
    ])
    func findsFaults(log: String, fault: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(log.utf8))
        #expect(try JSONSchema(at: schema).faults(of: value).contains(fault))
    }
}
