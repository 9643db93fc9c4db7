package import SchemeManifests
package import SchemeModel

/// Something that may hold manifests.
package struct Candidate: Sendable {
    /// What it is taken for, going by its name.
    package enum Kind: Sendable {
        /// A manifest.
        case manifest
        /// The folder of an Xcode project.
        case project
        /// The folder of a workspace.
        case workspace
        /// A ZIP archive.
        case archive
        /// A file that a project is generated from, or that an app is described in: of XcodeGen, Expo, SwiftPM, Tuist.
        case generator
        /// A folder with code of which no project says anything.
        case code
    }

    package var kind: Kind
    /// The path below the source's root.
    package var path: Path
    /// Whether it was named on the command line, and is therefore read whatever it holds.
    package var isNamed = false
    /// The built app that it lies in.
    package var bundle: Bundle?
    /// What the files say that a project is generated from.
    package var generated: [ProjectReading] = []
    /// Workspaces, below the source's root, that a project may belong to without lying beside it.
    package var workspaces: [Path] = []
    /// Folders of packages, below the source's root, that a project may use without naming them.
    package var packages: [Path] = []

    /// The outermost built app around a path.
    package struct Bundle: Sendable {
        /// The path of its manifest below the source's root; absolute when it lies outside.
        package var manifest: Path
    }

    /// The path of the input: the file that is read first.
    package var inputPath: Path {
        switch kind {
        case .manifest, .archive, .generator: path
        case .project: path.appending("project.pbxproj")
        case .workspace: path.appending("contents.xcworkspacedata")
        case .code: path.appending(Self.codeName)
        }
    }

    /// What stands for all code of a folder that belongs to no project.
    package static let codeName: Path = "*.swift"

    /// Whether it says which manifests are read through it.
    package var isProject: Bool { kind == .project || kind == .workspace }

    /// What a file of this name in a tree is; `nil` for one that is passed over.
    package static func kind(ofFile name: Path) -> Kind? {
        if name.hasExtension("plist") { return .manifest }
        if generators.contains(name) || isSpecification(name) { return .generator }
        return name.hasExtension("ipa") ? .archive : nil
    }

    /// Whether a file of this name may be a specification of XcodeGen: where a repository has several, their names tell
    /// what each is for (`project-mail.yml`).
    private static func isSpecification(_ name: Path) -> Bool {
        guard name.hasExtension("yml") || name.hasExtension("yaml") else { return false }
        let words = String(decoding: name.bytes, as: UTF8.self).asciiLowercased
        return words.contains("project") || words.contains("xcodegen")
    }

    /// Whether an Xcode project may be generated from a file of this name. A package that a project needs is none.
    package static func isGenerator(ofProjects name: Path) -> Bool {
        kind(ofFile: name) == .generator && name != "Package.swift"
    }

    /// Whether XcodeGen looks for a file of this name by itself.
    package static func isUsualSpecification(_ name: Path) -> Bool { name == "project.yml" || name == "project.yaml" }

    /// What is missed when a link of this name is not followed, as a message names it; `nil` where nothing is that the run
    /// should have read.
    package static func whatMatters(behindLink name: Path) -> String? {
        if ManifestReader.isManifestName(name) { return "the manifest" }
        if name.hasExtension("xcodeproj") { return "the project" }
        return isGenerator(ofProjects: name) ? "the file that a project is generated from" : nil
    }

    /// What the file at `path`, which was named, is taken for: going by its name, and where that says nothing by what it
    /// holds.
    ///
    /// - Parameter absolute: the path to open.
    package static func kind(ofNamed path: Path, at absolute: Path, in files: any FileAccess) -> Kind {
        if path.hasExtension("ipa") || path.hasExtension("zip") { return .archive }
        let isGenerator =
            generators.contains(path.lastComponent) || path.hasExtension("yml") || path.hasExtension("yaml")
        if isGenerator { return .generator }
        guard !["plist", "xcconfig", "entitlements"].contains(where: { path.hasExtension($0) }) else {
            return .manifest
        }
        // What cannot be opened, or is too large, is told of when it is read.
        let contents = try? files.contents(of: absolute, limit: Limits.standard.generatorBytes)
        return contents.map { XcodeGenReader.describesProject($0.bytes) } ?? false ? .generator : .manifest
    }

    private static let generators = Set<Path>(
        ["project.json", "Package.swift", "Project.swift"] + expoConfigurations + ExpoReader.programs
    )

    /// Of two in one folder Expo takes the first.
    private static let expoConfigurations: [Path] = ["app.config.json", "app.json"]

    /// Which of the files in one folder, given by their names, another one of them makes irrelevant.
    package static func superseded(among names: Set<Path>) -> Set<Path> {
        guard let first = expoConfigurations.first(where: names.contains) else { return [] }
        // A program beside the configuration is told of where that is read.
        return Set(expoConfigurations + ExpoReader.programs).subtracting([first])
    }
}
