public import ArgumentParser
public import SchemeKit
public import SchemeModel

/// Which inputs to read and how, the same for `import`, `check` and `fix`.
struct InputArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Folders, Xcode projects, built apps, archives, manifests of any name; - for standard input.",
            valueName: "path"
        ),
        completion: .file()
    )
    var paths: [String] = []

    @OptionGroup var reading: ReadingArguments

    func inputs(source: String? = nil) throws -> InputOptions {
        guard !paths.isEmpty else {
            throw UsageError("nothing to read", hint: "name a folder, an Info.plist or a built app: schemereg check .")
        }
        return try reading.inputs(paths, source: source)
    }
}

/// How inputs are read, the same for every command that reads some.
struct ReadingArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Leave out what matches: a name at any depth, or with / a path from here or from the source's root. * and ? "
                + "stay within a name, ** crosses folders. Repeatable.",
            valueName: "glob"
        )
    )
    var exclude: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Read this many inputs at once. (default: one for each core)", valueName: "n")
    )
    var jobs: Int?

    @Option(
        name: .customLong("bundle-id"),
        help: ArgumentHelp(
            "Give the manifest at PATH, which does not say it, the bundle identifier ID. Repeatable.",
            valueName: "path=id"
        )
    )
    var bundleID: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read Xcode projects as this configuration builds them. Repeatable. (default: all)",
            valueName: "name"
        )
    )
    var configuration: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("A file of build settings above those of the projects.", valueName: "file"),
        completion: .file(extensions: ["xcconfig"])
    )
    var xcconfig: String?

    @Option(
        name: .long,
        help: ArgumentHelp("A build setting above all others. Repeatable.", valueName: "key=value")
    )
    var set: [String] = []

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
                        hint: "such as --bundle-id Wallet/Info.plist=com.acme.wallet"
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

    /// The key and value of `KEY=VALUE`; the key may have conditions, as `KEY[sdk=macosx*]=VALUE` has.
    static func setting(_ argument: String) throws(UsageError) -> (key: String, value: String) {
        let text = ArgumentText.shown(argument)
        var depth = 0
        let cut = text.firstIndex { character in
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            return character == "=" && depth == 0
        }
        guard let cut, let first = text.first, first.isLetter || first == "_" else {
            throw UsageError("--set takes KEY=VALUE, not '\(text)'", hint: "such as --set APP_SCHEME=wallet")
        }
        return (String(text[..<cut]), String(text[text.index(after: cut)...]))
    }
}

/// Where the registry is, the same for every command that has one.
struct RegistryArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The registry. (default: $SCHEMEREG_REGISTRY, else schemereg/registry.sqlite in your data folder)",
            valueName: "file"
        ),
        completion: .file()
    )
    var registry: String?

    var path: Path? { registry.map { Path(argument: $0) } }
}

/// Which findings count, the same for `conflicts` and `check`.
struct FindingArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Only findings of this rule. Repeatable. (default: all rules)", valueName: "id"),
        completion: .rules
    )
    var rule: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Only findings about this scheme. Repeatable. (default: all)", valueName: "scheme")
    )
    var scheme: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Only findings about this app. Repeatable. (default: all)", valueName: "bundle id")
    )
    var app: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Only findings at or above this.", valueName: "level")
    )
    var severity: Severity = .note

    @Option(
        name: .customLong("fail-on"),
        help: ArgumentHelp(
            "Exit with 1 for findings at or above this.",
            valueName: "level"
        )
    )
    var failOn: FailureThreshold = .error

    @Flag(name: .customLong("show-accepted"), help: "Show accepted findings, too.")
    var showAccepted = false

    /// - Throws: ``UsageError`` when a scheme is none, or a name is empty.
    func filter() throws -> FindingFilter {
        FindingFilter(
            rules: Set(rule.map(ArgumentText.shown)),
            schemes: Set(
                try scheme.map(ArgumentText.shown).map { text in
                    guard let key = SchemeKey(named: text) else {
                        throw UsageError(
                            "--scheme takes a scheme, and '\(text)' is none",
                            hint: "a scheme is a letter and then letters, digits, +, - and .; "
                                + "--rule invalid-scheme reports what is declared and is none"
                        )
                    }
                    return key
                }
            ),
            apps: Set(
                try app.map(ArgumentText.shown).map { text in
                    guard !text.isEmpty else { throw UsageError("--app takes a bundle identifier, not an empty text") }
                    return AppID(named: text).text
                }
            ),
            severity: severity,
            failOn: failOn,
            showsAccepted: showAccepted
        )
    }
}

/// Which configuration is in force, the same for every command that has one.
struct ConfigurationArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The configuration. (default: the nearest .schemereg.yml from each source's root upward)",
            valueName: "file"
        ),
        completion: .file()
    )
    var config: String?

    @Flag(name: .customLong("no-config"), help: "No configuration is in force.")
    var noConfig = false

    /// - Throws: ``UsageError`` when the options contradict each other.
    func options(sdk: SDKVersion? = nil) throws -> ConfigurationOptions {
        guard let config else { return ConfigurationOptions(choice: noConfig ? .none : .found, sdk: sdk) }
        guard !noConfig else { throw UsageError("--config and --no-config contradict each other") }
        return ConfigurationOptions(choice: .file(Path(argument: config)), sdk: sdk)
    }
}

/// Which tables of a team count, the same for `check` and `diff`.
struct TeamTableArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A team's table of known schemes, as 'known import' takes it. Repeatable.",
            valueName: "file"
        ),
        completion: .file()
    )
    var known: [String] = []

    var paths: [Path] { known.map { Path(argument: $0) } }
}

/// What is judged by, the same for `conflicts`, `check` and `diff`.
struct JudgementArguments: ParsableArguments {
    @OptionGroup var configuration: ConfigurationArguments

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The iOS SDK that apps are linked with whose manifests do not say it, such as 27.",
            valueName: "version"
        )
    )
    var sdk: String?

    /// - Throws: ``UsageError`` when a value makes no sense.
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

/// Which findings are accepted because they are old, the same for `conflicts` and `check`.
struct BaselineArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Accept the findings that are in this file.", valueName: "file"),
        completion: .file()
    )
    var baseline: String?

    @Option(
        name: .customLong("write-baseline"),
        help: ArgumentHelp("Write the findings to this file, for --baseline, and accept them.", valueName: "file"),
        completion: .file()
    )
    var writeBaseline: String?

    func options() throws -> BaselineOptions {
        let options = BaselineOptions(
            file: baseline.map { Path(argument: $0) },
            written: writeBaseline.map { Path(argument: $0) }
        )
        guard options.file?.bytes.isEmpty != true, options.written?.bytes.isEmpty != true else {
            throw UsageError("--baseline and --write-baseline take a file, not an empty text")
        }
        return options
    }
}

/// Where reports on findings go, the same for `conflicts` and `check`.
struct ReportArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "How to print. (default: text; what a build service reads where GITHUB_ACTIONS or GITLAB_CI is set)",
            valueName: "format"
        )
    )
    var format: OutputPlan.Format?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write a report in a format of --format to a file; - prints it. Repeatable.",
            valueName: "format=file"
        )
    )
    var output: [String] = []

    @Flag(name: .long, help: "Say nothing unless something is found.")
    var quiet = false

    @Flag(name: .long, help: "Say what was read, and what was passed over and why.")
    var verbose = false

    func plan() throws -> OutputPlan {
        guard !quiet || !verbose else { throw UsageError("--quiet and --verbose contradict each other") }
        return OutputPlan(
            format: format,
            outputs: try output.map(Self.output),
            verbosity: quiet ? .quiet : verbose ? .verbose : .normal
        )
    }

    /// The format and the file of `FORMAT=FILE`.
    private static func output(_ argument: String) throws(UsageError) -> OutputPlan.Output {
        let bytes = ArgumentText.bytes(of: argument)
        let parts = bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let formats = OutputPlan.Format.allCases.map(\.rawValue).joined(separator: ", ")
        guard parts.count == 2, let format = OutputPlan.Format(rawValue: Path(bytes: parts[0]).display) else {
            throw UsageError(
                "--output takes FORMAT=FILE, not '\(ArgumentText.shown(argument))'",
                hint: "such as --output sarif=schemereg.sarif; formats: \(formats)"
            )
        }
        let file = Path(bytes: parts[1])
        return OutputPlan.Output(format: format, file: file == "-" ? nil : file)
    }
}

/// How results are printed, the same for every other command.
struct FormatArguments: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("How to print.", valueName: "format"))
    var format: OutputFormat = .text
}

extension CompletionKind {
    /// The ids of rules, asked for when a shell completes one.
    static var rules: CompletionKind { .custom { _, _, _ in RulesCommand.identifiers } }
}

extension Severity: ExpressibleByArgument {}
extension FailureThreshold: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}
extension OutputPlan.Format: ExpressibleByArgument {}
