import Foundation
import Testing
import TestSupport

/// Unreadable inputs: their known claims stay, and every command on the registry reports them.
@Suite struct UnreadableInputTests {
    private func tree() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("tree/Info.plist", Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["wallet"])))
        try folder.write("tree/sub/Info.plist", Sample.app("com.contoso.sub", (role: "Editor", schemes: ["sub"])))
        return folder
    }

    private func run(_ arguments: String..., in folder: TemporaryFolder, without path: String? = nil) -> CommandRun {
        let files = path.map { ForbiddenFileSystem(folder.path + "/" + $0) } ?? ForbiddenFileSystem()
        return CommandRun.run(arguments + ["--registry", "r.sqlite"], in: folder.path, files: files)
    }

    @Test(arguments: [
        ("tree", "tree: problem: the folder cannot be read: permission denied", 2),
        ("tree/sub", "tree/sub: problem: the folder", 1),
        ("tree/sub/Info.plist", "tree/sub/Info.plist: problem: the file cannot be read: permission denied", 1),
    ])
    func keepsWhatIsKnown(path: String, text: String, stale: Int) throws {
        let folder = try tree()
        #expect(run("import", "tree", in: folder).code == 0)
        let again = run("import", "tree", in: folder, without: path)
        #expect(again.code == 3)
        #expect(again.output.contains(text))
        #expect(again.output.contains("2 manifests"))
        #expect(!again.output.contains("new") && !again.output.contains("gone"))
        let claims = run("list", "claims", "--format", "json", in: folder).output
        #expect(claims.components(separatedBy: "\"state\": \"stale\"").count == stale + 1)

        let conflicts = run("conflicts", in: folder)
        #expect(conflicts.code == 3)
        #expect(conflicts.output.contains(text))
        #expect(conflicts.output.contains("; then import it again"))
        #expect(conflicts.output.contains("the check is incomplete (1 problem): "))
        let json = run("conflicts", "--format", "json", in: folder)
        #expect(json.code == 3)
        #expect(json.output.contains("\"code\": \"permission-denied\""))
        #expect(json.output.contains("\"problems\": 1"))
        #expect(run("show", "tree", in: folder).output.contains(text))
        for name in ["sub", "com.contoso.sub", "tree"] {
            #expect(run("show", name, in: folder).output.contains("stale"))
        }

        #expect(run("import", "tree", in: folder).code == 0)
        #expect(run("conflicts", in: folder).code == 0)
        let events = run("show", "sub", in: folder).output
        #expect(events.contains("claimed") && !events.contains("removed"))
    }

    @Test func reportsInputsThatWereNeverRead() throws {
        let folder = try tree()
        let first = run("import", "tree", in: folder, without: "tree")
        #expect(first.code == 3)
        #expect(first.output.contains("nothing changed") && !first.output.contains("new"))
        #expect(run("conflicts", in: folder).code == 3)
    }

    /// The file is read, but one of its schemes exceeds a limit: an unchanged stamp must not hide that.
    @Test func reportsExceededLimitsEachTime() throws {
        let folder = try TemporaryFolder()
        let long = String(repeating: "x", count: 2000)
        try folder.write("tree/Info.plist", Sample.app("com.contoso.a", (role: "Editor", schemes: ["a", long])))
        for _ in 0..<2 {
            let read = run("import", "tree", in: folder)
            #expect(read.code == 3)
            #expect(read.output.contains("is longer than 1024 bytes and was skipped"))
            let conflicts = run("conflicts", in: folder)
            #expect(conflicts.code == 3)
            #expect(conflicts.output.contains("tree/Info.plist:21:25: problem: CFBundleURLTypes[0]"))
        }
    }

    /// Build tools complete such a file, but nobody names one that is to be checked as it is.
    @Test func aPartOfAManifestIsAnErrorOnlyIfItIsNamed() throws {
        let folder = try TemporaryFolder()
        try folder.write("desktop/Info.plist", "\n<key>CFBundleURLTypes</key>\n<array/>\n")
        let found = CommandRun.run(["check", "."], in: folder.path)
        #expect(
            found.output.contains("desktop/Info.plist:2:1: note: the file is only part of a manifest: found `<key>`")
        )
        #expect(found.code == 0, "\(found.output)")
        let named = CommandRun.run(["check", "desktop/Info.plist"], in: folder.path)
        #expect(named.output.contains("Info.plist:2:1: error: the manifest cannot be parsed: found `<key>`"))
        #expect(named.code == 1, "\(named.output)")
    }
}
