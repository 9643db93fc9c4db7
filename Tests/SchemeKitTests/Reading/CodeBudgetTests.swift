import SchemeLinks
import SchemeModel
import Synchronization
import TestSupport
import Testing

@testable import SchemeKit
@testable import SchemeManifests

/// Small projects can describe targets that contain the same files and depend on each other.
@Suite struct CodeBudgetTests {
    private static let files = 20

    /// Returns a project in which each target contains all code and depends on the target before it.
    private func chain(_ count: Int) -> ProjectReading {
        var reading = ProjectReading()
        reading.file = "App.xcodeproj/project.pbxproj"
        reading.targets = (0..<count).map { number in
            ProjectReading.Target(
                name: "T\(number)",
                productType: ProductType("com.apple.product-type.framework"),
                sources: [],
                folders: [ProjectReading.Folder(path: "Sources")],
                needs: number == 0 ? [] : [number - 1],
                apps: [],
                packageProducts: [],
                needsOthers: false,
                foreignModules: []
            )
        }
        return reading
    }

    private func read(
        _ reading: ProjectReading,
        limits: Limits = .standard,
        surroundings: ProjectSurroundings = ProjectSurroundings(of: "App.xcodeproj"),
        package: String? = nil,
        kit: String? = nil
    ) throws -> (code: CodeToAnalyze, reading: CodeReader.Reading) {
        let folder = try TemporaryFolder()
        for number in 0..<Self.files { try folder.write("Sources/F\(number).swift", "import Kit") }
        if let package { try folder.write("Package.swift", package) }
        if let kit { try folder.write("Kit.xcodeproj/project.pbxproj", kit) }
        let source = Source(name: "tree", root: Path(folder.path), kind: .tree, isNamed: false)
        let access = POSIXFileSystem().rooted(at: source.root)
        let analyzer = RecordingAnalyzer()
        let result = CodeReader(
            source: source,
            files: access,
            exclusions: [],
            limits: limits,
            modules: LocalModules(of: source, files: access, limits: limits),
            analyzer: analyzer
        ).read(reading, of: "App.xcodeproj", with: surroundings)
        return (analyzer.code, result)
    }

    private func references(_ code: CodeToAnalyze) -> Int {
        code.targets.reduce(0) { $0 + $1.files.count + $1.visible.count }
    }

    @Test func listsEachVisibleFileOnce() throws {
        let (code, result) = try read(chain(10))
        #expect(code.targets.map(\.files.count) == Array(repeating: Self.files, count: 10))
        #expect(code.targets.map(\.visible.count) == [0] + Array(repeating: Self.files, count: 9))
        #expect(result.problems.isEmpty)
        #expect(result.code?.targets.contains { $0.isPartial } == false)
    }

    @Test func boundsReferencesToFiles() throws {
        let code = try readBeyondLimit("files, counted for each target") { $0.codeReferences = 1_000 }
        #expect(references(code) <= 1_000)
    }

    @Test func boundsTargets() throws {
        let code = try readBeyondLimit("more than 7 targets") { $0.codeTargets = 7 }
        #expect(code.targets.count == 7)
    }

    @Test func boundsDependencies() throws {
        let code = try readBeyondLimit("") { $0.codeDependencySteps = 500 }
        #expect(code.targets.count == 30)
    }

    /// Reads a project with 30 targets, expects that it is over a limit, and returns the code that is read nevertheless.
    ///
    /// - Parameter message: A part of the problem's message.
    private func readBeyondLimit(_ message: String, _ limit: (inout Limits) -> Void) throws -> CodeToAnalyze {
        var limits = Limits.standard
        limit(&limits)
        let (code, result) = try read(chain(30), limits: limits)
        #expect(result.problems.map(\.code) == [.overLimit])
        #expect(message.isEmpty || result.problems.first?.message.contains(message) == true)
        #expect(result.code?.targets.allSatisfy(\.isPartial) == true)
        return code
    }

    /// A package in which each target contains all code and depends on all targets before it.
    private static let package: String = {
        let targets = (0..<20).map { number in
            let needs = (0..<number).map { "\"P\($0)\"" }.joined(separator: ", ")
            return ".target(name: \"P\(number)\", dependencies: [\(needs)], path: \"Sources\")"
        }
        return """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "Kit",
                products: [.library(name: "Kit", targets: ["P19"])],
                targets: [\(targets.joined(separator: ", "))]
            )
            """
    }()

    private func projectWithPackage() -> ProjectReading {
        var reading = chain(1)
        reading.targets[0].packageProducts = [PackageProduct(name: "Kit", isRemote: false)]
        reading.packages = [""]
        return reading
    }

    /// A project whose framework contains all code.
    private static let kit = """
        {objectVersion = 77; rootObject = P; objects = {
        P = {isa = PBXProject; mainGroup = G; targets = (T);};
        G = {isa = PBXGroup; children = (S); sourceTree = "<group>";};
        S = {isa = PBXFileSystemSynchronizedRootGroup; path = Sources; sourceTree = "<group>";};
        R = {isa = PBXFileReference; explicitFileType = wrapper.framework; path = Kit.framework;};
        T = {isa = PBXNativeTarget; name = Kit; productType = "com.apple.product-type.framework"; productReference = R;
        fileSystemSynchronizedGroups = (S);};
        };}
        """

    /// The code of another project is left out if an app doesn't fit together with it.
    @Test func leavesOutOtherProjects() throws {
        var app = chain(1)
        app.targets[0].productType = ProductType("com.apple.product-type.application")
        app.targets[0].apps = [0]
        app.targets[0].foreignProducts = ["Kit.framework"]
        app.projects = ["Kit.xcodeproj"]
        let whole = try read(app, kit: Self.kit)
        #expect(whole.code.targets.map(\.name) == ["T0", "Kit"])
        #expect(whole.reading.code?.targets.map(\.unread) == [[], []])
        var limits = Limits.standard
        limits.codeTargets = 1
        let part = try read(app, limits: limits, kit: Self.kit)
        #expect(part.code.targets.map(\.name) == ["T0"])
        #expect(part.reading.code?.targets.map(\.unread) == [["Kit"]])
        #expect(part.reading.problems.isEmpty)
        #expect(part.reading.dependencies.map(\.path) == whole.reading.dependencies.map(\.path))
        // A limit that the app alone exceeds as well is no reason.
        var surroundings = ProjectSurroundings(of: "App.xcodeproj")
        surroundings.hasTooMany = true
        let exceeding = try read(app, surroundings: surroundings, kit: Self.kit)
        #expect(exceeding.reading.code?.targets.count == 2)
        #expect(exceeding.reading.problems.map(\.code) == [.overLimit])
    }

    @Test func readsTheTargetsOfPackages() throws {
        let (code, result) = try read(projectWithPackage(), package: Self.package)
        #expect(code.targets.count == 21)
        #expect(code.targets.allSatisfy { $0.visible.count <= Self.files })
        #expect(result.problems.isEmpty)
    }

    @Test func boundsTheTargetsOfPackages() throws {
        var limits = Limits.standard
        limits.codeTargets = 5
        #expect(try read(projectWithPackage(), limits: limits, package: Self.package).code.targets.count == 5)
        limits = .standard
        limits.codeReferences = 200
        let (code, result) = try read(projectWithPackage(), limits: limits, package: Self.package)
        #expect(references(code) <= 200)
        #expect(result.problems.map(\.code) == [.overLimit])
    }

    @Test func boundsTheDependenciesOfPackages() throws {
        var limits = Limits.standard
        limits.codeDependencySteps = 300
        let (_, result) = try read(projectWithPackage(), limits: limits, package: Self.package)
        #expect(result.problems.map(\.code) == [.overLimit])
        #expect(result.code?.targets.allSatisfy(\.isPartial) == true)
    }

    /// A folder without a project, in which each of many folders is an extension that can import all code.
    @Test func boundsExtensionsOfFolders() throws {
        let folder = try TemporaryFolder()
        for number in 0..<20 {
            try folder.write("E\(number)/A.swift", "let a = 1")
            try folder.write(
                "E\(number)/Info.plist",
                "<plist><dict><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>"
                    + "<string>com.apple.widgetkit-extension</string></dict></dict></plist>"
            )
        }
        var limits = Limits.standard
        limits.codeReferences = 200
        let source = Source(name: "tree", root: Path(folder.path), kind: .tree, isNamed: false)
        let access = POSIXFileSystem().rooted(at: source.root)
        let analyzer = RecordingAnalyzer()
        let result = CodeReader(
            source: source,
            files: access,
            exclusions: [],
            limits: limits,
            modules: LocalModules(of: source, files: access, limits: limits),
            analyzer: analyzer
        ).read(folder: "")
        #expect(analyzer.code.targets.count == 20)
        #expect(references(analyzer.code) <= 20 + 200)
        #expect(result.problems.map(\.code) == [.overLimit])
        #expect(result.code?.targets.allSatisfy(\.isPartial) == true)
    }
}

/// Records what it is asked to analyze, and finds nothing.
private final class RecordingAnalyzer: CodeAnalyzer {
    private let recorded = Mutex(CodeToAnalyze(files: [], targets: []))

    var code: CodeToAnalyze { recorded.withLock { $0 } }

    func prepare() {}

    func analyze(_ code: CodeToAnalyze) -> CodeAnalysis {
        recorded.withLock { $0 = code }
        return CodeAnalysis(of: code, failures: [])
    }

    func end() {}
}
