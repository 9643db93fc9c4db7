import Foundation
import SchemeKit
import Testing
import TestSupport

@testable import schemereg

/// Arguments that are left out or incomplete: commands find what is meant, or name what it may be.
@Suite struct ShortNameTests {
    private func run(_ arguments: String..., in folder: TemporaryFolder, input: [UInt8] = []) -> CommandRun {
        CommandRun.run(arguments, in: folder.path, input: input, environment: ["SCHEMEREG_REGISTRY": "r.sqlite"])
    }

    /// Creates a registry with two apps that claim a scheme.
    private func apps() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, id) in [("Acme Wallet", "com.acme.wallet"), ("Acme Driver", "com.acme.driver")] {
            let extra = "    <key>CFBundleDisplayName</key>\n    <string>\(name)</string>\n"
            try folder.write("apps/\(id)/Info.plist", Sample.app(id, ("Editor", ["acmepay"]), extra: extra))
        }
        #expect(run("import", "apps", in: folder).code == 0)
        return folder
    }

    @Test func listsWhatCanBeListed() throws {
        let folder = try TemporaryFolder()
        let list = run("list", in: folder)
        #expect(list.code == 2 && list.output.isEmpty)
        #expect(
            list.errors.contains("\n  schemereg list apps\n") && list.errors.contains("\n  schemereg list schemes\n")
        )
    }

    @Test(arguments: [["help", "chekc"], ["chekc"]])
    func rejectsUnknownCommands(arguments: [String]) {
        let run = CommandRun.run(arguments, in: "/")
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.errors == "schemereg: unknown command 'chekc'\n  help: did you mean 'check'?\n")
    }

    @Test func helpsWithKnownCommands() {
        let run = CommandRun.run(["help", "check"], in: "/")
        #expect(run.code == 0 && run.output.contains("USAGE: schemereg check"))
    }

    @Test func findsRulesByTheirStart() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.a", ("Editor", ["my_wallet", "Pay"])))
        #expect(run("explain", "undefined-t", in: folder).output.hasPrefix("undefined-target (error)\n"))
        let check = run("check", "--rule", "upper", in: folder)
        #expect(check.code == 0 && check.output.contains("[uppercase-scheme]") && !check.output.contains("[invalid-"))
        let several = run("check", "--rule", "missing-", in: folder)
        #expect(several.code == 2 && several.errors.contains("\n  missing-role\n"))
        #expect(several.errors.hasPrefix("schemereg: 'missing-' is the start of "))
        #expect(run("check", "--rule", "", in: folder).code == 2)
    }

    @Test func findsAppsByTheirNames() throws {
        let folder = try apps()
        for name in ["Acme Wallet", "acme wallet", "com.acme.w", "Acme W"] {
            #expect(run("show", name, in: folder).output.hasPrefix("app com.acme.wallet (Acme Wallet"), "\(name)")
        }
        let several = run("show", "com.acme", in: folder)
        #expect(several.code == 2 && several.errors.hasPrefix("schemereg: 'com.acme' matches 2 apps\n"))
        #expect(several.errors.contains("\n  com.acme.driver (Acme Driver)\n"))
        #expect(run("show", "com.acme.x", in: folder).code == 2)
        try folder.write("apps/Old Purse/Info.plist", Sample.app("com.contoso.purse", ("Editor", ["contoso-purse"])))
        #expect(run("import", "apps", in: folder).code == 0)
        #expect(run("show", "old purse", in: folder).output.hasPrefix("app com.contoso.purse"))
    }

    @Test(arguments: [["conflicts"], ["check", "apps"]])
    func selectsAppsByTheirNames(command: [String]) throws {
        let folder = try apps()
        func run(_ app: String) -> CommandRun {
            CommandRun.run(
                command + ["--app", app],
                in: folder.path,
                environment: ["SCHEMEREG_REGISTRY": "r.sqlite"]
            )
        }
        let named = run("Acme Wallet")
        #expect(named.code == 1 && named.output.contains("com.acme.wallet"))
        #expect(named.errors == "schemereg: note: --app 'Acme Wallet' selects com.acme.wallet\n")
        #expect(
            run("com.acme.").errors == "schemereg: note: --app 'com.acme.' selects com.acme.driver, com.acme.wallet\n"
        )
        try folder.write("apps/Old Purse/Info.plist", Sample.app("com.contoso.purse", ("Editor", ["acmepay"])))
        #expect(CommandRun.run(["import", "apps", "--registry", "r.sqlite"], in: folder.path).code == 0)
        #expect(run("Old Purse").errors == "schemereg: note: --app 'Old Purse' selects com.contoso.purse\n")
        try FileManager.default.removeItem(atPath: folder.path + "/apps/Old Purse")
        #expect(CommandRun.run(["import", "apps", "--registry", "r.sqlite"], in: folder.path).code == 0)
        let unknown = run("com.fabrikam")
        #expect(
            unknown.code == 0
                && unknown.errors.contains("no app that declares a scheme matches --app 'com.fabrikam'")
        )
        let noun = command == ["conflicts"] ? "conflicts" : "findings"
        #expect(unknown.output.hasPrefix("no matching \(noun) in 2 apps (1 scheme); 1 error not shown\n"))
    }

    /// The folder of an app comes before a known scheme of this name.
    @Test func showsTheAppInAFolder() throws {
        let folder = try TemporaryFolder()
        func show() -> CommandRun { run("show", "wallet", in: folder) }
        try folder.write("a/wallet/Info.plist", Sample.app("com.contoso.a", ("Editor", ["contoso-a"])))
        #expect(run("import", "a", in: folder).code == 0)
        #expect(show().output.hasPrefix("app com.contoso.a "))
        let known = "'wallet' is also a known scheme\n  help: run 'schemereg known wallet'"
        #expect(show().errors == "schemereg: note: \(known)\n")
        try folder.write("b/Wallet/Info.plist", Sample.app("com.contoso.b", ("Editor", ["contoso-b"])))
        #expect(run("import", "b", in: folder).code == 0)
        #expect(show().code == 0 && show().output.hasPrefix("scheme 'wallet' is claimed by no app"))
        #expect(show().errors.hasPrefix("schemereg: note: 'wallet' also matches com.contoso.a, com.contoso.b\n"))
    }

    /// `show` and `--app` find the same app. Of the name of several folders, `--app` selects all apps.
    @Test func findsAppsByTheirFolders() throws {
        let folder = try TemporaryFolder()
        try folder.write("a/purse/Info.plist", Sample.app("com.contoso.a", ("Editor", ["pay"])))
        let share = Sample.app("com.contoso.a.share", ("Editor", ["pay"])).replacing("APPL", with: "XPC!")
        try folder.write("a/purse/Share/Info.plist", share)
        try folder.write("b/Info.plist", Sample.app("purse.contoso", ("Editor", ["pay"])))
        func importAll() { #expect(run("import", "a", "b", in: folder).code == 0) }
        func app(_ name: String) -> [CommandRun] {
            [run("check", "a", "b", "--app", name, in: folder), run("conflicts", "--app", name, in: folder)]
        }
        importAll()
        for name in ["purse", "a/purse", "./a/Purse/"] {
            #expect(run("show", name, in: folder).output.hasPrefix("app com.contoso.a "), "\(name)")
            let other = name == "purse" ? ", but not purse.contoso" : ""
            let note = "--app '\(name)' selects com.contoso.a, com.contoso.a.share\(other)"
            for run in app(name) { #expect(run.errors.contains("schemereg: note: \(note)\n"), "\(run.errors)") }
        }
        #expect(run("show", "b/purse", in: folder).code == 2)
        let others = "note: 'purse' also matches com.contoso.a.share, purse.contoso\n"
        #expect(run("show", "purse", in: folder).errors.hasPrefix("schemereg: \(others)"))
        try folder.write("b/Purse/Info.plist", Sample.app("com.contoso.b", ("Editor", ["pay"])))
        importAll()
        let all = "com.contoso.a, com.contoso.a.share, com.contoso.b, but not purse.contoso"
        for run in app("purse") {
            #expect(run.errors.contains("schemereg: note: --app 'purse' selects \(all)\n"), "\(run.errors)")
        }
        let refusal = run("show", "purse", in: folder)
        #expect(refusal.code == 2 && refusal.errors.hasPrefix("schemereg: 'purse' matches 2 apps\n"))
        #expect(refusal.errors.contains("\n  com.contoso.a\n") && refusal.errors.contains("\n  com.contoso.b\n"))
        #expect(run("show", "b/purse", in: folder).output.hasPrefix("app com.contoso.b "))
    }

    @Test func fixesTheCurrentFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.a", ("Editor", ["acme", "acme", "my_wallet"])))
        let check = run("check", in: folder)
        #expect(check.output.hasSuffix("\n1 fixable with 'schemereg fix --write'\n"), "\(check.output)")
        let shown = run("fix", in: folder)
        #expect(shown.code == 1 && shown.output.contains("1 file to fix; run again with --write to apply the fixes; "))
        let fixed = run("fix", "--write", in: folder)
        #expect(fixed.code == 0 && fixed.output.contains("fixed 1 file; ") && fixed.output.contains(" a decision\n"))
        let again = run("fix", in: folder)
        #expect(again.output.hasPrefix("nothing to fix automatically; ") && again.code == 0)
        #expect(!run("check", in: folder).output.contains("fixable"))
    }

    @Test func readsTheOnlyProjectBelow() throws {
        let folder = try TemporaryFolder()
        #expect(run("settings", in: folder).errors.contains("the folder '.' has no Xcode project"))
        let sample = Repository.root + "/sample-plists/projects/variable-scheme"
        try FileManager.default.createDirectory(atPath: folder.path + "/Apps", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: sample, toPath: folder.path + "/Apps/Wallet")
        let named = run("settings", "Apps/Wallet/Wallet.xcodeproj", in: folder)
        #expect(run("settings", in: folder).output == named.output && named.code == 0)
        try FileManager.default.copyItem(atPath: sample, toPath: folder.path + "/Pods/Wallet", creatingFolder: true)
        #expect(run("settings", in: folder).output == named.output, "vendored projects are skipped")
        try FileManager.default.copyItem(atPath: sample, toPath: folder.path + "/Apps/Other")
        let several = run("settings", in: folder)
        #expect(several.code == 2 && several.errors.contains("Apps/Other/Wallet.xcodeproj"))
    }

    /// A terminal isn't filled with a thousand rows; a pipe has them all.
    @Test func countsKnownSchemesOnATerminal() throws {
        let folder = try TemporaryFolder()
        let output = BufferStream(terminalWidth: 80)
        var context = CommandRun.context(in: folder.path)
        context.output = output
        #expect(schemereg.run([Array("known".utf8)], in: context) == 0)
        #expect(output.text.split(separator: "\n").count < 40 && output.text.contains("iana-provisional"))
        #expect(output.text.contains("schemereg known SCHEME"))
        #expect(CommandRun.run(["known"], in: folder.path).output.split(separator: "\n").count > 500)
    }

    /// IANA's list names no owner.
    @Test func saysHowASchemeWithoutAnOwnerIsKnown() throws {
        let folder = try apps()
        let show = run("show", "http", in: folder)
        #expect(show.output.contains("\n  permanently registered with IANA (all platforms; high confidence)\n"))
        #expect(show.output.contains("\n  sources: schemereg known http\n"))
    }

    @Test func explainsWithOneExample() throws {
        let folder = try TemporaryFolder()
        let short = run("explain", "undefined-target", in: folder).output
        let long = run("explain", "undefined-target", "--examples", in: folder).output
        #expect(short.split(separator: "\n").count < 70 && !short.contains("<plist"))
        #expect(short.contains("\nExample: Two apps\n") && short.contains("which one opens its URLs is undefined"))
        // The counts below the finding and the sources are not needed to fix it.
        #expect(!short.contains("1 error in 2 apps") && !short.contains("https://"))
        #expect(
            short.hasSuffix(
                "\n'schemereg explain undefined-target --examples' shows 5 examples with files and\n  the sources\n"
            )
        )
        #expect(long.contains("<plist") && long.contains("https://") && !long.contains("--examples"))
    }
}

extension FileManager {
    fileprivate func copyItem(atPath path: String, toPath target: String, creatingFolder: Bool) throws {
        let folder = (target as NSString).deletingLastPathComponent
        if creatingFolder { try createDirectory(atPath: folder, withIntermediateDirectories: true) }
        try copyItem(atPath: path, toPath: target)
    }
}
