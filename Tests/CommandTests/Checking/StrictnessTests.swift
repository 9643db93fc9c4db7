import Testing
import TestSupport

/// `--strict`, for code of strangers.
@Suite struct StrictnessTests {
    private let folder: TemporaryFolder

    /// Creates an app, and two that claim its scheme: one in a folder for samples, and one that says it is an extension.
    init() throws {
        folder = try TemporaryFolder()
        let scheme: (String?, [String]) = (nil, ["contoso-pay"])
        try folder.write("own/Info.plist", Sample.app("com.contoso.wallet", scheme))
        try folder.write("sample/demo/Info.plist", Sample.app("com.other.wallet", scheme))
        try folder.write(
            "extension/Info.plist",
            Sample.app("com.other.share", scheme, extra: "    <key>NSExtension</key>\n    <dict/>\n")
                .replacing("APPL", with: "XPC!")
        )
    }

    private func run(_ arguments: String...) -> CommandRun { CommandRun.run(arguments, in: folder.path) }

    @Test(arguments: ["sample", "extension"])
    func believesNoNamesOfStrangers(other: String) {
        #expect(run("check", "own", other).code == 0)
        let strict = run("check", "own", other, "--strict")
        #expect(strict.code == 1 && strict.output.contains("[undefined-target]"))
    }

    @Test(arguments: ["sample", "extension"])
    func readsARegistryTheSameWay(other: String) {
        #expect(run("import", "--registry", "r.sqlite", "own", other).code == 0)
        #expect(run("conflicts", "--registry", "r.sqlite").code == 0)
        let strict = run("conflicts", "--registry", "r.sqlite", "--strict")
        #expect(strict.code == 1 && strict.output.contains("[undefined-target]"))
        // The registry itself doesn't change.
        #expect(run("conflicts", "--registry", "r.sqlite").code == 0)
    }

    @Test(arguments: ["sample", "extension"])
    func distrustsTheAppsOfAnotherRegistry(other: String) {
        #expect(run("import", "--registry", "r.sqlite", other).code == 0)
        #expect(run("check", "own", "--against", "r.sqlite").code == 0)
        #expect(run("check", "own", "--against", "r.sqlite", "--strict").code == 1)
    }
}
