package import SchemeModel

/// The result of walking through one source.
package struct Discovery: Sendable {
    /// The projects and workspaces, ordered by path.
    package internal(set) var projects: [Candidate] = []
    /// The files that may generate projects, ordered by path.
    package internal(set) var generators: [Candidate] = []
    /// Folders that couldn't be listed.
    package internal(set) var problems: [Problem] = []
    /// Project folders that lack their `project.pbxproj`, ordered by path.
    package internal(set) var absentProjects: [Path] = []
    /// The number of files that the tool doesn't read, except Swift code.
    package internal(set) var skippedInputs = 0
    /// The folders and links that were skipped although they may contain manifests.
    package internal(set) var skipped = SkippedCounts()
    /// Scripts, ordered by path, which may change manifests before a build.
    package internal(set) var scripts: [Path] = []
    /// Whether there is code in Swift or Objective-C.
    package internal(set) var hasCode = false
    /// Whether there is a file of ``appPackages``.
    var hasAppPackage = false

    /// A path that was named on the command line.
    package struct Start: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case file
            case folder
            /// The folder of an Xcode project.
            case project
            /// The folder of a workspace.
            case workspace
            /// An association file of any name.
            case association
        }

        /// The path relative to the source's root; empty for the root itself.
        package var path: Path
        package var kind: Kind

        package init(path: Path, kind: Kind) {
            self.path = path
            self.kind = kind
        }
    }

    /// Returns whether a folder of this name contains vendored or generated files, which are read only if named.
    static func isVendoredOrBuilt(_ name: Path) -> Bool {
        vendoredOrBuilt.contains(name) || name.hasExtension("framework") || name.hasExtension("xcframework")
    }

    /// Returns whether `path` has a component that is the name of such a folder.
    static func leadsThroughVendoredOrBuilt(_ path: Path) -> Bool {
        path.components.contains { isVendoredOrBuilt(Path(bytes: $0)) }
    }

    private static let vendoredOrBuilt: Set<Path> = toolFolders.union([
        ".build", ".swiftpm", ".dart_tool", ".symlinks", "Pods", "Carthage", "DerivedData",
        "SourcePackages", "node_modules", "build",
    ])

    /// What Xcode keeps in the folders of projects and workspaces.
    static let xcodeData = xcodeFolders.union(["project.pbxproj", "contents.xcworkspacedata"])
    private static let xcodeFolders: Set<Path> = ["project.xcworkspace", "xcshareddata", "xcuserdata"]

    /// Returns whether a folder is one that Xcode keeps in a project or workspace, or below that. Only projects that somebody put
    /// there are read.
    static func isXcodeData(_ folder: Path) -> Bool {
        var isXcodes = false
        for component in folder.components {
            let name = Path(bytes: component)
            if isXcodes, xcodeFolders.contains(name) { return true }
            isXcodes = name.hasExtension("xcodeproj") || name.hasExtension("xcworkspace")
        }
        return false
    }

    /// The folders of version control systems.
    static let toolFolders: Set<Path> = [".git", ".hg", ".svn"]

    /// The files of Flutter and Capacitor, whose projects for iOS are often generated and not in the repository.
    static let appPackages: Set<Path> = [
        "pubspec.yaml", "capacitor.config.ts", "capacitor.config.js", "capacitor.config.json",
    ]
}
