import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Reading workspaces")
struct WorkspaceReaderTests {
    static func read(_ text: String, _ path: Path = "sub/All.xcworkspace") -> WorkspaceReader.Reading {
        WorkspaceReader().read(
            workspaceAt: path,
            of: ProjectOrigin(source: "repo", root: "/repo"),
            files: SettingsFileSystem(["/repo/\(path.display)/contents.xcworkspacedata": text])
        )
    }

    static let locations: [(content: String, projects: [String])] = [
        ("<FileRef location=\"group:A.xcodeproj\"/>", ["/repo/sub/A.xcodeproj"]),
        ("<FileRef\n   location = \"container:x/A.xcodeproj\">\n</FileRef>", ["/repo/sub/x/A.xcodeproj"]),
        ("<FileRef location = 'absolute:/A.xcodeproj'/>", ["/A.xcodeproj"]),
        ("<FileRef location = \"group:../A &amp; B.xcodeproj\"/>", ["/repo/A & B.xcodeproj"]),
        (
            "<FileRef location = \"group:README.md\"/><FileRef location = \"group:A.xcodeproj\"/>",
            ["/repo/sub/A.xcodeproj"]
        ),
        (
            "<Group location = \"group:Apps\" name = \"Apps\"><Group location = \"group:Two\">"
                + "<FileRef location = \"group:A.xcodeproj\"/></Group><FileRef location = \"group:B.xcodeproj\"/>"
                + "<FileRef location = \"container:C.xcodeproj\"/></Group>",
            ["/repo/sub/Apps/Two/A.xcodeproj", "/repo/sub/Apps/B.xcodeproj", "/repo/sub/C.xcodeproj"]
        ),
        ("<!-- <FileRef location = \"group:A.xcodeproj\"/> --><FileRef name = \"a > b\"/>", []),
        (
            "<FileRef location = \"developer:A.xcodeproj\"/><FileRef location = \"A.xcodeproj\"/><FileRef location=/>",
            []
        ),
        (
            "<FileRef location=\"group:A.xcodeproj\"/><FileRef location=\"group:./A.xcodeproj\"/>",
            ["/repo/sub/A.xcodeproj"]
        ),
    ]

    @Test(arguments: locations)
    func projectsInTheirOrder(_ content: String, _ projects: [String]) {
        let reading = Self.read("<?xml version=\"1.0\"?>\n<Workspace version = \"1.0\">\(content)</Workspace>")
        #expect(reading.projects.map(\.display) == projects)
        #expect(reading.irregularities.isEmpty && reading.problems.isEmpty)
    }

    @Test func theWorkspaceInsideAProjectMeansTheProject() {
        let text = "<Workspace><FileRef location = \"self:\"></FileRef></Workspace>"
        #expect(Self.read(text, "A.xcodeproj/project.xcworkspace").projects == ["/repo/A.xcodeproj"])
    }

    static let broken: [(text: String, cause: String)] = [
        ("", "the file has no <Workspace> element"), ("nothing", "the file has no <Workspace> element"),
        ("<plist/>", "expected <Workspace> as the first element"),
        ("<Workspace><Group>", "the group is not closed"), ("<Workspace></Group>", "</Group> has no start tag"),
        ("<Workspace><FileRef", "the tag is not closed"),
        ("<Workspace><!-- ", "the comment is not closed"),
        ("<Workspace>\n<<<<<<< HEAD\n<FileRef/>", "`<` does not start a tag"),
        ("<Workspace>" + String(repeating: "<Group>", count: 600), "groups are nested more than 512 levels deep"),
        (
            "<Workspace><Group location=\"group:\(String(repeating: "a", count: 2_000))\">"
                + "<FileRef location=\"group:../A.xcodeproj\"/></Group></Workspace>",
            "the path is longer than 1024 bytes"
        ),
    ]

    @Test(arguments: broken)
    func oneFindingForAWorkspaceThatCannotBeRead(_ text: String, _ cause: String) {
        let reading = Self.read(text)
        #expect(reading.irregularities.map(\.irregularity.kind) == [.malformedProject])
        #expect(reading.irregularities.first?.irregularity.cause?.hasPrefix(cause) == true)
    }

    @Test func moreReferencesThanAreRead() {
        let references = (0...10_000).map { "<FileRef location=\"group:\($0).xcodeproj\"/>" }
        let reading = Self.read("<Workspace>\(references.joined())</Workspace>")
        #expect(reading.projects.count == 10_000)
        let message = "the workspace has more than 10,000 references; the rest was not read"
        #expect(reading.problems.map(\.message) == [message])
    }
}
