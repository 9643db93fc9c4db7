import SchemeManifests
package import SchemeModel

/// The inputs to read and how to read them.
package struct InputOptions: Sendable {
    /// Folders, manifests of any name, built apps; `-` for standard input. Relative to the current folder.
    package var paths: [Path]
    /// The name of the source that groups all paths; `nil` for one source per path.
    package var source: String?
    /// Patterns of paths to skip.
    package var exclusions: [Path]
    /// The number of inputs to read at once; `nil` for one per core.
    package var jobs: Int?
    /// The bundle identifiers given to manifests.
    package var bundleIdentifiers: [(path: Path, identifier: String)]
    /// The association files of websites, with their hosts.
    package var associationFiles: [(host: String, path: Path)]
    /// How to resolve Xcode projects.
    package var build: BuildOptions
    /// Whether a run may find no manifest.
    package var allowsEmpty: Bool

    /// Creates options with these values.
    package init(
        paths: [Path],
        source: String? = nil,
        exclusions: [Path] = [],
        jobs: Int? = nil,
        bundleIdentifiers: [(path: Path, identifier: String)] = [],
        associationFiles: [(host: String, path: Path)] = [],
        build: BuildOptions = BuildOptions(),
        allowsEmpty: Bool = false
    ) {
        self.paths = paths
        self.source = source
        self.exclusions = exclusions
        self.jobs = jobs
        self.bundleIdentifiers = bundleIdentifiers
        self.associationFiles = associationFiles
        self.build = build
        self.allowsEmpty = allowsEmpty
    }

    /// Whether the options don't exclude anything.
    var areWhole: Bool { exclusions.isEmpty && build.configurations.isEmpty }
}

extension InputOptions {
    /// Returns the options for projects, and bundle identifiers by the real paths of manifests.
    func projectOptions(in context: Context) -> ProjectOptions {
        ProjectOptions(
            settingsFile: build.settingsFile.map { context.currentDirectory.appending($0).normalized },
            settings: build.settings.map { ProjectOptions.Setting(key: $0.key, value: $0.value) },
            configurations: build.configurations,
            bundleIdentifiers: realBundleIdentifiers(in: context)
        )
    }

    /// Returns the bundle identifiers given by the user, by the real paths of their manifests.
    func realBundleIdentifiers(in context: Context) -> [Path: String] {
        var identifiers: [Path: String] = [:]
        for (path, identifier) in bundleIdentifiers {
            let absolute = context.currentDirectory.appending(path)
            // `validate(in:)` has already reported paths that don't exist.
            identifiers[(try? context.files.realPath(of: absolute)) ?? absolute] = identifier
        }
        return identifiers
    }
}
