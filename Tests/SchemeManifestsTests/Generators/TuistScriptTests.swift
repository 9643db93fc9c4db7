import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Scripts of Tuist's targets")
struct TuistScriptTests {
    private static let files = [
        "ci/scenes.sh": "KEY=UIApplicationSceneManifest\n",
        "ci/lint.sh": "swiftlint\n",
        "Tuist/ProjectDescriptionHelpers/Scripts.swift": """
        import ProjectDescription
        extension TargetScript {
            public static let lint = TargetScript.post(path: "ci/lint.sh", name: "Lint")
            public static let scenes: TargetScript = .pre(path: Path.relativeToRoot("ci/scenes.sh"), name: "Scenes")
            public static func made(_ path: String) -> TargetScript { .pre(path: Path(path), name: "Made") }
        }
        """,
    ]

    private static func read(_ argument: String) -> ProjectReading {
        let target = #".target(name: "A", destinations: .iOS, product: .app, bundleId: "x.y", \#(argument))"#
        return PackageManifestTests.read(
            "import ProjectDescription\nlet project = Project(name: \"P\", targets: [\(target)])",
            files,
            named: "Project.swift"
        )
    }

    @Test(
        arguments: [
            // Scripts that mention the key.
            (#"scripts: [.pre(script: "KEY=UIApplicationSceneManifest", name: "Scenes")]"#, "Scenes"),
            (#"scripts: [TargetScript.post(path: "ci/scenes.sh", name: "Scenes")]"#, "Scenes"),
            (#"scripts: [.post(path: .relativeToRoot("ci/scenes.sh"), name: "Scenes")]"#, "Scenes"),
            (#"scripts: [.pre(script: "sh ci/scenes.sh", name: "Scenes")]"#, "Scenes"),
            (#"actions: [.pre(tool: "edit", arguments: ["UIApplicationSceneManifest"], name: "Scenes")]"#, "Scenes"),
            (
                #"scripts: [.pre(tool: "edit", arguments: "-a", "UIApplicationSceneManifest", name: "Scenes")]"#,
                "Scenes"
            ),
            ("scripts: [.lint, .scenes]", "Scenes"),
            // Other scripts.
            (#"scripts: [.pre(script: "swiftlint", name: "Lint"), .post(path: "ci/lint.sh", name: "Lint")]"#, nil),
            ("scripts: [.lint, TargetScript.lint]", nil), ("scripts: []", nil),
            // Computed ones.
            (#"scripts: [.pre(script: text(), name: "Lint")]"#, "Lint"),
            (#"scripts: [.pre(path: path(), name: "Lint")]"#, "Lint"),
            (#"scripts: [.pre(tool: "edit", arguments: [key()], name: "Edit")]"#, "Edit"),
            (#"scripts: [.made("ci/lint.sh")]"#, "scripts"), ("scripts: [.absent]", "scripts"),
            ("scripts: all + more", "scripts"),
        ] as [(String, String?)]
    )
    func whichScriptMayAddScenes(argument: String, name: String?) {
        let companions = Self.read(argument).manifests.flatMap { $0.companions(.sceneSource) }
        #expect(companions.map(\.value) == [name].compactMap { $0 })
        #expect(companions.allSatisfy { $0.place.path == "Project.swift" && $0.place.range != nil })
    }

    @Test(arguments: [("plutil -replace CFBundleURLTypes", true), ("swiftlint", false)])
    func aScriptMayChangeURLTypes(script: String, mayChange: Bool) {
        let reading = Self.read(#"scripts: [.post(script: "\#(script)", name: "Edit")]"#)
        #expect(reading.manifests.map(\.isIncomplete) == [mayChange])
    }
}
