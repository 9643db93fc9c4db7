import Foundation
import SchemeKit
import SchemeModel
import TestSupport
import Testing

/// Typical layouts of real repositories, end to end.
@Suite("Layouts of repositories")
struct RepositoryTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The output of `check` for `paths`.
    struct Report {
        /// Returns `rule place` for each finding.
        var findings: [String]
        var messages: [String]
        var summary: [String: Int]
        var run: CommandRun
    }

    func check(_ paths: String..., options: [String] = []) throws -> Report {
        let run = CommandRun.run(["check"] + paths + ["--format", "json"] + options, in: folder.path)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
            "\(run.errors)"
        )
        let findings = try #require(report["findings"] as? [[String: Any]])
        return Report(
            findings: findings.map { finding in
                let place = (finding["place"] as? [String: Any])?["path"] as? String ?? ""
                return "\(finding["rule"] as? String ?? "") \(place)"
            },
            messages: findings.compactMap { $0["message"] as? String },
            summary: (report["summary"] as? [String: Any] ?? [:]).compactMapValues { $0 as? Int },
            run: run
        )
    }

    /// Runs a command in the folder, on a registry beside it.
    func runOnRegistry(_ arguments: String...) -> CommandRun {
        CommandRun.run(
            arguments,
            in: folder.path,
            environment: ["SCHEMEREG_REGISTRY": folder.path + ".sqlite"],
            now: 4_000_000_000
        )
    }

    /// Imports the folder twice, and returns the output of the second import and the claims.
    ///
    /// - Parameter code: The exit code that each import should have.
    func importTwice(_ path: String = ".", code: Int32 = 0) -> (second: String, claims: String) {
        #expect(runOnRegistry("import", path).code == code)
        let result = (runOnRegistry("import", path).output, runOnRegistry("list", "claims").output)
        try? FileManager.default.removeItem(atPath: folder.path + ".sqlite")
        return result
    }

    func manifest(_ identifier: String, _ scheme: String) -> String {
        Sample.app(identifier, ("Editor", [scheme])).replacing("com.contoso.links", with: identifier)
    }

    /// Writes a project with targets of this kind, each with the folder of its name.
    func project(_ targets: [(name: String, type: String, more: String)], _ objects: String = "") -> String {
        let made = targets.enumerated().map { index, target in
            let file = target.type == "application" ? "application" : "framework"
            return """
                T\(index) = {isa = PBXNativeTarget; name = \(target.name); productReference = R\(index);
                productType = "com.apple.product-type.\(target.type)"; buildConfigurationList = L\(index);
                fileSystemSynchronizedGroups = (G\(index)); \(target.more)};
                /* Begin PBXFileReference section */
                R\(index) = {isa = PBXFileReference; explicitFileType = wrapper.\(file); path = \(target.name).\(file); };
                /* End PBXFileReference section */
                G\(index) = {isa = PBXFileSystemSynchronizedRootGroup; path = \(target.name); sourceTree = "<group>";};
                L\(index) = {isa = XCConfigurationList; buildConfigurations = (C\(index));};
                C\(index) = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos;
                INFOPLIST_FILE = \(target.name)/Info.plist;};};
                """
        }
        return """
            // !$*UTF8*$!
            {objectVersion = 77; rootObject = P; objects = {
            P = {isa = PBXProject; buildConfigurationList = PL; mainGroup = G; targets = (\(targets.indices.map { "T\($0)" }
                .joined(separator: ", ")));};
            PL = {isa = XCConfigurationList; buildConfigurations = ();};
            G = {isa = PBXGroup; children = (\(targets.indices.map { "G\($0)" }.joined(separator: ", ")));
            sourceTree = "<group>";};
            \(made.joined(separator: "\n"))
            \(objects)
            };}
            """
    }

    func workspace(_ locations: String...) -> String {
        let references = locations.map { "<FileRef location = \"\($0)\"/>" }.joined()
        return "<Workspace version = \"1.0\">\(references)</Workspace>"
    }

    func package(_ name: String) -> String {
        """
        import PackageDescription
        let package = Package(name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
            targets: [.target(name: "\(name)")])
        """
    }

    private let unhandled = """
        @main struct Tram: App { var body: some Scene { WindowGroup { Home() } } }

        """
    let handler = "extension View { func links() -> some View { onOpenURL { url in model.open(url) } } }\n"

    /// Code of an app that doesn't receive its URLs.
    func writeApp(imports: String, more: String = "", objects: String = "") throws {
        try folder.write("App/Info.plist", manifest("com.contoso.tram", "contoso-tram"))
        try folder.write("App/App.swift", imports + unhandled)
        try folder.write("Tram.xcodeproj/project.pbxproj", project([("App", "application", more)], objects))
    }

    static let codeIsRead = ExampleRun.readsSwift

    // MARK: Specifications

    private let spec = """
        name: Tram
        targets:
          Tram:
            type: application
            platform: iOS
            info:
              path: Tram/Info.plist
              properties:
                CFBundleURLTypes:
                  - {CFBundleTypeRole: Editor, CFBundleURLName: com.contoso.tram, CFBundleURLSchemes: [Contoso-Tram]}
            settings: {PRODUCT_BUNDLE_IDENTIFIER: com.contoso.tram}

        """

    @Test(arguments: ["project.yml", "project-tram.yml", "TramProject.yaml", "xcodegen.yml"])
    func findsSpecificationsByTheirNames(name: String) throws {
        try folder.write(name, spec)
        try folder.write("other.yml", spec)
        #expect(try check(".").findings == ["uppercase-scheme \(name)"])
    }

    @Test(arguments: ["project.yml", "foo.txt", "Specs/app", "other.yaml"])
    func readsANamedSpecificationWhateverItsName(name: String) throws {
        let path = try folder.write(name, spec)
        #expect(try check(path).findings == ["uppercase-scheme \((name as NSString).lastPathComponent)"])
    }

    @Test func comparesAProjectWithTheSpecificationThatFitsIt() throws {
        // Both generate Line.xcodeproj, which was generated from the first.
        for (name, scheme) in [("tram", "contoso-tram"), ("ferry", "contoso-ferry")] {
            try folder.write(
                "Apps/\(name)/project.yml",
                """
                include: [shared.yml]
                targets:
                  App:
                    info: {path: App/Info.plist, properties: {CFBundleURLTypes: [{CFBundleTypeRole: Editor,
                      CFBundleURLName: com.contoso.\(name), CFBundleURLSchemes: [\(scheme)]}]}}
                    settings: {PRODUCT_BUNDLE_IDENTIFIER: com.contoso.\(name)}
                """
            )
        }
        try folder.write("shared.yml", "name: Line\ntargets: {App: {type: application, platform: iOS}}\n")
        try folder.write("App/Info.plist", manifest("com.contoso.tram", "contoso-tram"))
        try folder.write("Line.xcodeproj/project.pbxproj", project([("App", "application", "")]))
        let report = try check(".")
        #expect(report.findings == [])
        #expect(report.summary["apps"] == 2)
        #expect(report.summary["claims"] == 2)
        let imported = importTwice()
        #expect(imported.second.contains("nothing changed"))
        #expect(imported.claims.contains("contoso-ferry") && imported.claims.contains("contoso-tram"))
    }

    // MARK: Projects without their project

    @Test func aFolderWithoutItsProjectHidesNoSpecification() throws {
        try folder.write("project.yml", spec)
        try folder.write("Tram.xcodeproj/xcshareddata/xcschemes/Tram.xcscheme", "<Scheme/>")
        #expect(try check(".").findings == ["uppercase-scheme project.yml"])
    }

    @Test(arguments: [
        ("xcshareddata/xcschemes/Tram.xcscheme", ["incomplete-checkout Tram.xcodeproj"]),
        ("project.xcworkspace/contents.xcworkspacedata", ["incomplete-checkout Tram.xcodeproj"]),
        ("xcuserdata/me.xcuserdatad/a.plist", []),
    ])
    func aFolderWithoutItsProjectIsReported(file: String, findings: [String]) throws {
        try folder.write("Tram.xcodeproj/\(file)", "")
        try folder.write("Other/Info.plist", manifest("com.contoso.ferry", "contoso-ferry"))
        let report = try check(".")
        #expect(report.findings == findings)
        #expect(report.run.code == 0)
        #expect(importTwice().second.contains("nothing changed"))
    }

    /// The edition for Macs meets the variants for iOS, which already meet each other.
    @Test func editionsOfVariantsAreReportedOnce() throws {
        func specification(_ platform: String, _ identifiers: [String: String]) -> String {
            let configurations = identifiers.sorted { $0.key < $1.key }
                .map { "\($0.key): {PRODUCT_BUNDLE_IDENTIFIER: \($0.value)}" }
            return spec.replacing("platform: iOS", with: "platform: \(platform)")
                .replacing(
                    "settings: {PRODUCT_BUNDLE_IDENTIFIER: com.contoso.tram}",
                    with: "settings: {configs: {\(configurations.joined(separator: ", "))}}"
                )
        }
        try folder.write(
            "ios/project.yml",
            specification("iOS", ["Debug": "com.contoso.tram.regtest", "Release": "com.contoso.tram"])
        )
        let rules = ["--rule", "undefined-target", "--rule", "variant-collision"]
        #expect(try check(".", options: rules).findings == ["variant-collision ios/project.yml"])
        try folder.write(
            "macos/project.yml",
            specification("macOS", ["Debug": "com.contoso.tram.regtest", "Release": "com.contoso.tram"])
        )
        #expect(try check(".", options: rules).findings == ["variant-collision ios/project.yml"])
        // Another app is no edition.
        try folder.write(
            "macos/project.yml",
            specification("macOS", ["Debug": "com.contoso.desk", "Release": "com.contoso.desk"])
        )
        #expect(try check(".", options: rules).findings.contains { $0.hasPrefix("undefined-target") })
    }

    // MARK: Packages and workspaces

    @Test(.enabled(if: codeIsRead), arguments: [".", "Tram.xcworkspace"])
    func packagesOfAWorkspaceBelongToWhatNeedsThem(path: String) throws {
        try writeApp(
            imports: "import Routes\n",
            more: "packageProductDependencies = (K);",
            objects: "K = {isa = XCSwiftPackageProductDependency; productName = Routes;};"
        )
        try folder.write(
            "Tram.xcworkspace/contents.xcworkspacedata",
            workspace("group:Tram.xcodeproj", "group:Packages/R")
        )
        try folder.write("Packages/R/Package.swift", package("Routes"))
        try folder.write("Packages/R/Sources/Routes/Routes.swift", "struct Routes {}\n")
        #expect(try check(path).findings == ["unhandled-url App/Info.plist"])
        try folder.write("Packages/R/Sources/Routes/Routes.swift", handler)
        #expect(try check(path).findings == [])
        #expect(importTwice(path).second.contains("nothing changed"))
    }

    @Test(.enabled(if: codeIsRead)) func aModuleThatIsImportedWithoutBeingLinked() throws {
        try writeApp(imports: "@_exported import struct Routes.Home\n")
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
        try folder.write("Libs/Routes/Package.swift", package("Routes"))
        try folder.write("Libs/Routes/Sources/Routes/Routes.swift", handler)
        #expect(try check(".").findings == [])
        // It is unknown which of the two is used.
        try folder.write("Other/Routes/Package.swift", package("Routes"))
        try folder.write("Other/Routes/Sources/Routes/Routes.swift", handler)
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
    }

    @Test(.enabled(if: codeIsRead)) func aMissingPackageSuppressesFindingsAboutItsContent() throws {
        try writeApp(
            imports: "import Routes\n",
            more: "packageProductDependencies = (K, F);",
            objects: """
                K = {isa = XCSwiftPackageProductDependency; productName = Routes;};
                F = {isa = XCSwiftPackageProductDependency; productName = Far; package = FR;};
                FR = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/far";};
                """
        )
        let report = try check(".")
        // It can only be a local package, but its path is unknown.
        #expect(report.findings == [])
        try folder.write(
            "Tram.xcworkspace/contents.xcworkspacedata",
            workspace("group:Tram.xcodeproj", "group:Libs/Routes")
        )
        let attached = try check(".")
        #expect(attached.findings == ["incomplete-checkout Tram.xcworkspace/contents.xcworkspacedata"])
        #expect(
            attached.messages == [
                "the local package 'Libs/Routes', which provides 'Routes' to the target 'App', is missing, so 'App' was only "
                    + "partly checked"
            ]
        )
        #expect(attached.run.code == 0)
        // A second project that needs the package has the same cause.
        let first = folder.path + "/Tram.xcodeproj/project.pbxproj"
        try folder.write("Ferry.xcodeproj/project.pbxproj", String(contentsOfFile: first, encoding: .utf8))
        try folder.write(
            "Tram.xcworkspace/contents.xcworkspacedata",
            workspace("group:Tram.xcodeproj", "group:Ferry.xcodeproj", "group:Libs/Routes")
        )
        let both = try check(".")
        #expect(both.findings.filter { $0.hasPrefix("incomplete-checkout") } == attached.findings)
        try FileManager.default.removeItem(atPath: folder.path + "/Ferry.xcodeproj")
        // Like a clone without its submodules.
        try FileManager.default.createDirectory(atPath: folder.path + "/Libs/Routes", withIntermediateDirectories: true)
        #expect(try check(".").findings == attached.findings)
        // A folder that can hardly be the package isn't named.
        try folder.write(
            "Tram.xcworkspace/contents.xcworkspacedata",
            workspace("group:Tram.xcodeproj", "group:Web/public", "group:Libs/Routes")
        )
        #expect(try check(".").messages == attached.messages)
        // If a remote package may contain it, nothing is unread.
        try FileManager.default.removeItem(atPath: folder.path + "/Tram.xcworkspace")
        let project = folder.path + "/Tram.xcodeproj/project.pbxproj"
        let text = try String(contentsOfFile: project, encoding: .utf8)
        try folder.write(
            "Tram.xcodeproj/project.pbxproj",
            text.replacing("mainGroup = G;", with: "mainGroup = G; packageReferences = (FR);")
        )
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
        // A missing package isn't reported for products with other names.
        try folder.write(
            "Tram.xcworkspace/contents.xcworkspacedata",
            workspace("group:Tram.xcodeproj", "group:Libs/Colors", "group:All.xctestplan")
        )
        #expect(try check(".").findings == [])
        // It is searched again, because it may appear at any time.
        try folder.write("Libs/Routes/Package.swift", package("Routes"))
        try folder.write("Libs/Routes/Sources/Routes/Routes.swift", handler)
        #expect(try check(".").findings == [])
    }

    /// A build of Flutter generates the package of plugins, so it is in no checkout.
    @Test(.enabled(if: codeIsRead)) func aMissingPackageOfAPackageIsNamedWithoutRemoteOnes() throws {
        try writeApp(
            imports: "import Kit\n",
            more: "packageProductDependencies = (K);",
            objects: "K = {isa = XCSwiftPackageProductDependency; productName = Kit;};"
        )
        try folder.write(
            "Tram.xcworkspace/contents.xcworkspacedata",
            workspace("group:Tram.xcodeproj", "group:Kit")
        )
        let manifest = #"""
            import PackageDescription
            let package = Package(name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])],
                dependencies: [.package(url: "https://example.com/swift-trees.git", from: "1.0.0"), .package(path: "../Keys")],
                targets: [.target(name: "Kit", dependencies: [.product(name: "Oak", package: "Swift-Trees"), "swift-trees", "Keys"])])
            """#
        try folder.write("Kit/Package.swift", manifest)
        try folder.write("Kit/Sources/Kit/Kit.swift", "struct Kit {}\n")
        let report = try check(".", options: ["--verbose"])
        #expect(
            report.messages == [
                "the local package 'Keys', which provides 'Keys' to the target 'App', is missing, so 'App' was only partly checked"
            ]
        )
        #expect(report.run.errors.contains("not read for App: Keys\n"))
        try folder.write("Keys/Package.swift", package("Keys"))
        try folder.write("Keys/Sources/Keys/Keys.swift", "struct Keys {}\n")
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
    }

    @Test(.enabled(if: codeIsRead)) func aPackageThatFlutterGeneratesIsNotMissed() throws {
        func write(_ path: String) throws {
            try writeApp(
                imports: "",
                more: "packageProductDependencies = (K);",
                objects: """
                    K = {isa = XCSwiftPackageProductDependency; productName = FlutterGeneratedPluginSwiftPackage;};
                    LR = {isa = XCLocalSwiftPackageReference; relativePath = \(path);};
                    """
            )
            let project = folder.path + "/Tram.xcodeproj/project.pbxproj"
            let text = try String(contentsOfFile: project, encoding: .utf8)
            try folder.write(
                "Tram.xcodeproj/project.pbxproj",
                text.replacing("mainGroup = G;", with: "mainGroup = G; packageReferences = (LR);")
            )
        }
        try write("Packages/FlutterGeneratedPluginSwiftPackage")
        #expect(try check(".").findings == ["incomplete-checkout Tram.xcodeproj/project.pbxproj"])
        try write("Flutter/ephemeral/Packages/FlutterGeneratedPluginSwiftPackage")
        let report = try check(".", options: ["--verbose"])
        #expect(report.findings == ["unhandled-url App/Info.plist"])
        #expect(!report.run.errors.contains("not read for"))
    }

    @Test(.enabled(if: codeIsRead)) func manyPathsInAnotherCaseAreOneFinding() throws {
        let names = ["ADto", "BDto", "CDto", "DDto"]
        for name in names { try folder.write("Data/\(name).swift", "struct \(name) {}\n") }
        let files = names.map { name in
            """
            F\(name) = {isa = PBXFileReference; path = Data/\(name.replacing("Dto", with: "DTO")).swift; sourceTree = SOURCE_ROOT;};
            B\(name) = {isa = PBXBuildFile; fileRef = F\(name);};
            """
        }
        let phase = "SP = {isa = PBXSourcesBuildPhase; files = (\(names.map { "B\($0)" }.joined(separator: ", ")));};"
        try writeApp(imports: "", more: "buildPhases = (SP);", objects: (files + [phase]).joined(separator: "\n"))
        let report = try check(".", options: ["--rule", "mismatched-path-case"])
        #expect(report.findings == ["mismatched-path-case Tram.xcodeproj/project.pbxproj"])
        #expect(report.run.output.contains("change these paths to the names of the files, or rename the files"))
    }

    @Test(.enabled(if: codeIsRead)) func aMissingProjectSuppressesFindingsAboutItsContent() throws {
        try writeApp(imports: "import Kit\n")
        let data = "Tram.xcworkspace/contents.xcworkspacedata"
        // Nothing imports what another missing project may build.
        try folder.write(data, workspace("group:Tram.xcodeproj", "group:Other/Other.xcodeproj"))
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
        try folder.write(data, workspace("group:Tram.xcodeproj", "group:Kit/Kit.xcodeproj"))
        let report = try check(".")
        #expect(report.findings == ["incomplete-checkout \(data)"])
        #expect(
            report.messages == [
                "the project 'Kit/Kit.xcodeproj', which provides 'Kit' to the target 'App', is missing, so 'App' was only "
                    + "partly checked"
            ]
        )
        // Something in its folder may generate it.
        try folder.write("Kit/Makefile", "Kit.xcodeproj:\n")
        #expect(try check(".").findings == [])
        try folder.write("Kit/Kit.xcodeproj/project.pbxproj", project([("Kit", "framework", "")]))
        #expect(try check(".").findings == [])
    }

    @Test func aNamedWorkspaceFindsWhatGeneratesItsProjects() throws {
        try folder.write(
            "Tram.xcworkspace/contents.xcworkspacedata",
            workspace("group:Tram.xcodeproj", "group:Gone.xcodeproj")
        )
        try folder.write("Specs/project.yml", spec.replacing("Tram/Info", with: "Info") + "include: [base/a.yml]\n")
        try folder.write("Specs/base/a.yml", "options: {}\n")
        // It generates something else.
        try folder.write("Other/project.yml", spec.replacing("name: Tram", with: "name: Other"))
        #expect(
            try check("Tram.xcworkspace").findings == [
                "incomplete-checkout Gone.xcodeproj", "incomplete-checkout Tram.xcodeproj",
            ]
        )
        try folder.write("project.yml", spec)
        #expect(
            try check("Tram.xcworkspace").findings == [
                "incomplete-checkout Gone.xcodeproj", "uppercase-scheme project.yml",
            ]
        )
    }

    @Test func variantsOfASpecificationWithoutANameHaveThatOfTheTarget() throws {
        func target(_ name: String, _ identifier: String) -> String {
            """
              \(name):
                type: application
                platform: iOS
                settings: {PRODUCT_BUNDLE_IDENTIFIER: \(identifier)}
                info: {path: \(name).plist, properties: {CFBundleURLTypes: [{CFBundleURLSchemes: [contoso-tram]}]}}

            """
        }
        try folder.write(
            "project.yml",
            "name: All\ntargets:\n" + target("Tram", "com.contoso.tram.beta")
                + target("TramDev", "com.contoso.tram.dev")
        )
        let messages = try check(".").messages.filter { $0.contains("variants of") }
        #expect(messages.allSatisfy { $0.contains("is shared by 2 variants of the app Tram;") } && messages.count == 1)
    }

    // MARK: Manifests that no project uses

    @Test(.enabled(if: codeIsRead)) func aManifestFarFromProjectsIsReadWithItsCode() throws {
        try folder.write("One/App/Info.plist", manifest("com.contoso.tram", "contoso-tram"))
        try folder.write("One/App/App.swift", handler)
        try folder.write("One/One.xcodeproj/project.pbxproj", project([("App", "application", "")]))
        try folder.write("Two/Supporting Files/Info.plist", manifest("com.contoso.ferry", "contoso-ferry"))
        try folder.write("Two/Sources/Ferry.swift", unhandled)
        // Next to the project, so it may belong to the project.
        try folder.write("One/Old/Info.plist", manifest("com.contoso.old", "contoso-old"))
        try folder.write("One/Old/Old.swift", unhandled)
        #expect(try check(".").findings == ["unhandled-url Two/Supporting Files/Info.plist"])
        #expect(importTwice().second.contains("nothing changed"))
    }

    /// A project with another manifest next to the app's own.
    struct Left: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var path = "App/Old-Info.plist"
        var files: [String: String] = [:]
        /// Additional objects of the project's file, and the path of the app's manifest.
        var objects = ""
        var used = "App/Info.plist"
        /// The content of the synchronized folder of the app, apart from its path.
        var group = ""
        var isRead: Bool
    }

    private static let left = [
        Left(testDescription: "beside the manifest of a target", isRead: false),
        Left(testDescription: "in a folder of one language", path: "App/it.lproj/Info.plist", isRead: false),
        Left(
            testDescription: "a file of the project",
            path: "Old-Info.plist",
            objects: "O = {isa = PBXFileReference; path = \"Old-Info.plist\"; sourceTree = SOURCE_ROOT;};",
            isRead: false
        ),
        Left(testDescription: "in the folder of the project", path: "Tram Info (Old).plist", isRead: false),
        Left(testDescription: "where scripts have theirs", path: "Info.plist", isRead: true),
        Left(
            testDescription: "an exception in a synchronized folder",
            path: "App/Config/Info.Dev.plist",
            objects: """
                E = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T0;
                membershipExceptions = (Config/Info.Dev.plist);};
                """,
            group: "exceptions = (E); ",
            isRead: false
        ),
        Left(
            testDescription: "beside code of a target",
            path: "App/Config/Info.plist",
            files: ["App/Config/Config.swift": "let isTest = true\n"],
            isRead: !codeIsRead
        ),
        Left(
            testDescription: "beside code of no target",
            path: "Demo/Info.plist",
            files: ["Demo/Demo.swift": "let isTest = true\n"],
            isRead: true
        ),
        Left(testDescription: "in another folder", path: "Demo/Info.plist", isRead: true),
        Left(testDescription: "in a folder of that folder", path: "App/Demo/Info.plist", isRead: true),
        Left(testDescription: "a setting decides the path", used: "App/$(FLAVOR)Info.plist", isRead: true),
        Left(testDescription: "the app's manifest is made from it", used: "App/Made-Info.plist", isRead: true),
        Left(testDescription: "Bazel builds it", files: ["BUILD.bazel": ""], isRead: true),
        Left(
            testDescription: "a project that is not here",
            files: ["Other.xcodeproj/xcshareddata/xcschemes/Other.xcscheme": ""],
            isRead: true
        ),
        Left(
            testDescription: "a project that cannot be read",
            files: ["B.xcodeproj/project.pbxproj": "{"],
            isRead: true
        ),
        Left(
            testDescription: "a program describes a project",
            files: ["Project.swift": "import ProjectDescription\nlet project = make()\n"],
            isRead: true
        ),
    ]

    @Test(arguments: left)
    func aManifestThatNoTargetUses(left: Left) throws {
        let text = project([("App", "application", "")], left.objects)
            .replacing("path = App; sourceTree", with: "path = App; \(left.group)sourceTree")
        try folder.write("Tram.xcodeproj/project.pbxproj", text.replacing("App/Info.plist", with: "\"\(left.used)\""))
        try folder.write("App/Info.plist", manifest("com.contoso.tram", "contoso-tram"))
        try folder.write(left.path, manifest("com.contoso.old", "contoso-old"))
        for (path, text) in left.files { try folder.write(path, text) }
        let log = try check(".", options: ["--verbose"]).run.errors
        let line = "\(left.path): skipped: no target of Tram.xcodeproj uses it"
        #expect(log.contains(line) == !left.isRead, "\(log)")
        // What the app's manifest is made from was read, but not the manifest.
        let imported = importTwice(code: left.used == "App/Made-Info.plist" ? 3 : 0)
        #expect(imported.second.contains("nothing changed"))
        #expect(imported.claims.contains("contoso-old") == left.isRead)
        #expect(imported.claims.contains("contoso-tram"))
        // A manifest that is named is always read.
        let named = try check(left.path)
        #expect(named.summary["claims"] == 1)
        #expect(try check(".", left.path).summary["claims"] == 2)
    }

    /// No target can use a file that can't be parsed, not even one of a project that can't be read.
    @Test func aMalformedManifestThatNoTargetUses() throws {
        try folder.write("Tram.xcodeproj/project.pbxproj", project([("App", "application", "")]))
        try folder.write("B.xcodeproj/project.pbxproj", "{")
        try folder.write("App/Info.plist", manifest("com.contoso.tram", "contoso-tram"))
        try folder.write("App/Old-Info.plist", "<key>CFBundleURLTypes</key>\n<array/>\n")
        try folder.write("Demo/Info.plist", "<key>CFBundleURLTypes</key>\n<array/>\n")
        let malformed = try check(".").findings.filter { $0.hasPrefix("malformed-manifest") }
        #expect(malformed == ["malformed-manifest Demo/Info.plist"])
        #expect(try check("App/Old-Info.plist").findings == ["malformed-manifest Old-Info.plist"])
        #expect(importTwice().second.contains("nothing changed"))
    }

    /// A leftover in a project that is only partly known.
    @Test func aMalformedManifestInAProjectThatIsAProgram() throws {
        try folder.write("App/Info.plist", "")
        #expect(try check(".").run.code == 1)
        try folder.write("App/Project.swift", "import ProjectDescription\nlet project = make()\n")
        let report = try check(".")
        #expect(report.findings == ["malformed-manifest App/Info.plist", "unread-program App/Project.swift"])
        #expect(
            report.messages.first
                == "the manifest cannot be parsed: the file is empty; no known target of 'App/Project.swift' uses it"
        )
        #expect(report.run.code == 0, "a note")
    }

    @Test func aManifestOfAProjectThatIsAProgram() throws {
        let program = "import ProjectDescription\nlet project = make()\n"
        func help() -> [Substring] {
            CommandRun.run(["check", "."], in: folder.path).output.split(separator: "\n").filter {
                $0.contains("help: ")
            }
        }
        try folder.write("App/Project.swift", program)
        #expect(
            help().last
                == "  help: found 'App/Project.swift': run `tuist generate` first, then run schemereg on the generated project"
        )
        #expect(CommandRun.run(["check", "."], in: folder.path).code == 3)
        try folder.write("App/Info.plist", manifest("com.contoso.tram", "$(SCHEME)"))
        #expect(help().contains("  help: run `tuist generate`, then run schemereg on the generated project"))
        #expect(!help().contains { $0.contains("Xcode project") })
        let variable = "unresolved-variable App/Info.plist"
        #expect(try !check(".").findings.contains(variable), "unread-program reports the cause")
        try folder.write("App/App.xcodeproj/project.pbxproj", project([("Other", "application", "")]))
        #expect(help().contains("  help: run schemereg on the Xcode project, or on the built app"))
        #expect(try check(".").findings.contains(variable))
    }

    @Test func aManifestIsReadOnceAProjectNoLongerKnowsItself() throws {
        let text = project([("App", "application", "")])
        try folder.write("Tram.xcodeproj/project.pbxproj", text)
        try folder.write("App/Info.plist", manifest("com.contoso.tram", "contoso-tram"))
        try folder.write("App/Old-Info.plist", manifest("com.contoso.old", "contoso-old"))
        func claims() -> String {
            #expect(runOnRegistry("import", ".").code == 0)
            return runOnRegistry("list", "claims").output
        }
        defer { try? FileManager.default.removeItem(atPath: folder.path + ".sqlite") }
        #expect(!claims().contains("contoso-old"))
        let open = text.replacing("INFOPLIST_FILE = App/", with: "INFOPLIST_FILE = App/$(FLAVOR)")
        try folder.write("Tram.xcodeproj/project.pbxproj", open)
        #expect(claims().contains("contoso-old"))
        try folder.write("Tram.xcodeproj/project.pbxproj", text)
        #expect(!claims().contains("contoso-old"))
    }

    // MARK: Skipped entries

    @Test func countsWhatItSkips() throws {
        try folder.write("App/Info.plist", manifest("com.contoso.tram", "contoso-tram"))
        try folder.write("Pods/Kit/Info.plist", manifest("com.contoso.kit", "contoso-kit"))
        try folder.write("Vendor/Kit.framework/Info.plist", manifest("com.contoso.kit", "contoso-kit"))
        try folder.write(".git/config", "")
        try folder.write("Kit/.swiftpm/xcode/package.xcworkspace/contents.xcworkspacedata", "<Workspace></Workspace>")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/Link", withDestinationPath: "App")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Readme",
            withDestinationPath: "App/Info.plist"
        )
        let report = try check(".")
        #expect(report.summary["skippedFolders"] == 2)
        #expect(report.summary["skippedSymlinks"] == 1)
        let text = CommandRun.run(["check", "."], in: folder.path).output
        #expect(text.hasSuffix("\n2 vendored folders and 1 symbolic link skipped\n"))
        #expect(try check(".", options: ["--exclude", "Pods", "--exclude", "Link"]).summary["skippedFolders"] == 1)
        #expect(importTwice().second.contains("2 vendored folders and 1 symbolic link skipped"))
    }

    /// Git keeps SwiftPM's folder, so an app could hide there. Those of version control systems hold copies of all files.
    @Test(arguments: [(".swiftpm", 1), (".swiftpm/xcode/Kit", 1), (".hg/store/data", 0), (".svn/pristine", 0)])
    func countsAFolderOfSwiftPMThatHoldsAnApp(place: String, count: Int) throws {
        try folder.write("App/Info.plist", manifest("com.contoso.tram", "contoso-tram"))
        try folder.write("Kit/\(place)/App.xcodeproj/project.pbxproj", "")
        #expect(try check(".").summary["skippedFolders"] == count)
    }
}
