import Foundation
import SchemeKit
import TestSupport
import Testing

/// Uses the library as a program outside of this package does.
@Suite struct SchemeCheckTests {
    private static func manifest(_ identifier: String, _ scheme: String) -> String {
        """
        <?xml version="1.0"?>
        <plist version="1.0"><dict>
          <key>CFBundleIdentifier</key><string>\(identifier)</string>
          <key>CFBundlePackageType</key><string>APPL</string>
          <key>CFBundleURLTypes</key><array><dict>
            <key>CFBundleURLSchemes</key><array><string>\(scheme)</string></array>
          </dict></array>
        </dict></plist>
        """
    }

    private func folder(_ files: [String: String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, text) in files {
            let url = URL(fileURLWithPath: "\(folder.path)/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
        }
        return folder
    }

    @Test func returnsFindingsAndCounts() throws {
        let folder = try folder([
            "A/Info.plist": Self.manifest("com.acme.a", "wallet"),
            "B/Info.plist": Self.manifest("com.acme.b", "wallet"),
        ])
        let report = try SchemeCheck(paths: [folder.path]).run()
        let found = report.findings.filter { $0.rule == "undefined-target" }
        #expect(found.map(\.place.path.display) == ["A/Info.plist", "B/Info.plist"])
        #expect(found.map(\.app?.bundleIdentifier) == ["com.acme.a", "com.acme.b"])
        #expect(found.allSatisfy { $0.scheme == SchemeKey("wallet") })
        #expect(report.summary.manifests == 2)
        #expect(report.summary.claims == 2)
        #expect(report.problems == [])
    }

    @Test func skipsWhatIsExcluded() throws {
        let folder = try folder([
            "A/Info.plist": Self.manifest("com.acme.a", "wallet"),
            "B/Info.plist": Self.manifest("com.acme.b", "wallet"),
        ])
        let report = try SchemeCheck(paths: [folder.path], exclusions: ["B"]).run()
        #expect(report.summary.manifests == 1)
        #expect(!report.findings.contains { $0.rule == "undefined-target" })
    }

    @Test func reportsOnlyTheNamedRules() throws {
        let folder = try folder(["Info.plist": Self.manifest("com.acme.a", "sms")])
        let all = try SchemeCheck(paths: [folder.path]).run()
        #expect(all.findings.contains { $0.rule == "reserved-scheme" })
        let some = try SchemeCheck(paths: [folder.path], rules: ["invalid-scheme"]).run()
        #expect(some.findings.map(\.rule) == [])
    }

    @Test func followsTheConfigurationThatItIsGiven() throws {
        let folder = try folder([
            "Info.plist": Self.manifest("com.acme.a", "sms"), ".schemereg.yml": "severities: {reserved-scheme: off}\n",
        ])
        func rules(_ configuration: SchemeCheck.Configuration) throws -> [String] {
            try SchemeCheck(paths: [folder.path], configuration: configuration).run().findings.map(\.rule)
        }
        #expect(try !rules(.found).contains("reserved-scheme"))
        #expect(try !rules(.file(folder.path + "/.schemereg.yml")).contains("reserved-scheme"))
        #expect(try rules(.none).contains("reserved-scheme"))
    }

    @Test func reportsAPathThatDoesNotExistAsAProblem() throws {
        let folder = try folder(["A/Info.plist": Self.manifest("com.acme.a", "wallet")])
        let report = try SchemeCheck(paths: [folder.path + "/A", folder.path + "/None"]).run()
        #expect(report.problems.map(\.code) == [.notFound])
        #expect(report.summary.manifests == 1)
        #expect(report.summary.problems == 1)
    }

    @Test(arguments: [
        (SchemeCheck(paths: [""]), CheckError.Kind.usage, "a path is empty"),
        (SchemeCheck(paths: ["-"]), .usage, "SchemeCheck does not read standard input"),
        (SchemeCheck(paths: ["/"], rules: ["no-such"]), .usage, "unknown rule 'no-such'"),
        (SchemeCheck(paths: ["/none"], configuration: .file("/none/x.yml")), .usage, "/none/x.yml"),
        (SchemeCheck(paths: ["/none"], registries: ["/none/x.sqlite"]), .unreadable, "/none"),
    ])
    func explainsWhyThereIsNoReport(check: SchemeCheck, kind: CheckError.Kind, text: String) {
        let error = #expect(throws: CheckError.self) { try check.run() }
        #expect(error?.kind == kind)
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
    }

    @Test func acceptsTheFindingsOfABaseline() throws {
        let folder = try folder(["Info.plist": Self.manifest("com.acme.a", "my_wallet")])
        var check = SchemeCheck(paths: [folder.path], rules: ["invalid-scheme"])
        let all = try check.run()
        #expect(!all.open.isEmpty && all.open == all.findings)
        #expect(all.causes.flatMap(\.findings).count == all.open.count)
        let entries = all.findings.map { finding in
            let parts = finding.fingerprint.text.dropFirst(3).split(separator: "|")
            return "{\"rule\": \"\(parts[0])\", \"app\": \"\(parts[1])\", \"subject\": \"\(parts[2])\", \"count\": 1}"
        }
        try folder.write("old.json", "{\"schemaVersion\": 1, \"findings\": [\(entries.joined(separator: ","))]}")
        check.baseline = folder.path + "/old.json"
        let rest = try check.run()
        #expect(rest.open.isEmpty && rest.findings.count == all.findings.count)
    }

    @Test func usesTablesOfKnownSchemesAndAnSDK() throws {
        let folder = try folder(["Info.plist": Self.manifest("com.acme.a", "wallet")])
        try folder.write("none.csv", "nonsense")
        var check = SchemeCheck(paths: [folder.path])
        check.knownSchemes = [folder.path + "/none.csv"]
        #expect(throws: CheckError.self) { try check.run() as CheckReport }
        check.knownSchemes = []
        check.sdk = "next year"
        let error = #expect(throws: CheckError.self) { try check.run() as CheckReport }
        #expect(error?.message == "'next year' is not a valid SDK version")
    }

    @Test func stopsWhenItsTaskIsCancelled() async throws {
        let folder = try folder(["Info.plist": Self.manifest("com.acme.a", "wallet")])
        let path = folder.path
        let report: CheckReport = try await SchemeCheck(paths: [path]).run()
        #expect(report.summary.manifests == 1)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await SchemeCheck(paths: [path]).run() as CheckReport
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
