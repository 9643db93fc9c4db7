import SchemeModel
import TestSupport
import Testing

@testable import SchemeKit

/// The workspaces around a project.
@Suite struct LocalModulesTests {
    private func surroundings(_ workspaces: [[String]]) throws -> ProjectSurroundings {
        let folder = try TemporaryFolder()
        for (number, locations) in workspaces.enumerated() {
            let references = locations.map { "<FileRef location=\"group:\($0)\"/>" }.joined()
            try folder.write(
                "W\(number).xcworkspace/contents.xcworkspacedata",
                "<Workspace version=\"1.0\">\(references)</Workspace>"
            )
        }
        let source = Source(name: "tree", root: Path(folder.path), kind: .tree, isNamed: false)
        let modules = LocalModules(of: source, files: POSIXFileSystem().rooted(at: source.root), limits: .standard)
        return modules.surroundings(of: "App.xcodeproj", Candidate(kind: .project, path: "App.xcodeproj"))
    }

    @Test func listsEachProjectAndFolderOnce() throws {
        let locations = ["App.xcodeproj", "Kit.xcodeproj", "Kit.xcodeproj", "Packages/Kit", "Packages/Kit"]
        let surroundings = try surroundings([locations, locations])
        #expect(surroundings.projects == ["Kit.xcodeproj"])
        #expect(surroundings.packages == ["Packages/Kit"])
        #expect(surroundings.dependencies.count == 2)
        #expect(!surroundings.hasTooMany)
    }

    @Test func boundsReferences() throws {
        func projects(_ numbers: Range<Int>) -> [String] { ["App.xcodeproj"] + numbers.map { "P\($0).xcodeproj" } }
        let (some, others) = (projects(0..<6_000), projects(6_000..<7_000))
        #expect(try !surroundings([others, others, others]).hasTooMany)
        let surroundings = try surroundings([some, others])
        #expect(surroundings.hasTooMany)
        #expect(surroundings.projects.count == 5_000)
    }
}
