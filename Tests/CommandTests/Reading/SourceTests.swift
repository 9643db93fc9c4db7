import Foundation
import Testing
import TestSupport

/// Every app belongs to one source, however paths are spelled.
@Suite struct SourceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // An app without an identifier would collide with its own copy in another source after an update.
        try folder.write("p/a/Info.plist", Sample.app(nil, (role: "Editor", schemes: ["alpha"])))
        try folder.write("p/b/Info.plist", Sample.app("com.contoso.b", (role: "Editor", schemes: ["beta"])))
        try folder.write("p/c/Info.plist", Sample.app("com.contoso.c", (role: "Editor", schemes: ["gamma"])))
    }

    @discardableResult
    private func run(_ arguments: String..., code: Int32 = 0) -> CommandRun {
        let run = CommandRun.run(arguments + ["--registry", "r.sqlite"], in: folder.path)
        #expect(run.code == code, "\(arguments): \(run.output)\(run.errors)")
        return run
    }

    /// Returns the schemes with the places that claim them, as `scheme path` relative to the folder, in order.
    private func claims() throws -> [String] {
        let json = try JSONSerialization.jsonObject(with: Data(run("list", "claims", "--format", "json").output.utf8))
        let claims = try #require((json as? [String: Any])?["claims"] as? [[String: Any]])
        let roots = try sources()
        return claims.compactMap { claim in
            guard let scheme = claim["scheme"] as? String, let place = claim["place"] as? [String: Any],
                let source = place["source"] as? String, let path = place["path"] as? String
            else { return nil }
            let absolute = [roots[source] ?? "?", path].joined(separator: "/")
            return "\(scheme) \(absolute.replacing(folder.path + "/", with: ""))"
        }.sorted()
    }

    /// Returns the roots of the sources by name.
    private func sources() throws -> [String: String] {
        let json = try JSONSerialization.jsonObject(with: Data(run("list", "sources", "--format", "json").output.utf8))
        let sources = try #require((json as? [String: Any])?["sources"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: sources.map { ($0["name"] as? String ?? "", $0["root"] as? String ?? "") }
        )
    }

    private func history(of scheme: String) -> String {
        run("show", scheme).output.components(separatedBy: "history:").last ?? ""
    }

    private static let all = ["alpha p/a/Info.plist", "beta p/b/Info.plist", "gamma p/c/Info.plist"]

    @Test func keepsWhatAMistypedPathOfANamedSourceHad() throws {
        run("import", "--source", "s", "p/a", "p/b")
        let mistyped = run("import", "--source", "s", "p/a", "p/bb", code: 3)
        #expect(mistyped.output.contains("p/bb: problem: no such file or folder"))
        run("import", "--source", "s", "p/bb", code: 3)
        #expect(try claims() == Array(Self.all.prefix(2)))
        #expect(try sources() == ["s": folder.path + "/p"])
        #expect(!history(of: "beta").contains("removed"))
        // Existing paths are read all the same.
        try folder.write("p/a/Info.plist", Sample.app(nil, (role: "Editor", schemes: ["omega"])))
        run("import", "--source", "s", "p/a", "p/bb", code: 3)
        #expect(try claims() == ["beta p/b/Info.plist", "omega p/a/Info.plist"])
    }

    @Test func replacesANamedSourceAsAWhole() throws {
        run("import", "--source", "s", "p/a", "p/b")
        run("import", "--source", "s", "p/b", "p/c")
        #expect(try claims() == Array(Self.all.suffix(2)))
        run("import", "--source", "s", "p/c")
        #expect(try claims() == [Self.all[2]])
        #expect(try sources() == ["s": folder.path + "/p"])
        #expect(history(of: "beta").contains("removed"))
    }

    @Test func widensTheRootOfANamedSource() throws {
        run("import", "--source", "s", "p/a")
        #expect(try sources() == ["s": folder.path + "/p/a"])
        run("import", "--source", "s", "p/a", "p/b")
        #expect(try sources() == ["s": folder.path + "/p"])
        #expect(try claims() == Array(Self.all.prefix(2)))
        run("import", "--source", "s", "p/a", "p/b")
        #expect(try claims() == Array(Self.all.prefix(2)))
    }

    @Test func knowsACheckoutThatMoved() throws {
        run("import", "--source", "s", "p")
        try FileManager.default.moveItem(atPath: folder.path + "/p", toPath: folder.path + "/q")
        let moved = run("import", "--source", "s", "q")
        #expect(!moved.output.contains("new") && !moved.output.contains("gone"))
        #expect(try sources() == ["s": folder.path + "/q"])
        #expect(try claims() == Self.all.map { $0.replacing(" p/", with: " q/") })
    }

    @Test(arguments: [
        [["p/a"], ["p"]], [["p"], ["p/a"]], [["p"], ["p/a/Info.plist"]], [["p/a/Info.plist"], ["p"]],
        [["--source", "s", "p"], ["p"]], [["--source", "s", "p"], ["p/a"]], [["--source", "s", "p/a"], ["p"]],
        [["--source", "s", "p"], ["p/a/Info.plist"]], [["p"], ["--source", "s", "p"]],
        [["p"], ["--source", "s", "p/a"]], [["p/a"], ["--source", "s", "p"]],
        [["p"], ["--source", "s", "p/a", "p/b"]], [["--source", "s", "p/a", "p/c"], ["p", "p/a"]],
        [["--source", "s", "p/a/Info.plist"], ["p"]], [["p"], ["--source", "s", "p/a/Info.plist"]],
    ])
    func holdsEachAppOnce(calls: [[String]]) throws {
        for call in calls + [["p"]] {
            #expect(CommandRun.run(["import", "--registry", "r.sqlite"] + call, in: folder.path).code == 0)
        }
        #expect(try claims() == Self.all)
        // The last command again, with another app: no copy of the old one is left to collide with.
        try folder.write("p/a/Info.plist", Sample.app(nil, (role: "Editor", schemes: ["alpha", "omega"])))
        for call in calls.suffix(1) {
            #expect(CommandRun.run(["import", "--registry", "r.sqlite"] + call, in: folder.path).code == 0)
        }
        #expect(try claims() == [Self.all[0]] + Array(Self.all.dropFirst()) + ["omega p/a/Info.plist"])
        #expect(!run("conflicts").output.contains("undefined-target"))
        // Nothing changes, whatever is named.
        for call in calls { _ = CommandRun.run(["import", "--registry", "r.sqlite"] + call, in: folder.path) }
        #expect(try claims().count == 4)
    }

    @Test func updatesNamedSourcesInsideAnImportedFolder() throws {
        run("import", "--source", "s", "p/a")
        let around = run("import", "p").output
        #expect(around.contains("imported \(folder.path)/p: 2 manifests"))
        #expect(around.contains("imported s: 1 manifest"))
        try FileManager.default.removeItem(atPath: folder.path + "/p/a")
        #expect(run("import", "p").output.contains("imported s: 0 manifests"))
        #expect(try claims() == Array(Self.all.suffix(2)))
    }

    @Test func showsSinceWhenAnAppClaimsAScheme() throws {
        run("import", "p")
        run("import", "--source", "s", "p/b")
        let events = history(of: "beta")
        #expect(events.contains("claimed   com.contoso.b on iOS, source s"))
        #expect(events.contains("removed   com.contoso.b on iOS, source \(folder.path)/p"))
        #expect(!history(of: "gamma").contains("removed"))
    }

    @Test(arguments: [
        (["--source", "", "p"], "the name of --source is empty"),
        (["--source", " ", "p"], "the name of --source is empty"),
        (["--source", "/p", "p"], "not the path '/p'"), (["--source", "<stdin>", "p"], "choose another name"),
        (["--source", "st", "-", "p/a"], "standard input and paths cannot be in one source"),
        (["--source", "t", "p"], "belongs to the source 's' in part"),
        (["--source", "t", "p/a/Info.plist"], "p/a/Info.plist' belongs to the source 's'"),
    ])
    func rejectsInvalidNames(arguments: [String], text: String) throws {
        run("import", "--source", "s", "p/a")
        let refused = CommandRun.run(["import", "--registry", "r.sqlite"] + arguments, in: folder.path)
        #expect(refused.code == 2)
        #expect(refused.errors.contains(text))
        #expect(try claims() == [Self.all[0]])
        #expect(try sources().count == 1)
    }

    @Test func keepsStandardInputWithOtherSources() throws {
        let manifest = Array(Sample.app("com.contoso.d", (role: "Editor", schemes: ["delta"])).utf8)
        for _ in 0..<2 {
            let arguments = ["import", "-", "p/a", "--registry", "r.sqlite"]
            #expect(CommandRun.run(arguments, in: folder.path, input: manifest).code == 0)
        }
        let again = CommandRun.run(
            ["import", "-", "--registry", "../r.sqlite"],
            in: folder.path + "/p",
            input: manifest
        )
        #expect(again.output.contains("nothing changed"))
        #expect(try claims().map { $0.prefix(5) } == ["alpha", "delta"])
    }
}
