import Foundation
import Testing
import TestSupport

/// The counts of the same findings are the same in every format, in summaries and in `diff`.
@Suite struct CountTests {
    /// Schemes with and without mistakes. They are few, so that apps collide.
    private static let schemes = [
        "contoso-pay", "contoso-ride", "Contoso-Shop", "my_wallet", "callback", "", "$(SCHEME)", "tel", "http", "fb123",
        "spotify", "waze",
    ]

    @Test(arguments: 0..<UInt64(TestScale.pick(8, torture: 200)))
    func agreeEverywhere(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        try writeApps(in: folder, seed: seed)
        func run(_ arguments: String...) -> String { CommandRun.run(arguments, in: folder.path).output }
        let json = run("check", "apps", "--format", "json")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let summary = try #require(report["summary"] as? [String: Any])
        let findings = try #require(report["findings"] as? [[String: Any]]).compactMap { $0["severity"] as? String }
        let causes = try #require(summary["causes"] as? [String: Int])
        let severities = ["error", "warning", "note"]
        for severity in severities {
            #expect(summary[severity + "s"] as? Int == findings.count { $0 == severity })
        }
        let counts = severities.map { ($0, causes[$0 + "s"] ?? 0) }
        let phrases = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)\($0.1 == 1 ? "" : "s")" }
        let sentence = "\(phrases.isEmpty ? "no findings" : phrases.joined(separator: ", ")) in "
        let total = counts.reduce(0) { $0 + $1.1 }
        let text = run("check", "apps", "--max-findings", "0")
        #expect(text.matches(of: /^[^ \n].*\[[a-z-]+\]$/.anchorsMatchLineEndings()).count == total, "\(text)")
        let markdown = run("check", "apps", "--format", "markdown")
        let cells = markdown.matches(of: /^\| (error|warning|note) \|/.anchorsMatchLineEndings())
        #expect(cells.count == total, "\(markdown)")
        let table = run("check", "apps", "--statistics")
        let rows = table.matches(of: /^  (error|warning|note) +[a-z-]+ +([0-9]+)/.anchorsMatchLineEndings())
        for (severity, count) in counts {
            let sum = rows.filter { $0.output.1 == severity }.compactMap { Int($0.output.2) }.reduce(0, +)
            #expect(sum == count, "\(table)")
        }
        for report in [text, markdown, table, run("check", "apps", "--format", "concise")] {
            #expect(report.contains(sentence), "\(report)")
        }
        let difference = run("diff", "none", "apps", "--allow-empty")
        #expect(difference.matches(of: /^new:/.anchorsMatchLineEndings()).count == total, "\(difference)")
        #expect(total == 0 || difference.contains("\(total) new finding"), "\(difference)")
    }

    /// Two apps that both claim another company's scheme have one problem, with one advice.
    @Test func showTheOwnerOfACollisionInItsBlock() throws {
        let folder = try TemporaryFolder()
        for app in ["ride", "shop"] {
            try folder.write("\(app)/Info.plist", Sample.app("com.contoso.\(app)", ("Editor", ["spotify"])))
        }
        let text = CommandRun.run(["check", "."], in: folder.path).output
        #expect(text.contains("warning: scheme 'spotify' belongs to Spotify (known-scheme)"), "\(text)")
        #expect(text.contains("[undefined-target]") && !text.contains("[known-scheme]"), "\(text)")
        #expect(text.contains("help: remove it, or move it to LSApplicationQueriesSchemes"), "\(text)")
        #expect(!text.contains("to Viewer"), "\(text)")
    }

    /// Writes up to four apps with some of the schemes each, and a folder without apps.
    private func writeApps(in folder: TemporaryFolder, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try folder.write("none/README.md", "")
        for app in 0..<Int.random(in: 1...4, using: &random) {
            let schemes = Self.schemes.filter { _ in Bool.random(using: &random) }
            let role = ["Editor", "Viewer", nil].randomElement(using: &random) ?? nil
            try folder.write("apps/\(app)/Info.plist", Sample.app("com.contoso.app\(app)", (role, schemes)))
        }
    }
}
