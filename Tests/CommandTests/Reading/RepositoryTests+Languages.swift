import Foundation
import TestSupport
import Testing

/// Manifests in the folders of languages, which only count if a target uses them.
extension RepositoryTests {
    @Test(arguments: ["App", "App/Tram.app"])
    func skipsAManifestInTheFolderOfALanguage(folderOfApp: String) throws {
        let path = "\(folderOfApp)/it.lproj/Info.plist"
        try folder.write("\(folderOfApp)/Info.plist", manifest("com.contoso.tram", "contoso-tram"))
        try folder.write(path, manifest("com.contoso.old", "contoso-old"))
        let log = try check(".", options: ["--verbose"]).run.errors
        #expect(log.contains("\(path): skipped: a manifest in the folder of a language\n"), "\(log)")
        #expect(CommandRun.run(["check", "."], in: folder.path).output.hasSuffix("\n1 unused manifest skipped\n"))
        let imported = importTwice()
        #expect(imported.second.contains("nothing changed"))
        #expect(imported.claims.contains("contoso-tram"))
        #expect(!imported.claims.contains("contoso-old"))
        #expect(try check(path).summary["claims"] == 1, "the file is named")
        #expect(try check("\(folderOfApp)/it.lproj").summary["claims"] == 1, "the folder is named")
    }

    @Test("what isn't read may use it", arguments: ["BUILD.bazel", "App/CMakeLists.txt"])
    func readsAManifestInTheFolderOfALanguageBesideAnotherBuildSystem(buildFile: String) throws {
        try folder.write("App/it.lproj/Info.plist", manifest("com.contoso.tram", "contoso-tram"))
        try folder.write(buildFile, "")
        #expect(try check(".").summary["claims"] == 1)
    }

    @Test func readsAManifestInTheFolderOfALanguageThatATargetUses() throws {
        let text = project([("App", "application", "")]).replacing("App/Info.plist", with: "App/en.lproj/Info.plist")
        try folder.write("Tram.xcodeproj/project.pbxproj", text)
        try folder.write("App/en.lproj/Info.plist", manifest("com.contoso.tram", "contoso-tram"))
        try folder.write("App/it.lproj/Info.plist", manifest("com.contoso.old", "contoso-old"))
        let imported = importTwice()
        #expect(imported.claims.contains("contoso-tram"))
        #expect(!imported.claims.contains("contoso-old"))
    }
}
