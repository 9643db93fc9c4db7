public import ArgumentParser
package import SchemeKit
public import SchemeModel

/// The findings to report, for `conflicts` and `check`.
struct FindingArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Report only this rule. Repeatable.", valueName: "id"),
        completion: .rules
    )
    var rule: [String] = []

    @Option(
        name: .customLong("rule-group"),
        help: ArgumentHelp("Report only the rules of this group. Repeatable.", valueName: "group")
    )
    var ruleGroup: [RuleGroup] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Report only this scheme. Repeatable.", valueName: "scheme"),
        completion: .schemes
    )
    var scheme: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Report only this app. Repeatable.", valueName: "name")
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

    /// - Throws: ``UsageError`` if a rule is unknown, a scheme is invalid or a name is empty.
    func filter() throws -> FindingFilter {
        FindingFilter(
            rules: try Self.rules(rule).union(ruleGroup.flatMap(RuleNames.identifiers)),
            schemes: try Self.schemes(scheme),
            apps: try Self.apps(app),
            severity: severity,
            failOn: failOn,
            showsAccepted: showAccepted
        )
    }

    /// Returns the ids of the rules that arguments name, by their ids or the starts of them.
    ///
    /// - Throws: ``UsageError`` if one is unknown.
    static func rules(_ arguments: [String]) throws(UsageError) -> Set<String> {
        var rules: Set<String> = []
        for name in arguments.map(ArgumentText.shown) { rules.insert(try RuleNames.identifier(named: name)) }
        return rules
    }

    /// Returns the schemes that arguments name.
    ///
    /// - Throws: ``UsageError`` if one is invalid.
    static func schemes(_ arguments: [String]) throws(UsageError) -> Set<SchemeKey> {
        var schemes: Set<SchemeKey> = []
        for text in arguments.map(ArgumentText.shown) {
            guard let key = SchemeKey(named: text) else {
                throw UsageError(
                    "'\(text)' is not a valid scheme",
                    hint: "a scheme starts with a letter, followed by letters, digits, +, - and .; "
                        + "use --rule invalid-scheme to find invalid ones"
                )
            }
            schemes.insert(key)
        }
        return schemes
    }

    /// Returns the identities of the apps that arguments name.
    ///
    /// - Throws: ``UsageError`` if one is empty.
    static func apps(_ arguments: [String]) throws(UsageError) -> Set<ByteString> {
        var apps: Set<ByteString> = []
        for text in arguments.map(ArgumentText.shown) {
            guard !text.isEmpty else { throw UsageError("--app is empty", hint: "specify a bundle identifier") }
            apps.insert(AppID(named: text).text)
        }
        return apps
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

extension RuleGroup: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}
extension FailureThreshold: ExpressibleByArgument {}
