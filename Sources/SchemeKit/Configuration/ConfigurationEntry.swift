import SchemeModel
import SchemeRules

/// The keys of one kind of entry in a configuration. The reader accepts these keys, and the schema for editors describes
/// them.
struct ConfigurationEntry: Sendable {
    /// The entry in messages, with an article.
    let name: String
    /// The keys, ordered by name.
    let keys: [Key]
    /// The keys of which the entry needs at least one; empty if it needs none of them.
    let atLeastOne: [String]

    /// A key of an entry.
    struct Key: Sendable {
        let name: StaticString
        let form: ConfigurationForm
        let isRequired: Bool
        /// What the key does, for editors.
        let summary: String

        init(_ name: StaticString, _ form: ConfigurationForm, isRequired: Bool = false, _ summary: String) {
            self.name = name
            self.form = form
            self.isRequired = isRequired
            self.summary = summary
        }
    }

    private init(_ name: String, _ keys: [Key], atLeastOne: [String] = []) {
        self.name = name
        self.keys = keys
        self.atLeastOne = atLeastOne
    }

    /// The names of the keys, in order.
    var names: [String] { keys.map { "\($0.name)" } }

    /// The names of the required keys, in order.
    var required: [String] { keys.filter(\.isRequired).map { "\($0.name)" } }
}

/// The form of a value in a configuration.
indirect enum ConfigurationForm: Sendable {
    /// Text that isn't blank.
    case text
    case scheme
    case app
    /// A pattern of paths in the folder of the file.
    case pattern
    case day
    case sdk
    /// The id of a rule whose findings can be accepted.
    case acceptableRule
    /// The id of a problem that can be accepted.
    case acceptableProblem
    /// `on` or `off`.
    case onOrOff
    case severity
    case usage
    case entry(ConfigurationEntry)
    /// A list with a minimum number of elements. A list without a minimum may be empty or null.
    case list(ConfigurationForm, atLeast: Int = 0)
    /// A mapping from names of the first form; it may be null.
    case mapping(NameForm, ConfigurationForm)

    /// The form of the names in a mapping.
    enum NameForm: Sendable {
        case rule, scheme, url, host
    }
}

extension ConfigurationForm {
    /// The severities that a rule can have, and `off`.
    static let levels = Severity.allCases.map(\.rawValue).sorted() + ["off"]
    /// The problems that can be accepted. That nothing was found concerns no path.
    static let problems = Problem.Code.allCases.filter { $0 != .nothingFound }.map(\.rawValue).sorted()
    /// The known usages of schemes.
    static let usages = ["auth-session"]
}

extension ConfigurationEntry {
    /// The configuration itself.
    static let root = ConfigurationEntry(
        "a configuration",
        [
            Key(
                "accept",
                .list(.entry(acceptance)),
                "Findings and problems that the team accepts, so that they don't fail a run."
            ),
            Key(
                "association-files",
                .mapping(.host, .pattern),
                "The domains of websites, each with the path of its apple-app-site-association file."
            ),
            Key(
                "code",
                .onOrOff,
                "Whether Swift and Objective-C code is read for links and handlers. The default is on."
            ),
            Key("examples", .mapping(.url, .app), "Published URLs, each with the app that must open it."),
            Key("exclude", .list(.pattern), "Paths to skip: a name at any depth, or a path from this folder."),
            Key("generic", .list(.scheme), "Words that the team's apps must not use as schemes."),
            Key("schemes", .mapping(.scheme, .entry(schemeSettings)), "How schemes are used."),
            Key("sdk", .sdk, "The SDK version to assume when a manifest doesn't specify one."),
            Key("severities", .mapping(.rule, .severity), "The severities of rules."),
            Key("shared", .list(.entry(sharedScheme)), "Schemes that several apps claim on purpose."),
        ]
    )

    /// An entry of `accept`.
    static let acceptance = ConfigurationEntry(
        "an acceptance",
        [
            Key("app", .app, "The bundle identifier of the app that the findings are about."),
            Key("path", .pattern, "The paths of the findings or problems, or of folders above them."),
            Key("problem", .acceptableProblem, "The problem that is accepted instead of findings; needs a path."),
            Key("reason", .text, isRequired: true, "Why the team accepts them."),
            Key("rule", .acceptableRule, "The rule that reports the findings."),
            Key("scheme", .scheme, "The scheme that the findings are about."),
            Key("until", .day, "The last day of the acceptance, in UTC."),
        ],
        atLeastOne: ["app", "path", "problem", "rule", "scheme"]
    )

    /// An entry of `shared`.
    static let sharedScheme = ConfigurationEntry(
        "a shared scheme",
        [
            Key("apps", .list(.app, atLeast: 2), isRequired: true, "The bundle identifiers of the apps that share it."),
            Key("reason", .text, isRequired: true, "Why the apps share the scheme."),
            Key("scheme", .scheme, isRequired: true, "The scheme."),
        ]
    )

    /// A value of `schemes`.
    static let schemeSettings = ConfigurationEntry(
        "a scheme's settings",
        [Key("usage", .usage, isRequired: true, "How the scheme is used: only by ASWebAuthenticationSession.")]
    )
}
