import Foundation
import Testing
import TestSupport

/// The names that `show` and `forget` accept.
@Suite struct NamingTests {
    /// Creates a registry of `src/driver`, `src/wallet`, `old/wallet` and a source named `shop`. All paths are gone
    /// when it is used.
    private func registry() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (path, name) in [("src/driver", "drive"), ("src/wallet", "pay"), ("old/wallet", "oldpay"), ("x", "buy")] {
            let manifest = Sample.app("com.contoso.\(name)", (role: "Editor", schemes: [name]))
            try folder.write("\(path)/Info.plist", manifest)
        }
        let importing = CommandRun.run(
            ["import", "--registry", "r.sqlite", "src/driver", "src/wallet", "old/wallet"],
            in: folder.path
        )
        #expect(importing.code == 0)
        let named = ["import", "--registry", "r.sqlite", "--source", "shop", "x"]
        #expect(CommandRun.run(named, in: folder.path).code == 0)
        return folder
    }

    private func run(_ arguments: [String], _ folder: TemporaryFolder) -> CommandRun {
        CommandRun.run(arguments + ["--registry", folder.path + "/r.sqlite"], in: "/")
    }

    @Test(arguments: [
        ("driver", "/src/driver"), ("src/wallet", "/src/wallet"), ("old/wallet/", "/old/wallet"),
        ("./driver", "/src/driver"), ("shop", "shop"),
    ])
    func findsASourceFromAnywhere(name: String, source: String) throws {
        let folder = try registry()
        let expected = source.hasPrefix("/") ? folder.path + source : source
        let shown = run(["show", name], folder)
        #expect(shown.code == 0)
        #expect(shown.output.hasPrefix("source \(expected): 1 manifest, 1 app, 1 claim\n"), "\(shown.output)")
        let forgotten = run(["forget", name], folder)
        #expect(forgotten.code == 0)
        #expect(forgotten.output.hasPrefix("removed the source \(expected) and its claims on "), "\(forgotten.output)")
        #expect(run(["show", name], folder).code == 2)
    }

    @Test(arguments: ["show", "forget"])
    func listsWhatANameMayMean(command: String) throws {
        let folder = try registry()
        let before = run(["list", "sources"], folder).output
        let ambiguous = run([command, "wallet"], folder)
        #expect(ambiguous.code == 2)
        #expect(ambiguous.output.isEmpty)
        #expect(
            ambiguous.errors == """
                schemereg: 'wallet' matches 2 sources
                  \(folder.path)/old/wallet
                  \(folder.path)/src/wallet
                  help: give the full name of one of them

                """
        )
        #expect(run(["list", "sources"], folder).output == before)
        #expect(run([command, "allet"], folder).code == 2)
        #expect(run([command, "nowhere/src/wallet"], folder).code == 2)
    }

    /// Most folder names are also valid schemes, and `show wallet` shows the scheme.
    @Test func prefersSchemesToTheEndsOfPaths() throws {
        let folder = try registry()
        try folder.write("src/pay/Info.plist", Sample.app("com.contoso.other", (role: "Editor", schemes: ["other"])))
        #expect(run(["import", folder.path + "/src/pay"], folder).code == 0)
        for name in ["pay", "PAY", "pay:", "pay://to?x=1:2"] {
            #expect(run(["show", name], folder).output.hasPrefix("scheme 'pay' is claimed by 1 app\n"), "\(name)")
        }
        #expect(run(["show", folder.path + "/src/pay"], folder).output.hasPrefix("source "))
        #expect(run(["show", "com.Contoso.pay"], folder).output.hasPrefix("app com.contoso.pay "))
    }

    @Test(arguments: [
        ("my_own_thing", "no app, source or domain named 'my_own_thing', and it is not a valid scheme", "list sources"),
        ("zzzzzz", "the registry has no scheme, app, source or domain named 'zzzzzz'", "list schemes"),
        ("oldpya", "the registry has no scheme, app, source or domain named 'oldpya'", "did you mean 'oldpay'?"),
        ("com.contoso.drvie", "has no scheme, app, source or domain named", "did you mean 'com.contoso.drive'?"),
        ("drivr", "has no scheme, app, source or domain named", "did you mean 'drive'?"),
        ("sohp", "has no scheme, app, source or domain named", "did you mean 'shop'?"),
    ])
    func reportsUnknownNames(name: String, message: String, hint: String) throws {
        let run = run(["show", name], try registry())
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(message) && run.errors.contains(hint), "\(run.errors)")
    }

    @Test func showsWhoseASchemeIsThatNobodyClaims() throws {
        let run = run(["show", "tel:"], try registry())
        #expect(run.code == 0)
        #expect(
            run.output.hasPrefix("scheme 'tel' is claimed by no app in the registry\n  documented by Apple: Phone and ")
        )
    }
}
