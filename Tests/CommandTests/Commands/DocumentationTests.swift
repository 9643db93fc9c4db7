import Foundation
import Testing
import TestSupport

/// Compares the pages in docs/ with the tool.
@Suite struct DocumentationTests {
    /// The pages, relative to the root of the package.
    private static let pages = [
        "CONTRIBUTING.md", "docs/configuration.md", "docs/registry.md", "docs/knowledge.md", "docs/ci.md",
        "docs/safety.md", "sample-plists/README.md", "sample-plists/projects/README.md", "Benchmarks/README.md",
    ]

    private static func text(_ page: String) throws -> String {
        try String(contentsOfFile: Repository.root + "/" + page, encoding: .utf8)
    }

    /// Returns the blocks of code with this language on a page.
    private static func blocks(_ language: String, of page: String) throws -> [String] {
        try text(page).components(separatedBy: "```\(language)\n").dropFirst().map {
            String($0.prefix(upTo: $0.range(of: "```")?.lowerBound ?? $0.endIndex))
        }
    }

    @Test(arguments: pages)
    func linksLeadToFiles(page: String) throws {
        let folder = (Repository.root + "/" + page as NSString).deletingLastPathComponent
        for link in try Self.text(page).matches(of: /\]\(([^):]+)\)/).map(\.output.1) {
            #expect(FileManager.default.fileExists(atPath: folder + "/" + link), "\(link)")
        }
    }

    @Test(arguments: pages)
    func optionsExist(page: String) throws {
        let calls = try Self.text(page).matches(
            of: /schemereg (check|conflicts|diff|known [a-z]+|import|init)( [^`\n#]*)/
        )
        for call in calls {
            let help = CommandRun.run(call.output.1.split(separator: " ").map(String.init) + ["--help"], in: "/").output
            for option in call.output.2.matches(of: /--[a-z][a-z-]+/).map(\.output) {
                #expect(help.contains(option), "\(call.output.0)")
            }
        }
    }

    @Test func configurationIsValid() throws {
        let folder = try TemporaryFolder()
        let blocks = try Self.blocks("yaml", of: "docs/configuration.md")
        try folder.write("all.yml", try #require(blocks.first))
        try folder.write("Info.plist", Sample.app("com.acme.wallet", ("Editor", ["acme-wallet"])))
        let run = CommandRun.run(["check", ".", "--config", "all.yml"], in: folder.path)
        #expect(run.code != 2 && run.errors.isEmpty, "\(run.errors)")
        // The table describes the keys of the example, in its order.
        let keys = try Self.text("docs/configuration.md").matches(of: /\n\| `([a-z]+)` \|/).map { String($0.output.1) }
        let used = blocks[0].split(separator: "\n").compactMap { $0.wholeMatch(of: /([a-z]+):.*/) }
            .map { String($0.output.1) }
        #expect(keys.filter(used.contains) == used)
    }

    @Test func tableOfKnownSchemesIsValid() throws {
        let folder = try TemporaryFolder()
        let table = try #require(try Self.blocks("csv", of: "docs/knowledge.md").first)
        try folder.write("partners.csv", table)
        let call = ["known", "import", "partners.csv", "--registry", "r.sqlite"]
        #expect(CommandRun.run(call, in: folder.path).code == 0)
        try folder.write("partners.csv", "scheme,owner\nacmepay,Acme Pay\nshop_scan,Shop\n")
        let refused = CommandRun.run(call, in: folder.path)
        #expect(try Self.text("docs/knowledge.md").contains("```\n" + refused.errors + "```"), "\(refused.errors)")
    }

    @Test func queriesWorkAndTablesExist() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", ("Editor", ["wallet"])))
        #expect(CommandRun.run(["import", ".", "--registry", "registry.sqlite"], in: folder.path).code == 0)
        let script = try #require(try Self.blocks("sh", of: "docs/registry.md").first)
        let queries = try ChildProcess.shell("set -e\n" + script, folder: folder.path)
        #expect(queries.code == 0 && queries.text.contains("com.contoso.wallet"), "\(queries.errors)\(queries.text)")
        let rows = try Self.text("docs/registry.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
        for table in rows.flatMap({ $0.split(separator: "|")[0].matches(of: /`([a-z_]+)`/).map(\.output.1) }) {
            let query = try ChildProcess.shell(
                "sqlite3 registry.sqlite 'SELECT 1 FROM \"\(table)\"'",
                folder: folder.path
            )
            #expect(query.code == 0, "\(table): \(query.errors)")
        }
    }
}
