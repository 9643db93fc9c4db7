package import SchemeModel

/// Where a project is read from.
package struct ProjectOrigin: Hashable, Sendable, Codable {
    /// The name of the source; `nil` for what belongs to none.
    package var source: String?
    /// The absolute path of the source's root. Paths in readings are relative to it; those of files that lie outside
    /// are absolute.
    package var root: Path
    /// The real path of the folder outside of which nothing is opened; `nil` for no such folder.
    package var boundary: Path?

    package init(source: String?, root: Path, boundary: Path? = nil) {
        self.source = source
        self.root = root.normalized
        self.boundary = boundary
    }

    /// The path as readings show it.
    func shown(_ path: Path) -> Path {
        guard let relative = path.relative(to: root) else { return path }
        return relative.bytes.isEmpty ? "." : relative
    }

    /// The place of a range in the file at the absolute `path`.
    package func place(_ path: Path, _ range: SourceRange?) -> Place {
        let path = path.normalized
        let relative = path.relative(to: root)
        return Place(source: relative == nil ? nil : source, path: relative ?? path, range: range)
    }
}

/// What the call says about how projects are resolved.
package struct ProjectOptions: Hashable, Sendable, Codable {
    /// A setting of the command line (`--set KEY=VALUE`); the key may have conditions.
    package struct Setting: Hashable, Sendable, Codable {
        package var key: String
        package var value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The absolute path of the file of settings above those of the project (`--xcconfig`).
    package var settingsFile: Path?
    /// In the order given; a later one wins.
    package var settings: [Setting]
    /// The names of the configurations that count; all when empty.
    package var configurations: [String]
    /// By the absolute path of its manifest, the bundle identifier that a person gave.
    package var bundleIdentifiers: [Path: String]

    package init(
        settingsFile: Path? = nil,
        settings: [Setting] = [],
        configurations: [String] = [],
        bundleIdentifiers: [Path: String] = [:]
    ) {
        self.settingsFile = settingsFile
        self.settings = settings
        self.configurations = configurations
        self.bundleIdentifiers = bundleIdentifiers
    }
}

/// What reading a project gave.
package struct ProjectReading: Sendable, Codable {
    /// A file that the reading depends on.
    package struct Input: Hashable, Sendable, Codable {
        /// The absolute path.
        package var path: Path
        /// What was known of it when it was read; `nil` when it could not be, so that its coming changes the reading.
        package var stamp: FileStamp?
        /// SHA-256 in hexadecimal digits.
        package var digest: String?
    }

    /// A target, for whoever wants to know what belongs to it.
    package struct Target: Hashable, Sendable, Codable {
        package var name: String
        /// `nil` for a target that makes no product.
        package var productType: ProductType?
        /// Source files that are listed one by one, in the project's order, below the source's root.
        package var sources: [Path]
        /// Folders whose files belong to it.
        package var folders: [Folder]
        /// The positions in ``ProjectReading/targets`` of those whose products it contains, or is linked with, or that
        /// are built before it, ascending.
        package var needs: [Int]
        /// The positions of the applications that it is part of, ascending; an application that none contains is part of
        /// itself alone.
        package var apps: [Int]
        /// The products of packages that it is linked with, in the project's order.
        package var packageProducts: [PackageProduct]
        /// Whether it needs a target of another project, or may have code that is not known here.
        package var needsOthers: Bool
        /// The names of the modules that other projects make for it, as far as they are known, and the paths of the
        /// generator's files that may add code to it and were not read.
        package var foreignModules: [String]
    }

    /// A folder whose files belong to a target without being listed (`PBXFileSystemSynchronizedRootGroup`,
    /// sources of XcodeGen and of packages).
    package struct Folder: Hashable, Sendable, Codable {
        /// The path below the source's root.
        package var path: Path
        /// Paths below the folder that do not belong to the target.
        package var excluded: [Path]
        /// When set, only these paths below the folder belong to it.
        package var included: [Path]?
        /// Patterns, as a shell has them, of further paths below the folder that do not belong to the target: of files,
        /// or of the folders that hold them.
        package var patterns: [Path] = []
        /// When set, only what matches one of these patterns belongs to it.
        package var includedPatterns: [Path]?

        package init(
            path: Path,
            excluded: [Path] = [],
            included: [Path]? = nil,
            patterns: [Path] = [],
            includedPatterns: [Path]? = nil
        ) {
            self.path = path
            self.excluded = excluded
            self.included = included
            self.patterns = patterns
            self.includedPatterns = includedPatterns
        }
    }

    /// The project's file below the source's root, or the generator's; `nil` for one that was not read.
    package var file: Path?
    /// One for each distinct outcome of each target, in the project's order.
    package var manifests: [Manifest] = []
    /// A manifest that stands for the project file itself and carries what is wrong with it and with the files of
    /// settings (``Irregularity/Kind/malformedProject``); `nil` when nothing is.
    package var carrier: Manifest?
    /// The names of the project's configurations, or where it has none of its targets', in their order and whatever the
    /// options ask for.
    package var configurations: [String] = []
    package var targets: [Target] = []
    /// Folders that hold Swift packages of the project, or look like it: below the source's root, in its order.
    package var packages: [Path] = []
    /// Whether it uses packages that are fetched from elsewhere, so that a product whose package is not named may be one of
    /// theirs.
    package var hasRemotePackages = false
    /// The manifests that targets use, below the source's root: read here, so not to be read as they stand.
    package var infoPlists: Set<Path> = []
    /// The .xcodeproj that is generated from what was read, below the source's root; `nil` for an Xcode project.
    package var generates: Path?
    /// Whether the generator's file makes no project by itself, so that it can only be a part of another one.
    package var isFragment = false
    /// Whether parts of the generator that are not read may add to what its file says.
    package var isOpenEnded = false
    /// Every file that counted, in order of path.
    package var inputs: [Input] = []
    /// What could not be looked at.
    package var problems: [Problem] = []
}
