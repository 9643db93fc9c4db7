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
        let all = try #require(report["findings"] as? [[String: Any]])
        let findings = all.filter { $0["accepted"] is NSNull }.compactMap { $0["severity"] as? String }
        #expect(summary["accepted"] as? Int == all.count - findings.count)
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
        let changes = try object(run("diff", "none", "apps", "--allow-empty", "--format", "json"), "summary")
        #expect(changes["appeared"] as? Int == findings.count && changes["appearedCauses"] as? Int == total)
        // A registry has the same findings.
        _ = run("import", "apps", "--registry", "registry.sqlite")
        let stored = run("conflicts", "--all", "--registry", "registry.sqlite", "--format", "json")
        #expect(try object(stored, "summary")["causes"] as? [String: Int] == causes)
        // What a filter leaves out and what it shows are everything.
        let filtered = try object(run("check", "apps", "--severity", "warning", "--format", "json"), "summary")
        let shown = try #require(filtered["causes"] as? [String: Int])
        let leftOut = filtered["leftOut"] as? [String: Int] ?? [:]
        for (severity, count) in counts {
            #expect((shown[severity + "s"] ?? 0) + (leftOut[severity + "s"] ?? 0) == count, "\(filtered)")
        }
    }

    /// Returns a member of a JSON object.
    private func object(_ json: String, _ member: String) throws -> [String: Any] {
        let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        return try #require(document?[member] as? [String: Any])
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

    /// Writes up to four apps with some of the schemes each, and a folder without apps. Some apps have two variants, and
    /// findings of some rules are accepted.
    private func writeApps(in folder: TemporaryFolder, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try folder.write("none/README.md", "")
        for app in 0..<Int.random(in: 1...4, using: &random) {
            let schemes = Self.schemes.filter { _ in Bool.random(using: &random) }
            let role = ["Editor", "Viewer", nil].randomElement(using: &random) ?? nil
            let hasVariants = Bool.random(using: &random)
            let identifier = hasVariants ? "$(PRODUCT_BUNDLE_IDENTIFIER)" : "com.contoso.app\(app)"
            try folder.write("apps/\(app)/Info.plist", Sample.app(identifier, (role, schemes)))
            guard hasVariants else { continue }
            try folder.write(
                "apps/\(app)/project.yml",
                """
                name: App\(app)
                targets:
                  App\(app):
                    type: application
                    platform: iOS
                    settings:
                      base: {INFOPLIST_FILE: Info.plist}
                      configs:
                        Debug: {PRODUCT_BUNDLE_IDENTIFIER: com.contoso.app\(app).\(role == nil ? "dev" : "lite")}
                        Release: {PRODUCT_BUNDLE_IDENTIFIER: com.contoso.app\(app)}
                """
            )
        }
        let accepted = ["missing-role", "undefined-target", "known-scheme"].filter { _ in
            Int.random(in: 0...3, using: &random) == 0
        }
        guard !accepted.isEmpty else { return }
        let entries = accepted.map { "  - rule: \($0)\n    reason: known\n" }.joined()
        try folder.write(".schemereg.yml", "accept:\n" + entries)
    }
}
