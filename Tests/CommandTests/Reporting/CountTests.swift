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
        let open = all.filter { $0["accepted"] is NSNull }
        let findings = open.compactMap { $0["severity"] as? String }
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
        let rows = table.matches(of: /^  (error|warning|note) +([a-z-]+) +([0-9]+)/.anchorsMatchLineEndings())
        for (severity, count) in counts {
            let sum = rows.filter { $0.output.1 == severity }.compactMap { Int($0.output.3) }.reduce(0, +)
            #expect(sum == count, "\(table)")
        }
        // No rule is missing because its findings share causes with those of another.
        let rules = open.compactMap { $0["rule"] as? String }
        let ruleCounts = try #require(summary["rules"] as? [[String: Any]])
        for rule in Set(rules) {
            let own = ruleCounts.filter { $0["rule"] as? String == rule }.compactMap { $0["findings"] as? Int }
            #expect(own.reduce(0, +) == rules.count { $0 == rule }, "\(json)")
        }
        #expect(ruleCounts.compactMap { $0["causes"] as? Int }.reduce(0, +) == total)
        #expect(Set(rows.map { String($0.output.2) }) == Set(rules), "\(table)")
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

    /// A URL type without a role and an identifier has one problem, with two things to add.
    @Test func showTheKeysThatOneDictionaryLacksInOneBlock() throws {
        let folder = try folderWithGaps()
        func check(_ options: String...) -> String { CommandRun.run(["check", "."] + options, in: folder.path).output }
        let text = check()
        #expect(text.contains("note: the URL type has no identifier [missing-identifier]\n"), "\(text)")
        let advice = """
              note: the URL type has no role (missing-role)
              help: add CFBundleURLName with the bundle identifier
              help: add CFBundleTypeRole:
            """
        #expect(text.contains("\n\(advice)") && text.contains("\n1 note in 1 app"), "\(text)")
        let row = "the URL type has no identifier; the URL type has no role (missing-role)"
        #expect(check("--format", "markdown").contains(row))
        #expect(check("--rule", "missing-role").contains("the URL type has no role [missing-role]\n"))
    }

    /// The rules share a block only in reports that show causes.
    @Test(
        arguments: [
            "json", "sarif", "github", "gitlab", "xcode", "agent", "concise", "rdjson", "checkstyle", "junit", "csv",
        ]
    )
    func reportEachFindingOfABlock(format: String) throws {
        let folder = try folderWithGaps()
        // GitHub only counts notes.
        let severities = ["--warning", "missing-role", "--warning", "missing-identifier"]
        let output = CommandRun.run(["check", ".", "--format", format] + severities, in: folder.path).output
        #expect(output.contains("missing-identifier") && output.contains("missing-role"), "\(output)")
        #expect(output.contains("has no identifier") && output.contains("has no role"), "\(output)")
    }

    @Test func countEachRuleOfABlock() throws {
        let folder = try folderWithGaps()
        func check(_ options: String...) -> String { CommandRun.run(["check", "."] + options, in: folder.path).output }
        let rows = """
              note  missing-identifier  1
              note  missing-role        0  1 more with other rules

            """
        #expect(check("--statistics").hasSuffix(rows), "\(check("--statistics"))")
        let json = check("--format", "json")
        for (rule, causes) in [("missing-identifier", 1), ("missing-role", 0)] {
            let row = #"{"rule": "\#(rule)", "severity": "note", "findings": 1, "causes": \#(causes), "schemes": 0}"#
            #expect(json.contains(row), "\(json)")
        }
        let page = CommandRun.run(["report", ".", "--output", "html=-"], in: folder.path).output
        #expect(page.contains(#"data-rule="missing-identifier missing-role""#), "\(page)")
        #expect(page.contains(">missing-role (1)</option>") && page.contains(#"id="rule-missing-role""#))
    }

    /// Each of the findings can be left out, turned off or accepted alone.
    @Test func keepTheRestOfABlock() throws {
        let folder = try folderWithGaps()
        func check(_ options: String...) -> String { CommandRun.run(["check", "."] + options, in: folder.path).output }
        let one = "the URL type has no identifier [missing-identifier]\n"
        for options in [["--off", "missing-role"], ["--rule", "missing-identifier"]] {
            let text = CommandRun.run(["check", "."] + options, in: folder.path).output
            #expect(text.contains(one) && !text.contains("missing-role"), "\(text)")
        }
        let manifest = withoutIdentifier(Sample.app("com.contoso.a", ("Editor", ["contoso-pay"])))
        try folder.write("Info.plist", manifest)
        _ = check("--write-baseline", "identifier.json")
        try folder.write("Info.plist", manifest.replacing(#/ *<key>CFBundleTypeRole</key>\n.*\n/#, with: ""))
        let role = "the URL type has no role [missing-role]\n"
        let new = check("--baseline", "identifier.json")
        #expect(new.contains(role) && new.contains("1 note in 1 app") && !new.contains("no identifier"), "\(new)")
        try folder.write(".schemereg.yml", "accept:\n  - rule: missing-identifier\n    reason: known\n")
        let rest = check()
        #expect(rest.contains(role) && rest.contains("1 note in 1 app") && !rest.contains("no identifier"), "\(rest)")
    }

    /// Creates an app with a URL type that has neither a role nor an identifier.
    private func folderWithGaps() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", withoutIdentifier(Sample.app("com.contoso.a", (nil, ["contoso-pay"]))))
        return folder
    }

    /// Returns a manifest without the identifier of its URL type.
    private func withoutIdentifier(_ manifest: String) -> String {
        manifest.replacing(#/ *<key>CFBundleURLName</key>\n.*\n/#, with: "")
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
            let manifest = Sample.app(identifier, (role, schemes))
            try folder.write("apps/\(app)/Info.plist", app == 0 ? manifest : withoutIdentifier(manifest))
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
