import Foundation
import Testing
import TestSupport

/// Xcode projects and their generators, end to end.
@Suite("Projects")
struct ProjectTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a project with one iOS app: `App/Info.plist` declares `schemes`, and `App.xcconfig` contains `settings`.
    private func writeProject(
        _ settings: String,
        schemes: String...,
        configurations: [String] = ["Debug", "Release"]
    ) throws {
        let lists = configurations.indices.map { "C\($0), " }.joined()
        let blocks = configurations.enumerated().map { index, name in
            """
            C\(index) = {isa = XCBuildConfiguration; name = \(name); baseConfigurationReference = F; buildSettings = {
            INFOPLIST_FILE = App/Info.plist;
            SDKROOT = iphoneos;
            VARIANT = \(name.lowercased());
            };};
            """
        }
        try folder.write(
            "App.xcodeproj/project.pbxproj",
            """
            // !$*UTF8*$!
            {objectVersion = 77; rootObject = P; objects = {
            P = {isa = PBXProject; buildConfigurationList = PL; targets = (T); mainGroup = G;};
            G = {isa = PBXGroup; children = (F); sourceTree = "<group>";};
            F = {isa = PBXFileReference; path = App.xcconfig; sourceTree = "<group>";};
            T = {isa = PBXNativeTarget; name = App; buildConfigurationList = L; \
            productType = "com.apple.product-type.application";};
            L = {isa = XCConfigurationList; buildConfigurations = (\(lists));};
            PL = {isa = XCConfigurationList; buildConfigurations = ();};
            \(blocks.joined(separator: "\n"))
            };}

            """
        )
        try folder.write("App.xcconfig", settings)
        try folder.write(
            "App/Info.plist",
            """
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
            <key>CFBundlePackageType</key><string>APPL</string>
            <key>CFBundleURLTypes</key><array><dict>
            <key>CFBundleTypeRole</key><string>Editor</string>
            <key>CFBundleURLName</key><string>com.contoso.tram.links</string>
            <key>CFBundleURLSchemes</key><array>
            \(schemes.map { "<string>\($0)</string>\n" }.joined())</array>
            </dict></array>
            </dict></plist>

            """
        )
    }

    private func run(_ arguments: String..., without forbidden: String? = nil) -> CommandRun {
        // Long after the files changed, so that their times are reliable.
        CommandRun.run(
            arguments,
            in: folder.path,
            environment: ["SCHEMEREG_REGISTRY": folder.path + "/r.sqlite"],
            files: ForbiddenFileSystem(forbidden.map { folder.path + "/" + $0 } ?? "/nothing"),
            now: 4_000_000_000
        )
    }

    private func rows(_ subject: String) throws -> [[String: Any]] {
        let run = run("list", subject, "--format", "json")
        let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        return try #require((document as? [String: Any])?[subject] as? [[String: Any]])
    }

    /// Returns each claim with its configurations.
    private func claims() throws -> [String] {
        try rows("claims").map { claim in
            let configurations = (claim["configurations"] as? [String])?.joined(separator: ",") ?? ""
            return "\(claim["scheme"] as? String ?? "none") \(configurations)"
        }.sorted()
    }

    @Test func showsTheOriginOfAClaim() throws {
        try writeProject(
            "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram\nTRAM = contoso-tram\n",
            schemes: "$(TRAM)"
        )
        #expect(run("import", ".").code == 0)
        let all = try rows("claims")
        #expect(all.count == 1)
        let claim = try #require(all.first)
        #expect(claim["raw"] as? String == "$(TRAM)")
        #expect(claim["resolved"] as? String == "contoso-tram")
        #expect(claim["project"] as? String == "App.xcodeproj")
        #expect(claim["target"] as? String == "App")
        #expect(claim["configurations"] as? [String] == ["Debug", "Release"])
        #expect((claim["app"] as? [String: Any])?["platforms"] as? [String] == ["ios"])
        #expect((claim["place"] as? [String: Any])?["path"] as? String == "App/Info.plist")
        #expect((claim["place"] as? [String: Any])?["line"] as? Int == 8)
        let origins = try #require(claim["resolvedFrom"] as? [[String: Any]])
        #expect(origins.map { $0["path"] as? String } == ["App.xcconfig"])
        #expect(origins.map { $0["line"] as? Int } == [2])

        let shown = run("show", "contoso-tram").output
        #expect(shown.contains("App/Info.plist:8:9 (App: Debug, Release): role Editor"))
        #expect(shown.contains("resolved from App.xcconfig:2:8\n"))
    }

    @Test(arguments: [
        // A rule about manifests, one about schemes, and one about claims of several apps.
        ("TRAM = contoso_tram", "invalid-scheme", "'contoso_tram' comes from this setting"),
        ("TRAM = Contoso-Tram", "uppercase-scheme", "'Contoso-Tram' comes from this setting"),
        ("TRAM = contoso-tram", "variant-collision", "'contoso-tram' comes from this setting"),
    ])
    func namesTheLineThatGaveTheValue(setting: String, rule: String, message: String) throws {
        try writeProject("PRODUCT_BUNDLE_IDENTIFIER = com.contoso.$(VARIANT)\n\(setting)\n", schemes: "$(TRAM)")
        let checked = run("check", ".", "--rule", rule)
        #expect(checked.output.contains("App.xcconfig:2:8: note: \(message)\n"), "\(checked.output)")
        _ = run("import", ".")
        #expect(run("conflicts", "--rule", rule).output == checked.output)

        let report = try JSONSerialization.jsonObject(with: Data(run("check", ".", "--format", "json").output.utf8))
        let findings = try #require((report as? [String: Any])?["findings"] as? [[String: Any]])
        let finding = try #require(findings.first { $0["rule"] as? String == rule })
        let related = try #require(finding["related"] as? [[String: Any]])
        let origin = try #require(
            related.first { ($0["place"] as? [String: Any])?["path"] as? String == "App.xcconfig" }
        )
        #expect(origin["message"] as? String == message)
        #expect(origin["app"] is NSNull)
        #expect(finding["relatedCount"] as? Int == related.count)
    }

    @Test func doesNotCountSettingsAsApps() throws {
        try writeProject(
            "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.$(VARIANT)\nA = contoso\nB = tram\n",
            schemes: "$(A)-$(B)"
        )
        let report = run("check", ".").output
        #expect(report.contains("scheme 'contoso-tram' is shared by 2 variants of the app App"))
        #expect(report.contains("App.xcconfig:2:5: note: part of 'contoso-tram' comes from this setting"))
        #expect(!report.contains("more app"))
    }

    @Test func leavesPublicSchemesToAllVariants() throws {
        try writeProject("PRODUCT_BUNDLE_IDENTIFIER = com.contoso.$(VARIANT)\n", schemes: "matrix", "contoso-tram")
        let report = run("check", ".", "--rule", "variant-collision").output
        #expect(report.contains("help: if users may install more than one variant"))
        #expect(!report.contains("matrix"))
    }

    @Test(arguments: ["App.xcodeproj", "App.xcodeproj/project.pbxproj"])
    func readsAProjectByItsFile(name: String) throws {
        try writeProject("PRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram\n", schemes: "contoso_tram")
        #expect(run("check", name).code == 1)
        // As a separate source, it doesn't belong to the tree.
        #expect(run("import", name, "--source", "tram").code == 0)
        #expect(run("import", ".").code == 0)
        #expect(run("import", ".").output.components(separatedBy: "nothing changed").count == 3)
    }

    @Test func doesNotPassWhereAManifestLiesOutside() throws {
        try writeProject("PRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram\n", schemes: "contoso-tram")
        let project = folder.path + "/App.xcodeproj/project.pbxproj"
        let text = try String(contentsOfFile: project, encoding: .utf8)
        try folder.write("ios/App.xcodeproj/project.pbxproj", text.replacing("= App/Info", with: "= ../App/Info"))
        try FileManager.default.removeItem(atPath: folder.path + "/App.xcodeproj")
        try FileManager.default.moveItem(
            atPath: folder.path + "/App.xcconfig",
            toPath: folder.path + "/ios/App.xcconfig"
        )
        for _ in 0..<2 {
            let run = run("import", "ios")
            #expect(run.code == 3)
            #expect(run.output.contains("outside the source folder: \(folder.path)/App/Info.plist"))
        }
        #expect(run("conflicts").code == 3)
        #expect(run("check", ".").output.hasPrefix("no findings in 1 app (1 scheme)"))
    }

    @Test func writesNothingWhenNothingChanged() throws {
        try writeProject("PRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram\nTRAM = contoso-tram\n", schemes: "$(TRAM)")
        #expect(run("import", ".").code == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/r.sqlite"))
        // No file of the project is opened either.
        let again = run("import", ".", without: "App.xcodeproj/project.pbxproj")
        #expect(again.code == 0)
        #expect(again.output.contains("nothing changed"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/r.sqlite")) == before)
    }

    @Test func noticesThatOnlySettingsChanged() throws {
        try writeProject("PRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram\nTRAM = contoso-tram\n", schemes: "$(TRAM)")
        #expect(run("import", ".").code == 0)
        #expect(try claims() == ["contoso-tram Debug,Release"])
        try folder.write("App.xcconfig", "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram\nTRAM = contoso-$(VARIANT)\n")
        #expect(run("import", ".").code == 0)
        #expect(try claims() == ["contoso-debug Debug", "contoso-release Release"])
    }

    @Test func noticesAFileOfSettingsThatAppears() throws {
        try writeProject(
            "#include? \"Local.xcconfig\"\nPRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram\n",
            schemes: "$(TRAM)"
        )
        #expect(run("import", ".").code == 0)
        #expect(try claims() == ["none Debug,Release"])
        try folder.write("Local.xcconfig", "TRAM = contoso-tram\n")
        #expect(run("import", ".").code == 0)
        #expect(try claims() == ["contoso-tram Debug,Release"])
    }

    @Test func readsTheUnresolvedManifestIfTheProjectIsMissing() throws {
        try writeProject(
            "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram\nTRAM = contoso-tram\n",
            schemes: "$(TRAM)",
            "contoso-bus"
        )
        #expect(run("import", ".").code == 0)
        #expect(try claims() == ["contoso-bus Debug,Release", "contoso-tram Debug,Release"])
        try FileManager.default.removeItem(atPath: folder.path + "/App.xcodeproj")
        #expect(run("import", ".").code == 0)
        #expect(try claims() == ["contoso-bus ", "none "])
        #expect(try rows("claims").map { $0["state"] as? String } == ["unresolved", "claimed"])
        #expect(run("show", "contoso-tram").output.contains("removed   com.contoso.tram"))
    }

    @Test func takesAGeneratorAndItsProjectForOneApp() throws {
        let sample = Repository.root + "/sample-plists/projects/xcodegen-drift"
        try FileManager.default.copyItem(atPath: sample, toPath: folder.path + "/drift")
        #expect(run("import", "drift").code == 0)
        #expect(try rows("apps").map { $0["app"] as? [String: Any] }.map { $0?["id"] as? String }.count == 1)
        #expect(run("conflicts", "--all").output.contains("[generator-difference]"))
        // Without its project, the specification is read, and no longer when the project is back.
        let project = folder.path + "/drift/Tram.xcodeproj"
        try FileManager.default.moveItem(atPath: project, toPath: folder.path + "/aside")
        #expect(run("import", "drift").code == 0)
        #expect(try rows("claims").map { $0["scheme"] as? String } == ["fabrikam-tram", "fabrikam-tickets"])
        #expect(!run("conflicts", "--all").output.contains("[generator-difference]"))
        try FileManager.default.moveItem(atPath: folder.path + "/aside", toPath: project)
        #expect(run("import", "drift").code == 0)
        #expect(run("conflicts", "--all").output.contains("[generator-difference]"))
    }

    @Test func reportsOversizedSettingsOnce() throws {
        let chain = (0..<64).map { "D\($0) = $(D\($0 + 1))$(D\($0 + 1))\n" }.joined()
        try writeProject(
            "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram\n\(chain)D64 = x\n",
            schemes: "$(D0)",
            "contoso-tram"
        )
        let report = run("check", ".")
        #expect(report.code == 1)
        #expect(report.output.components(separatedBy: "[malformed-project]").count == 2)
        #expect(report.output.hasSuffix("1 error in 1 app (1 scheme)\n"), "\(report.output)")
    }
}
