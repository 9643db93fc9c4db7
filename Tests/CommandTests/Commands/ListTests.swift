import Foundation
import Testing
import TestSupport

/// The rows that `list` prints.
@Suite struct ListTests {
    private let folder: TemporaryFolder
    private let environment = ["SCHEMEREG_REGISTRY": "r.sqlite"]

    /// Imports two sources: two apps and an extension in one, and an app with an unknown identity in the other.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write("fleet/A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["wallet", "aaa"])))
        try folder.write("fleet/B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["wallet"])))
        let share = Sample.app("com.contoso.a.share", ("Editor", ["tel"])).replacing("APPL", with: "XPC!")
        try folder.write("fleet/A/Share/Info.plist", share)
        try folder.write("other/Info.plist", Sample.app(nil, ("Editor", ["ccc"])))
        _ = CommandRun.run(["import", "fleet", "other/Info.plist"], in: folder.path, environment: environment)
    }

    private func list(_ arguments: [String]) -> CommandRun {
        CommandRun.run(["list"] + arguments, in: folder.path, environment: environment)
    }

    @Test(arguments: [
        ("apps", 3), ("apps --known", 2), ("apps --unknown", 1), ("apps --app com.contoso.a --app COM.contoso.b", 2),
        ("apps --source fleet --known", 2), ("apps --source fleet --unknown", 0), ("claims", 5),
        ("claims --scheme wallet", 2), ("claims --scheme wallet:// --app com.contoso.b", 1), ("claims --unknown", 1),
        ("claims --source other/Info.plist", 1), ("schemes", 4), ("schemes --scheme ccc", 1),
        ("manifests --scheme wallet", 2),
        ("manifests --kind application", 3), ("sources", 2),
        ("schemes --app com.contoso.a", 2), ("schemes --source other/Info.plist", 1), ("schemes --known", 3),
        ("schemes --unknown", 1), ("schemes --app com.contoso.b --unknown", 0), ("apps --scheme wallet", 2),
        ("apps --scheme wallet --source other/Info.plist", 0), ("apps --kind app-extension", 1),
        ("apps --kind application --kind app-extension", 4), ("apps --app com.contoso.a.share", 1),
        ("manifests --kind app-extension", 1), ("links --app com.contoso.a", 0), ("handlers --app com.contoso.a", 0),
        ("sources --kind file", 1), ("sources --source fleet", 1), ("links --unknown", 0), ("routes --source fleet", 0),
    ])
    func filters(arguments: String, count: Int) {
        let run = list(arguments.split(separator: " ").map(String.init) + ["--format", "csv"])
        #expect(run.code == 0 && run.errors == "", "\(run.errors)")
        #expect(run.output.components(separatedBy: "\r\n").count == count + 2, "\(run.output)")
    }

    /// Rows that a filter leaves out must not seem to be absent.
    @Test func mentionsTheFilterIfItLeavesOutEverything() throws {
        #expect(list(["claims", "--scheme", "walet"]).output == "no matching claims\n")
        #expect(list(["links", "--unknown"]).output == "no matching links\n")
        #expect(list(["links"]).output == "no links\n")
    }

    @Test func namesWhatItLists() {
        let run = list([])
        #expect(run.code == 2 && run.errors.hasPrefix("schemereg: no subject given\n  schemereg list manifests\n"))
        #expect(run.errors.hasSuffix("  help: use one of these\n"))
    }

    @Test(arguments: [
        ("sources --scheme wallet", "'list sources' has no option --scheme"),
        ("sources --unknown", "'list sources' has no option --known or --unknown"),
        ("schemes --kind application", "'list schemes' has no option --kind"),
        ("manifests --kind app", "unknown kind 'app'\n  help: use one of these: application, "),
        ("apps --known --unknown", "--known and --unknown cannot be combined"),
        ("apps --source nowhere", "the registry has no source 'nowhere'"),
        ("claims --scheme my_wallet", "'my_wallet' is not a valid scheme"),
    ])
    func refuses(arguments: String, message: String) {
        let run = list(arguments.split(separator: " ").map(String.init))
        #expect(run.code == 2 && run.output == "")
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    /// An extension is not an app: it is listed only if it is asked for.
    @Test func countsAppsOnly() {
        let run = list(["apps"])
        #expect(!run.output.contains("com.contoso.a.share"), "\(run.output)")
        #expect(
            run.output.hasSuffix("\n1 other target not listed; --kind app-extension lists extensions, for example\n")
        )
        #expect(!list(["apps", "--kind", "app-extension"]).output.contains("not listed"))
        #expect(list(["schemes", "--scheme", "tel", "--format", "csv"]).output.contains("tel,0,1,"))
        let sources = list(["sources", "--format", "csv"]).output
        #expect(sources.contains("fleet,folder,3,2,4,"), "\(sources)")
        for name in ["fleet", "tel", "com.contoso.a.share"] {
            let text = CommandRun.run(["show", name], in: folder.path, environment: environment).output
            let headline = text.split(separator: "\n").first ?? ""
            let expected = [
                "fleet": ": 3 manifests, 2 apps and 1 other target, 4 claims",
                "tel": "scheme 'tel' is claimed by 0 apps and 1 other target",
                "com.contoso.a.share": "extension com.contoso.a.share (iOS): 1 manifest, 1 claim",
            ]
            #expect(headline.hasSuffix(expected[name] ?? "?"), "\(headline)")
        }
    }

    /// A table fits 80 columns without a terminal; CSV has everything.
    @Test func cutsNothingWithoutATerminal() throws {
        let name = String(repeating: "long-", count: 30) + "scheme"
        try folder.write("fleet/A/Info.plist", Sample.app("com.contoso.a", ("Editor", [name])))
        _ = CommandRun.run(["import", "fleet"], in: folder.path, environment: environment)
        let text = list(["claims"]).output
        #expect(text.contains(name) && text.contains("  fleet/A/Info.plist:") && !text.contains("…"), "\(text)")
        #expect(list(["claims", "--format", "csv"]).output.contains("\(name),"))
        #expect(list(["claims", "--format", "json"]).output.contains(name))
    }

    /// In the list of apps, and in collisions, whether or not there is a registry.
    @Test func saysWhyAnIdentityIsUnknown() throws {
        let reason = "identity unknown: the value of $(SUFFIX) is unknown"
        let pay = (role: "Editor" as String?, schemes: ["contoso-pay"])
        try folder.write("fleet/B/Info.plist", Sample.app("com.contoso.b", pay))
        try folder.write("other/Info.plist", Sample.app("com.contoso.$(SUFFIX)", pay))
        try folder.write("other/B/Info.plist", Sample.app("com.contoso.b.$(SUFFIX)", pay))
        func run(_ arguments: String...) -> String {
            CommandRun.run(arguments, in: folder.path, environment: environment).output
        }
        _ = run("import", "fleet", "other")
        let apps = run("list", "apps", "--source", "other")
        #expect(apps.hasSuffix("\n\(reason) (unknown:B/Info.plist, unknown:Info.plist)\n"), "\(apps)")
        #expect(!run("list", "apps", "--known").contains("identity unknown"))
        for report in [run("check", "fleet", "other"), run("conflicts")] {
            #expect(report.contains("\n  \(reason) (2 apps)\n"), "\(report)")
        }
        try FileManager.default.removeItem(atPath: folder.path + "/other/B")
        let report = run("check", "fleet", "other")
        #expect(report.contains("\n  \(reason)\n"), "\(report)")
    }
}
