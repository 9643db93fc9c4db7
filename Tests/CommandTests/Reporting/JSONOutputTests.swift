import Foundation
import Testing
import TestSupport

/// JSON output, byte for byte.
@Suite struct JSONOutputTests {
    @Test func importReportsChanges() throws {
        let folder = try TemporaryFolder()
        try folder.write("tree/Info.plist", Sample.app("com.contoso.a", (role: "Editor", schemes: ["aaa", "$(B)"])))
        let arguments = ["import", "tree", "none", "--registry", "r.sqlite", "--format", "json"]
        let first = CommandRun.run(arguments, in: folder.path)
        #expect(first.code == 3)
        #expect(first.errors.isEmpty)
        let problem = """
            {
                  "code": "not-found",
                  "message": "no such file or folder",
                  "hint": "check the spelling; the path is relative to \(folder.path)",
                  "place": {"source": null, "path": "none", "pathBytes": null, "member": null, "keyPath": null, \
            "line": null, "column": null, "endLine": null, "endColumn": null, "byteOffset": null, "byteLength": null}
                }
            """
        func expected(added: Int, unchanged: Int, problems: String) -> String {
            """
            {
              "schemaVersion": 1,
              "tool": {"name": "schemereg", "version": "0.1.0"},
              "sources": [
                {
                  "name": "\(folder.path)/tree",
                  "root": "\(folder.path)/tree",
                  "rootBytes": null,
                  "kind": "folder",
                  "inputs": 1,
                  "skippedInputs": 0,
                  "notOpened": 0,
                  "skippedFolders": 0,
                  "skippedSymlinks": 0,
                  "manifests": 1,
                  "urlTypes": 1,
                  "claims": 1,
                  "products": 1,
                  "apps": 1,
                  "added": \(added),
                  "changed": 0,
                  "removed": 0,
                  "unchanged": \(unchanged),
                  "unreadable": 0,
                  "absorbed": [],
                  "newerCommit": null,
                  "problems": 0
                }
              ],
              "problems": [\(problems)]
            }

            """
        }
        #expect(first.output == expected(added: 1, unchanged: 0, problems: "\n    \(problem)\n  "))
        let second = CommandRun.run(arguments.filter { $0 != "none" }, in: folder.path)
        #expect(second.output == expected(added: 0, unchanged: 1, problems: ""))
    }

    @Test func importOfNothingIsAnObjectToo() throws {
        let folder = try TemporaryFolder()
        let run = CommandRun.run(["import", "none", "--registry", "r.sqlite", "--format", "json"], in: folder.path)
        #expect(run.code == 3)
        #expect(run.output.contains("\"sources\": [],\n  \"problems\": [\n"))
    }

    @Test func fixShowsItsChanges() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "Info.plist",
            Sample.app("com.contoso.a", (role: "Editor", schemes: ["acmepay", "acmepay"]))
        )
        for written in [false, true] {
            let options = written ? ["--write"] : []
            let run = CommandRun.run(["fix", "Info.plist", "--format", "json"] + options, in: folder.path)
            #expect(run.code == (written ? 0 : 1))
            #expect(
                run.output.hasPrefix(
                    """
                    {
                      "schemaVersion": 1,
                      "tool": {"name": "schemereg", "version": "0.1.0"},
                      "written": \(written),
                      "changes": [
                        {
                          "place": {"source": "\(file)", "path": "Info.plist", "pathBytes": null, "member": null, \
                    "keyPath": null, "line": null, "column": null, "endLine": null, "endColumn": null, \
                    "byteOffset": null, "byteLength": null},
                          "diff": "--- Info.plist\\u000a+++ Info.plist\\u000a@@
                    """
                ),
                "\(run.output)"
            )
            #expect(run.output.contains("\\u000a-                <string>acmepay</string>\\u000a"))
            #expect(run.output.hasSuffix("    }\n  ],\n  \"problems\": []\n}\n"))
        }
        let again = CommandRun.run(["fix", "Info.plist", "--format", "json"], in: folder.path)
        #expect(again.code == 0)
        #expect(again.output.hasSuffix("  \"written\": false,\n  \"changes\": [],\n  \"problems\": []\n}\n"))
    }

    @Test func forgetReportsReleasedSchemes() throws {
        let folder = try TemporaryFolder()
        try folder.write("tree/Info.plist", Sample.app("com.contoso.a", (role: "Editor", schemes: ["aaa"])))
        _ = CommandRun.run(["import", "tree", "--source", "s", "--registry", "r.sqlite"], in: folder.path)
        let run = CommandRun.run(["forget", "s", "--registry", "r.sqlite", "--format", "json"], in: folder.path)
        #expect(
            run.output == """
                {
                  "schemaVersion": 1,
                  "tool": {"name": "schemereg", "version": "0.1.0"},
                  "forgotten": {"source": "s", "app": null},
                  "released": [
                    {"time": "2023-11-14T22:13:20Z", "event": "released", "scheme": "aaa", "app": "com.contoso.a", \
                "platforms": ["ios"], "source": "s"}
                  ]
                }

                """
        )
    }

    /// Every command accepts `--format json` and prints one object with the same first members.
    @Test(arguments: [
        ["import", "tree"], ["conflicts"], ["check", "tree"], ["list", "manifests"], ["list", "claims"],
        ["list", "apps"],
        ["list", "sources"], ["list", "schemes"], ["show", "aaa"], ["show", "com.contoso.a"], ["show", "tree"],
        ["rules"],
        ["explain", "undefined-target"], ["fix", "tree"], ["known", "tel:"], ["known"],
        ["settings", "tree/App.xcconfig"], ["forget", "tree"],
        ["forget", "com.contoso.a"],
    ])
    func everyCommandHasIt(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.write("tree/Info.plist", Sample.app("com.contoso.a", (role: "Editor", schemes: ["aaa"])))
        try folder.write("tree/App.xcconfig", "APP_SCHEME = aaa\n")
        let environment = ["SCHEMEREG_REGISTRY": "r.sqlite"]
        _ = CommandRun.run(["import", "tree"], in: folder.path, environment: environment)
        let run = CommandRun.run(arguments + ["--format", "json"], in: folder.path, environment: environment)
        #expect(run.code == 0)
        #expect(run.errors.isEmpty)
        let beginning =
            "{\n  \"schemaVersion\": 1,\n  \"tool\": {\"name\": \"schemereg\", \"version\": \"0.1.0\"},\n  \""
        #expect(run.output.hasPrefix(beginning))
        #expect(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) is [String: Any])
    }

    /// The counts of lists match those of summaries: declarations without a valid scheme are shown but not counted.
    @Test func countsClaimsAlikeEverywhere() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a/Info.plist",
            Sample.app("com.contoso.a", (role: "Editor", schemes: ["aaa", "my_a", "$(B)", "", "bbb"]))
        )
        try folder.write("b/Info.plist", Sample.app("com.contoso.b", (role: "Editor", schemes: ["ccc", "2x"])))
        let environment = ["SCHEMEREG_REGISTRY": "r.sqlite"]
        func run(_ arguments: String...) -> String {
            CommandRun.run(arguments, in: folder.path, environment: environment).output
        }
        #expect(run("import", "a").contains("1 URL type, 2 claims, 1 app"))
        #expect(run("import", "b").contains("1 URL type, 1 claim, 1 app"))
        #expect(run("conflicts").contains("in 2 apps (3 schemes)"))
        #expect(run("check", ".").contains("in 2 apps (3 schemes)"))
        let claims = run("list", "claims").split(separator: "\n")
        #expect(claims.count == 1 + 7 + 1)
        #expect(claims.last == "4 of these are not valid schemes and are not counted as claims")
        #expect(run("list", "schemes").split(separator: "\n").count == 1 + 3)
        #expect(run("show", "com.contoso.a").hasPrefix("app com.contoso.a (iOS): 1 manifest, 2 claims\n"))
        #expect(run("show", "a").hasPrefix("source \(folder.path)/a: 1 manifest, 1 app, 2 claims\n"))
        let json = try JSONSerialization.jsonObject(with: Data(run("list", "claims", "--format", "json").utf8))
        let rows = try #require((json as? [String: Any])?["claims"] as? [[String: Any]])
        #expect(rows.count == 7)
        #expect(rows.count { $0["scheme"] is String } == 3)
    }
}
