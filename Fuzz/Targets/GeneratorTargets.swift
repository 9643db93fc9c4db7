import SchemeManifests
import SchemeModel

extension FuzzTarget {
    /// The readers of project generators.
    static let generators = [
        FuzzTarget(
            "xcodegen",
            "a specification of XcodeGen",
            dictionary: .document,
            seeds: Seeds(["yml"], in: ["Generators"])
        ) { bytes in
            let base = "options:\n  bundleIdPrefix: com.example\ntargets:\n  B:\n    type: framework\n"
            try check(["project.yml": bytes, "base.yml": Array(base.utf8)]) {
                XcodeGenReader(limits: .small).read(fileAt: "project.yml", of: $0, files: $1)
            }
        },
        FuzzTarget("tuist", "a Project.swift", dictionary: .swift, seeds: Seeds(["swift"], in: ["Generators"])) {
            bytes in
            try check(["Project.swift": bytes]) {
                PackageManifestReader(limits: .small).read(fileAt: "Project.swift", of: $0, files: $1)
            }
        },
        FuzzTarget(
            "tuist-helpers",
            "a helper of a Project.swift",
            dictionary: .swift,
            seeds: Seeds(["swift"], in: ["Generators"])
        ) { bytes in
            let call = "Project.module(name: \"A\", kinds: [.app], hasTests: true)"
            let project = "import ProjectDescription\nlet project = \(call)"
            let helper: Path = "Tuist/ProjectDescriptionHelpers/A.swift"
            try check(["Project.swift": Array(project.utf8), helper: bytes]) {
                PackageManifestReader(limits: .small).read(fileAt: "Project.swift", of: $0, files: $1)
            }
        },
        FuzzTarget("swift-package", "a Package.swift", dictionary: .swift, seeds: Seeds(["swift"], in: ["Generators"]))
        { bytes in
            try check(["Package.swift": bytes]) {
                PackageManifestReader(limits: .small).read(fileAt: "Package.swift", of: $0, files: $1)
            }
        },
        FuzzTarget("expo", "an app.json", dictionary: .document, seeds: Seeds(["json"], in: ["Generators"])) { bytes in
            try check(["app.json": bytes]) {
                ExpoReader(limits: .small).read(fileAt: "app.json", of: $0, files: $1)
            }
        },
        FuzzTarget("expo-program", "an app.config.js", dictionary: .swift, seeds: Seeds(["js"], in: ["Generators"])) {
            bytes in
            try check(["app.config.js": bytes, "package.json": Array("{\"dependencies\": {\"expo\": \"58\"}}".utf8)]) {
                ExpoReader(limits: .small).read(fileAt: "app.config.js", of: $0, files: $1)
            }
        },
    ]

    private static func check(
        _ files: [Path: [UInt8]],
        _ read: (ProjectOrigin, any FileAccess) -> ProjectReading
    ) throws {
        let absolute = Dictionary(uniqueKeysWithValues: files.map { (ProjectSample.root.appending($0.key), $0.value) })
        let disk = MemoryFileSystem(absolute)
        let trace = try EncodedTrace(read(ProjectSample.origin, disk))
        try Places.check(trace, in: absolute, root: ProjectSample.root)
        try ProjectSample.checkOpened(disk)
        try require(trace.digest == EncodedTrace(read(ProjectSample.origin, disk)).digest, "two readings differ")
    }
}
