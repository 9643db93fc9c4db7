import TestSupport
import Testing

@Suite struct HistoryTests {
    private let environment = ["SCHEMEREG_REGISTRY": "r.sqlite"]

    /// Imports an app, then imports it again with another scheme.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for scheme in ["wallet", "purse"] {
            try folder.write("App/Info.plist", Sample.app("com.contoso.app", (nil, [scheme])))
            #expect(CommandRun.run(["import", "App"], in: folder.path, environment: environment).code == 0)
        }
        return folder
    }

    private func events(_ arguments: String..., in folder: TemporaryFolder) -> [String] {
        let run = CommandRun.run(["history", "--format", "csv"] + arguments, in: folder.path, environment: environment)
        #expect(run.code == 0)
        return run.output.split(separator: "\r\n").dropFirst().map { line in
            line.split(separator: ",")[1...3].joined(separator: " ")
        }
    }

    @Test func listsTheNewestFirst() throws {
        let folder = try folder()
        let all = events(in: folder)
        #expect(Set(all.prefix(2)) == ["claimed purse com.contoso.app", "released wallet com.contoso.app"])
        #expect(all.dropFirst(2) == ["claimed wallet com.contoso.app"])
        #expect(events("COM.contoso.app", in: folder) == all)
        #expect(
            events("wallet://pay", in: folder) == ["released wallet com.contoso.app", "claimed wallet com.contoso.app"]
        )
        let list = CommandRun.run(["list", "history"], in: folder.path, environment: environment).output
        #expect(list == CommandRun.run(["history"], in: folder.path, environment: environment).output)
        #expect(list.hasPrefix("date ") && list.contains("removed  wallet"))
    }

    @Test func keepsWhatWasForgotten() throws {
        let folder = try folder()
        #expect(CommandRun.run(["forget", "App"], in: folder.path, environment: environment).code == 0)
        #expect(events("com.contoso.app", in: folder).first == "released purse com.contoso.app")
    }

    @Test func refusesUnknownNames() throws {
        let folder = try folder()
        let run = CommandRun.run(["history", "other"], in: folder.path, environment: environment)
        #expect(run.code == 2)
        #expect(run.errors.contains("the registry has no history of 'other'"))
    }
}
