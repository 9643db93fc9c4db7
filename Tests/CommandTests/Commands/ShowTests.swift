import Foundation
import Testing
import TestSupport

/// `show` for an app that one target builds for several platforms, with settings that differ between them.
@Suite struct ShowTests {
    /// Imports the app, after replacing a text in its manifest, and returns the output of `show`.
    private func show(replacing old: String, with new: String) throws -> String {
        let folder = try TemporaryFolder()
        let sample = Repository.root + "/sample-plists/projects/multiplatform"
        try FileManager.default.copyItem(atPath: sample, toPath: folder.path + "/Tasks")
        for (path, old, new) in [
            ("Tasks/App/Info.plist", old, new),
            (
                "Tasks/Tasks.xcodeproj/project.pbxproj", "SDKROOT = auto;",
                """
                SDKROOT = auto; TITLE = Tasks; "TITLE[sdk=macosx*]" = "Tasks for Mac";
                SCHEME = contoso-tasks; "SCHEME[sdk=macosx*]" = contoso-mac;
                """
            ),
        ] {
            let text = try String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8)
            #expect(text.contains(old))
            try folder.write(path, text.replacing(old, with: new))
        }
        func run(_ arguments: String...) -> CommandRun {
            CommandRun.run(arguments, in: folder.path, environment: ["SCHEMEREG_REGISTRY": "r.sqlite"])
        }
        #expect(run("import", "Tasks").code == 0)
        return run("show", "com.contoso.tasks").output
    }

    @Test func showsEqualClaimsOfPlatformsOnce() throws {
        let name = "<key>CFBundleDisplayName</key><string>$(TITLE)</string>"
        let text = try show(replacing: "<key>CFBundleIdentifier", with: "\(name)<key>CFBundleIdentifier")
        #expect(text.contains(": 2 manifests, 2 claims\n"))
        #expect(text.contains("\nmanifest Tasks/App/Info.plist (Tasks: Debug, Release): application\n"), "\(text)")
        #expect(text.components(separatedBy: "'contoso-tasks', role Editor").count == 2)
    }

    @Test func tellsPlatformsApart() throws {
        let text = try show(replacing: "<string>contoso-tasks<", with: "<string>$(SCHEME)<")
        let manifest = "\nmanifest Tasks/App/Info.plist (Tasks: Debug, Release): application on "
        let place = "\n  Tasks/App/Info.plist:18:13: "
        #expect(text.contains("\(manifest)iOS, visionOS\(place)'contoso-tasks', role Editor"), "\(text)")
        #expect(text.contains("\(manifest)macOS\(place)'contoso-mac', role Editor"))
        let builds = ["Debug (iOS, visionOS)", "Release (iOS, visionOS)", "Debug (macOS)", "Release (macOS)"]
        #expect(text.contains("\n  scheme         \(builds.joined(separator: "  "))\n"))
    }

    /// One line tells one change, with the schemes as the app spells them.
    @Test func theHistoryHasALineForEachChange() throws {
        let folder = try TemporaryFolder()
        func run(_ arguments: String...) -> CommandRun {
            CommandRun.run(arguments, in: folder.path, environment: ["SCHEMEREG_REGISTRY": "r.sqlite"])
        }
        for schemes in [["pay", "Pay-Beta"], ["Pay-Beta", "wallet"]] {
            try folder.write("App/Info.plist", Sample.app("com.contoso.pay", (role: "Editor", schemes: schemes)))
            #expect(run("import", "App").code == 0)
        }
        let history = run("show", "com.contoso.pay").output.components(separatedBy: "\nhistory:\n").last ?? ""
        let changes = history.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        #expect(
            changes.map { $0.dropFirst().prefix { $0 != "source" }.joined(separator: " ") }
                == ["claimed pay, Pay-Beta on iOS,", "removed pay on iOS,", "claimed wallet on iOS,"],
            "\(history)"
        )
    }
}
