package import SchemeModel

/// The result of reading a project.
package struct ProjectReading: Sendable, Codable {
    /// A file that the reading depends on.
    package struct Input: Hashable, Sendable, Codable {
        /// The absolute path.
        package var path: Path
        /// The file's metadata when it was read.
        ///
        /// `nil` if it was missing or unreadable, so that adding it changes the reading.
        package var stamp: FileStamp?
        /// SHA-256 in hexadecimal digits.
        package var digest: String?

        package init(path: Path, stamp: FileStamp?, digest: String? = nil) {
            self.path = path
            self.stamp = stamp
            self.digest = digest
        }
    }

    /// A target and its code.
    package struct Target: Hashable, Sendable, Codable {
        package var name: String
        /// The product type; `nil` for a target without a product.
        package var productType: ProductType?
        /// The individually listed source files, in the project's order, below the source's root.
        package var sources: [Path]
        /// Folders whose files belong to the target.
        package var folders: [Folder]
        /// The ascending positions of the targets that it embeds, links with, or is built after.
        ///
        /// Positions are those in ``ProjectReading/targets``.
        package var needs: [Int]
        /// The ascending positions of the applications that it is part of.
        ///
        /// An application outside any other is only part of itself.
        package var apps: [Int]
        /// The package products that it links with, in the project's order.
        package var packageProducts: [PackageProduct]
        /// Whether it needs an unknown target of another project, or may have unknown code.
        package var needsOthers: Bool
        /// The names of modules from other projects, as far as they are known.
        ///
        /// Also contains the paths of the generator's unread files that may add code to it.
        package var foreignModules: [String]
        /// The file name of its product.
        package var product: String?
        /// The file names of products of other projects, or of unknown ones, that it links with.
        package var foreignProducts: [String] = []
    }

    /// A folder whose files belong to a target without being listed.
    ///
    /// Used for `PBXFileSystemSynchronizedRootGroup`, and for sources of XcodeGen and of packages.
    package struct Folder: Hashable, Sendable, Codable {
        /// The path below the source's root.
        package var path: Path
        /// Paths below the folder that don't belong to the target.
        package var excluded: [Path]
        /// If set, only these paths below the folder belong to it.
        package var included: [Path]?
        /// Glob patterns of further paths below the folder that don't belong to the target.
        ///
        /// They match files or their folders.
        package var patterns: [Path] = []
        /// If set, only paths that match one of these patterns belong to it.
        package var includedPatterns: [Path]?
        /// Whether folders such as `build` and `Pods` belong to it as well.
        package var includesVendored = false

        package init(
            path: Path,
            excluded: [Path] = [],
            included: [Path]? = nil,
            patterns: [Path] = [],
            includedPatterns: [Path]? = nil,
            includesVendored: Bool = false
        ) {
            self.path = path
            self.excluded = excluded
            self.included = included
            self.patterns = patterns
            self.includedPatterns = includedPatterns
            self.includesVendored = includesVendored
        }
    }

    /// The project's or the generator's file below the source's root; `nil` if it wasn't read.
    package var file: Path?
    /// One manifest for each distinct outcome of each target, in the project's order.
    package var manifests: [Manifest] = []
    /// The irregularities of the project file, and of the settings files, packages and paths that it refers to.
    package var irregularities: [InputIrregularity] = []
    /// The names of the project's configurations, and of those that only targets have, in order and regardless of the options.
    package var configurations: [String] = []
    /// The absolute paths of ``ProjectOptions/settingsFile`` and of the files that it includes, even missing ones.
    package var overrideFiles: Set<Path> = []
    package var targets: [Target] = []
    /// The folders that contain or may contain Swift packages of the project, below the source's root, in its order.
    package var packages: [Path] = []
    /// The places of these paths in an Xcode project.
    package var packageRanges: [Path: SourceRange] = [:]
    /// The projects that it refers to, below the source's root, in its order.
    package var projects: [Path] = []
    /// Whether it uses packages that are fetched from elsewhere.
    ///
    /// A product without a named package may come from them.
    package var hasRemotePackages = false
    /// The manifests of targets, below the source's root. They are read here, and not on their own.
    package var infoPlists: Set<Path> = []
    /// Other property lists that the project refers to, below the source's root.
    package var otherPropertyLists: Set<Path> = []
    /// Whether ``infoPlists`` has all manifests of targets, so other manifests in their folders belong to no app.
    package var settlesManifests = false
    /// The .xcodeproj generated from the file, below the source's root; `nil` for an Xcode project.
    package var generates: Path?
    /// Whether the generator's file is not a project itself, and can only be part of another one.
    package var isFragment = false
    /// Whether unread parts of the generator may add to its file.
    package var isOpenEnded = false
    /// Whether nothing shows that the project is still generated from the file, so that it may differ from it.
    package var mayDiffer = false
    /// All relevant files in order of path.
    package var inputs: [Input] = []
    /// The folders, below the source's root, whose entries affect the reading.
    package var folders: [Path] = []
    /// The problems with reading it.
    package var problems: [Problem] = []
}
