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
    }

    package var kind: Kind
    /// The path below the source's root.
    package var path: Path
    /// Whether it was named on the command line, and is therefore read whatever it holds.
    package var isNamed = false
    /// The built app that it lies in.
    package var bundle: Bundle?

    /// The outermost built app around a path.
    package struct Bundle: Sendable {
        /// The path of its manifest below the source's root; absolute when it lies outside.
        package var manifest: Path
    }

    /// The path of the input: the file that is read first.
    package var inputPath: Path {
        switch kind {
        case .manifest, .archive: path
        case .project: path.appending("project.pbxproj")
        case .workspace: path.appending("contents.xcworkspacedata")
        }
    }

    /// Whether it says which manifests are read through it.
    package var isProject: Bool { kind == .project || kind == .workspace }

    /// What a file of this name in a tree is; `nil` for one that is passed over.
    package static func kind(ofFile name: Path) -> Kind? {
        if name.hasExtension("plist") { return .manifest }
        return name.hasExtension("ipa") ? .archive : nil
    }

    /// What a file that was named is taken for.
    package static func kind(ofNamed path: Path) -> Kind {
        path.hasExtension("ipa") || path.hasExtension("zip") ? .archive : .manifest
    }
}
