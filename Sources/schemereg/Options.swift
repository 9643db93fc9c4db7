public import ArgumentParser
package import SchemeKit
public import SchemeModel
package import SchemeReports

/// The inputs to read and how to read them, for `import` and `check`.
struct InputArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Folders, Xcode projects, built apps, archives or manifests; - reads standard input.",
            valueName: "path"
        ),
        completion: .file()
    )
    var paths: [String] = []

    @OptionGroup(title: "Reading") var reading: ReadingArguments

    /// - Parameter command: The name of the command, for the error message.
    /// - Throws: ``UsageError`` if no path is given or an option is invalid.
    func inputs(of command: String, source: String? = nil) throws -> InputOptions {
        try reading.inputs(paths, of: command, source: source)
    }
}

/// Whether a run may find nothing, for `import`, `check` and `diff`.
struct AllowEmptyArguments: ParsableArguments {
    @Flag(name: .customLong("allow-empty"), help: "Succeed even if no manifest is found.")
    var allowEmpty = false
}

/// How inputs are read, for every command that reads any.
struct ReadingArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Skip matching files and folders. A pattern with a slash matches a path, others match a name at any depth. "
                + "Wildcards: *, ? and ** (crosses folders). Repeatable.",
            valueName: "glob"
        )
    )
    var exclude: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Read this many inputs at once. (default: one per core)", valueName: "n")
    )
    var jobs: Int?

    @Option(
        name: .customLong("bundle-id"),
        help: ArgumentHelp(
            "Set the bundle identifier of a manifest that lacks one. Repeatable.",
            valueName: "path=id"
        )
    )
    var bundleID: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read only this build configuration of Xcode projects. Repeatable. (default: all)",
            valueName: "name"
        )
    )
    var configuration: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Override build settings with those in this file.", valueName: "file"),
        completion: .file(extensions: ["xcconfig"])
    )
    var xcconfig: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Override one build setting. Repeatable.", valueName: "key=value")
    )
    var set: [String] = []

    /// - Parameter command: The name of the command, for the error message.
    /// - Throws: ``UsageError`` if no path is given or an option is invalid.
    func inputs(_ paths: [String], of command: String, source: String? = nil) throws -> InputOptions {
        guard !paths.isEmpty else {
            throw UsageError(
                "no path given",
                hint: "specify a folder, an Info.plist or a built app: schemereg \(command) ."
            )
        }
        return try inputs(paths, source: source)
    }

    func inputs(_ paths: [String], source: String? = nil) throws -> InputOptions {
        if let jobs, !(1...256).contains(jobs) { throw UsageError("--jobs takes a whole number from 1 to 256") }
        return InputOptions(
            paths: paths.map { Path(argument: $0) },
            source: source.map(ArgumentText.shown),
            exclusions: exclude.map { Path(argument: $0) },
            jobs: jobs,
            bundleIdentifiers: try bundleID.map { option in
                let bytes = ArgumentText.bytes(of: option)
                guard let cut = bytes.lastIndex(of: UInt8(ascii: "=")), cut > 0, cut + 1 < bytes.count else {
                    throw UsageError(
                        "--bundle-id takes PATH=ID, not '\(ArgumentText.shown(option))'",
                        hint: "for example --bundle-id Wallet/Info.plist=com.acme.wallet"
                    )
                }
                return (Path(bytes: bytes[..<cut]), Path(bytes: bytes[(cut + 1)...]).display)
            },
            build: BuildOptions(
                configurations: configuration.map(ArgumentText.shown),
                settingsFile: xcconfig.map { Path(argument: $0) },
                settings: try set.map(Self.setting)
            )
        )
    }

    /// Parses `KEY=VALUE`. The key may have conditions, such as `KEY[sdk=macosx*]=VALUE`.
    static func setting(_ argument: String) throws(UsageError) -> (key: String, value: String) {
        let text = ArgumentText.shown(argument)
        var depth = 0
        let cut = text.firstIndex { character in
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            return character == "=" && depth == 0
        }
        guard let cut, let first = text.first, first.isLetter || first == "_" else {
            throw UsageError("--set takes KEY=VALUE, not '\(text)'", hint: "for example --set APP_SCHEME=wallet")
        }
        return (String(text[..<cut]), String(text[text.index(after: cut)...]))
    }
}

/// The path of the registry, for every command that uses one.
struct RegistryArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The registry file. (default: $SCHEMEREG_REGISTRY, or schemereg/registry.sqlite in ~/.local/share, on macOS in "
                + "~/Library/Application Support)",
            valueName: "file"
        ),
        completion: .file()
    )
    var registry: String?

    var path: Path? { registry.map { Path(argument: $0) } }
}

/// The findings to report, for `conflicts` and `check`.
struct FindingArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Report only this rule. Repeatable. (default: all rules)", valueName: "id"),
        completion: .rules
    )
    var rule: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Report only this scheme. Repeatable. (default: all)", valueName: "scheme"),
        completion: .schemes
    )
    var scheme: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Report only this app. Repeatable. (default: all)", valueName: "bundle id")
    )
    var app: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Report only findings at or above this severity.", valueName: "level")
    )
    var severity: Severity = .note

    @Option(
        name: .customLong("fail-on"),
        help: ArgumentHelp(
            "Exit with 1 if a finding is at or above this severity.",
            valueName: "level"
        )
    )
    var failOn: FailureThreshold = .error

    @Flag(name: .customLong("show-accepted"), help: "Show accepted findings as well.")
    var showAccepted = false

    /// - Throws: ``UsageError`` if a scheme is invalid or a name is empty.
    func filter() throws -> FindingFilter {
        FindingFilter(
            rules: Set(rule.map(ArgumentText.shown)),
            schemes: Set(
                try scheme.map(ArgumentText.shown).map { text in
                    guard let key = SchemeKey(named: text) else {
                        throw UsageError(
                            "'\(text)' is not a valid scheme",
                            hint: "a scheme starts with a letter, followed by letters, digits, +, - and .; "
                                + "use --rule invalid-scheme to find invalid ones"
                        )
                    }
                    return key
                }
            ),
            apps: Set(
                try app.map(ArgumentText.shown).map { text in
                    guard !text.isEmpty else { throw UsageError("--app is empty", hint: "specify a bundle identifier") }
                    return AppID(named: text).text
                }
            ),
            severity: severity,
            failOn: failOn,
            showsAccepted: showAccepted
        )
    }
}

/// Where a command starts to search for a configuration, for the help of `--config`.
protocol ConfigurationSearch {
    /// The start of the search, to follow "at or above".
    static var start: String { get }
}

/// Searches from each path on the command line.
enum SearchFromPaths: ConfigurationSearch {
    static let start = "each path"
}

/// Searches from the folder of each source in the registry.
enum SearchFromSources: ConfigurationSearch {
    static let start = "each source"
}

/// Searches from the current folder.
enum SearchFromCurrentFolder: ConfigurationSearch {
    static let start = "the current folder"
}

/// The configuration file to use, for every command that uses one.
struct ConfigurationArguments<Search: ConfigurationSearch>: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The configuration file. (default: the nearest .schemereg.yml at or above \(Search.start))",
            valueName: "file"
        ),
        completion: .file()
    )
    var config: String?

    @Flag(name: .customLong("no-config"), help: "Ignore configuration files.")
    var noConfig = false

    /// - Throws: ``UsageError`` if the options contradict each other.
    func options(sdk: SDKVersion? = nil) throws -> ConfigurationOptions {
        guard let config else { return ConfigurationOptions(choice: noConfig ? .none : .found, sdk: sdk) }
        guard !noConfig else { throw UsageError("--config and --no-config cannot be combined") }
        return ConfigurationOptions(choice: .file(Path(argument: config)), sdk: sdk)
    }
}

/// Tables of known schemes that a team maintains, for `check` and `diff`.
struct TeamTableArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Add a CSV table of your own known schemes. Repeatable.",
            valueName: "file"
        ),
        completion: .file()
    )
    var known: [String] = []

    var paths: [Path] { known.map { Path(argument: $0) } }
}

/// The configuration and the SDK to assume, for `conflicts`, `check` and `diff`.
struct ReportingArguments<Search: ConfigurationSearch>: ParsableArguments {
    @OptionGroup var configuration: ConfigurationArguments<Search>

    @Option(
        name: .long,
        help: ArgumentHelp(
            "SDK version to assume when a manifest doesn't specify one, such as 27.",
            valueName: "version"
        )
    )
    var sdk: String?

    /// - Throws: ``UsageError`` if a value is invalid.
    func options() throws -> ConfigurationOptions {
        try configuration.options(
            sdk: sdk.map(ArgumentText.shown).map { text in
                guard let version = SDKVersion(text) else {
                    throw UsageError("--sdk takes a version, not '\(text)'", hint: SDKVersion.form)
                }
                return version
            }
        )
    }
}

/// The baseline of accepted findings, for `conflicts` and `check`.
struct BaselineArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Accept the findings in this file.", valueName: "file"),
        completion: .file()
    )
    var baseline: String?

    @Option(
        name: .customLong("write-baseline"),
        help: ArgumentHelp("Write all findings to this file, and accept them.", valueName: "file"),
        completion: .file()
    )
    var writeBaseline: String?

    func options() throws -> BaselineOptions {
        let options = BaselineOptions(
            file: baseline.map { Path(argument: $0) },
            written: writeBaseline.map { Path(argument: $0) }
        )
        guard options.file?.bytes.isEmpty != true, options.written?.bytes.isEmpty != true else {
            throw UsageError("--baseline and --write-baseline need a file name")
        }
        return options
    }
}

/// The formats and files of a report, for `conflicts` and `check`.
struct ReportArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The format to print. (default: text, or the native format on GitHub Actions and GitLab CI)",
            valueName: "format"
        )
    )
    var format: OutputPlan.Format?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Also write a report to a file; - prints it. Repeatable.",
            valueName: "format=file"
        )
    )
    var output: [String] = []

    @Flag(name: .long, help: "Print nothing unless there are findings.")
    var quiet = false

    @Flag(name: .long, help: "Print what was read, and what was skipped and why.")
    var verbose = false

    func plan() throws -> OutputPlan {
        guard !quiet || !verbose else { throw UsageError("--quiet and --verbose cannot be combined") }
        return OutputPlan(
            format: format,
            outputs: try output.map(Self.output),
            verbosity: quiet ? .quiet : verbose ? .verbose : .normal
        )
    }

    /// Parses `FORMAT=FILE`.
    private static func output(_ argument: String) throws(UsageError) -> OutputPlan.Output {
        let bytes = ArgumentText.bytes(of: argument)
        let parts = bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let formats = OutputPlan.Format.allCases.map(\.rawValue).joined(separator: ", ")
        guard parts.count == 2, let format = OutputPlan.Format(rawValue: Path(bytes: parts[0]).display) else {
            throw UsageError(
                "--output takes FORMAT=FILE, not '\(ArgumentText.shown(argument))'",
                hint: "for example --output sarif=schemereg.sarif; formats: \(formats)"
            )
        }
        let file = Path(bytes: parts[1])
        return OutputPlan.Output(format: format, file: file == "-" ? nil : file)
    }
}

/// The output format, for every other command.
struct FormatArguments: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The output format.", valueName: "format"))
    var format: ReportFormat = .text
}

extension Severity: ExpressibleByArgument {}
extension FailureThreshold: ExpressibleByArgument {}
extension ReportFormat: ExpressibleByArgument {}
extension OutputPlan.Format: ExpressibleByArgument {}
