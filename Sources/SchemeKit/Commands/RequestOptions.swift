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
        build: BuildOptions = BuildOptions(),
        allowsEmpty: Bool = false
    ) {
        self.paths = paths
        self.source = source
        self.exclusions = exclusions
        self.jobs = jobs
        self.bundleIdentifiers = bundleIdentifiers
        self.build = build
        self.allowsEmpty = allowsEmpty
    }

    /// Whether the options don't exclude anything.
    var areWhole: Bool { exclusions.isEmpty && build.configurations.isEmpty }
}

/// How to resolve Xcode projects: the options that one would pass to `xcodebuild`.
package struct BuildOptions: Sendable {
    /// The names of the build configurations to read; empty for all.
    package var configurations: [String]
    /// A settings file that overrides the settings of projects; `nil` for none.
    package var settingsFile: Path?
    /// Settings that override all others; the last one with the same key wins.
    package var settings: [(key: String, value: String)]

    /// Creates options with these values.
    package init(
        configurations: [String] = [],
        settingsFile: Path? = nil,
        settings: [(key: String, value: String)] = []
    ) {
        self.configurations = configurations
        self.settingsFile = settingsFile
        self.settings = settings
    }

    /// Whether any option is set.
    var isGiven: Bool { !configurations.isEmpty || settingsFile != nil || !settings.isEmpty }
}

/// The findings to report, and those that make the run fail.
package struct FindingFilter: Sendable {
    /// The rules to report; empty for all.
    package var rules: Set<String>
    /// The schemes to report; empty for all.
    package var schemes: Set<SchemeKey>
    /// The identities of the apps to report (``AppID/text``); empty for all.
    package var apps: Set<ByteString>
    /// The lowest severity to report.
    package var severity: Severity
    /// The lowest severity that makes the run fail.
    package var failOn: FailureThreshold
    /// Whether text output shows accepted findings as well.
    package var showsAccepted: Bool

    /// Creates a filter with these values.
    package init(
        rules: Set<String> = [],
        schemes: Set<SchemeKey> = [],
        apps: Set<ByteString> = [],
        severity: Severity = .note,
        failOn: FailureThreshold = .error,
        showsAccepted: Bool = false
    ) {
        self.rules = rules
        self.schemes = schemes
        self.apps = apps
        self.severity = severity
        self.failOn = failOn
        self.showsAccepted = showsAccepted
    }

    /// Returns whether `finding` is reported.
    package func admits(_ finding: Finding) -> Bool {
        (rules.isEmpty || rules.contains(finding.rule))
            && (schemes.isEmpty || finding.scheme.map(schemes.contains) ?? false)
            && (apps.isEmpty || finding.apps.contains { apps.contains($0.id.text) })
            && finding.severity >= severity
    }
}

/// The lowest severity that makes a run fail.
package enum FailureThreshold: String, Sendable, CaseIterable {
    case note, warning, error, never

    /// Returns whether findings of `severity` make the run fail.
    package func isMet(by severity: Severity) -> Bool {
        switch self {
        case .note: true
        case .warning: severity >= .warning
        case .error: severity >= .error
        case .never: false
        }
    }
}
