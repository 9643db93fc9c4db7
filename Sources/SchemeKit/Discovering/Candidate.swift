package import SchemeManifests
package import SchemeModel

/// A file or folder that may contain manifests.
package struct Candidate: Sendable {
    /// The kind of a candidate, judged by its name.
    package enum Kind: Sendable {
        case manifest
        /// The folder of an Xcode project.
        case project
        /// The folder of a workspace.
        case workspace
        /// A ZIP archive.
        case archive
        /// A file of XcodeGen, Expo, SwiftPM or Tuist that generates a project or describes an app.
        case generator
        /// A folder with code that belongs to no project.
        case code
        /// An association file of a website.
        case association
    }

    package var kind: Kind
    /// The path relative to the source's root.
    package var path: Path
    /// Whether it was named on the command line, and is therefore always read.
    package var isNamed = false
    /// The stamp of the file when its folder was listed, if the folder gave it.
    package var stamp: FileStamp?
    /// The built app that contains it.
    package var bundle: Bundle?
    /// The projects generated from files of the tree.
    package var generated: [ProjectReading] = []
    /// Whether its code isn't read. That of a project is read with the project, not with the file that generates it.
    package var isWithoutCode = false
    /// Workspaces, relative to the source's root, that may contain the project although they aren't next to it.
    package var workspaces: [Path] = []
    /// Package folders, relative to the source's root, that a project may use without naming them.
    package var packages: [Path] = []

    /// The outermost built app that contains a path.
    package struct Bundle: Sendable {
        /// The path of its manifest relative to the source's root; absolute if it is outside.
        package var manifest: Path
    }

    /// The path of the file that is read first.
    package var inputPath: Path {
        switch kind {
        case .manifest, .archive, .generator, .association: path
        case .project: path.appending("project.pbxproj")
        case .workspace: path.appending("contents.xcworkspacedata")
        case .code: path.appending(Self.codeName)
        }
    }

    /// The name that represents all code of a folder that belongs to no project.
    package static let codeName: Path = "*.swift"

    /// Whether other manifests may be read through it.
    package var isProject: Bool { kind == .project || kind == .workspace }

    /// Returns the kind of a file with this name in a tree, or `nil` if it is skipped.
    package static func kind(ofFile name: Path) -> Kind? {
        if name.hasExtension("plist") { return .manifest }
        if GeneratorReaders.reader(for: name) != nil { return .generator }
        if AssociationFileReader.isAssociationFile(name) { return .association }
        return name.hasExtension("ipa") ? .archive : nil
    }

    /// Returns whether an Xcode project may be generated from a file of this name. Packages are not included.
    package static func isGenerator(ofProjects name: Path) -> Bool {
        kind(ofFile: name) == .generator && name != "Package.swift"
    }

    /// Returns what is missing if a link of this name isn't followed, for a message; `nil` if nothing relevant is.
    package static func whatMatters(behindLink name: Path) -> String? {
        if ManifestReader.isManifestName(name) { return "the manifest" }
        if name.hasExtension("xcodeproj") { return "the project" }
        if AssociationFileReader.isAssociationFile(name) { return "the association file" }
        return isGenerator(ofProjects: name) ? "the file that a project is generated from" : nil
    }

    /// Returns the kind of the file at `path`, which the user named. The name decides, or else the content.
    ///
    /// - Parameter absolute: The path to open.
    package static func kind(ofNamed path: Path, at absolute: Path, in files: any FileAccess) -> Kind {
        if path.hasExtension("ipa") || path.hasExtension("zip") { return .archive }
        if AssociationFileReader.isAssociationFile(path.lastComponent) { return .association }
        // XcodeGen takes specifications of any name.
        if GeneratorReaders.reader(for: path.lastComponent) != nil || path.hasExtension("yml")
            || path.hasExtension("yaml")
        {
            return .generator
        }
        guard !["plist", "xcconfig", "entitlements"].contains(where: { path.hasExtension($0) }) else {
            return .manifest
        }
        // A file that can't be opened or is too large is reported when it is read.
        guard let bytes = (try? files.contents(of: absolute, limit: Limits.standard.generatorBytes))?.bytes else {
            return .manifest
        }
        if AssociationFileReader.describesAssociation(bytes) { return .association }
        return XcodeGenReader.describesProject(bytes) ? .generator : .manifest
    }

    /// Returns the files of one folder, given by name, that are ignored because of another one.
    package static func superseded(among names: Set<Path>) -> Set<Path> {
        let all = Path.expoConfigurations + ExpoReader.programs
        guard let first = all.first(where: names.contains) else { return [] }
        // A program next to the configuration is reported where the configuration is read.
        return Set(all).subtracting([first])
    }
}
