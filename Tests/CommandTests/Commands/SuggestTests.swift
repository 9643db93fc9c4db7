import TestSupport
import Testing

@Suite struct SuggestTests {
    private let environment = ["SCHEMEREG_REGISTRY": "r.sqlite"]

    /// Returns the suggested schemes: `+` before those that are free, `=` before the app's own, and `-` before the others.
    private func schemes(_ arguments: [String], in folder: TemporaryFolder) -> [String] {
        let run = CommandRun.run(["suggest"] + arguments, in: folder.path, environment: environment)
        let rows = run.output.split(separator: "\n").dropFirst().map { $0.split(separator: " ").prefix(2) }
        #expect(run.code == 0 && rows.contains { $0[1] == "yes" }, "\(run.errors)")
        return rows.map { "\(["yes": "+", "yours": "="][$0[1]] ?? "-")\($0[0])" }
    }

    @Test(arguments: [
        (["--app", "com.contoso.Driver"], ["+com.contoso.driver", "+contoso-driver", "+driver"]),
        (
            ["pay", "--app", "com.contoso.driver"],
            [
                "+com.contoso.driver", "+com.contoso.driver.pay", "+contoso-pay", "+contoso-driver", "-pay",
            ]
        ),
        (["Contoso Driver!"], ["+contoso-driver", "+contosodriver"]), (["tel"], ["+tel-app", "+tel-link", "-tel"]),
        (["fb"], ["+fb-app", "+fb-link", "-fb"]), (["42"], ["+app-42"]),
        (
            ["contoso-pay", "--app", "com.contoso.driver"],
            ["+com.contoso.driver", "+com.contoso.driver.pay", "+contoso-pay", "+contoso-driver"]
        ),
        (["--app", "com.contoso"], ["+com.contoso", "+contoso"]),
    ])
    func comparesWithKnownSchemes(arguments: [String], expected: [String]) throws {
        let folder = try TemporaryFolder()
        #expect(CommandRun.run(["import", "--allow-empty", "."], in: folder.path, environment: environment).code == 0)
        #expect(schemes(arguments, in: folder) == expected)
    }

    @Test func comparesWithTheRegistry() throws {
        let folder = try TemporaryFolder()
        try folder.write("App/Info.plist", Sample.app("com.fabrikam.cab", (nil, ["contoso-driver"])))
        #expect(CommandRun.run(["import", "App"], in: folder.path, environment: environment).code == 0)
        #expect(schemes(["Contoso Driver"], in: folder) == ["+contosodriver", "-contoso-driver"])
        // An app's own schemes come first.
        let own = schemes(["Contoso Driver", "--app", "com.fabrikam.cab"], in: folder)
        #expect(own.first == "=contoso-driver" && own.contains("+com.fabrikam.cab"))
        try folder.write("Other/Info.plist", Sample.app("com.fabrikam.van", (nil, ["contoso-driver"])))
        #expect(CommandRun.run(["import", "Other"], in: folder.path, environment: environment).code == 0)
        let run = CommandRun.run(
            ["suggest", "Contoso Driver", "--app", "com.fabrikam.cab"],
            in: folder.path,
            environment: environment
        )
        #expect(run.output.contains("no    already yours, but also claimed by com.fabrikam.van"), "\(run.output)")
        let output = CommandRun.run(["suggest", "contoso-driver"], in: folder.path, environment: environment).output
        #expect(output.contains("claimed by com.fabrikam.cab"))
    }

    @Test func needsNoRegistry() throws {
        let folder = try TemporaryFolder()
        let run = CommandRun.run(
            ["suggest", "contoso", "--format", "json"],
            in: folder.path,
            environment: ["HOME": folder.path]
        )
        #expect(run.code == 0 && run.output.contains("{\"scheme\": \"contoso\", \"free\": true"))
        #expect(run.errors.contains("nothing has been imported yet, so only known schemes are compared"))
    }

    @Test func aNamedRegistryMustExist() throws {
        let folder = try TemporaryFolder()
        for arguments in [["suggest", "contoso"], ["known", "sms"]] {
            let run = CommandRun.run(arguments, in: folder.path, environment: environment)
            #expect(run.code == 3 && run.output.isEmpty, "\(run)")
            #expect(run.errors.contains("nothing has been imported yet"), "\(run)")
        }
    }

    @Test(arguments: [("ä b-ö ä", "'ä' and 'ö'"), ("café\u{2019}s", "'é'"), ("contoso\u{a0}\u{2014} pay!", nil)])
    func saysWhichCharactersItLeftOut(name: String, list: String?) throws {
        let folder = try TemporaryFolder()
        let run = CommandRun.run(["suggest", name], in: folder.path, environment: ["HOME": folder.path])
        #expect(run.code == 0)
        #expect(run.errors.contains("left out of the name") == (list != nil), "\(run.errors)")
        if let list { #expect(run.errors.contains("left out of the name: \(list)\n"), "\(run.errors)") }
    }

    @Test func suggestsNothingLongerThanASchemeMayBe() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "a", count: 1_025)
        let run = CommandRun.run(["suggest", name], in: folder.path, environment: ["HOME": folder.path])
        #expect(run.code == 2 && run.errors.contains("no scheme can be made from this name"), "\(run.errors)")
    }

    @Test(arguments: [
        ([], "no name or app given"), (["--app", "wallet app"], "'wallet app' is not a bundle identifier"),
    ])
    func refuses(arguments: [String], message: String) throws {
        let run = CommandRun.run(["suggest"] + arguments, in: "/")
        #expect(run.code == 2 && run.errors.contains(message))
    }
}
