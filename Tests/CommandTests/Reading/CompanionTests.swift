import Foundation
import Testing
import TestSupport

@testable import schemereg

/// `GoogleService-Info.plist` next to a manifest gives the value of a placeholder, and the files around an Expo app its SDK.
@Suite struct CompanionTests {
    private static func service(_ client: String) -> String {
        """
        <?xml version="1.0"?>
        <plist version="1.0"><dict>
        <key>REVERSED_CLIENT_ID</key><string>com.googleusercontent.apps.\(client)</string>
        <key>BUNDLE_ID</key><string>com.fabrikam.feed</string>
        </dict></plist>

        """
    }

    private func conflicts(_ folder: TemporaryFolder) -> String {
        #expect(CommandRun.run(["import", "app", "--registry", "r.sqlite"], in: folder.path).code == 0)
        let run = CommandRun.run(
            ["conflicts", "--rule", "placeholder-scheme", "--registry", "r.sqlite"],
            in: folder.path
        )
        return run.output
    }

    @Test func isReadAgainWhenItComesChangesAndGoes() throws {
        let folder = try TemporaryFolder()
        try folder.write("app/Info.plist", Sample.app("com.fabrikam.feed", ("Editor", ["REVERSED_CLIENT_ID"])))
        #expect(conflicts(folder).contains("help: replace it with your reversed OAuth client ID"))
        for client in ["111-aaa", "222-bbbb"] {
            try folder.write("app/GoogleService-Info.plist", Self.service(client))
            let output = conflicts(folder)
            #expect(output.contains("fix: replace it with 'com.googleusercontent.apps.\(client)'"))
            #expect(output.contains("\n  app/GoogleService-Info.plist:3:38: note: REVERSED_CLIENT_ID is"))
        }
        let before = FileManager.default.contents(atPath: folder.path + "/r.sqlite")
        _ = conflicts(folder)
        #expect(FileManager.default.contents(atPath: folder.path + "/r.sqlite") == before)
        try FileManager.default.removeItem(atPath: folder.path + "/app/GoogleService-Info.plist")
        #expect(conflicts(folder).contains("help: replace it with your reversed OAuth client ID"))
    }

    /// Only the folder `ios` is imported again.
    @Test func noticesAProjectThatComesAndGoes() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "app/app.json",
            #"{"expo": {"name": "Feed", "scheme": "feed", "ios": {"bundleIdentifier": "com.fabrikam.feed"}}}"#
        )
        try folder.write("app/package.json", #"{"dependencies": {"expo": "~54.0.12"}}"#)
        try folder.write("app/ios/Podfile", "")
        func finds(importing path: String) -> Bool {
            // A project without a file can't be read.
            let expected: Int32 = path.hasSuffix(".xcodeproj") ? 3 : 0
            #expect(CommandRun.run(["import", path, "--registry", "r.sqlite"], in: folder.path).code == expected)
            let arguments = ["conflicts", "--rule", "missing-expo-scenes", "--registry", "r.sqlite"]
            return CommandRun.run(arguments, in: folder.path).output.contains("[missing-expo-scenes]")
        }
        #expect(finds(importing: "app"))
        let projects = ["Feed", "FeedOld"].map { "app/ios/\($0).xcodeproj" }
        for project in projects { try folder.write(project + "/README", "") }
        #expect(!finds(importing: "app/ios"))
        for project in projects { try FileManager.default.removeItem(atPath: folder.path + "/" + project) }
        #expect(finds(importing: "app/ios"))
        try folder.write("app/ios/Feed.xcodeproj/README", "")
        #expect(!finds(importing: "app/ios/Feed.xcodeproj"))
    }

    @Test func demandsNothing() throws {
        let folder = try TemporaryFolder()
        try folder.write("app/Info.plist", Sample.app("com.fabrikam.feed", ("Editor", ["app-fabrikam"])))
        try folder.write("app/GoogleService-Info.plist", Self.service("111-aaa"))
        let run = CommandRun.run(["check", "app"], in: folder.path)
        #expect(run.code == 0)
        #expect(!run.output.contains("googleusercontent"))
    }

    @Test func staysInsideTheTree() throws {
        let folder = try TemporaryFolder()
        try folder.write("elsewhere.plist", Self.service("111-aaa"))
        try folder.write("app/Info.plist", Sample.app("com.fabrikam.feed", ("Editor", ["REVERSED_CLIENT_ID"])))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/app/GoogleService-Info.plist",
            withDestinationPath: "../elsewhere.plist"
        )
        #expect(!CommandRun.run(["check", "app"], in: folder.path).output.contains("111-aaa"))
    }

    @Test func namesTheValueOfAVariableOfThatName() throws {
        let folder = try TemporaryFolder()
        try folder.write("app/Info.plist", Sample.app("com.fabrikam.feed", ("Editor", ["$(REVERSED_CLIENT_ID)"])))
        try folder.write("app/GoogleService-Info.plist", Self.service("111-aaa"))
        let output = CommandRun.run(["check", "app"], in: folder.path).output
        #expect(output.contains("[unresolved-variable]"))
        #expect(output.contains("note: REVERSED_CLIENT_ID is 'com.googleusercontent.apps.111-aaa'"))
    }
}
