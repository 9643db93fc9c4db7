import Foundation
import Testing
import TestSupport

#if PostgreSQL
/// Commands with a registry on a PostgreSQL server, which `make test` starts.
@Suite(.enabled(if: TestServer.address != nil, "needs PostgreSQL: make test"))
struct ServerRegistryTests {
    private let folder: TemporaryFolder
    /// The address of an empty schema.
    private let address: String

    init() throws {
        folder = try TemporaryFolder()
        address = try TestServer.makeSchema()
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", ("Editor", ["contoso-pay", "tel"])))
        try folder.write("Other/Info.plist", Sample.app("com.contoso.driver", ("Editor", ["contoso-pay"])))
    }

    private func run(_ arguments: String...) -> CommandRun { CommandRun.run(arguments, in: folder.path) }

    /// Imports the apps into the server and into a file.
    private func importAll() {
        for call in [
            ["registry", "init", address], ["import", ".", "--registry", address],
            ["import", ".", "--registry", "registry.sqlite"],
        ] {
            let run = CommandRun.run(call, in: folder.path)
            #expect(run.code == 0, "\(run.errors)")
            #expect(!(run.errors + run.output).contains("secret"))
        }
    }

    /// One import for all commands: they change nothing.
    @Test func answersAreThoseOfAFile() throws {
        importAll()
        for command in [
            "conflicts", "conflicts --all --format json", "list apps", "list schemes", "list claims --format csv",
            "list sources", "list manifests", "history", "resolve contoso-pay://x", "show contoso-pay",
            "show com.contoso.wallet", "known tel", "suggest com.contoso.new", "links --graph dot",
            "report --output html=page.html",
        ] {
            let words = command.split(separator: " ").map(String.init)
            var pages: [String] = []
            let runs = [address, "registry.sqlite"].map { registry in
                let run = CommandRun.run(words + ["--registry", registry], in: folder.path)
                pages.append((try? String(contentsOfFile: folder.path + "/page.html", encoding: .utf8)) ?? "")
                return run
            }
            #expect(runs[0].code == runs[1].code && runs[0].code < 2, "\(command): \(runs[0].errors)")
            #expect(runs[0].output == runs[1].output && runs[0].errors == runs[1].errors, "\(command)")
            #expect(pages[0] == pages[1])
        }
    }

    @Test func checksAgainstAServer() throws {
        importAll()
        try folder.write("new/Info.plist", Sample.app("com.fabrikam.new", ("Editor", ["contoso-pay"])))
        let runs = [address, "registry.sqlite"].map { run("check", "new", "--against", $0) }
        #expect(runs[0].code == 1 && runs[0].output == runs[1].output)
        #expect(run("diff", address, "registry.sqlite").code == 0)
    }

    @Test func copiesBothWays() throws {
        importAll()
        let copied = run("copy", address, "copy.sqlite")
        #expect(copied.code == 0 && !copied.output.contains("secret"), "\(copied.errors)")
        #expect(
            run("list", "claims", "--registry", "copy.sqlite").output
                == run("list", "claims", "--registry", address).output
        )
        let refused = run("copy", "copy.sqlite", address)
        #expect(refused.code == 3 && refused.errors.contains("is not empty"))
    }

    @Test func forgetsAndChangesTables() throws {
        importAll()
        try folder.write("partners.csv", "scheme,owner\nacmepay,Acme Pay\n")
        for call in [
            ["known", "import", "partners.csv"], ["known", "remove", "partners.csv"], ["forget", "com.contoso.driver"],
        ] {
            #expect(CommandRun.run(call + ["--registry", address], in: folder.path).code == 0)
        }
        #expect(!run("list", "apps", "--registry", address).output.contains("driver"))
    }

    @Test func saysThatThereIsNoRegistry() {
        let run = run("list", "apps", "--registry", address)
        #expect(run.code == 3 && run.errors.contains("registry init") && !run.errors.contains("secret"))
    }

    @Test func questionsOfTheDocumentationHaveTheSameAnswers() throws {
        #expect(run("registry", "init", address).code == 0)
        for registry in [address, "registry.sqlite"] {
            for name in [".", Repository.root + "/sample-plists"] {
                let source = name == "." ? "apps" : "samples"
                let imported = run("import", name, "--source", source, "--registry", registry)
                #expect(imported.output.contains("manifests"), "\(imported.errors)")
            }
        }
        let script = try #require(try DocumentationTests.blocks("sh", of: "docs/registry.md").first)
        let queries = script.matches(of: #/sqlite3 -box registry.sqlite (?:'([^']*)'|"([^"]*)")/#).map { match in
            String(match.output.1 ?? match.output.2 ?? "").replacing("'wallet'", with: "'contoso-pay'")
        }
        #expect(queries.count > 8)
        var rows = 0
        for query in queries {
            try folder.write("file.sql", query + ";")
            try folder.write(
                "server.sql",
                query.replacing("CAST(path AS TEXT)", with: "path_text(path)")
                    .replacing("date(time, 'unixepoch')", with: "to_timestamp(time)::date")
            )
            let calls = [
                "sqlite3 -list registry.sqlite <file.sql",
                "PGTZ=UTC psql -XAtq -v ON_ERROR_STOP=1 '\(address)' -f server.sql",
            ]
            let answers = try calls.map { call in
                let answer = try ChildProcess.shell(call, folder: folder.path)
                #expect(answer.code == 0, "\(query): \(answer.errors)")
                // psql shows Booleans as letters.
                let lines = answer.text.replacing(/\|t(?=\||\n)/, with: "|1").replacing(/\|f(?=\||\n)/, with: "|0")
                return lines.split(separator: "\n").sorted()
            }
            #expect(answers[0] == answers[1], "\(query)")
            rows += answers[0].count
        }
        #expect(rows > 50)
    }

    /// Whatever goes wrong, no output has the password.
    @Test func passwordsAreNeverShown() throws {
        importAll()
        for command in [
            "list apps --registry", "conflicts --format json --registry", "check . --against", "diff Info.plist",
            "copy registry.sqlite", "import . --format json --registry", "forget nothing --registry", "registry init",
            "known remove none.csv --registry", "report --output html=page.html --registry",
            "resolve contoso-pay://x --registry",
        ] {
            let words = command.split(separator: " ").map(String.init)
            for address in [
                address, address.replacing("search_path", with: "no_such_setting"), "postgres://u:se cret@[::1/x",
                "postgres://u:secret@127.0.0.1:1/x?sslmode=none",
                "postgres:///x?user=a@b&password=secret&sslmode=none",
            ] {
                let run = CommandRun.run(words + [address], in: folder.path)
                let page = (try? String(contentsOfFile: folder.path + "/page.html", encoding: .utf8)) ?? ""
                #expect(!(run.output + run.errors + page).contains(/se ?cret/), "\(command) \(address)")
                #expect(run.code == 3 || address == self.address, "\(command) \(address): \(run.code)")
            }
        }
    }

    @Test func printedPermissionsAreEnoughAndNoMore() throws {
        let suffix = UUID().uuidString.prefix(8).lowercased()
        let created = run("registry", "init", address)
        try folder.write(
            "roles.sql",
            created.output.split(separator: "\n").dropFirst().joined(separator: "\n")
                .replacing(/schemereg_(reader|writer)/) { "schemereg_\($0.output.1)_\(suffix)" }
        )
        func psql(_ arguments: String, as role: String? = nil) throws -> Int32? {
            let server = role.map { address.replacing("schemereg@", with: "schemereg_\($0)_\(suffix)@") } ?? address
            return try ChildProcess.shell(
                "psql -Xq -v ON_ERROR_STOP=1 '\(server)' \(arguments)",
                folder: folder.path
            ).code
        }
        #expect(try psql("-c 'CREATE TABLE payroll ()' -f roles.sql") == 0)
        func registry(_ role: String) -> String {
            address.replacing("schemereg@", with: "schemereg_\(role)_\(suffix)@")
        }
        #expect(run("import", ".", "--registry", registry("writer")).code == 0)
        #expect(run("check", ".", "--against", registry("reader")).code == 1)
        #expect(run("conflicts", "--registry", registry("reader")).code == 1)
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", ("Editor", ["contoso-cash"])))
        let refused = run("import", ".", "--registry", registry("reader"))
        #expect(refused.code == 3 && refused.errors.contains("lacks a permission"))
        for statement in [
            "CREATE TABLE x ()", "DROP TABLE claim", "UPDATE schemereg_version SET version = 9",
            "SELECT * FROM payroll",
        ] {
            #expect(try psql("-c '\(statement)'", as: "writer") != 0, "\(statement)")
        }
        for role in ["reader", "writer"] {
            #expect(
                try psql("-c 'DROP OWNED BY schemereg_\(role)_\(suffix)' -c 'DROP ROLE schemereg_\(role)_\(suffix)'")
                    == 0
            )
        }
    }

    @Test func identifiesSourcesByTheirRepository() throws {
        #expect(run("registry", "init", address).code == 0)
        for checkout in ["one", "two"] {
            try folder.write(
                "\(checkout)/app/Info.plist",
                Sample.app("com.contoso.wallet", ("Editor", ["contoso-\(checkout)"]))
            )
            try folder.write(
                "\(checkout)/.git/config",
                "[remote \"origin\"]\n\turl = https://git.example/contoso/wallet.git\n"
            )
            let imported = run("import", checkout, "--registry", address)
            #expect(imported.code == 0 && imported.output.contains("git.example/contoso/wallet"), "\(imported.errors)")
        }
        let schemes = run("list", "schemes", "--registry", address).output
        #expect(schemes.contains("contoso-two") && !schemes.contains("contoso-one"))
        // A folder of the repository is a part of its source.
        let part = run("import", "two/app", "--registry", address)
        #expect(
            part.output.contains("git.example/contoso/wallet") && part.output.contains("nothing changed"),
            "\(part)"
        )
    }
}
#else
/// Commands of a build that can't connect to servers.
@Suite struct ServerRegistryTests {
    @Test func saysWhatIsMissing() {
        let run = CommandRun.run(["list", "apps", "--registry", "postgres://ci:secret@db.example/schemes"], in: "/")
        #expect(run.code == 3 && run.errors.contains("POSTGRESQL=1") && !run.errors.contains("secret"))
    }
}
#endif
