import Foundation
import SchemeKit
import SchemeModel
import Testing
import TestSupport

/// Assigning code to apps, end to end.
@Suite("Code of projects", .enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
struct CodeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("App/Info.plist", manifest("<key>CFBundlePackageType</key><string>APPL</string>"))
        try folder.write("App/App.swift", app)
        try folder.write(
            "Widget/Info.plist",
            """
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>com.contoso.tram.widget</string>
            <key>NSExtension</key><dict>
            <key>NSExtensionPointIdentifier</key><string>com.apple.widgetkit-extension</string></dict>
            </dict></plist>
            """
        )
        try folder.write(
            "Widget/Widget.swift",
            widget("Text(entry.name).widgetURL(URL(string: \"contoso-tram://home\"))")
        )
        try folder.write("Tests/Tests.swift", sender("contoso-trams://test"))
    }

    private let app = """
        @main struct Tram: App {
            var body: some Scene { WindowGroup { Home().onOpenURL { url in model.open(url) } } }
        }

        """

    private func widget(_ view: String) -> String {
        """
        struct Board: Widget {
            var body: some WidgetConfiguration {
                StaticConfiguration(kind: "board", provider: Provider()) { entry in \(view) }
            }
        }

        """
    }

    /// Code of an app that opens `url`, which is reported if it resembles one of the app's own URLs.
    private func sender(_ url: String) -> String {
        "func send() { UIApplication.shared.open(URL(string: \"\(url)\")!) }\n"
    }

    private func manifest(_ keys: String) -> String {
        """
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.contoso.tram</string>
        \(keys)
        <key>CFBundleURLTypes</key><array><dict>
        <key>CFBundleTypeRole</key><string>Editor</string>
        <key>CFBundleURLName</key><string>com.contoso.tram.links</string>
        <key>CFBundleURLSchemes</key><array><string>contoso-tram</string></array>
        </dict></array>
        </dict></plist>
        """
    }

    /// Writes a project with an app, its widget, and tests, whose code is in the folders App, Widget and Tests.
    private func writeProject(objects: String = "", project: String = "", app: String = "", sources: String = "") throws
    {
        func target(_ id: String, _ name: String, _ type: String, _ more: String) -> String {
            """
            \(id) = {isa = PBXNativeTarget; name = \(name); productType = "com.apple.product-type.\(type)"; \
            productReference = \(id)P; buildConfigurationList = \(id)L; fileSystemSynchronizedGroups = (\(id)G); \(more)};
            \(id)P = {isa = PBXFileReference; path = \(name); sourceTree = BUILT_PRODUCTS_DIR;};
            \(id)G = {isa = PBXFileSystemSynchronizedRootGroup; path = \(name); sourceTree = "<group>";};
            \(id)L = {isa = XCConfigurationList; buildConfigurations = (\(id)C);};
            \(id)C = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos; \
            INFOPLIST_FILE = \(name)/Info.plist; };};
            """
        }
        try folder.write(
            "Tram.xcodeproj/project.pbxproj",
            """
            // !$*UTF8*$!
            {objectVersion = 77; rootObject = P; objects = {
            P = {isa = PBXProject; buildConfigurationList = PL; targets = (A, W, T); mainGroup = G; \(project)};
            PL = {isa = XCConfigurationList; buildConfigurations = ();};
            G = {isa = PBXGroup; children = (AG, WG, TG, F); sourceTree = "<group>";};
            \(target("A", "App", "application", "buildPhases = (AE, AS); dependencies = (AD); \(app)"))
            AE = {isa = PBXCopyFilesBuildPhase; files = (AF);};
            AF = {isa = PBXBuildFile; fileRef = WP;};
            AS = {isa = PBXSourcesBuildPhase; files = (\(sources));};
            AD = {isa = PBXTargetDependency; target = W;};
            \(target("W", "Widget", "app-extension", ""))
            \(target("T", "Tests", "bundle.unit-test", ""))
            \(objects)
            };}
            """
        )
    }

    /// Returns the findings about links, as `path: rule`.
    private func check(_ arguments: String..., files: any FileAccess = POSIXFileSystem()) throws -> [String] {
        let run = CommandRun.run(["check", ".", "--format", "json"] + arguments, in: folder.path, files: files)
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let findings = try #require(report?["findings"] as? [[String: Any]])
        let said = findings.map { finding in
            let place = finding["place"] as? [String: Any]
            return "\(place?["path"] as? String ?? ""): \(finding["rule"] as? String ?? "")"
        }
        let problems = try #require(report?["problems"] as? [[String: Any]])
        return said + problems.map { "problem: \($0["message"] as? String ?? "")" }
    }

    @Test func reportsAnUnreachableFolder() throws {
        try writeProject()
        let problem = "problem: the folder cannot be read: permission denied"
        #expect(try check(files: UnreachableFileSystem(folder: folder.path + "/App")).contains(problem))
        #expect(try check(files: ForbiddenFileSystem(folder.path + "/App")).contains(problem))
        // A missing file isn't a failure, because the build may create it.
        try FileManager.default.removeItem(atPath: folder.path + "/Tests")
        #expect(try check() == [])
    }

    /// The output doesn't depend on the order of paths or on the number of jobs.
    @Test func isTheSameHoweverItIsRun() throws {
        try writeProject()
        let links = ["home", "map"].map { "Text(\"\").widgetURL(URL(string: \"contoso-tram://\($0)\"))" }
        for number in 0..<8 {
            try folder.write("F\(number)/Widget.swift", widget("VStack { \(links.joined(separator: "; ")) }"))
            try folder.write("F\(number)/Send.swift", sender("contoso-bus\(number)://a"))
        }
        func run(_ arguments: [String]) -> String { CommandRun.run(arguments, in: folder.path).output }
        let paths = ["."] + (0..<8).map { "F\($0)" }
        let calls = [paths + ["--jobs", "1"], paths.reversed() + ["--jobs", "8"]]
        for format in ["text", "json", "sarif"] {
            let reports = calls.map { run(["check", "--format", format] + $0) }
            #expect(reports[0] == reports[1] && reports[0].contains("multiple-widget-urls"))
        }
        for (number, call) in calls.enumerated() { _ = run(["import", "--registry", "\(number).sqlite"] + call) }
        for command in [["links"], ["list", "links"], ["list", "handlers"], ["list", "routes", "--format", "json"]] {
            let lists = (0..<2).map { run(command + ["--registry", "\($0).sqlite"]) }
            #expect(lists[0] == lists[1] && !lists[0].isEmpty)
        }
    }

    @Test func holdsAWidgetAgainstItsApp() throws {
        try writeProject()
        #expect(try check() == [])
        // Code that isn't known may handle any scheme.
        try folder.write("Widget/Widget.swift", widget("Text(\"\").widgetURL(URL(string: \"contoso-bus://home\"))"))
        #expect(try check() == [])
        let comparing = app.replacing("model.open(url)", with: "model.open(url, isOwn: url.scheme == \"contoso-tram\")")
        try folder.write("App/App.swift", comparing)
        try folder.write("App/Sender.swift", sender("contoso-trams://home"))
        #expect(
            try check() == ["App/Sender.swift: undeclared-link-scheme", "Widget/Widget.swift: undeclared-link-scheme"]
        )
    }

    @Test func takesAFolderWithoutAProjectForOneApp() throws {
        try folder.write("App/App.swift", "@main struct Tram: App {}\n")
        #expect(try check() == ["App/Info.plist: unhandled-url"])
        let report = CommandRun.run(["check", "."], in: folder.path).output
        #expect(report.contains("(no project was read; checked as a single app)"))
        try writeProject()
        #expect(try check() == ["App/Info.plist: unhandled-url"])
        #expect(!CommandRun.run(["check", "."], in: folder.path).output.contains("treated as one app"))
    }

    @Test func seesReceiversInObjectiveC() throws {
        try folder.write("App/App.swift", "@main struct Tram: App {}\n")
        try folder.write(
            "App/Delegate.m",
            "- (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)options {}\n"
        )
        try writeProject()
        #expect(try check() == [])
    }

    @Test(arguments: [
        // A file that the build creates, a file of an excluded build phase, and a target of another project.
        (["A1 = {isa = PBXBuildFile; fileRef = F;};", "F = {isa = PBXFileReference; path = Gone.swift; };"], "A1", ""),
        ([], "", "Delegate.swift"),
        (
            [
                "AX = {isa = PBXTargetDependency; targetProxy = AY; };",
                "AY = {isa = PBXContainerItemProxy; containerPortal = AZ; remoteInfo = Kit; };",
                "AZ = {isa = PBXFileReference; path = Kit.xcodeproj; sourceTree = SOURCE_ROOT; };",
            ], "", "dependencies"
        ),
    ])
    func reportsNoMissingHandlerIfCodeWasSkipped(objects: [String], sources: String, other: String) throws {
        try folder.write("App/App.swift", "@main struct Tram: App {}\n")
        if other == "Delegate.swift" {
            try folder.write("App/Delegate.swift", "class Delegate: NSObject, UIApplicationDelegate {}\n")
        }
        try writeProject(
            objects: objects.joined(separator: "\n"),
            app: other == "dependencies" ? "dependencies = (AX);" : "",
            sources: sources
        )
        let found = try other == "Delegate.swift" ? check("--exclude", "Delegate.swift") : check()
        #expect(found == (sources.isEmpty ? [] : ["Tram.xcodeproj/project.pbxproj: incomplete-checkout"]))
    }

    @Test func followsLocalPackages() throws {
        try folder.write("App/App.swift", "@main struct Tram: App {}\n")
        try folder.write(
            "Kit/Package.swift",
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let core: Target = .target(name: "Core", path: "Code")
            let package = Package(
                name: "Kit",
                products: [.library(name: "Kit", targets: ["Views"])],
                dependencies: [.package(path: "../Links")],
                targets: [
                    core, .target(name: "Views", dependencies: ["Core", .product(name: "Links", package: "Links")]),
                    .target(name: "Unused"), .testTarget(name: "Core", path: "../Tests"),
                ]
            )
            """
        )
        try folder.write(
            "Links/Package.swift",
            """
            import PackageDescription
            let package = Package(name: "Links", products: [.library(name: "Links", targets: ["Links"])],
                targets: [.target(name: "Links")])
            """
        )
        try folder.write("Kit/Code/Home.swift", app)
        try folder.write("Kit/Sources/Unused/Unused.swift", sender("contoso-trams://unused"))
        try folder.write(
            "Links/Sources/Links/Links.swift",
            "enum Links { static let home = \"contoso-trams://home\" }\n"
        )
        try folder.write(
            "Kit/Sources/Views/Views.swift",
            "func go() { UIApplication.shared.open(URL(string: Links.home)!) }\n"
        )
        let dependency = """
            AK = {isa = XCSwiftPackageProductDependency; productName = Kit;};
            K = {isa = XCLocalSwiftPackageReference; relativePath = Kit;};
            """
        try writeProject(
            objects: dependency,
            project: "packageReferences = (K);",
            app: "packageProductDependencies = (AK);"
        )
        // The handler is in one target of the package, and the link in another.
        #expect(try check() == ["Kit/Sources/Views/Views.swift: undeclared-link-scheme"])
        #expect(run("import", ".").code == 0)
        #expect(run("import", ".").output.contains("nothing changed"))
        #expect(
            run("import", ".", files: ForbiddenFileSystem(folder.path + "/Tram.xcodeproj/project.pbxproj")).code == 0
        )
    }

    @Test func readsNoCodeBehindALinkOutOfTheTree() throws {
        let other = try TemporaryFolder()
        try other.write("Sender.swift", sender("contoso-trams://elsewhere"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/App/Sender.swift",
            withDestinationPath: other.path + "/Sender.swift"
        )
        try writeProject(
            objects: """
                A1 = {isa = PBXBuildFile; fileRef = F;};
                F = {isa = PBXFileReference; path = App/Sender.swift; sourceTree = SOURCE_ROOT;};
                """,
            sources: "A1"
        )
        #expect(try check() == [])
    }

    @Test func reportsUnreadableCode() throws {
        try writeProject()
        let files = ForbiddenFileSystem(folder.path + "/App/App.swift")
        let run = CommandRun.run(["check", "."], in: folder.path, files: files)
        #expect(run.code == 3)
        #expect(run.errors.contains("App/App.swift") || run.output.contains("App/App.swift"))
    }

    // MARK: Registry

    private func run(_ arguments: String..., files: any FileAccess = POSIXFileSystem()) -> CommandRun {
        // Long after the files changed, so that their times are reliable.
        CommandRun.run(
            arguments,
            in: folder.path,
            environment: ["SCHEMEREG_REGISTRY": folder.path + "/r.sqlite"],
            files: files,
            now: 4_000_000_000
        )
    }

    @Test func checksARegistryLikeFiles() throws {
        let samples = Repository.root + "/sample-plists/projects"
        let withCode = try FileManager.default.contentsOfDirectory(atPath: samples).sorted().filter { sample in
            try FileManager.default.subpathsOfDirectory(atPath: samples + "/" + sample)
                .contains { $0.hasSuffix(".swift") }
        }
        // All of them together are compared in `ImportParityTests`.
        for number in stride(from: 0, to: withCode.count, by: TestScale.pick(6, torture: 1)) {
            let sample = withCode[number]
            let path = samples + "/" + sample
            let registry = ["--registry", folder.path + "/\(sample).sqlite"]
            let imported = CommandRun.run(["import", "."] + registry, in: path)
            #expect(imported.code == 0, "\(sample): \(imported.errors)")
            // A registry doesn't know what was skipped or not checked.
            let checked = CommandRun.run(["check", "."], in: path).output
                .replacing(/\n([0-9]+ unused manifests? skipped|whether URLs reach .*)/, with: "")
            #expect(CommandRun.run(["conflicts", "--all"] + registry, in: path).output == checked, "\(sample)")
        }
    }

    @Test(arguments: [true, false])
    func noticesWhatChangesInCode(hasProject: Bool) throws {
        if hasProject { try writeProject() }
        func conflicts() -> Bool { run("conflicts", "--all").output.contains("[undeclared-link-scheme]") }
        #expect(run("import", ".").code == 0)
        #expect(!conflicts())
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/r.sqlite"))
        #expect(run("import", ".").output.contains("nothing changed"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/r.sqlite")) == before)

        try folder.write("App/Sender.swift", sender("contoso-trams://home"))
        #expect(run("import", ".").code == 0)
        #expect(conflicts())
        try folder.write("App/Sender.swift", sender("contoso-tram://home"))
        #expect(run("import", ".").code == 0)
        #expect(!conflicts())
        try folder.write("App/More/Sender.swift", sender("contoso-trams://home"))
        #expect(run("import", ".").code == 0)
        #expect(conflicts())
        try FileManager.default.removeItem(atPath: folder.path + "/App/More")
        #expect(run("import", ".").code == 0)
        #expect(!conflicts())
        // A part updates all of the code that it belongs to.
        try folder.write("App/Sender.swift", sender("contoso-trams://home"))
        #expect(run("import", "App").code == 0)
        #expect(conflicts())
        #expect(run("import", ".", "--exclude", "Sender.swift").code == 0)
        #expect(!conflicts())
        #expect(run("import", ".").code == 0)
        #expect(conflicts())
    }

    private static let forIPhone =
        "<key>CFBundleSupportedPlatforms</key><array><string>iPhoneOS</string></array>"

    @Test func checksCodeAgainstTheAppsOfARegistry() throws {
        let fleet = try TemporaryFolder()
        for name in ["one", "two"] {
            try fleet.write(
                "\(name)/Info.plist",
                manifest(Self.forIPhone).replacing(
                    "com.contoso.tram",
                    with: "com.fabrikam.\(name)"
                )
                .replacing("contoso-tram", with: "fabrikam-map")
            )
        }
        let registry = ["--registry", fleet.path + "/r.sqlite"]
        #expect(CommandRun.run(["import", "one", "two"] + registry, in: fleet.path).code == 0)
        try writeProject()
        try folder.write("App/Sender.swift", sender("fabrikam-map://home"))
        #expect(try check() == [])
        #expect(try check("--against", fleet.path + "/r.sqlite") == ["App/Sender.swift: link-to-undefined-target"])
    }

    @Test func keepsWhereCodeStandsWhenTheRootOfItsSourceMoves() throws {
        try writeProject()
        try folder.write("App/Sender.swift", sender("contoso-trams://home"))
        try FileManager.default.createDirectory(atPath: folder.path + "/a/b", withIntermediateDirectories: true)
        for name in ["App", "Widget", "Tests", "Tram.xcodeproj"] {
            try FileManager.default.moveItem(atPath: folder.path + "/" + name, toPath: folder.path + "/a/b/" + name)
        }
        try folder.write("c/Info.plist", manifest(""))
        #expect(run("import", "--source", "s", "a/b").code == 0)
        let before = run("conflicts", "--rule", "undeclared-link-scheme").output
        #expect(before.contains("a/b/App/Sender.swift:1"))
        #expect(run("import", "--source", "s", "a/b", "c").code == 0)
        #expect(run("conflicts", "--rule", "undeclared-link-scheme").output.contains("a/b/App/Sender.swift:1"))
        #expect(run("import", ".").code == 0)
        #expect(run("conflicts", "--rule", "undeclared-link-scheme").output.contains("a/b/App/Sender.swift:1"))
    }
}

/// A disk with a folder whose real path can't be determined, although its content can be read.
private struct UnreachableFileSystem: FileAccess {
    var folder: String

    func realPath(of path: Path) throws(FileError) -> Path {
        if path == Path(folder) { throw .permissionDenied }
        return try POSIXFileSystem().realPath(of: path)
    }

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        try POSIXFileSystem().contents(of: path, limit: limit)
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        try POSIXFileSystem().randomAccess(to: path)
    }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        try POSIXFileSystem().entries(of: path, where: isWanted)
    }

    func stamp(of path: Path) throws(FileError) -> FileStamp { try POSIXFileSystem().stamp(of: path) }

    func kind(of path: Path) throws(FileError) -> FileKind { try POSIXFileSystem().kind(of: path) }
}
