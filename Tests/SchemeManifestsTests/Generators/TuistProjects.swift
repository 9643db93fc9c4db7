import SchemeModel

@testable import SchemeManifests

/// Tuist projects that tests read.
enum TuistProjects {
    /// Reads a manifest with these files of helpers.
    static func read(_ project: String, _ helpers: String..., files: [String: String] = [:]) -> ProjectReading {
        read(project, helpers, files)
    }

    /// Reads a manifest with one app that has this expression as its identifier.
    static func read(identifier: String, _ helpers: String..., files: [String: String] = [:]) -> ProjectReading {
        let target = ".target(name: \"A\", destinations: .iOS, product: .app, bundleId: \(identifier))"
        return read("let project = Project(name: \"P\", targets: [\(target)])", helpers, files)
    }

    private static func read(_ project: String, _ helpers: [String], _ files: [String: String]) -> ProjectReading {
        let all = helpers.enumerated().map {
            ("Tuist/ProjectDescriptionHelpers/\($0.offset).swift", "import ProjectDescription\n" + $0.element)
        }
        return PackageManifestTests.read(
            "import ProjectDescriptionHelpers\n" + project,
            files.merging(all) { first, _ in first },
            named: "Project.swift"
        )
    }

    /// The identifier of the only app.
    static func identifier(_ reading: ProjectReading) -> String? {
        reading.lines.count == 1 ? reading.lines[0].split(separator: " | ").last.map(String.init) : nil
    }
}
