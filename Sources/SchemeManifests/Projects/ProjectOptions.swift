package import SchemeModel

/// The source that a project is read from.
package struct ProjectOrigin: Hashable, Sendable, Codable {
    /// The name of the source; `nil` without a source.
    package var source: String?
    /// The absolute path of the source's root. Paths in readings are relative to it; paths outside it are absolute.
    package var root: Path
    /// The real path of the folder that limits which files are opened; `nil` for no limit.
    package var boundary: Path?

    package init(source: String?, root: Path, boundary: Path? = nil) {
        self.source = source
        self.root = root.normalized
        self.boundary = boundary
    }

    /// Returns the path as in readings.
    func shown(_ path: Path) -> Path {
        guard let relative = path.relative(to: root) else { return path }
        return relative.bytes.isEmpty ? "." : relative
    }

    /// Returns the location of a range in the file at the absolute `path`.
    package func place(_ path: Path, _ range: SourceRange?) -> Place {
        let path = path.normalized
        let relative = path.relative(to: root)
        return Place(source: relative == nil ? nil : source, path: relative ?? path, range: range)
    }
}

/// The command-line options for resolving projects.
package struct ProjectOptions: Hashable, Sendable, Codable {
    /// A setting from the command line (`--set KEY=VALUE`). The key may have conditions.
    package struct Setting: Hashable, Sendable, Codable {
        package var key: String
        package var value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The absolute path of the settings file above those of the project (`--xcconfig`).
    package var settingsFile: Path?
    /// The settings in order. Later ones win.
    package var settings: [Setting]
    /// The names of the configurations to include; all if empty.
    package var configurations: [String]
    /// The bundle identifiers set by the user, by the absolute path of the manifest.
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
