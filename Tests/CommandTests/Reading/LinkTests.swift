import Foundation
import Testing
import TestSupport

/// Links in a tree: a link to a relevant file is read or is a problem; any other link is harmless.
@Suite struct LinkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("tree/Other/Info.plist", Sample.app("com.contoso.other", ("Editor", ["other-app"])))
        try folder.write("outside/Info.plist", Sample.app("com.contoso.outside", ("Editor", ["outside-app"])))
        try folder.write("outside/Code.swift", "let outside = 1\n")
    }

    private func link(_ name: String, to target: String) throws {
        let path = folder.path + "/tree/" + name
        let parent = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    private func check(_ arguments: String...) -> CommandRun {
        CommandRun.run(["check", ".", "--format", "json"] + arguments, in: folder.path + "/tree")
    }

    /// Writes a project with one app whose manifest is at `path`.
    private func writeProject(_ name: String, manifest path: String) throws {
        try folder.write(
            name + "/project.pbxproj",
            """
            // !$*UTF8*$!
            {objectVersion = 77; rootObject = P; objects = {
            P = {isa = PBXProject; buildConfigurationList = PL; targets = (T); mainGroup = G;};
            G = {isa = PBXGroup; children = (); sourceTree = "<group>";};
            T = {isa = PBXNativeTarget; name = App; buildConfigurationList = L; \
            productType = "com.apple.product-type.application";};
            L = {isa = XCConfigurationList; buildConfigurations = (C);};
            PL = {isa = XCConfigurationList; buildConfigurations = ();};
            C = {isa = XCBuildConfiguration; name = Release; buildSettings = {
            INFOPLIST_FILE = "\(path)"; SDKROOT = iphoneos; PRODUCT_BUNDLE_IDENTIFIER = com.contoso.project;};};
            };}

            """
        )
    }

    private func expectUnread(_ run: CommandRun, at path: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(run.code == 3, "\(run.output)", sourceLocation: sourceLocation)
        #expect(run.output.contains("\"unfollowed-link\""), sourceLocation: sourceLocation)
        #expect(run.output.contains("\"path\": \"\(path)\""), sourceLocation: sourceLocation)
        #expect(run.output.components(separatedBy: "unfollowed-link").count == 2, sourceLocation: sourceLocation)
        #expect(!run.output.contains("outside-app"), sourceLocation: sourceLocation)
    }

    @Test(arguments: ["link/Info.plist", "App/Info.plist", "link/Info.plist/"])
    func reportsAManifestOfAProjectBehindALinkThatLeadsOut(path: String) throws {
        try writeProject("tree/App.xcodeproj", manifest: path)
        try link("link", to: "../outside")
        try link("App/Info.plist", to: "../../outside/Info.plist")
        if path.hasPrefix("link") { try FileManager.default.removeItem(atPath: folder.path + "/tree/App") }
        expectUnread(check(), at: path.hasPrefix("link") ? "link/Info.plist" : "App/Info.plist")
    }

    /// A preprocessed manifest isn't either.
    @Test func reportsAPreprocessedManifestBehindALink() throws {
        try writeProject("tree/App.xcodeproj", manifest: "link/Info.plist; INFOPLIST_PREPROCESS = YES")
        let path = folder.path + "/tree/App.xcodeproj/project.pbxproj"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacingOccurrences(of: "; INFOPLIST_PREPROCESS = YES\"", with: "\"; INFOPLIST_PREPROCESS = YES")
            .write(toFile: path, atomically: true, encoding: .utf8)
        try link("link", to: "../outside")
        expectUnread(check(), at: "link/Info.plist")
    }

    @Test(arguments: ["Info.plist", "App-Info.plist", "ShareExtension.plist", "project.yml", "app.json"])
    func reportsALinkInThePlaceOfAManifest(name: String) throws {
        try link("App/" + name, to: "../../outside/Info.plist")
        expectUnread(check(), at: "App/" + name)
        // Excluding the link is a decision.
        let excluded = check("--exclude", "App/" + name)
        #expect(excluded.code == 0, "\(excluded.output)\(excluded.errors)")
    }

    @Test func reportsALinkInThePlaceOfAProject() throws {
        try writeProject("outside/App.xcodeproj", manifest: "../outside/Info.plist")
        try link("App.xcodeproj", to: "../outside/App.xcodeproj")
        expectUnread(check(), at: "App.xcodeproj")
        try FileManager.default.removeItem(atPath: folder.path + "/tree/App.xcodeproj")
        try link("App.xcodeproj/project.pbxproj", to: "../../outside/App.xcodeproj/project.pbxproj")
        expectUnread(check(), at: "App.xcodeproj/project.pbxproj")
    }

    /// A file in a skipped folder is reached only through the link.
    @Test(arguments: ["Pods", "build", "Carthage/Checkouts"])
    func readsALinkIntoAFolderThatIsSkipped(vendored: String) throws {
        let target = "\(vendored)/App/Info.plist"
        try folder.write("tree/" + target, Sample.app("com.contoso.moved", ("Editor", ["moved-app", "bad_one"])))
        #expect(!check().output.contains("com.contoso.moved"))
        try link("App/Info.plist", to: "../" + target)
        let run = check()
        #expect(run.code == 1 && run.output.contains("\"App/Info.plist\""), "\(run.output)")
        try FileManager.default.removeItem(atPath: folder.path + "/tree/App")
        // A project names the exact file, wherever it is.
        try writeProject("tree/App.xcodeproj", manifest: target)
        let project = check()
        #expect(project.code == 1 && project.output.contains("bad_one"), "\(project.output)")
    }

    /// Such links are common, and their targets are not part of the inputs.
    @Test func passesOverOtherLinks() throws {
        try link("everything", to: "../outside")
        try link("home", to: "/")
        try link("Code.swift", to: "../outside/Code.swift")
        try link("notes.txt", to: "../outside/Info.plist")
        try link("GoogleService-Info.plist", to: "../outside/Info.plist")
        try link("settings.plist", to: "../outside/Info.plist")
        try link("Nothing/Info.plist", to: "gone.plist")
        try link("Loop/Info.plist", to: "Info.plist")
        try link("Same/Info.plist", to: "../Other/Info.plist")
        try link("Folder", to: "Other")
        try link("App.framework/Info.plist", to: "../../outside/Info.plist")
        let run = check()
        #expect(run.code == 0, "\(run.output)")
        #expect(run.output.contains("\"problems\": []") && run.output.contains("\"manifests\": 1"))
    }

    /// A project may name its files through links that stay in the tree.
    @Test func readsThroughLinksThatStayInTheTree() throws {
        try folder.write("tree/Real/Info.plist", Sample.app("com.contoso.real", ("Editor", ["bad_real"])))
        try writeProject("tree/App.xcodeproj", manifest: "link/Info.plist")
        try link("link", to: "Real")
        let run = check()
        #expect(run.code == 1 && run.output.contains("bad_real"), "\(run.output)")
        #expect(run.output.contains("\"problems\": []"))
    }

    /// The same in a commit.
    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func reportsLinksOfACommit() throws {
        try writeProject("tree/App.xcodeproj", manifest: "link/Info.plist")
        try link("link", to: "../outside")
        try link("App/Info.plist", to: "../../outside/Info.plist")
        try Repositories.git(folder, "-C tree init -q -b main . && git -C tree add -A && git -C tree commit -qm one")
        let run = CommandRun.run(
            ["diff", "main:", "Other", "--format", "json"],
            in: folder.path + "/tree",
            environment: Repositories.environment
        )
        #expect(run.code == 3 && run.output.components(separatedBy: "unfollowed-link").count == 3, "\(run.output)")
    }
}
