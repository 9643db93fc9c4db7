import Foundation
import TestSupport
import Testing

/// Changes that try to pass a check with `--changed-since` although they add a conflict.
@Suite(.enabled(if: Repositories.hasGit, "there is no git"))
struct HiddenChangeTests {
    private static let evil = Sample.app("com.contoso.evil", ("Editor", ["acmepay"]))

    /// Creates a repository with one app on `main`, and checks out a branch.
    private func repository(_ files: [String: String] = [:]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["acmepay"])))
        for (path, text) in files { try folder.write(path, text) }
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one && git checkout -qb topic")
        return folder
    }

    /// Commits `files` on the branch and checks it.
    private func check(_ folder: TemporaryFolder, adding files: [String: String] = [:]) throws -> CommandRun {
        for (path, text) in files { try folder.write(path, text) }
        try Repositories.git(folder, "add -fA && git commit -qm two")
        return CommandRun.run(
            ["check", ".", "--changed-since", "main"],
            in: folder.path,
            environment: Repositories.environment
        )
    }

    private static let specification = """
        name: Evil
        targets:
          Evil:
            type: application
            platform: iOS
            info: {path: Info.plist, properties: {CFBundleURLTypes: [{CFBundleURLSchemes: [acmepay]}]}}

        """

    /// The settings are used as they are, because the build uses them. They can make the check read another manifest.
    @Test func namesAChangeOfTheSettingsThatTheCommandLineNames() throws {
        let made = Sample.app("com.contoso.evil", (nil, []))
        let folder = try repository(["Over.xcconfig": "X = 1\n", "Made/Info.plist": made])
        func check(adding files: [String: String]) throws -> CommandRun {
            for (path, text) in files { try folder.write(path, text) }
            try Repositories.git(folder, "add -fA && git commit -qm two")
            return CommandRun.run(
                ["check", ".", "--changed-since", "main", "--xcconfig", "Over.xcconfig"],
                in: folder.path,
                environment: Repositories.environment
            )
        }
        let note = "'Over.xcconfig' differs from that in 'main'"
        let same = try check(adding: [
            "E/Info.plist": Self.evil, "Evil.xcodeproj/project.pbxproj": Sample.evilProject("E/Info.plist"),
        ])
        #expect(same.code == 1 && !same.errors.contains(note), "\(same.errors)")
        let other = try check(adding: ["Over.xcconfig": "INFOPLIST_FILE = Made/Info.plist\n"])
        #expect(other.code == 1 && other.errors.contains(note), "\(other.output)\(other.errors)")
    }

    /// An included file decides as much. It may be next to the project, be included by another one, or have been removed.
    @Test(arguments: [
        ("Config/A.xcconfig", "X = 1\n", "Y = 1\n"), ("Config/Sub/B.xcconfig", "X = 1\n", "Y = 1\n"),
        ("Evil.xcconfig", "", "Y = 1\n"), ("Config/C.xcconfig", "X = 1\n", ""),
    ])
    func namesAChangeOfIncludedSettings(path: String, before: String, after: String) throws {
        var files = [
            "Config/Over.xcconfig": "#include \"A\"\n#include? \"Evil.xcconfig\"\n#include? \"C.xcconfig\"\n",
            "Config/A.xcconfig": "#include \"Sub/B.xcconfig\"\n", "Config/Sub/B.xcconfig": "", "Config/A/README": "",
            "Made/Info.plist": Sample.app("com.contoso.evil", (nil, [])),
            "Evil.xcodeproj/project.pbxproj": Sample.evilProject("E/Info.plist"), "E/Info.plist": Self.evil,
        ]
        if !before.isEmpty { files[path] = before }
        let folder = try repository(files)
        func notes() throws -> [Substring] {
            try Repositories.git(folder, "add -fA && git commit --allow-empty -qm two")
            let run = CommandRun.run(
                ["check", ".", "--changed-since", "main", "--xcconfig", "Config/Over.xcconfig"],
                in: folder.path,
                environment: Repositories.environment
            )
            return run.errors.split(separator: "\n").filter { $0.contains("differ") || $0.contains("compared") }
        }
        #expect(try notes() == [])
        if after.isEmpty {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(path)")
        } else {
            try folder.write(path, after)
        }
        let changed = try notes()
        #expect(changed.count == 1 && changed[0].contains("'\(path)' differs from that in 'main'"), "\(changed)")
    }

    /// Neither version can be read, so they may differ.
    @Test func namesSettingsThatCannotBeCompared() throws {
        let rest = "// \(String(repeating: " ", count: 4 << 20))\n"
        let folder = try repository(["Over.xcconfig": rest])
        try folder.write("Over.xcconfig", "INFOPLIST_FILE = Made/Info.plist\n\(rest)")
        try Repositories.git(folder, "commit -qam two")
        let run = CommandRun.run(
            ["check", ".", "--changed-since", "main", "--xcconfig", "Over.xcconfig"],
            in: folder.path,
            environment: Repositories.environment
        )
        #expect(run.errors.contains("'Over.xcconfig' cannot be compared with that in 'main'"), "\(run.errors)")
    }

    @Test(arguments: [
        ["Tools.xcworkspace/Evil.xcodeproj/project.pbxproj": Sample.evilProject("E/Info.plist")],
        ["Tools.xcodeproj/Evil.xcodeproj/project.pbxproj": Sample.evilProject("E/Info.plist")],
        ["Tools.xcworkspace/xcshareddata/a/Evil.xcodeproj/project.pbxproj": Sample.evilProject("E/Info.plist")],
        ["A.xcodeproj/project.xcworkspace/Evil.xcodeproj/project.pbxproj": Sample.evilProject("E/Info.plist")],
        ["Tools.xcworkspace/E/Info.plist": evil],
        ["Tools.xcodeproj/E/Info.plist": evil],
        ["A.xcworkspace/project.pbxproj/E/Info.plist": evil],
    ])
    func foldersThatLookLikeXcodesAreRead(files: [String: String]) throws {
        let folder = try repository(["Tools.xcworkspace/contents.xcworkspacedata": "<Workspace></Workspace>\n"])
        let manifests = files.keys.filter { $0.hasSuffix("pbxproj") }.map {
            (($0 as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent + "/E/Info.plist"
        }
        let run = try check(folder, adding: files.merging(manifests.map { ($0, Self.evil) }) { $1 })
        #expect(run.code == 1 && run.output.contains("[undefined-target]"), "\(run.output)\(run.errors)")
    }

    /// A change that makes two old apps collide is new, even if it also adds a third app, which collides less.
    @Test(arguments: [false, true])
    func aHarmlessNewcomerDoesNotHideAnError(addsAnother: Bool) throws {
        let folder = try repository(["C/Info.plist": Sample.app("com.contoso.c", ("Viewer", ["acmepay"]))])
        var files = ["C/Info.plist": Sample.app("com.contoso.c", ("Editor", ["acmepay"]))]
        if addsAnother { files["D/Info.plist"] = Sample.app("com.contoso.d", ("Viewer", ["acmepay"])) }
        let run = try check(folder, adding: files)
        #expect(run.code == 1 && run.output.contains("com.contoso.c"), "\(run.output)\(run.errors)")
    }

    @Test(arguments: [
        (["Evil.xcodeproj/project.pbxproj": Sample.evilProject("/Users/sam/Info.plist")], "was not checked"),
        (
            ["Evil.xcodeproj/project.pbxproj": Sample.evilProject("E/Info.plist")],
            "'E/Info.plist' of the target 'Evil' is missing"
        ),
        (["Pods/E/Info.plist": evil], "its folder is skipped"),
        (
            ["build/Evil.xcodeproj/project.pbxproj": Sample.evilProject("E/E.txt"), "build/E/E.txt": evil],
            "its folder is skipped"
        ),
        (["node_modules/e/project.yml": specification], "its folder is skipped"),
        ([".swiftpm/e/project.yml": specification], "its folder is skipped"),
        (
            [
                "Kit/b/CMakeCache.txt": "# This is the CMakeCache file.\n",
                "Kit/b/Evil.xcodeproj/project.pbxproj": Sample.evilProject("CMakeFiles/Evil.dir/Info.plist"),
            ],
            "of the target 'Evil' is missing, so its URL types are unknown"
        ),
        (
            ["Evil.xcodeproj/project.pbxproj": Sample.evilProject("$(USER)/E.txt"), "sam/E.txt": evil],
            "the manifest path '$(USER)/E.txt' of the target 'Evil' is unknown"
        ),
        (["project-evil.yml": specification + String(repeating: "# a comment\n", count: 400_000)], "can't be read"),
        (["project.yml": "name: Evil\ninclude: ['${EVIL}.yml']\ntargets: {}\n"], "environment"),
        (["app.json": "{scheme: acmepay, ios: {bundleIdentifier: 'com.contoso.evil'}, n: ٣}"], "can't be read"),
    ])
    func whatCannotBeSeenIsAProblem(files: [String: String], text: String) throws {
        let run = try check(try repository(), adding: files)
        #expect(run.code == 3 && (run.output + run.errors).contains(text), "\(run.output)\(run.errors)")
        // What was there before is not, unless the branch may change what writes a manifest.
        let isWritten = ["was not checked", "is missing", "is unknown"].contains(where: text.hasSuffix)
        let before = try check(try repository(files), adding: ["README": ""])
        #expect(before.code == (isWritten ? 3 : 0), "\(before.output)\(before.errors)")
    }

    @Test func aChangedRegistryIsAProblem() throws {
        let folder = try repository()
        func run(_ arguments: String...) -> CommandRun {
            CommandRun.run(arguments, in: folder.path, environment: Repositories.environment)
        }
        #expect(run("import", "--registry", "r.sqlite", "A").code == 0)
        try Repositories.git(folder, "add -fA && git commit -qm two && git branch -f main")
        #expect(run("check", ".", "--changed-since", "main", "--against", "r.sqlite").code == 0)
        try folder.write("C/Info.plist", Sample.app("com.contoso.c", ("Editor", ["acme-other"])))
        #expect(run("import", "--registry", "r.sqlite", "C").code == 0)
        try Repositories.git(folder, "add -fA && git commit -qm three")
        let changed = run("check", ".", "--changed-since", "main", "--against", "r.sqlite")
        let report = changed.output + changed.errors
        #expect(changed.code == 3 && report.contains("the registry of --against is new or changed"), "\(report)")
    }

    @Test func aNewEncryptedFileIsAProblem() throws {
        let folder = try repository()
        try folder.write("E/Info.plist", Array("\0GITCRYPT\0".utf8) + [0xFF, 0xFE])
        let run = try check(folder)
        #expect(run.code == 3 && run.output.contains("git-crypt"), "\(run.output)\(run.errors)")
    }

    /// A file may be in an unusual folder, and settings may decide late which file is used.
    @Test(arguments: [
        ["Evil.app/Info.plist": Sample.app("com.contoso.a", ("Editor", ["other"])), "Evil.app/E/Info.plist": evil],
        ["Evil.xcodeproj/project.pbxproj": Sample.evilProject("E.txt"), "E.txt": companion],
        [
            "app.json": #"{"name": "E", "scheme": "acmepay", "n": 1.\#(String(repeating: "0", count: 80)), "#
                + #""ios": {"bundleIdentifier": "com.contoso.evil"}}"#
        ],
    ])
    func whatCollidesIsFound(files: [String: String]) throws {
        let run = try check(try repository(), adding: files)
        #expect(run.code == 1 && run.output.contains("[undefined-target]"), "\(run.output)\(run.errors)")
    }

    private static let companion = Sample.app(
        "com.contoso.evil",
        ("Editor", ["acmepay"]),
        extra: "<key>WKCompanionAppBundleIdentifier</key><string>com.contoso.a</string>"
    )

    @Test func aNewSubmoduleThatIsNotCheckedOutIsAProblem() throws {
        let folder = try repository()
        let commit = try Repositories.git(folder, "rev-parse HEAD").text.dropLast()
        try Repositories.git(folder, "update-index --add --cacheinfo 160000,\(commit),Kit && git commit -qm submodule")
        func check(_ arguments: String...) -> CommandRun {
            CommandRun.run(
                ["check", ".", "--changed-since", "main"] + arguments,
                in: folder.path,
                environment: Repositories.environment
            )
        }
        let run = check()
        #expect(run.code == 3 && run.output.contains("the submodule 'Kit' is new or changed"), "\(run.output)")
        #expect(check("--exclude", "Kit").code == 0)
    }

    @Test(arguments: [
        ["Pods/Kit/Info.plist": "<plist><dict></dict></plist>\n"], ["Vendor/README.md": ""],
        ["Pods/Pods.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{objects = {};}\n"],
    ])
    func dependenciesWithoutAppsAreNoProblem(files: [String: String]) throws {
        let run = try check(try repository(), adding: files)
        #expect(run.code == 0, "\(run.output)\(run.errors)")
    }

    @Test func oneMoreOfManyFindingsIsNew() throws {
        let old = (0..<150).map { "old_\($0)" }
        let folder = try repository(["B/Info.plist": Sample.app("com.contoso.b", ("Editor", old))])
        let manifest = Sample.app("com.contoso.b", ("Editor", old + ["new_one"]))
        let run = try check(folder, adding: ["B/Info.plist": manifest])
        #expect(run.code == 1 && run.output.contains("new_one"), "\(run.output)\(run.errors)")
    }
}
