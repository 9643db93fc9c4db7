import Foundation
import Testing
import TestSupport

/// Compares the pages in docs/ with the tool.
@Suite struct DocumentationTests {
    /// The pages, relative to the root of the package.
    private static let pages: [String] = {
        let folders = ["", "docs", "docs/rules", "sample-plists", "sample-plists/projects", "Benchmarks", "Fuzz"]
        return folders.flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.root + "/" + folder)) ?? []
            return names.filter { $0.hasSuffix(".md") }.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
        }.sorted()
    }()

    private static func text(_ page: String) throws -> String {
        try String(contentsOfFile: Repository.root + "/" + page, encoding: .utf8)
    }

    /// Returns the blocks of code with this language on a page.
    static func blocks(_ language: String, of page: String) throws -> [String] {
        try text(page).components(separatedBy: "```\(language)\n").dropFirst().map {
            String($0.prefix(upTo: $0.range(of: "```")?.lowerBound ?? $0.endIndex))
        }
    }

    /// Returns the anchors of the headings on a page, as GitHub makes them.
    private static func anchors(_ page: String) throws -> Set<String> {
        let headings = try text(page).split(separator: "\n").compactMap { line -> String? in
            let rest = line.drop { $0 == "#" }
            return rest.startIndex > line.startIndex && rest.hasPrefix(" ") ? rest.dropFirst().lowercased() : nil
        }
        return Set(
            headings.map { heading in
                String(heading.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.map { $0 == " " ? "-" : $0 })
            }
        )
    }

    @Test func findsThePages() {
        #expect(Self.pages.count > 60 && Self.pages.contains("README.md") && Self.pages.contains("docs/ci.md"))
    }

    /// Links lead to files and headings that exist; those that leave the repository use HTTPS.
    @Test(arguments: pages)
    func linksLeadSomewhere(page: String) throws {
        let folder = (page as NSString).deletingLastPathComponent
        for link in try Self.text(page).matches(of: /\]\(([^)\s]+)\)/).map({ String($0.output.1) }) {
            if link.contains(":") {
                #expect(link.hasPrefix("https://") && URL(string: link)?.host != nil, "\(link)")
                continue
            }
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let target =
                parts[0].isEmpty
                ? page : ((folder as NSString).appendingPathComponent(parts[0]) as NSString).standardizingPath
            #expect(FileManager.default.fileExists(atPath: Repository.root + "/" + target), "\(link)")
            if parts.count > 1 { #expect(try Self.anchors(target).contains(parts[1]), "\(link)") }
        }
    }

    /// The command lines that pages show, by page, each without its comment.
    private static func commandLines(_ page: String) throws -> [String] {
        var lines: [String] = []
        // The first line of the block around a line, and its indentation in a list.
        var block: Substring?
        var indentation = ""
        for indented in try text(page).split(separator: "\n", omittingEmptySubsequences: false) {
            var line = indented
            if line.hasPrefix(indentation) { line = line.dropFirst(indentation.count) }
            if block == nil { line = indented.drop { $0 == " " } }
            if line.hasPrefix("```") {
                indentation = block == nil ? String(repeating: " ", count: indented.count - line.count) : ""
                block = block == nil ? line : nil
            } else if block == "```" || block == "```sh", line.hasPrefix("schemereg ") {
                lines.append(String(line.split(separator: " #", maxSplits: 1)[0].prefix { $0 != "|" }))
            }
        }
        return lines
    }

    @Test func showsCommandLines() throws {
        let lines = try Self.pages.flatMap(Self.commandLines)
        #expect(lines.count >= 25)
        let help = CommandRun.run(["--help"], in: "/").output
        let commands = help.matches(of: /\n  ([a-z]+) +[A-Z]/).map { String($0.output.1) }
        #expect(commands.count >= 14)
        let shown = Set(lines.map { $0.split(separator: " ")[1] }.map(String.init))
        #expect(Set(commands).subtracting(shown).subtracting(["help", "rules"]) == [], "\(shown)")
    }

    /// Every command line runs as it is printed, in the order of its page, in a repository that has what they name.
    @Test(.enabled(if: Repositories.hasGit, "there is no git"), arguments: pages)
    func commandLinesRun(page: String) throws {
        let lines = try Self.commandLines(page)
        guard !lines.isEmpty else { return }
        let folder = try TemporaryFolder()
        try folder.write("src/wallet/Info.plist", Sample.app("com.acme.wallet", ("Editor", ["fabrikam-pay"])))
        try folder.write("src/driver/Info.plist", Sample.app("com.acme.driver", ("Editor", ["fabrikam-pay"])))
        try folder.write("here/Info.plist", Sample.app("com.acme.shop", ("Editor", ["acme-shop"])))
        // What an editor has not saved yet.
        try folder.write("here/App/Info.plist", Sample.app("com.acme.shop", ("Editor", ["acme-shop"])))
        try folder.write("here/buffer", Sample.app("com.acme.shop", ("Editor", ["acme-shop"])))
        try folder.write("here/website.json", #"{"applinks": {"details": []}}"#)
        for name in ["partners.csv", "export.csv"] {
            try folder.write("here/" + name, "scheme,owner\nacmepay,Acme Pay\n")
        }
        try FileManager.default.copyItem(
            atPath: Repository.root + "/sample-plists/projects/xcconfig-includes",
            toPath: folder.path + "/here/Maps"
        )
        try FileManager.default.copyItem(
            atPath: folder.path + "/here/Maps/Maps.xcodeproj",
            toPath: folder.path + "/here/App.xcodeproj"
        )
        let prepare = """
            export HOME="$PWD" PATH="$(dirname "$1"):$PATH"; unset SCHEMEREG_REGISTRY GITHUB_ACTIONS GITLAB_CI XDG_DATA_HOME
            cd here
            """
        let setUp = try ChildProcess.shell(
            "\(prepare); schemereg import ~/src/wallet --registry company.sqlite && schemereg import .",
            [Repository.binary],
            folder: folder.path
        )
        #expect(setUp.code == 0, "\(setUp.errors)")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/here/sample-plists",
            withDestinationPath: Repository.root + "/sample-plists"
        )
        try Repositories.git(folder, "-C here init -q -b main . && git -C here add -A && git -C here commit -qm one")
        // The servers on a page are empty registries on the server of the tests.
        var servers: [Substring: String] = [:]
        for host in lines.flatMap({ $0.matches(of: /postgres:\/\/\w+@(\w+)\.example\/schemes/) }).map(\.output.1)
        where TestServer.address != nil && servers[host] == nil {
            let address = try TestServer.makeSchema()
            #expect(CommandRun.run(["registry", "init", address], in: folder.path).code == 0)
            servers[host] = address
        }
        for var line in lines where TestServer.address != nil || !line.contains("postgres://") {
            line.replace(/postgres:\/\/\w+@(\w+)\.example\/schemes/) { "'\(servers[$0.output.1] ?? "")'" }
            let run = try ChildProcess.shell("\(prepare); \(line)", [Repository.binary], folder: folder.path)
            #expect(run.code == 0 || run.code == 1, "\(line): \(run.errors)\(run.text)")
        }
    }

    @Test(arguments: pages)
    func optionsExist(page: String) throws {
        let calls = try Self.text(page).matches(
            of: /schemereg (check|conflicts|diff|known [a-z]+|import|init)( [^`\n#]*)/
        )
        for call in calls {
            let help = CommandRun.help(String(call.output.1))
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
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", ("Editor", ["fabrikam-pay"])))
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
