import Foundation
import SchemeModel
import Testing
import TestSupport

/// Manifests that are read through a project, if only a part of it is named, missing or unreadable.
@Suite struct ProjectSourceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/up", withIntermediateDirectories: true)
    }

    /// Copies a sample project into `up/a`.
    private func take(_ sample: String) throws {
        try FileManager.default.copyItem(
            atPath: Repository.root + "/sample-plists/projects/" + sample,
            toPath: folder.path + "/up/a"
        )
    }

    @discardableResult
    private func run(_ arguments: [String], without paths: [String] = [], code: Int32 = 0) -> CommandRun {
        var files = ForbiddenFileSystem()
        files.forbidden = Set(paths.map { Path(folder.path + "/" + $0) })
        let run = CommandRun.run(arguments + ["--registry", "r.sqlite"], in: folder.path, files: files)
        #expect(run.code == code, "\(arguments): \(run.output)\(run.errors)")
        return run
    }

    private var claims: String { run(["list", "claims"]).output }

    private var fingerprint: String { run(["list", "claims", "--format", "json"]).output }

    @Test(arguments: [
        ["up/a/App/Info.plist"], ["up/a/App"], ["up/a/Photos.xcodeproj"],
        ["up/a/App/Info.plist", "up/a/Photos.xcodeproj"],
        ["up", "up/a/App/Info.plist"],
    ])
    func readsAManifestThroughItsProjectAlone(part: [String]) throws {
        try take("shared-plist")
        run(["import", "up"])
        let before = claims
        #expect(run(["import"] + part).output.contains("nothing changed"))
        #expect(claims == before)
        // A change in the part is read through the project.
        let plist = folder.path + "/up/a/App/Info.plist"
        try folder.write(
            "up/a/App/Info.plist",
            String(contentsOfFile: plist, encoding: .utf8).replacing("fabrikam-photos", with: "fabrikam-albums")
        )
        #expect(run(["import"] + part).output.contains("1 changed"))
        #expect(claims == before.replacing("fabrikam-photos", with: "fabrikam-albums"))
        #expect(run(["import", "up"]).output.contains("nothing changed"))
    }

    @Test func readsANamedManifestOfAProjectInTheSameTreeOnce() throws {
        try take("shared-plist")
        func check(_ paths: String...) -> String { CommandRun.run(["check"] + paths, in: folder.path).output }
        #expect(check("up", "up/a/App/Info.plist") == check("up"))
    }

    @Test(arguments: [
        // A project and its manifest as separate sources, in either order and in one run.
        [["a/Photos.xcodeproj"], ["a/App/Info.plist"]], [["a/App/Info.plist"], ["a/Photos.xcodeproj"]],
        [["a/Photos.xcodeproj", "a/App/Info.plist"]], [["a/Photos.xcodeproj"], ["a/App"], ["a/App/Info.plist"]],
        // A named project, and a tree around it.
        [["a/Photos.xcodeproj", "--source", "photos"], ["."], ["a/App/Info.plist"]],
        [["."], ["a/Photos.xcodeproj", "--source", "photos"]], [["a/App"], ["a/Photos.xcodeproj"], ["."]],
    ])
    func readsAManifestThroughAProjectOfAnotherSource(calls: [[String]]) throws {
        try take("shared-plist")
        func imported(_ call: [String]) -> CommandRun {
            run(["import"] + call.map { $0.hasPrefix("a") || $0 == "." ? "up/" + $0 : $0 })
        }
        for call in calls { _ = imported(call) }
        let lines = claims.split(separator: "\n").dropFirst()
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("(Photos") }, "\(claims)")
        #expect(!run(["conflicts"]).output.contains("undefined-target"))
        for call in calls { _ = imported(call) }
        let registry = URL(fileURLWithPath: folder.path + "/r.sqlite")
        let before = try Data(contentsOf: registry)
        for call in calls { #expect(imported(call).output.contains("nothing changed")) }
        #expect(try Data(contentsOf: registry) == before)
    }

    @Test func checksAManifestThroughTheProjectNextToIt() throws {
        try take("shared-plist")
        let names = ["up/a/App/Info.plist", "up/a/Photos.xcodeproj"]
        let report = CommandRun.run(["check"] + names, in: folder.path).output
        #expect(report.contains("variant-collision") && !report.contains("undefined-target"), "\(report)")
    }

    @Test func readsAGeneratorsFileThroughItsProject() throws {
        try take("xcodegen-drift")
        run(["import", "up"])
        let before = fingerprint
        for part in ["up/a/project.yml", "up/a/Tram", "up/a/Tram.xcodeproj"] {
            run(["import", part])
            #expect(fingerprint == before, "\(part)")
        }
    }

    @Test func forgetsADeletedProjectWhenItsManifestIsNamed() throws {
        try take("shared-plist")
        run(["import", "up"])
        try FileManager.default.removeItem(atPath: folder.path + "/up/a/Photos.xcodeproj")
        #expect(run(["import", "up/a/App/Info.plist"]).output.contains("1 new file, 1 removed file"))
        let part = claims
        run(["import", "up"])
        #expect(claims == part)
        #expect(!part.contains("PhotosPro"))
    }

    @Test(arguments: [
        ("variable-scheme", ["Wallet.xcodeproj/project.pbxproj"]), ("variable-scheme", ["App/Info.plist"]),
        ("variable-scheme", ["Wallet.xcodeproj"]),
        ("xcconfig-includes", ["Config/Release.xcconfig"]), ("xcodegen", ["project.yml"]),
        ("xcodegen-drift", ["Tram.xcodeproj/project.pbxproj"]), ("xcodegen-drift", ["Tram/Info.plist"]),
    ])
    func keepsClaimsOfAnUnreadableProject(sample: String, files: [String]) throws {
        try take(sample)
        run(["import", "up/a"])
        let before = claims
        func expectStale(_ text: String) {
            let lines = text.split(separator: "\n").dropFirst()
            #expect(lines.allSatisfy { $0.contains("(stale)") }, "\(text)")
            #expect(lines.count == before.split(separator: "\n").count - 1)
        }
        let forbidden = files.map { "up/a/" + $0 }
        for round in 0..<2 {
            let again = run(["import", "up/a"], without: forbidden, code: 3)
            #expect(again.output.contains("nothing changed") == (round == 1))
            expectStale(claims)
            #expect(!run(["conflicts"], code: 3).output.contains("undefined-target"))
        }
        // The same in a larger tree, with places relative to it.
        run(["import", "up"], without: forbidden, code: 3)
        expectStale(claims)
        for line in before.split(separator: "\n").dropFirst() {
            let place = line.split(separator: " ").first { $0.hasPrefix("up/a/") }
            #expect(place.map { claims.contains($0) } == true)
        }
        run(["conflicts"], code: 3)
        run(["show", "up"])
        run(["import", "up"])
        #expect(claims == before)
        let shown = try #require(before.split(separator: "\n").last?.split(separator: " ").first)
        #expect(!run(["show", String(shown)]).output.contains("removed"))
    }

    /// The root of the project is a package's target, too, so the same files belong to both (T42).
    @Test func storesFilesThatATargetAndAPackageShare() throws {
        let package = """
            // swift-tools-version: 5.9
            let package = Package(
                name: "Lib",
                products: [.library(name: "Lib", targets: ["Lib"])],
                targets: [.target(name: "Lib", path: ".")]
            )
            """
        let project = """
            // !$*UTF8*$!
            { objectVersion = 60; rootObject = P; objects = {
            P = { isa = PBXProject; targets = (T); buildConfigurationList = L; mainGroup = G; packageReferences = (R); };
            G = { isa = PBXGroup; children = (F); sourceTree = "<group>"; };
            F = { isa = PBXFileReference; path = Code/A.m; sourceTree = "<group>"; };
            B = { isa = PBXBuildFile; fileRef = F; };
            S = { isa = PBXSourcesBuildPhase; files = (B); };
            L = { isa = XCConfigurationList; buildConfigurations = (C); };
            C = { isa = XCBuildConfiguration; name = Debug; buildSettings = { INFOPLIST_FILE = Info.plist; }; };
            R = { isa = XCLocalSwiftPackageReference; relativePath = .; };
            D = { isa = XCSwiftPackageProductDependency; productName = Lib; };
            T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
            buildPhases = (S); buildConfigurationList = L; packageProductDependencies = (D); }; }; }
            """
        try folder.write("Package.swift", package)
        try folder.write("App.xcodeproj/project.pbxproj", project)
        try folder.write("Info.plist", Sample.app("com.contoso.app", (role: "Editor", schemes: ["wallet"])))
        for word in ["wallet", "other"] {
            let code = """
                - (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)options {
                    return [url.scheme isEqualToString:@"\(word)"];
                }
                """
            try folder.write("Code/A.m", code)
            #expect(run(["import", "--source", "app", "."]).errors.isEmpty)
            #expect(run(["list", "handlers"]).output.contains("Code/A.m"))
        }
    }
}
