import Foundation
import Testing
import TestSupport

/// Compares the generated files of this module with the output of their scripts.
@Suite struct GeneratedFilesTests {
    @Test(arguments: [
        ("Scripts/generate-rules.sh", "Sources/SchemeRules/Generated/RuleList.swift"),
        ("Scripts/generate-rules-version.sh", "Sources/SchemeRules/Generated/RulesVersion.swift"),
        ("Scripts/generate-knowledge.sh", "Sources/SchemeRules/Generated/EmbeddedKnowledge.swift"),
    ])
    func isUpToDate(script: String, file: String) throws {
        let committed = try String(contentsOf: ProjectFolder.root.appendingPathComponent(file), encoding: .utf8)
        #expect(try output(of: script) == committed, "make generate")
    }
}
