import Foundation
import TestSupport
import Testing

/// Reports show short IDs of findings, and `explain --finding` takes them.
@Suite struct ExplainFindingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("Old/App/Info.plist", Sample.app("com.contoso.a", (role: "Editor", schemes: ["it's"])))
    }

    private func run(_ arguments: String...) -> CommandRun { CommandRun.run(arguments, in: folder.path) }

    /// Returns the finding of `rule` in the JSON report.
    private func finding(_ rule: String) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(run("check", "--format", "json").output.utf8))
        let findings = try #require((json as? [String: Any])?["findings"] as? [[String: Any]])
        return try #require(findings.first { $0["rule"] as? String == rule })
    }

    @Test(arguments: ["json", "csv", "agent", "markdown", "rdjson", "checkstyle", "junit", "sarif", "gitlab"])
    func reportsShowTheID(format: String) throws {
        let id = try #require(try finding("invalid-scheme")["id"] as? String)
        #expect(id.count == 8 && id.allSatisfy(\.isHexDigit))
        #expect(run("check", "--format", format).output.contains(id))
    }

    @Test(arguments: ["text", "concise"])
    func linesForPeopleShowItOnRequest(format: String) throws {
        let id = try #require(try finding("invalid-scheme")["id"] as? String)
        #expect(run("check", "--format", format, "--verbose").output.contains(" [invalid-scheme] \(id)\n"))
        #expect(!run("check", "--format", format).output.contains(id))
    }

    @Test func showsTheFindingThenItsRule() throws {
        let finding = try finding("invalid-scheme")
        let id = try #require(finding["id"] as? String)
        let shown = run("explain", "--finding", String(id.prefix(4)).uppercased())
        #expect(shown.code == 0 && shown.errors == "")
        #expect(shown.output.hasPrefix("Old/App/Info.plist:") && shown.output.contains(" [invalid-scheme] \(id)\n"))
        let parts = shown.output.components(separatedBy: "\n\ninvalid-scheme (error)\n")
        #expect(parts.count == 2 && parts[1] == run("explain", "invalid-scheme").output.dropFirst(23))
        let fingerprint = try #require(finding["fingerprint"] as? String)
        let named = run("explain", "--finding", fingerprint, "Old").output
        #expect(named.contains(" [invalid-scheme] \(id)\n"))
        #expect(named.contains("add an entry to Old/.schemereg.yml:\n"))
        #expect(shown.output.contains("add an entry to .schemereg.yml:\n"))
    }

    /// The entry that it proposes, in the configuration's folder, accepts the finding and no other.
    @Test func proposesAnEntryThatAcceptsIt() throws {
        try folder.write("New [1]*/Info.plist", Sample.app("com.contoso.b", (role: "Editor", schemes: ["it's"])))
        try folder.write(".schemereg.yml", "accept: []\n")
        let id = try #require(try finding("invalid-scheme")["id"] as? String)
        let shown = run("explain", "--finding", id, "Old", "New [1]*").output
        let heading = "add an entry to .schemereg.yml:\n\n"
        let entry = try #require(shown.components(separatedBy: heading).last?.components(separatedBy: "\n\n").first)
        try folder.write(".schemereg.yml", entry + "\n")
        let after = run("check", "--format", "json").output
        #expect(after.components(separatedBy: "\"why you accept it\"").count == 2, "\(entry)\n\(after)")
        let again = run("explain", "--finding", id)
        #expect(again.code == 0 && again.output.contains("accepted:"))
        #expect(!again.output.contains("To accept this finding"))
    }

    @Test func refusesWhatNamesNoFinding() throws {
        let unknown = run("explain", "--finding", "zzzz")
        #expect(unknown.code == 2 && unknown.output == "")
        #expect(unknown.errors.contains("no finding has an ID that starts with 'zzzz'\n"))
        #expect(run("explain", "--finding", "abc").errors.contains("at least the first 4 characters"))
        #expect(run("explain", "--finding", "abcd", "--format", "json").code == 2)
        #expect(run("explain").code == 2 && run("explain", "a", "b").code == 2)
    }

    /// Reports show findings with the same cause as one, under the ID of the first.
    @Test func showsTheFindingThatWasAskedFor() throws {
        for name in ["a", "b"] {
            try folder.write("\(name)/Info.plist", Sample.app("com.contoso.\(name)", (role: "Editor", schemes: ["x1"])))
        }
        let json = try JSONSerialization.jsonObject(with: Data(run("check", "--format", "json").output.utf8))
        let findings = try #require((json as? [String: Any])?["findings"] as? [[String: Any]])
        let ids = findings.filter { $0["rule"] as? String == "undefined-target" }.compactMap { $0["id"] as? String }
        try #require(ids.count == 2)
        for (id, other) in [(ids[0], ids[1]), (ids[1], ids[0])] {
            let shown = run("explain", "--finding", id).output
            #expect(shown.contains(" [undefined-target] \(id)\n"), "\(shown)")
            #expect(shown.contains("\nOther findings with the same cause: \(other)\n"), "\(shown)")
        }
        #expect(run("explain", "--finding", ids[0], ".", "none").output.hasPrefix("none: problem: "))
    }

    @Test func listsTheFindingsThatAnIDMayMean() throws {
        // Among this many findings, some have the same first four digits.
        let schemes = (0..<1_000).map { "bad_\($0)" }
        try folder.write("Info.plist", Sample.app("com.contoso.c", (role: "Editor", schemes: schemes)))
        let json = try JSONSerialization.jsonObject(with: Data(run("check", "--format", "json").output.utf8))
        let findings = try #require((json as? [String: Any])?["findings"] as? [[String: Any]])
        let ids = findings.compactMap { $0["id"] as? String }
        let start = try #require(Dictionary(grouping: ids) { $0.prefix(4) }.first { $0.value.count > 1 })
        let refused = run("explain", "--finding", String(start.key))
        #expect(refused.code == 2 && refused.errors.contains("is the start of several IDs\n"))
        #expect(start.value.allSatisfy { refused.errors.contains($0) })
    }
}
