import ArgumentParser
import SchemeKit
import SchemeModel

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
    func options(
        sdk: SDKVersion? = nil,
        levels: [String: TeamConfiguration.RuleLevel] = [:],
        isStrict: Bool = false
    ) throws -> ConfigurationOptions {
        guard config == nil || !noConfig else { throw UsageError("--config and --no-config cannot be combined") }
        var options = ConfigurationOptions(choice: noConfig ? .none : .found, sdk: sdk)
        if let config { options.choice = .file(Path(argument: config)) }
        options.levels = levels
        options.isStrict = isStrict
        return options
    }
}

/// The severities of rules for one run, for `conflicts`, `check` and `diff`.
struct SeverityArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Report this rule's findings as errors. Repeatable.", valueName: "rule"),
        completion: .rules
    )
    var error: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Report this rule's findings as warnings. Repeatable.", valueName: "rule"),
        completion: .rules
    )
    var warning: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Report this rule's findings as notes. Repeatable.", valueName: "rule"),
        completion: .rules
    )
    var note: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Turn this rule off. Repeatable.", valueName: "rule"),
        completion: .rules
    )
    var off: [String] = []

    /// Returns the level of each named rule.
    ///
    /// - Throws: ``UsageError`` if a rule has several levels.
    func levels() throws(UsageError) -> [String: TeamConfiguration.RuleLevel] {
        let named: [(rules: [String], level: TeamConfiguration.RuleLevel)] = [
            (error, .on(.error)), (warning, .on(.warning)), (note, .on(.note)), (off, .off),
        ]
        var levels: [String: TeamConfiguration.RuleLevel] = [:]
        for (rules, level) in named {
            for rule in try FindingArguments.rules(rules).sorted() {
                guard levels.updateValue(level, forKey: rule) ?? level == level else {
                    throw UsageError("the rule '\(rule)' is given two severities", hint: "omit one of them")
                }
            }
        }
        return levels
    }
}

/// Whether the authors of inputs are trusted, for `conflicts` and `check`.
struct StrictArguments: ParsableArguments {
    @Flag(
        name: .long,
        help: "Let no name, role or key that the author of an input chose lower a finding, for code of strangers."
    )
    var strict = false
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

/// The SDK to assume, for `conflicts`, `check` and `diff`.
struct SDKArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "SDK version to assume when a manifest doesn't specify one, such as 27.",
            valueName: "version"
        )
    )
    var sdk: String?

    /// - Throws: ``UsageError`` if the value is invalid.
    func version() throws -> SDKVersion? {
        try sdk.map { try SDKVersion(validating: ArgumentText.shown($0)) }
    }
}
