import SchemeKit
import Testing
import TestSupport

/// The note of a build without the trait Links.
@Suite("Code that is left out")
struct BuildWithoutLinksTests {
    @Test(arguments: ["check", "import"])
    func isSaidWhereThereIsSome(command: String) throws {
        let folder = try TemporaryFolder()
        let registry = command == "import" ? ["--registry", folder.path + "/r.sqlite"] : []
        func errors() -> String { CommandRun.run([command, "."] + registry, in: folder.path).errors }
        try folder.write("Info.plist", "<plist><dict><key>CFBundleIdentifier</key><string>x.y</string></dict></plist>")
        #expect(!errors().contains("code was skipped because"))
        try folder.write("App.swift", "let a = 1")
        #expect(errors().contains("code was skipped because") == !ExampleRun.readsSwift)
    }
}
