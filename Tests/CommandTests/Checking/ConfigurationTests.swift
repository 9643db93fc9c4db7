import Foundation
import SchemeKit
import Testing
import TestSupport

/// Finding, using and rejecting `.schemereg.yml`.
@Suite struct ConfigurationTests {
    private let folder: TemporaryFolder

    /// Creates two apps that claim the same scheme, in a repository.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write(".git/HEAD", "ref: refs/heads/main\n")
        try folder.write("Apps/Driver/Info.plist", Sample.app("com.contoso.driver", ("Editor", ["contoso-pay"])))
        try folder.write("Apps/Wallet/Info.plist", Sample.app("com.contoso.wallet", ("Editor", ["contoso-pay"])))
    }

    private func run(_ arguments: String..., in inner: String = "", now: Int = 1_700_000_000) -> CommandRun {
        CommandRun.run(arguments, in: folder.path + inner, now: now)
    }

    private let acceptance = "accept:\n  - rule: undefined-target\n    reason: Both are retired in spring.\n"

    @Test func acceptsNothingWithoutAReason() {
        let run = run("check", ".")
        #expect(run.code == 1)
        #expect(run.output.hasSuffix("\n1 error in 2 apps (1 scheme)\n"))
    }

    @Test(arguments: ["", "/Apps"])
    func isFoundUpward(inner: String) throws {
        try folder.write(".schemereg.yml", acceptance + "severities: {duplicate-identifier: off}\n")
        let found = run("check", ".", in: inner)
        #expect(found.code == 0)
        let file = inner.isEmpty ? ".schemereg.yml" : folder.path + "/.schemereg.yml"
        let used = "configuration: \(file) with 1 rule off and 1 acceptance\n"
        #expect(
            found.output == "no findings in 2 apps (1 scheme); 2 accepted findings not shown\n\(used)"
        )
        let shown = run("check", ".", "--show-accepted", in: inner)
        #expect(shown.code == 0)
        #expect(shown.output.contains("\n  accepted: Both are retired in spring. (\(file):2:5)\n"))
        #expect(shown.output.hasSuffix("in 2 apps (1 scheme); 2 accepted findings\n\(used)"))
        let json = run("check", ".", "--format", "json", in: inner)
        #expect(json.output.contains("\"accepted\": {\"reason\": \"Both are retired in spring.\""))
        #expect(json.output.contains("\"errors\": 0,") && json.output.contains("\"accepted\": 2,"))
        #expect(run("check", ".", "--no-config", in: inner).code == 1)
    }

    @Test func theSearchEndsAtTheRepository() throws {
        try folder.write(".schemereg.yml", acceptance)
        try folder.write("Apps/.git", "gitdir: ../.git/modules/Apps\n")
        #expect(run("check", ".", in: "/Apps").code == 1)
        try folder.write("Apps/.schemereg.yml", acceptance)
        #expect(run("check", ".", in: "/Apps").code == 0)
    }

    /// A configuration affects only its own folder.
    @Test func eachSourceUsesItsOwnConfiguration() throws {
        try folder.write(
            "Apps/Driver/.schemereg.yml",
            "severities:\n  undefined-target: off\nexclude: [Info.plist.bak]\n"
        )
        let both = run("check", "Apps/Driver", "Apps/Wallet", "--rule", "duplicate-scheme")
        #expect(both.code == 0)
        let all = run("check", "Apps/Driver", "Apps/Wallet")
        #expect(all.code == 1)
        #expect(all.output.contains("Apps/Wallet/Info.plist:") && all.output.contains("1 error in 2 apps"))
        // One file for all, given on the command line.
        try folder.write("team.yml", acceptance + "severities: {duplicate-identifier: off}\n")
        #expect(run("check", "--config", "team.yml", "Apps/Driver", "Apps/Wallet").code == 0)
    }

    @Test func conflictsReportsTheSameAsCheck() throws {
        try folder.write(
            ".schemereg.yml",
            acceptance + "severities: {duplicate-identifier: off}\nexamples: {contoso-pay://x: com.contoso.wallet}\n"
        )
        let registry = folder.path + "/registry.sqlite"
        #expect(run("import", "--registry", registry, "Apps").code == 0)
        #expect(run("conflicts", "--all", "--registry", registry).output == run("check", "Apps").output)
        #expect(run("conflicts", "--registry", registry, "--no-config").code == 1)
        #expect(run("import", "--registry", registry, ".").code == 0)
        let whole = run("conflicts", "--all", "--registry", registry)
        #expect(whole.output == run("check", ".").output)
        #expect(whole.output.contains("'contoso-pay://x' should open com.contoso.wallet; on iOS,"))
    }

    @Test func leavesOutWhatItExcludes() throws {
        try folder.write(".schemereg.yml", "exclude:\n  - Apps/Dri*\n")
        #expect(run("check", ".").output.hasPrefix("no findings in 1 app (1 scheme)\nconfiguration: "))
        try folder.write(".schemereg.yml", "exclude:\n  - ./Apps/Dri*\n")
        #expect(run("check", ".").output.hasPrefix("no findings in 1 app (1 scheme)\nconfiguration: "))
        // Relative to this folder, not at any depth.
        try folder.write(".schemereg.yml", "exclude:\n  - ./Driver\n")
        #expect(run("check", ".").output.contains("in 2 apps (1 scheme)\n"))
        try folder.write(".schemereg.yml", "exclude:\n  - Apps/Dri*\n")
        // Below the file, no matter what is named.
        #expect(run("check", "Apps").code == 0)
        #expect(run("import", "--registry", "r.sqlite", "Apps").code == 0)
        #expect(run("list", "apps", "--registry", "r.sqlite").output.contains("wallet"))
        #expect(!run("list", "apps", "--registry", "r.sqlite").output.contains("driver"))
    }

    @Test func fixSkipsAcceptedFindingsAndDisabledRules() throws {
        try folder.write(
            "Apps/Wallet/Info.plist",
            Sample.app("com.contoso.wallet", ("Editor", ["contoso-bus", "contoso-bus"]))
        )
        #expect(run("fix", ".").code == 1)
        try folder.write(".schemereg.yml", "severities:\n  duplicate-scheme: off\n")
        #expect(run("fix", ".").output == "nothing to fix\n")
        try folder.write(".schemereg.yml", "accept:\n  - app: com.contoso.wallet\n    reason: old links\n")
        #expect(run("fix", ".").output == "nothing to fix\n")
        #expect(run("fix", ".", "--no-config").code == 1)
    }

    @Test func anAcceptanceEnds() throws {
        try folder.write(".schemereg.yml", acceptance + "    until: 2026-11-21\n")
        let last = 1_795_305_599
        #expect(run("check", ".", now: last).code == 0)
        let over = run("check", ".", now: last + 1)
        #expect(over.code == 1)
        #expect(
            over.output.contains(".schemereg.yml:2:5: error: the acceptance for the rule 'undefined-target' expired on")
        )
        #expect(over.output.contains("2 errors in"))
    }

    @Test func rulesShowsEffectiveSeverities() throws {
        try folder.write(".schemereg.yml", "severities:\n  missing-role: off\n  generic-scheme: error\n")
        // Columns are as wide as the longest rule requires.
        let lines = run("rules", in: "/Apps").output.split(separator: "\n")
            .map { $0.split(separator: " ").joined(separator: " ") }
        for line in ["generic-scheme error (warning) ", "missing-role off (note) ", "known-scheme warning "] {
            #expect(lines.contains { $0.hasPrefix(line) })
        }
        #expect(run("rules", "--format", "json").output.contains("\"effectiveSeverity\": \"off\""))
        #expect(!run("rules", "--no-config").output.contains(" ("))
    }

    @Test func theCallSaysTheSDK() throws {
        let queries = (0..<30).map { "<string>contoso\($0)</string>" }.joined()
        let extra = "<key>LSApplicationQueriesSchemes</key><array>\(queries)</array>"
        try folder.write("Info.plist", Sample.app("com.contoso.portal", ("Editor", ["contoso-portal"]), extra: extra))
        #expect(run("check", "Info.plist").output.contains("warning: LSApplicationQueriesSchemes lists 30 schemes"))
        #expect(run("check", "Info.plist", "--sdk", "26.1").code == 0)
        #expect(
            run("check", "Info.plist", "--sdk", "27").output.contains(
                "apps built with the iOS 27 SDK can query only the first 25"
            )
        )
        try folder.write(".schemereg.yml", "sdk: 27.0\n")
        #expect(run("check", "Info.plist").code == 1)
        #expect(run("check", "Info.plist", "--sdk", "26").code == 0)
        let invalid = run("check", "Info.plist", "--sdk", "iOS")
        #expect(invalid.code == 2)
        #expect(invalid.errors.contains("'iOS' is not a valid SDK version\n  help: use a number such as 27 or 26.1"))
    }

    @Test func mistakesEndTheRunBeforeAnythingIsRead() throws {
        try folder.write(".schemereg.yml", "severity: {}\naccept:\n  - rule: undefined-targt\n")
        for command in [["check", "."], ["fix", "."], ["import", ".", "--registry", "r.sqlite"], ["rules"]] {
            let run = CommandRun.run(command, in: folder.path)
            #expect(run.code == 2)
            #expect(run.output.isEmpty)
            #expect(
                run.errors == """
                    schemereg: the configuration has 3 mistakes
                      .schemereg.yml:1:1: unknown key 'severity'; did you mean 'severities'?
                      .schemereg.yml:3:5: an acceptance has no 'reason'; explain the reason for future readers
                      .schemereg.yml:3:11: unknown rule 'undefined-targt'; did you mean 'undefined-target'?
                      help: see docs/configuration.md, or run with --no-config

                    """
            )
        }
    }

    @Test func refusesOtherOptions() throws {
        #expect(
            run("check", ".", "--config", "gone.yml").errors.contains("the configuration 'gone.yml' does not exist")
        )
        #expect(run("check", ".", "--config", "Apps").code == 2)
        #expect(run("check", ".", "--baseline", "gone.json").errors.contains("the baseline 'gone.json' does not exist"))
        #expect(run("check", ".", "--config", "x", "--no-config").errors.contains("cannot be combined"))
    }

    /// T24, T27: a hostile configuration is rejected at once, and doesn't reveal other files.
    @Test func hostileFilesAreRefused() throws {
        let path = folder.path + "/.schemereg.yml"
        try folder.write("secret", "token: hunter2\n")
        try FileManager.default.createDirectory(atPath: folder.path + "/elsewhere", withIntermediateDirectories: true)
        try folder.write("elsewhere/Info.plist", Sample.app("com.contoso.x", ("Editor", ["contoso-x"])))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/elsewhere/.schemereg.yml",
            withDestinationPath: "../secret"
        )
        let linked = run("check", "elsewhere")
        #expect(linked.code == 2)
        #expect(linked.errors.contains("elsewhere/.schemereg.yml: it is a link to a file outside its folder"))
        #expect(!linked.errors.contains("hunter2"))

        #expect(mkfifo(path, 0o600) == 0)
        #expect(run("check", ".").errors.contains(".schemereg.yml: it is not a file"))
        try FileManager.default.removeItem(atPath: path)
        try folder.write(".schemereg.yml", [UInt8](repeating: 0x61, count: 300 * 1024))
        #expect(run("check", ".").errors.contains(".schemereg.yml: it is larger than 256 KiB"))
        try folder.write(".schemereg.yml", "\u{1B}[2J: 1\n")
        let escaped = run("check", ".")
        #expect(escaped.code == 2)
        #expect(!escaped.errors.contains("\u{1B}"))
        for key in ["output", "registry", "baseline"] {
            try folder.write(".schemereg.yml", "\(key): ../../x\n")
            #expect(run("check", ".").code == 2)
        }
    }
}
