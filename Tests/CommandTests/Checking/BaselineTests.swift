import Foundation
import Testing
import TestSupport

/// Introduces the tool in a fleet that already has findings.
@Suite struct BaselineTests {
    private func write(_ name: String, _ schemes: String..., to folder: TemporaryFolder) throws {
        try folder.write("\(name)/Info.plist", Sample.app("com.contoso.\(name)", ("Editor", schemes)))
    }

    private func check(_ folder: TemporaryFolder, _ options: String...) -> CommandRun {
        CommandRun.run(["check", "."] + options, in: folder.path)
    }

    /// Returns the rule and the fingerprint of each unaccepted finding.
    private func open(_ folder: TemporaryFolder, _ options: String...) throws -> [String] {
        let run = CommandRun.run(["check", ".", "--format", "json"] + options, in: folder.path)
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let findings = try #require(report?["findings"] as? [[String: Any]])
        return findings.filter { $0["accepted"] is NSNull }.compactMap { $0["fingerprint"] as? String }
    }

    @Test func takesAnOldFleetInWithOneCommand() throws {
        let folder = try TemporaryFolder()
        try write("a", "acmepay", "bad_scheme", to: folder)
        try write("b", "acmepay", to: folder)
        #expect(check(folder).code == 1)
        let written = check(folder, "--write-baseline", "old.json")
        #expect(written.code == 0)
        let count = "3 findings written to the baseline 'old.json' (reports count 2, one for each cause)"
        #expect(written.errors == "schemereg: note: \(count)\n")
        #expect(
            written.output == """
                no findings in 2 apps (1 scheme); 3 accepted findings not shown
                baseline: old.json with 3 findings

                """
        )
        let again = check(folder, "--baseline", "old.json")
        #expect(again.code == 0 && again.errors == "")
        let text = try String(contentsOfFile: folder.path + "/old.json", encoding: .utf8)
        #expect(
            text == """
                {
                  "schemaVersion": 1,
                  "findings": [
                    {"rule": "invalid-scheme", "app": "com.contoso.a", "subject": "bad_scheme", "count": 1},
                    {"rule": "undefined-target", "app": "com.contoso.a", "subject": "acmepay", "count": 1},
                    {"rule": "undefined-target", "app": "com.contoso.b", "subject": "acmepay", "count": 1}
                  ]
                }

                """
        )
    }

    @Test func findsOneThingNewInAThirdApp() throws {
        let folder = try TemporaryFolder()
        try write("a", "acmepay", to: folder)
        try write("b", "acmepay", to: folder)
        _ = check(folder, "--write-baseline", "old.json")
        try write("c", "acmepay", to: folder)
        #expect(try open(folder, "--baseline", "old.json") == ["v1:undefined-target|com.contoso.c|acmepay|1"])
        #expect(check(folder, "--baseline", "old.json").code == 1)
    }

    @Test func countsEquals() throws {
        let folder = try TemporaryFolder()
        try write("a", "x", "x", "y_z", to: folder)
        let one = try open(folder)
        #expect(one == ["v1:duplicate-scheme|com.contoso.a|x|1", "v1:invalid-scheme|com.contoso.a|y_z|1"])
        _ = check(folder, "--write-baseline", "old.json")
        try write("a", "x", "x", "y_z", "y_z", to: folder)
        #expect(try open(folder, "--baseline", "old.json") == ["v1:invalid-scheme|com.contoso.a|y_z|2"])
    }

    @Test func reportsEntriesThatMatchNothing() throws {
        let folder = try TemporaryFolder()
        try write("a", "acmepay", "bad_scheme", to: folder)
        try write("b", "acmepay", to: folder)
        _ = check(folder, "--write-baseline", "old.json")
        try write("b", "other", to: folder)
        let run = check(folder, "--baseline", "old.json")
        #expect(run.code == 0)
        #expect(
            run.errors == """
                schemereg: note: the baseline 'old.json' has 2 stale entries
                  undefined-target of com.contoso.a: acmepay
                  undefined-target of com.contoso.b: acmepay
                  help: update it with --write-baseline old.json

                """
        )
        // Inputs that couldn't be read may still have these findings.
        let partial = CommandRun.run(["check", ".", "none", "--baseline", "old.json"], in: folder.path)
        #expect(partial.code == 3 && partial.errors == "")
    }

    @Test(arguments: [
        ("", "it was not written by --write-baseline"), ("[]", "it was not written"),
        ("{\"schemaVersion\": 1}", "it was not written"),
        ("{\"schemaVersion\": 2, \"findings\": []}", "its version is 2"),
        (
            "{\"schemaVersion\":1,\"findings\":[{\"rule\":\"r\",\"app\":null,\"subject\":\"s\",\"count\":0}]}",
            "the count 0 is out of range"
        ),
        ("{\"schemaVersion\":1,\"findings\":[{\"rule\":\"r\",\"subject\":\"s\",\"count\":9e99}]}", "it was not"),
        (String(repeating: "[", count: 200_000), "it was not written"),
    ])
    func rejectsInvalidBaselines(text: String, why: String) throws {
        let folder = try TemporaryFolder()
        try write("a", "acmepay", to: folder)
        try folder.write("old.json", text)
        let run = check(folder, "--baseline", "old.json")
        #expect(run.code == 2 && run.output == "")
        #expect(run.errors.contains("'old.json' is not a valid baseline: \(why)"), "\(run.errors)")
    }

    @Test func replacesADamagedBaselineAndMentionsThatItMayBeIncomplete() throws {
        let folder = try TemporaryFolder()
        try write("a", "bad_scheme", to: folder)
        try folder.write("old.json", "{\n<<<<<<< ours\n")
        let run = check(folder, "none", "--write-baseline", "old.json")
        #expect(run.code == 3)
        #expect(
            run.errors == "schemereg: note: 1 finding written to the baseline 'old.json'; the check was incomplete, "
                + "so findings may be missing\n"
        )
        #expect(check(folder, "--baseline", "old.json").code == 0)
    }

    @Test func rejectsAMissingBaseline() throws {
        let folder = try TemporaryFolder()
        let run = check(folder, "--baseline", "none.json")
        #expect(run.code == 2 && run.errors.contains("help: create it with --write-baseline none.json"))
    }

    @Test func survivesCountsBeyondAllNumbers() throws {
        let folder = try TemporaryFolder()
        try write("a", "bad_scheme", to: folder)
        let entry = #"{"rule":"invalid-scheme","app":"com.contoso.a","subject":"bad_scheme","count":1000000000}"#
        let entries = Array(repeating: entry, count: 10).joined(separator: ",")
        try folder.write("old.json", "{\"schemaVersion\":1,\"findings\":[\(entries)]}")
        #expect(check(folder, "--baseline", "old.json").errors.contains("bad_scheme (999,999,999 times)"))
    }

    @Test func worksOnARegistryToo() throws {
        let folder = try TemporaryFolder()
        try write("a", "acmepay", to: folder)
        try write("b", "acmepay", to: folder)
        let registry = ["--registry", "r.sqlite"]
        _ = CommandRun.run(["import", "."] + registry, in: folder.path)
        #expect(CommandRun.run(["conflicts", "--write-baseline", "o"] + registry, in: folder.path).code == 0)
        #expect(CommandRun.run(["conflicts"] + registry, in: folder.path).code == 1)
        #expect(CommandRun.run(["conflicts", "--baseline", "o"] + registry, in: folder.path).code == 0)
        #expect(check(folder, "--baseline", "o").code == 0)
    }

    /// A clone elsewhere has the same fingerprints for all rules, including those about apps without an identity,
    /// projects, archives and code.
    @Test(arguments: ["err", "projects"])
    func knowsFindingsAgainInAClone(samples: String) throws {
        func fingerprints(_ folder: String) throws -> Set<String> {
            let run = CommandRun.run(["check", ".", "--format", "csv"], in: folder)
            let column = /(v1:[^,"]*)/
            return Set(run.output.matches(of: column).map { String($0.output.1) })
        }
        let (original, folder) = (Repository.root + "/sample-plists/\(samples)", try TemporaryFolder())
        try FileManager.default.createDirectory(atPath: folder.path + "/a b", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: original, toPath: folder.path + "/a b/clone")
        let expected = try fingerprints(original)
        #expect(expected.count > 40)
        #expect(try fingerprints(folder.path + "/a b/clone") == expected)
    }

    /// Fingerprints stay the same if lines move, files are renamed, keys are reordered, or XML becomes binary.
    @Test func knowsFindingsAgainHoweverTheyAreWritten() throws {
        let folder = try TemporaryFolder()
        let text = Sample.app("com.contoso.a", ("Editor", ["acmepay", "bad_scheme", "acmepay", "app"]), (nil, ["x"]))
        try folder.write("Info.plist", text)
        try write("b", "acmepay", to: folder)
        let before = try open(folder).sorted()
        #expect(before.count >= 6)
        let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        let shuffled = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        let binary = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let variants = [
            ("Info.plist", Array(text.split(separator: "\n").joined(separator: "\n\n\n").utf8)),
            ("Deeper/Wallet-Info.plist", Array(text.utf8)), ("Info.plist", Array(shuffled)),
            ("Info.plist", Array(binary)),
        ]
        for (name, bytes) in variants {
            try FileManager.default.removeItem(atPath: folder.path + "/Info.plist")
            try folder.write(name, bytes)
            #expect(try open(folder).sorted() == before, "\(name)")
            if name != "Info.plist" {
                try FileManager.default.removeItem(atPath: folder.path + "/" + name)
                try folder.write("Info.plist", text)
            }
        }
    }
}
