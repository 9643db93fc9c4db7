import Foundation
import SchemeModel
import SchemeRules
import Testing
import TestSupport

@testable import schemereg

@Suite struct KnownTests {
    private func known(_ arguments: String...) -> CommandRun {
        CommandRun.run(["known"] + arguments, in: "/")
    }

    @Test func showsEverythingKnownAboutAScheme() {
        let run = known("FBAuth2")
        #expect(run.code == 0)
        #expect(
            run.output.split(separator: "\n").map { $0.split(separator: " source: ").first.map(String.init) ?? "" } == [
                "scheme 'fbauth2'", "  another company's scheme: Facebook SDK (Meta) (iOS; high confidence)",
                "    bundle identifiers: com.burbn.*, com.facebook.*, net.whatsapp.*", "   ", "   ",
                "  reserved for an SDK's vendor: Meta (Facebook SDK) (all platforms; medium confidence)",
                "    a scheme of Meta's apps, for queries only",
                "    bundle identifiers: com.burbn.*, com.facebook.*, net.whatsapp.*", "   ", "   ",
            ]
        )
    }

    @Test(arguments: [
        ("tel", ["apple-documented", "apple-system", "default-app", "default-app", "default-app", "iana-permanent"]),
        ("msauth.com.acme.app", ["sdk-own"]), ("msauth.com.microsoft.intunemam", ["sdk-own", "shared"]),
        ("capacitor", ["generic"]), ("myapp", ["placeholder"]), ("prefs", ["apple-system", "private-query"]),
        ("acmewallet", []),
    ])
    func namesTheTables(scheme: String, categories: [String]) throws {
        struct Known: Decodable {
            struct Fact: Decodable { var category: String }
            var scheme: String
            var known: [Fact]
        }
        let json = try JSONDecoder().decode(Known.self, from: Data(known(scheme, "--format", "json").output.utf8))
        #expect(json.scheme == scheme)
        #expect(json.known.map(\.category).sorted() == categories)
    }

    @Test func listsEveryRow() {
        let lines = known().output.split(separator: "\n")
        #expect(lines.count == Knowledge.builtIn.facts.count + 1)
        #expect(
            lines.first?.split(separator: " ").map(String.init) == [
                "scheme", "category", "owner", "platforms", "confidence",
            ]
        )
    }

    @Test func escapesWhatItWasAskedFor() {
        #expect(known("a\u{1B}[31m").output == "nothing is known about scheme 'a\\u{1B}[31m'\n")
    }

    @Test func showsATeamsRowsAsSuch() throws {
        let folder = try TemporaryFolder()
        try folder.write("partners.csv", Self.partners)
        func run(_ arguments: String...) -> CommandRun {
            CommandRun.run(arguments + ["--registry", "r.sqlite"], in: folder.path)
        }
        #expect(run("known", "acmepay").code == 3, "a registry that is named has to be there")
        #expect(run("known", "import", "partners.csv").output == "imported 'partners.csv': 2 schemes\n")
        #expect(run("known", "import", "partners.csv").output == "'partners.csv' is unchanged: 2 schemes\n")
        #expect(
            run("known", "acmepay").output == """
                scheme 'acmepay'
                  a partner's scheme: Acme Pay (iOS; high confidence)
                    bundle identifiers: com.acmepay.*
                    table: partners.csv
                    source: contract, annex 2

                """
        )
        let rows = run("known").output.split(separator: "\n").filter { $0.contains("partners.csv") }
        #expect(rows.map { $0.split(separator: " ").first } == ["acmepay", "whatsapp"])
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(run("known", "acmepay", "--format", "json").output.utf8))
                as? [String: Any]
        )
        #expect((json["known"] as? [[String: Any]])?.map { $0["table"] as? String } == ["partners.csv"])
        #expect(run("known", "show", "import").output == "nothing is known about scheme 'import'\n")
        let unknown = run("known", "remove", "partner.csv")
        #expect(unknown.code == 2)
        #expect(unknown.errors.contains("the registry has no table named 'partner.csv'\n  help: use 'partners.csv'"))
        #expect(run("known", "remove", "partners.csv").output == "removed 'partners.csv': 2 schemes\n")
        #expect(run("known", "acmepay").output == "nothing is known about scheme 'acmepay'\n")
    }

    @Test func usesTheRowsOfATeamsTable() throws {
        let folder = try TemporaryFolder()
        try folder.write("partners.csv", Self.partners)
        try folder.write("own/Info.plist", Sample.app("com.shop.app", ("Editor", ["acmepay"])))
        try folder.write("theirs/Info.plist", Sample.app("com.acmepay.wallet", ("Editor", ["acmepay"])))
        func rules(_ arguments: String...) -> [String] {
            CommandRun.run(arguments + ["--rule", "known-scheme"], in: folder.path).output.split(separator: "\n")
                .filter { $0.contains("[known-scheme]") }.map(String.init)
        }
        let finding = "own/Info.plist:20:25: warning: scheme 'acmepay' belongs to Acme Pay [known-scheme]"
        #expect(rules("check", ".") == [])
        #expect(rules("check", ".", "--known", "partners.csv") == [finding])
        for call in [["import", "own", "theirs"], ["known", "import", "partners.csv"]] {
            #expect(CommandRun.run(call + ["--registry", "r.sqlite"], in: folder.path).code == 0)
        }
        #expect(rules("conflicts", "--registry", "r.sqlite") == [finding])
        let show = CommandRun.run(["show", "acmepay", "--registry", "r.sqlite"], in: folder.path)
        #expect(
            show.output.contains(
                "  a partner's scheme: Acme Pay (iOS; high confidence)\n    source: contract, annex 2\n"
            )
        )
    }

    @Test func rejectsATableWithAnInvalidRow() throws {
        let folder = try TemporaryFolder()
        try folder.write("partners.csv", Self.partners)
        try folder.write("bad.csv", "scheme,owner\nacmecard,Acme\n\"shop_scan\",Shop\n")
        let good = CommandRun.run(["known", "import", "partners.csv", "--registry", "r.sqlite"], in: folder.path)
        #expect(good.code == 0)
        let before = FileManager.default.contents(atPath: folder.path + "/r.sqlite")
        for (table, name) in [("bad.csv", "partners.csv"), ("bad.csv", "bad.csv")] {
            let run = CommandRun.run(
                ["known", "import", table, "--name", name, "--registry", "r.sqlite"],
                in: folder.path
            )
            #expect(run.code == 2)
            #expect(
                run.errors == """
                    schemereg: 'bad.csv' is not a valid table of known schemes
                      bad.csv:3:1: 'shop_scan' is not a valid scheme
                      help: see docs/knowledge.md for the format

                    """
            )
        }
        #expect(FileManager.default.contents(atPath: folder.path + "/r.sqlite") == before)
        let gate = CommandRun.run(["check", ".", "--known", "bad.csv"], in: folder.path)
        #expect(gate.code == 2)
        #expect(gate.output == "")
    }

    @Test(arguments: [
        (["known", "import", "none.csv"], 2, "'none.csv' does not exist"),
        (["known", "import", "."], 3, "'.' cannot be read: this is a folder, not a file"),
        (["known", "import", ""], 2, "a path is empty"),
        (["known", "import", "partners.csv", "--name", " "], 2, "the name of --name is empty"),
        (["known", "import", "partners.csv", "--name", "schemereg"], 2, "the name 'schemereg' is reserved"),
        (["known", "remove", "x", "--registry", "none.sqlite"], 3, "nothing has been imported yet: the registry"),
        (["check", ".", "--known", "none.csv"], 2, "'none.csv' does not exist"),
    ])
    func refusesOddCalls(arguments: [String], code: Int32, message: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("partners.csv", Self.partners)
        let run = CommandRun.run(arguments, in: folder.path, environment: ["HOME": folder.path])
        #expect(run.code == code)
        #expect(run.errors.hasPrefix("schemereg: \(message)"))
    }

    private static let partners = """
        scheme,owner,platforms,bundle-identifiers,source
        acmepay,Acme Pay,ios,com.acmepay.*,"contract, annex 2"
        whatsapp,Our fork,ios,com.shop.chat,wiki

        """
}
