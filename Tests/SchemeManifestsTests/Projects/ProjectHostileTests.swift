import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Broken and hostile projects")
struct ProjectHostileTests {
    static let broken: [(text: String, cause: String)] = [
        ("", "the file is empty"),
        (" \n", "the file contains only whitespace"),
        ("{objects = {", "`{` opened on line 1 is not closed"),
        ("<<<<<<< HEAD\n{}", "it contains the merge conflict marker '<<<<<<<'"),
        ("{rootObject = A; objects = {\n=======\n};}", "it contains the merge conflict marker '======='"),
        ("(a)", "expected a dictionary at the root, found an array"),
        ("{}", "the project has no `objects` dictionary"),
        ("{objects = (a);}", "the project has no `objects` dictionary"),
        ("{objects = {};}", "the project has no `rootObject`"),
        ("{objects = {}; rootObject = A;}", "the `rootObject` is not a PBXProject"),
        ("{objects = {A = {isa = PBXGroup;};}; rootObject = A;}", "the `rootObject` is not a PBXProject"),
    ]

    @Test(arguments: broken)
    func oneFindingForAProjectThatCannotBeRead(_ text: String, _ cause: String) throws {
        let reading = ProjectText.read(text)
        #expect(reading.manifests.isEmpty && reading.problems.isEmpty)
        #expect(reading.irregularities.map(\.irregularity.kind) == [.malformedProject])
        #expect(reading.irregularities.first?.irregularity.cause?.hasPrefix(cause) == true)
        #expect(reading.irregularities.first?.origin.path == "App.xcodeproj/project.pbxproj")
    }

    @Test func anAbsentProjectIsAProblem() {
        let reading = ProjectReader().read(
            projectAt: "None.xcodeproj",
            of: ProjectOrigin(source: "repo", root: "/repo"),
            files: SettingsFileSystem([:])
        )
        #expect(reading.problems.map(\.code) == [.notFound])
        #expect(reading.inputs.map(\.stamp) == [nil])
    }

    static let empty = [
        "{objects = {R = {isa = PBXProject;};}; rootObject = R;}",
        "{objects = {R = {isa = PBXProject; targets = (R, X, T); mainGroup = R;}; T = {isa = PBXNativeTarget;};}; "
            + "rootObject = R;}",
        "{objects = {R = {isa = PBXProject; targets = T; buildConfigurationList = (a);};}; rootObject = R;}",
        "{objects = {R = {isa = PBXProject; buildConfigurationList = R; buildConfigurations = (R, R);};}; rootObject = R;}",
    ]

    @Test(arguments: empty)
    func whatIsMissingIsLeftOut(_ text: String) {
        let reading = ProjectText.read(text)
        #expect(reading.manifests.isEmpty && reading.irregularities.isEmpty && reading.problems.isEmpty)
    }

    @Test func groupsInCirclesEnd() {
        var project = ProjectText()
        project.children = "A"
        project.targets = [.init(settings: ProjectReaderTests.app, more: "buildPhases = (S); dependencies = (D, D);")]
        project.objects = """
            A = {isa = PBXGroup; path = a; children = (B, A); sourceTree = "<group>";};
            B = {isa = PBXGroup; path = b; children = (A, F); sourceTree = "<group>";};
            F = {isa = PBXFileReference; path = "f.swift"; sourceTree = "<group>";};
            LOST = {isa = PBXGroup; path = x; children = (LOST); sourceTree = "<group>";};
            S = {isa = PBXSourcesBuildPhase; files = (S, BF, BL);};
            BF = {isa = PBXBuildFile; fileRef = F;}; BL = {isa = PBXBuildFile; fileRef = LOST;};
            D = {isa = PBXTargetDependency; target = T0;};
            """
        let reading = project.read(["Info.plist": ProjectText.manifest("a")])
        #expect(reading.targets.map(\.sources) == [["a/b/f.swift", "x"]])
    }

    @Test func targetsThatEmbedOneAnotherEnd() {
        var project = ProjectText()
        let settings = "GENERATE_INFOPLIST_FILE = YES; PRODUCT_BUNDLE_IDENTIFIER = \"com.contoso.$(TARGET_NAME)\";"
        project.targets = [
            .init(name: "a", settings: settings, embeds: ["b"]), .init(name: "b", settings: settings, embeds: ["a"]),
        ]
        #expect(project.read().manifests.map(\.container.text) == ["com.contoso.b", "com.contoso.a"])
    }

    @Test func settingsThatDoubleAreOneFinding() {
        var project = ProjectText()
        project.settings = (1...60).map { "S\($0) = \"$(S\($0 - 1))$(S\($0 - 1))\";" }.joined(separator: "\n")
        project.targets = [.init(settings: "S0 = x; INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = a.b;")]
        let reading = project.read(["Info.plist": ProjectText.manifest("$(S60)", "$(S59)", "plain")])
        #expect(reading.irregularities.map(\.irregularity.kind) == [.malformedProject])
        #expect(
            reading.manifests.flatMap(\.urlTypes).flatMap(\.schemes).map(\.state) == [.unknown, .unknown, .claimed]
        )
    }

    @Test func settingsThatReferToOneAnotherEnd() {
        var project = ProjectText()
        project.targets = [.init(settings: ProjectReaderTests.app + "A = \"a$(B)\"; B = \"b$(A)\"; C = \"$(C)$(C)\";")]
        let reading = project.read(["Info.plist": ProjectText.manifest("$(A)", "$(C)")])
        #expect(reading.irregularities.isEmpty)
        #expect(reading.manifests.flatMap(\.urlTypes).flatMap(\.schemes).map(\.resolved) == ["ab", ""])
    }

    @Test func aFileThatIncludesItselfIsOneFinding() {
        var project = ProjectText()
        project.base = "a.xcconfig"
        project.targets = [
            .init(name: "A", settings: ProjectReaderTests.app, base: "a.xcconfig"),
            .init(name: "B", settings: ProjectReaderTests.app, base: "a.xcconfig"),
        ]
        let reading = project.read([
            "Info.plist": ProjectText.manifest("$(S)"), "a.xcconfig": "S = s\n#include \"b\"",
            "b.xcconfig": "#include \"a.xcconfig\"",
        ])
        #expect(
            reading.irregularityLines == [
                "malformed-project 'a.xcconfig' includes itself at b.xcconfig:1"
            ]
        )
        #expect(reading.manifests.flatMap(\.urlTypes).flatMap(\.schemes).map(\.resolved) == ["s", "s"])
    }

    @Test func reportsABrokenManifestOnce() {
        var project = ProjectText()
        project.targets = [
            .init(name: "A", settings: ProjectReaderTests.app), .init(name: "B", settings: ProjectReaderTests.app),
        ]
        let reading = project.read(["Info.plist": "<plist><dict><key>a</key>"])
        #expect(reading.manifests.map { $0.irregularities.map(\.kind) } == [[.malformed]])
        #expect(reading.manifests.map(\.origin.path) == ["Info.plist"])
    }

    @Test func nothingIsOpenedOutsideTheBoundary() {
        var project = ProjectText()
        project.targets = [
            .init(
                settings: "INFOPLIST_FILE = ../secret.plist; PRODUCT_BUNDLE_IDENTIFIER = a.b; PRODUCT_NAME = \"$(S)\";"
            )
        ]
        project.base = "link.xcconfig"
        var files = SettingsFileSystem(
            [
                "/repo/App.xcodeproj/project.pbxproj": project.text, "/secret.plist": ProjectText.manifest("a"),
                "/secret.xcconfig": "S = s",
            ]
        )
        files.links = ["/repo/link.xcconfig": "/secret.xcconfig"]
        let reading = ProjectReader().read(
            projectAt: "App.xcodeproj",
            of: ProjectOrigin(source: "repo", root: "/repo", boundary: "/repo"),
            files: files
        )
        #expect(reading.lines == ["App | [Debug,Release] | anywhere | application | a.b"])
        #expect(
            Set(reading.manifests.flatMap(\.irregularities).compactMap(\.subject)) == [
                "/secret.plist", "link.xcconfig",
            ]
        )
        #expect(reading.inputs.filter { $0.stamp != nil }.map(\.path) == ["/repo/App.xcodeproj/project.pbxproj"])
    }

    /// A project with `count` files, which are two objects each, and a phase that compiles them all.
    static func project(files count: Int) -> ProjectText {
        var project = ProjectText()
        let files = (0..<count).map { "F\($0)" }
        project.children = files.joined(separator: ",")
        project.objects =
            files.map {
                "\($0) = {isa = PBXFileReference; path = \($0); sourceTree = \"<group>\";};B\($0) = {isa = "
                    + "PBXBuildFile; fileRef = \($0);};\n"
            }.joined()
            + "S = {isa = PBXSourcesBuildPhase; files = (\(files.map { "B" + $0 }.joined(separator: ",")));};\n"
        project.targets = [.init(settings: ProjectReaderTests.app, more: "buildPhases = (S);")]
        return project
    }

    @Test func aHundredThousandObjects() {
        var project = Self.project(files: 1_000)
        project.objects += (0..<98_000).map { "O\($0)={};" }.joined()
        let reading = project.read(["Info.plist": ProjectText.manifest("a")])
        #expect(reading.targets.map(\.sources.count) == [1_000])
        #expect(reading.problems.isEmpty && reading.manifests.count == 1)
    }

    @Test func moreObjectsThanAreRead() {
        var limits = Limits.standard
        limits.projectObjects = 1_000
        let reading = ProjectText.read(Self.project(files: 100).text, limits: limits)
        #expect(reading.problems.map(\.code) == [.overLimit])
        #expect(reading.irregularities.isEmpty && reading.manifests.isEmpty)
    }

    @Test func manifestsThatHoldTooMuchTogether() {
        var limits = Limits.standard
        limits.projectFacts = 100
        var project = ProjectText()
        project.targets = (0..<30).map { .init(name: "T\($0)", settings: ProjectReaderTests.app) }
        let reading = ProjectText.read(project.text, ["Info.plist": ProjectText.manifest("a", "b")], limits: limits)
        #expect(reading.problems.map(\.code) == [.overLimit])
        #expect((1..<10).contains(reading.manifests.count))
    }

    @Test func filesOfSettingsThatHoldTooMuchTogether() {
        var limits = Limits.standard
        limits.projectAssignments = 10
        var project = ProjectText()
        project.base = "many.xcconfig"
        project.targets = [.init(settings: ProjectReaderTests.app)]
        let many = (0..<20).map { "S\($0) = s" }.joined(separator: "\n")
        let files = ["Info.plist": ProjectText.manifest("$(S1)"), "many.xcconfig": many]
        let reading = ProjectText.read(project.text, files, limits: limits)
        #expect(reading.problems.map(\.code) == [.overLimit])
        #expect(reading.manifests.flatMap(\.urlTypes).flatMap(\.schemes).map(\.state) == [.unknown])
    }

    @Test func referencesAreBoundedAndNotMultiplied() {
        var limits = Limits.standard
        limits.projectReferences = 10_000
        var project = Self.project(files: 1_000)
        project.targets = (0..<100).map {
            .init(name: "T\($0)", settings: ProjectReaderTests.app, more: "buildPhases = (S);")
        }
        let reading = ProjectText.read(project.text, ["Info.plist": ProjectText.manifest("a")], limits: limits)
        #expect(reading.problems.map(\.code) == [.overLimit])
        #expect(reading.targets.count == 100)
        #expect(reading.targets.reduce(0) { $0 + $1.sources.count } < 11_000)
    }

    @Test func moreTargetsAndConfigurationsThanAreResolved() {
        var limits = Limits.standard
        limits.projectOutcomes = 3
        var project = ProjectText()
        project.targets = (0..<3).map { .init(name: "T\($0)", settings: ProjectReaderTests.app) }
        let reading = ProjectText.read(project.text, ["Info.plist": ProjectText.manifest("a")], limits: limits)
        #expect(reading.problems.map(\.code) == [.overLimit])
        #expect(reading.manifests.count == 2)
    }
}
