import Foundation
import SchemeKit
import SchemeModel
import Testing
import TestSupport

/// Apps in files and folders with names that other files usually have.
@Suite struct UnusualNameTests {
    private let folder: TemporaryFolder

    /// Creates an app whose scheme the apps of the tests claim as well.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write("A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["acmepay"])))
    }

    private static let evil = Sample.app("com.contoso.evil", ("Editor", ["acmepay"]))

    private func check() -> CommandRun { CommandRun.run(["check", "."], in: folder.path) }

    @Test(arguments: ["app.config.json", "app.json", "project.yml", "Info.plist", "Package.swift"])
    func aFolderIsRead(named name: String) throws {
        try folder.write("\(name)/Info.plist", Self.evil)
        #expect(check().output.contains("\(name)/Info.plist"))
    }

    /// A Mac finds such a project.
    @Test(arguments: ["Project.pbxproj", "project.PBXPROJ"])
    func aProjectFileNamedInCapitalsIsAProblem(name: String) throws {
        try folder.write("E.xcodeproj/\(name)", "{}")
        try folder.write("E.xcodeproj/xcshareddata/a.txt", "")
        let run = check()
        #expect(
            run.code == 3 && run.output.contains("the project was not read because its file is named '\(name)'"),
            "\(run.output)\(run.errors)"
        )
        #expect(CommandRun.run(["check", ".", "--exclude", "E.xcodeproj"], in: folder.path).code == 0)
    }

    @Test(arguments: ["project-evil.yml", "xcodegen.yaml", "project.json"])
    func aLargeFileThatMayBeASpecificationIsReported(name: String) throws {
        try folder.write(name, String(repeating: " ", count: 4 * 1024 * 1024 + 1))
        let run = check()
        let message = "'\(name)' was skipped because it is too large, and may be"
        #expect(run.code == 0 && run.output.contains(message), "\(run.output)\(run.errors)")
    }

    /// An unpacked project of Scratch has such a file.
    @Test func aFileWithManyValuesThatMayBeASpecificationIsReported() throws {
        let values = String(repeating: "0,", count: Limits.standard.objectVisits)
        try folder.write("project.json", #"{"targets": [\#(values)0], "meta": {"platform": {"name": "Scratch"}}}"#)
        let run = check()
        let message = "'project.json' was skipped because it is too large, and may be"
        #expect(run.code == 0 && run.output.contains(message), "\(run.output)\(run.errors)")
    }

    /// Other tools have programs of this name, too.
    @Test(arguments: [
        (#"{"dependencies": {"expo": "54"}}"#, "", true), (#"{"dependencies": {"\u0065xpo": "54"}}"#, "", true),
        (#"{"dependencies": {"nuxt": "4"}}"#, "", false), (nil, "", false),
        (nil, "ios: { bundleIdentifier: 'com.contoso.evil' }", true),
        (#"{"dependencies": {"expo": "54"}}"# + String(repeating: " ", count: 4 * 1024 * 1024), "", true),
    ])
    func aProgramIsOfExpo(package: String?, member: String, isOfExpo: Bool) throws {
        if let package { try folder.write("E/package.json", package) }
        try folder.write("E/app.config.js", "export default { scheme: text('acmepay'), \(member) };\n")
        let run = check()
        #expect(run.output.contains("[unread-program]") == isOfExpo, "\(run.output)\(run.errors)")
        #expect(run.code == 0)
    }

    /// A Mac finds a manifest in another spelling. If it isn't certain which file that is, the check is incomplete. A Mac of
    /// the tests can't have two such files.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self")),
        arguments: [
            ("build/A\u{308}pp/info.plist", ["build/\u{C4}pp/Info.plist"], 0, true),
            ("build/app/info.plist", ["build/App/Info.plist", "build/App/INFO.plist"], 0, false),
            ("build/app/info.plist", ["build/App/Info.plist", "build/aPP/A.plist"], 0, true),
            // More folders than are followed, and more names than are compared.
            ("build/folder/info.plist", manifests(16), 0, true), ("build/folder/info.plist", manifests(17), 0, false),
            ("build/app/info.plist", ["build/App/Info.plist"], 1_000, true),
            ("build/app/info.plist", ["build/App/Info.plist"], Limits.standard.comparedNames, false),
        ]
    )
    func aManifestInAnotherSpellingIsFound(written: String, paths: [String], others: Int, isFound: Bool) throws {
        for path in paths { try folder.write(path, Self.evil) }
        try folder.write("Evil.xcodeproj/project.pbxproj", Sample.evilProject(written))
        let files = FloodedFileSystem(folder: Path("\(folder.path)/build/App"), others: others)
        let run = CommandRun.run(["check", "."], in: folder.path, files: files)
        #expect(run.code == (isFound ? 1 : 3), "\(run.output)\(run.errors)")
        let missing = "the manifest '\(written)' of the target 'Evil' is missing, so its URL types are unknown"
        #expect(run.output.contains(isFound ? "'acmepay' is claimed by 2 apps" : missing), "\(run.output)")
    }

    /// Returns files in so many folders, whose names differ only in capitals. One is a manifest.
    private static func manifests(_ count: Int) -> [String] {
        (0..<count).map { bits in
            let letters = "folder".enumerated().map { bits >> $0 & 1 == 1 ? $1.uppercased() : "\($1)" }
            return "build/\(letters.joined())/\(bits == 3 ? "Info" : "A").plist"
        }
    }

    @Test(arguments: [
        ("E/Info.plist", "info.txt", evil),
        ("E/app.json", "a.txt", #"{"expo":{"scheme":"acmepay","ios":{"bundleIdentifier":"com.contoso.evil"}}}"#),
        (
            "E/project.yml", "p.txt",
            """
            name: Evil
            targets:
              Evil:
                type: application
                platform: iOS
                settings: {PRODUCT_BUNDLE_IDENTIFIER: com.contoso.evil}
                info: {path: Info.plist, properties: {CFBundleURLTypes: [{CFBundleURLSchemes: [acmepay]}]}}

            """
        ),
    ])
    func aLinkToAnUnusualNameIsRead(link: String, target: String, text: String) throws {
        try folder.write("E/\(target)", text)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/\(link)",
            withDestinationPath: target
        )
        let run = check()
        #expect(run.code != 0 && run.output.contains("'acmepay' is claimed by 2 apps"), "\(run.output)\(run.errors)")
    }
}

/// A disk on which one folder has many more entries, because making them takes too long.
private struct FloodedFileSystem: FileAccess {
    var folder: Path
    var others: Int
    private let disk = POSIXFileSystem()

    init(folder: Path, others: Int) { (self.folder, self.others) = (folder, others) }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        if path == folder {
            let entry = DirectoryEntry(name: "A.txt", kind: .regular)
            for _ in 0..<others { _ = isWanted(entry) }
        }
        return try disk.entries(of: path, where: isWanted)
    }

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        try disk.contents(of: path, limit: limit)
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile { try disk.randomAccess(to: path) }

    func realPath(of path: Path) throws(FileError) -> Path { try disk.realPath(of: path) }

    func stamp(of path: Path) throws(FileError) -> FileStamp { try disk.stamp(of: path) }

    func kind(of path: Path) throws(FileError) -> FileKind { try disk.kind(of: path) }
}
