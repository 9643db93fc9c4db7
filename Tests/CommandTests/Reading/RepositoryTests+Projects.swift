import Foundation
import TestSupport
import Testing

/// Apps that use frameworks of other projects.
extension RepositoryTests {
    private func writeKit(_ code: String, imports: String = "", _ more: String = "", _ objects: String = "") throws {
        try folder.write("Kit/Kit/Kit.swift", imports + code)
        try folder.write("Kit/Kit.xcodeproj/project.pbxproj", project([("Kit", "framework", more)], objects))
    }

    private func writeWorkspace(_ projects: String...) throws {
        let locations = (["Tram.xcodeproj"] + projects).map { "group:\($0)" }
        let references = locations.map { "<FileRef location = \"\($0)\"/>" }.joined()
        try folder.write(
            "All.xcworkspace/contents.xcworkspacedata",
            "<Workspace version = \"1.0\">\(references)</Workspace>"
        )
    }

    @Test(.enabled(if: codeIsRead)) func aFrameworkOfTheWorkspaceIsPartOfTheApp() throws {
        try writeApp(imports: "import Kit\n")
        try writeKit(handler)
        // Without a workspace, the app gets it from elsewhere.
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
        try writeWorkspace("Kit/Kit.xcodeproj")
        let report = try check(".", options: ["--verbose"])
        #expect(report.findings == [])
        #expect(!report.run.errors.contains("not read for App"))
        #expect(report.run.errors.contains("Kit/Kit/Kit.swift: read for Tram.xcodeproj/project.pbxproj"))
        try writeKit("struct Kit {}\n")
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
        #expect(importTwice().second.contains("nothing changed"))
    }

    @Test(.enabled(if: codeIsRead)) func aFrameworkThatAnotherFrameworkOfTheWorkspaceNeeds() throws {
        try writeApp(imports: "import Kit\n")
        try writeKit("struct Kit {}\n", imports: "import Routes\n")
        try folder.write("Routes/Routes/Routes.swift", handler)
        try folder.write("Routes/Routes.xcodeproj/project.pbxproj", project([("Routes", "framework", "")]))
        try writeWorkspace("Kit/Kit.xcodeproj", "Routes/Routes.xcodeproj")
        #expect(try check(".").findings == [])
        try folder.write("Routes/Routes/Routes.swift", "struct Routes {}\n")
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
    }

    @Test(.enabled(if: codeIsRead)) func aFrameworkThatTwoProjectsBuildIsNotRead() throws {
        try writeApp(imports: "import Kit\n")
        try writeKit("struct Kit {}\n")
        // This one only uses it.
        let reference = "F = {isa = PBXFileReference; explicitFileType = wrapper.framework; path = Kit.framework; };"
        let section = "/* Begin PBXFileReference section */\n"
        func writeOther(_ target: String) throws {
            let text = project([(target, "framework", "")])
            try folder.write(
                "Other/Other.xcodeproj/project.pbxproj",
                text.replacing(section, with: "\(section)\(reference)\n")
            )
        }
        try writeOther("Other")
        try writeWorkspace("Kit/Kit.xcodeproj", "Other/Other.xcodeproj")
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
        try writeOther("Kit")
        let report = try check(".", options: ["--verbose"])
        #expect(report.findings == [])
        #expect(report.run.errors.contains("Tram.xcodeproj/project.pbxproj: not read for App: Kit"))
    }

    @Test(.enabled(if: codeIsRead)) func vendoredFrameworksAreLikeRemotePackages() throws {
        try writeApp(imports: "import Kit\n")
        try folder.write("Pods/Pods.xcodeproj/project.pbxproj", project([("Kit", "framework", "")]))
        try writeWorkspace("Pods/Pods.xcodeproj")
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
    }

    /// The app and the other project's framework may need each other's targets.
    @Test(.enabled(if: codeIsRead)) func aFrameworkOfTheWorkspaceMayNameTheProjectItself() throws {
        try writeApp(imports: "import Kit\n")
        let objects = """
            D = {isa = PBXTargetDependency; name = Base; targetProxy = X;};
            X = {isa = PBXContainerItemProxy; containerPortal = APP; remoteInfo = Base;};
            APP = {isa = PBXFileReference; path = ../Tram.xcodeproj; sourceTree = SOURCE_ROOT;};
            """
        try writeKit("struct Kit {}\n", "dependencies = (D);", objects)
        let kit = folder.path + "/Kit/Kit.xcodeproj/project.pbxproj"
        let text = try String(contentsOfFile: kit, encoding: .utf8)
        try folder.write(
            "Kit/Kit.xcodeproj/project.pbxproj",
            text.replacing("mainGroup = G;", with: "mainGroup = G; projectReferences = ({ProjectRef = APP;});")
        )
        try writeWorkspace("Kit/Kit.xcodeproj")
        // There is no such target.
        #expect(try check(".").findings == [])
        let project = folder.path + "/Tram.xcodeproj/project.pbxproj"
        let app = try String(contentsOfFile: project, encoding: .utf8)
        try folder.write("Base/Base.swift", "struct Base {}\n")
        try folder.write(
            "Tram.xcodeproj/project.pbxproj",
            app.replacing("targets = (T0", with: "targets = (BASE, T0").replacing(
                "objects = {",
                with: """
                    objects = {
                    BASE = {isa = PBXNativeTarget; name = Base; productType = "com.apple.product-type.framework";
                    productReference = BP; fileSystemSynchronizedGroups = (BG);};
                    BP = {isa = PBXFileReference; explicitFileType = wrapper.framework; path = Base.framework; };
                    BG = {isa = PBXFileSystemSynchronizedRootGroup; path = Base; sourceTree = "<group>";};
                    """
            )
        )
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
    }

    @Test(.enabled(if: codeIsRead)) func aPackageThatOnlyAnotherProjectNamesIsReportedThere() throws {
        try writeApp(imports: "import Kit\n")
        let objects = """
            K = {isa = XCSwiftPackageProductDependency; productName = Routes;};
            LR = {isa = XCLocalSwiftPackageReference; relativePath = ../Routes;};
            """
        try writeKit("import Routes\n", "packageProductDependencies = (K);", objects)
        let kit = folder.path + "/Kit/Kit.xcodeproj/project.pbxproj"
        let text = try String(contentsOfFile: kit, encoding: .utf8)
        try folder.write(
            "Kit/Kit.xcodeproj/project.pbxproj",
            text.replacing("mainGroup = G;", with: "mainGroup = G; packageReferences = (LR);")
        )
        try writeWorkspace("Kit/Kit.xcodeproj")
        #expect(try check(".").findings == ["incomplete-checkout Kit/Kit.xcodeproj/project.pbxproj"])
        try folder.write("Routes/Package.swift", package("Routes"))
        try folder.write("Routes/Sources/Routes/Routes.swift", handler)
        #expect(try check(".").findings == [])
    }

    /// What is wrong in a shared framework is one finding, whatever the number of apps.
    @Test(.enabled(if: codeIsRead)) func aLinkInAFrameworkOfTwoApps() throws {
        try writeApp(imports: "import Kit\n")
        let app = try String(contentsOfFile: folder.path + "/Tram.xcodeproj/project.pbxproj", encoding: .utf8)
        try folder.write("Ferry/App/Info.plist", manifest("com.contoso.ferry", "ferry"))
        try folder.write("Ferry/App/App.swift", "import Kit\n" + handler)
        try folder.write("Ferry/Ferry.xcodeproj/project.pbxproj", app)
        let sender = "import UIKit\nfunc settings() { UIApplication.shared.open(URL(string: \"App-Prefs:\")!) }\n"
        try writeKit(sender + handler)
        try writeWorkspace("Kit/Kit.xcodeproj", "Ferry/Ferry.xcodeproj")
        #expect(try check(".").findings == ["private-link-scheme Kit/Kit/Kit.swift"])
    }

    /// A target names the target of another project, or only links with its product.
    @Test(.enabled(if: codeIsRead), arguments: ["dependencies = (D);", "buildPhases = (FP);"])
    func aFrameworkOfAProjectThatTheProjectRefersTo(more: String) throws {
        try writeApp(
            imports: "",
            more: more,
            objects: """
                D = {isa = PBXTargetDependency; name = Kit; targetProxy = X;};
                X = {isa = PBXContainerItemProxy; containerPortal = KIT; remoteInfo = Kit;};
                KIT = {isa = PBXFileReference; path = Kit/Kit.xcodeproj; sourceTree = SOURCE_ROOT;};
                FP = {isa = PBXFrameworksBuildPhase; files = (B);};
                B = {isa = PBXBuildFile; fileRef = RP;};
                RP = {isa = PBXReferenceProxy; path = Kit.framework; remoteRef = X; sourceTree = BUILT_PRODUCTS_DIR;};
                """
        )
        let project = folder.path + "/Tram.xcodeproj/project.pbxproj"
        let text = try String(contentsOfFile: project, encoding: .utf8)
        try folder.write(
            "Tram.xcodeproj/project.pbxproj",
            text.replacing("mainGroup = G;", with: "mainGroup = G; projectReferences = ({ProjectRef = KIT;});")
        )
        try writeKit(handler)
        #expect(try check(".").findings == [])
        try writeKit("struct Kit {}\n")
        #expect(try check(".").findings == ["unhandled-url App/Info.plist"])
        #expect(importTwice().second.contains("nothing changed"))
    }
}
