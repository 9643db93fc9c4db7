import Foundation
import SchemeManifests
import SchemeModel
import Testing

@testable import SchemeKit

@Suite("The files of code in a folder")
struct CodeFilesTests {
    private func files(
        _ names: [String],
        links: [String: String] = [:],
        in folder: ProjectReading.Folder,
        limits: Limits = .standard
    ) throws -> (found: [Path], isWhole: Bool, problems: [String]) {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            .resolvingSymlinksInPath()
        defer { try? FileManager.default.removeItem(at: root) }
        for name in names {
            let url = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data().write(to: url)
        }
        for (name, target) in links {
            let path = root.appendingPathComponent(name).path
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        }
        let source = Source(name: "tree", root: Path(root.path), kind: .tree, isNamed: false)
        var code = CodeFiles(
            of: source,
            files: POSIXFileSystem().rooted(at: source.root),
            exclusions: [],
            limits: limits
        )
        let listed = code.positions(in: folder)
        let (found, isWhole) = try #require(listed)
        return (found.map { code.paths[$0] }, isWhole, code.read().problems.map(\.message))
    }

    private static let names = [
        "App/A.swift", "App/B.swift", "App/Old/A.swift", "App/Sub/C.swift", "App/Tests/T.swift",
    ]

    @Test("are those that no path and no pattern leaves out")
    func leavesOut() throws {
        let folder = ProjectReading.Folder(path: "App", excluded: ["./Old"], patterns: ["Tests", "**/C.*"])
        let all = try files(Self.names, in: folder)
        #expect(all.found == ["App/A.swift", "App/B.swift"])
        #expect(all.isWhole && all.problems.isEmpty)
        let some = ProjectReading.Folder(path: "App", excluded: ["Sub/C.swift"], included: ["Sub", "./B.swift"])
        #expect(try files(Self.names, in: some).found == ["App/B.swift"])
    }

    @Test("are not looked for by more patterns than the limit says")
    func bounded() throws {
        var limits = Limits.standard
        let folder = ProjectReading.Folder(path: "App", patterns: ["Tests", "Old"])
        limits.folderPatternSteps = 10_000
        #expect(try files(Self.names, in: folder, limits: limits).found.count == 3)
        limits.folderPatternSteps = 1_000
        let none = try files(Self.names, in: folder, limits: limits)
        #expect(none.found == [] && !none.isWhole)
        #expect(none.problems.count == 1)
        #expect(none.problems.first?.hasPrefix("the project's folder patterns are too complex") == true)
    }

    /// Xcode compiles all files in the folder of a target, and follows links.
    @Test("may be in folders with any name, and behind links")
    func everywhere() throws {
        let names = [
            "App/build/A.swift", "App/Pods/B.swift", "App/X.framework/C.swift", "App/.build/D.swift", "E.swift",
        ]
        let links = ["App/E.swift": "../E.swift", "App/F.swift": "F.txt", "App/G.swift": "none.swift"]
        var folder = ProjectReading.Folder(path: "App")
        let some: [Path] = ["E.swift", "App/F.swift"]
        #expect(try files(names + ["App/F.txt"], links: links, in: folder).found == some)
        folder.includesVendored = true
        let all = try files(names + ["App/F.txt"], links: links, in: folder)
        #expect(Set(all.found) == Set(some + ["App/build/A.swift", "App/Pods/B.swift"]) && all.problems.isEmpty)
    }
}
