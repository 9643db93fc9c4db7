import Foundation
import SchemeKit
import SchemeModel
import SchemeReports
import SchemeRules
import Testing
import TestSupport

/// Compares the pages in docs/rules with the rules' descriptions and the tool's real output.
///
/// With `SCHEMEREG_RECORD=1`, which `make generate` sets, the pages are written instead.
@Suite struct RulePageTests {
    static let folder = ProjectFolder.root.appending(path: "docs/rules")

    static let isRecording = ProcessInfo.processInfo.environment["SCHEMEREG_RECORD"] == "1"

    @Test(.enabled(if: ExampleRun.readsSwift, "pages show what the tool says of Swift code"))
    func pagesAreUpToDate() throws {
        var pages = ["README.md": RuleIndex.page(of: allRules.map(\.description))]
        for rule in allRules { pages["\(rule.description.id).md"] = try RuleExplanation(of: rule).page }
        let files = FileManager.default
        if Self.isRecording {
            try files.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        }
        for name in try files.contentsOfDirectory(atPath: Self.folder.path) where pages[name] == nil {
            if Self.isRecording {
                try files.removeItem(at: Self.folder.appendingPathComponent(name))
            } else {
                Issue.record("docs/rules/\(name) is no rule's page; run 'make generate'")
            }
        }
        for (name, page) in pages.sorted(by: { $0.key < $1.key }) {
            let file = Self.folder.appendingPathComponent(name)
            if Self.isRecording {
                try Data(page.utf8).write(to: file)
            } else {
                let kept = files.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
                #expect(kept == page, "docs/rules/\(name) is out of date; run 'make generate'")
            }
        }
    }
}
