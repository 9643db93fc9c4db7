import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Places of paths in projects")
struct PathPlacesTests {
    private static let origin = ProjectOrigin(source: "s", root: "/s", boundary: "/s")

    private func places(_ files: [String: String], of paths: [Path], in file: Path) -> [String] {
        let places = PathPlaces(of: Self.origin, files: SettingsFileSystem(files)).places(of: paths, in: file)
        return paths.map { path in
            guard let place = places[path] else { return "-" }
            let start = place.range?.lines?.start
            return "\(place.path.display):\(start?.line ?? 0):\(start?.column ?? 0)"
        }
    }

    private static let project = """
        // !$*UTF8*$!
        {rootObject = P; objects = {
        P = {isa = PBXProject; mainGroup = G; targets = (); packageReferences = (R);};
        R = {isa = XCLocalSwiftPackageReference; relativePath = Libs/kit;};
        G = {isa = PBXGroup; children = (A); sourceTree = "<group>";};
        A = {isa = PBXGroup; path = app; children = (F, S); sourceTree = "<group>";};
        F = {isa = PBXFileReference; path = "View+Model.swift"; sourceTree = "<group>";};
        S = {isa = PBXFileReference; path = Deep/er/X.swift; sourceTree = "<group>";};
        };}

        """

    @Test func areThoseOfTheObjects() {
        let file = "/s/App.xcodeproj/project.pbxproj"
        #expect(
            places(
                [file: Self.project],
                of: ["/s/app", "/s/app/View+Model.swift", "/s/app/Deep", "/s/Libs/kit", "/s/Other"],
                in: Path(file)
            ) == [
                "App.xcodeproj/project.pbxproj:6:29", "App.xcodeproj/project.pbxproj:7:38",
                "App.xcodeproj/project.pbxproj:8:37", "App.xcodeproj/project.pbxproj:4:57", "-",
            ]
        )
        #expect(places([file: "{"], of: ["/s/app"], in: Path(file)) == ["-"])
    }

    @Test func areThoseInTheIncludedSpecification() {
        let files = [
            "/s/project.yml": "name: N\ninclude: [Sub/target.yml]\nlocalPackages: [libs]\n",
            "/s/Sub/target.yml": """
            targets:
              A:
                type: application
                platform: iOS
                sources:
                  - path: ../app/View.swift
                  - ../Other

            """,
        ]
        #expect(
            places(files, of: ["/s/app", "/s/app/View.swift", "/s/Other", "/s/libs", "/s/Sub"], in: "/s/project.yml")
                == ["Sub/target.yml:6:15", "Sub/target.yml:6:15", "Sub/target.yml:7:9", "project.yml:3:17", "-"]
        )
    }
}
