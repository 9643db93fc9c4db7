public import SchemeModel

/// Which inputs to read, and how.
public struct InputOptions: Sendable {
    /// Folders, manifests of any name, built apps; `-` for standard input. Relative ones start from the context's folder.
    public var paths: [Path]
    /// The name under which all paths are one source; `nil` for a source each.
    public var source: String?
    /// Patterns of paths to leave out.
    public var exclusions: [Path]
    /// How many inputs are read at once; `nil` for as many as the machine has cores.
    public var jobs: Int?
    /// The bundle identifiers that the call gives to manifests.
    public var bundleIdentifiers: [(path: Path, identifier: String)]
    /// How Xcode projects are resolved.
    public var build: BuildOptions
    /// Whether a run that finds no manifest may succeed.
    public var allowsEmpty: Bool

    /// Options of these values.
    public init(
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

    /// Whether nothing of the paths is left out by the call itself.
    var areWhole: Bool { exclusions.isEmpty && build.configurations.isEmpty }
}

/// How Xcode projects are resolved: what a call of `xcodebuild` would say.
public struct BuildOptions: Sendable {
    /// The names of the configurations that count; empty for all.
    public var configurations: [String]
    /// A file of settings above those of the projects; `nil` for none.
    public var settingsFile: Path?
    /// Settings above all others; of two with one key the later counts.
    public var settings: [(key: String, value: String)]

    /// Options of these values.
    public init(
        configurations: [String] = [],
        settingsFile: Path? = nil,
        settings: [(key: String, value: String)] = []
    ) {
        self.configurations = configurations
        self.settingsFile = settingsFile
        self.settings = settings
    }

    /// Whether the call says anything.
    var isGiven: Bool { !configurations.isEmpty || settingsFile != nil || !settings.isEmpty }
}

/// Which findings are printed, and which make the run fail.
public struct FindingFilter: Sendable {
    /// The rules whose findings count; empty for all.
    public var rules: Set<String>
    /// The schemes that findings have to be about; empty for all.
    public var schemes: Set<SchemeKey>
    /// The identities of the apps that findings have to be about (``AppID/text``); empty for all.
    public var apps: Set<ByteString>
    /// The lowest severity that counts.
    public var severity: Severity
    /// When the run fails.
    public var failOn: FailureThreshold
    /// Whether text shows accepted findings, too.
    public var showsAccepted: Bool

    /// A filter of these values.
    public init(
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

    /// Whether `finding` counts.
    public func admits(_ finding: Finding) -> Bool {
        (rules.isEmpty || rules.contains(finding.rule))
            && (schemes.isEmpty || finding.scheme.map(schemes.contains) ?? false)
            && (apps.isEmpty || finding.apps.contains { apps.contains($0.id.text) })
            && finding.severity >= severity
    }
}

/// The severity at which a run fails.
public enum FailureThreshold: String, Sendable, CaseIterable {
    case note, warning, error, never

    /// Whether findings of `severity` make the run fail.
    public func isMet(by severity: Severity) -> Bool {
        switch self {
        case .note: true
        case .warning: severity >= .warning
        case .error: severity >= .error
        case .never: false
        }
    }
}

/// How a report is printed.
public enum OutputFormat: String, Sendable, CaseIterable {
    /// For people.
    case text
    /// For programs.
    case json
}

/// This release of the tool.
public enum Release {
    /// The version, by Semantic Versioning.
    public static let version = "0.1.0"
}
