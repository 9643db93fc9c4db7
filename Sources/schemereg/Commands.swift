public import ArgumentParser
public import SchemeKit
import SchemeModel

struct ImportOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Read manifests into the registry.",
        discussion: HelpText.discussion(
            """
            Each path is a source of its own, named by its real path and replaced as a whole when it is imported \
            again; with --source, all paths are one source. A path inside a known source updates that part of it. A \
            path that is not there takes nothing away.
            """,
            examples: [
                "schemereg import ~/src/wallet ~/src/driver": "two trees, two sources",
                "schemereg import --source shop Shop Kiosk": "one source named shop",
                "schemereg import Wallet.app": "a built app and what is in it",
            ],
            exitCodes: [
                0: "all was read",
                2: "the call is wrong",
                3: "something could not be read, or the registry not be written",
            ]
        )
    )

    @OptionGroup var inputs: InputArguments
    @OptionGroup var registry: RegistryArguments

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Make one source of this name of all paths. (default: a source for each path)",
            valueName: "name"
        )
    )
    var source: String?

    @OptionGroup var configuration: ConfigurationArguments
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        ImportCommand(
            inputs: try inputs.inputs(source: source),
            registry: registry.path,
            configuration: try configuration.options(),
            format: output.format
        )
    }
}

struct ConflictsOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Report what is reserved, registered twice or undefined in the registry.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg conflicts": "everything",
                "schemereg conflicts --scheme wallet": "one scheme",
                "schemereg conflicts --rule undefined-target": "one rule",
                "schemereg conflicts --severity error --format json": "the worst, for a program",
            ],
            exitCodes: HelpText.findings
        )
    )

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var findings: FindingArguments
    @OptionGroup var judgement: JudgementArguments
    @OptionGroup var baseline: BaselineArguments
    @OptionGroup var output: ReportArguments

    func command() throws -> any Command {
        ConflictsCommand(
            registry: registry.path,
            filter: try findings.filter(),
            configuration: try judgement.options(),
            baseline: try baseline.options(),
            output: try output.plan()
        )
    }
}

struct CheckOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Read manifests and report on them; nothing is kept.",
        discussion: HelpText.discussion(
            "Gives the same findings as import and conflicts together.",
            examples: [
                "schemereg check .": "a tree; the gate for CI",
                "schemereg check . --fail-on warning": "a stricter gate",
                "schemereg check . --exclude Tests": "without what has that name",
                "schemereg check . --write-baseline old.json": "accept what is there now, ...",
                "schemereg check . --baseline old.json": "... and only that",
                "schemereg check . --changed-since main": "what a pull request brings",
                "schemereg check . --against company.sqlite": "among all apps of the company",
                "schemereg check . --output sarif=out.sarif": "for code scanning",
                "plutil -convert xml1 -o - X.plist | schemereg check -": "",
            ],
            exitCodes: HelpText.findings
        )
    )

    @OptionGroup var inputs: InputArguments

    @Option(
        name: .long,
        help: ArgumentHelp("Make one source of this name of all paths, to take that one's place.", valueName: "name")
    )
    var source: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Judge what is read among the apps of this registry, which is not changed. Repeatable.",
            valueName: "registry"
        )
    )
    var against: [String] = []

    @Option(
        name: .customLong("changed-since"),
        help: ArgumentHelp(
            "Only findings that the change since this branch, tag or commit makes.",
            valueName: "revision"
        )
    )
    var changedSince: String?

    @OptionGroup var findings: FindingArguments

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A team's table of known schemes, as 'known import' takes it. Repeatable.",
            valueName: "file"
        )
    )
    var known: [String] = []

    @OptionGroup var judgement: JudgementArguments
    @OptionGroup var baseline: BaselineArguments
    @OptionGroup var output: ReportArguments

    func command() throws -> any Command {
        CheckCommand(
            inputs: try inputs.inputs(source: source),
            comparison: ComparisonOptions(
                registries: against.map { Path(argument: $0) },
                revision: changedSince.map(ArgumentText.shown)
            ),
            filter: try findings.filter(),
            known: known.map { Path(argument: $0) },
            configuration: try judgement.options(),
            baseline: try baseline.options(),
            output: try output.plan()
        )
    }
}

struct DiffOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what two states of the same apps have not in common.",
        discussion: HelpText.discussion(
            """
            Schemes claimed and released, roles and identifiers changed, findings that appear and vanish. Each state is \
            a registry, a path, or a revision of git with : and a path in it.
            """,
            examples: [
                "schemereg diff main: .": "what a branch changes",
                "schemereg diff v1.0:App v2.0:App": "one folder in two releases",
                "schemereg diff old.sqlite new.sqlite": "two registries",
                "schemereg diff main: . --format markdown": "for a comment on a pull request",
            ],
            exitCodes: [
                0: "no new findings at or above --fail-on",
                1: "new findings at or above --fail-on",
                2: "the call is wrong",
                3: "something could not be read or written: never a pass",
            ]
        )
    )

    @OptionGroup var inputs: InputArguments
    @OptionGroup var findings: FindingArguments

    @Option(name: .long, help: ArgumentHelp("How to print.", valueName: "format"))
    var format: DiffCommand.Format = .text

    func command() throws -> any Command {
        let inputs = try inputs.inputs()
        guard inputs.paths.count == 2 else {
            throw UsageError(
                "diff takes two states, and \(inputs.paths.count) \(inputs.paths.count == 1 ? "is" : "are") named",
                hint: "such as schemereg diff main: ."
            )
        }
        return DiffCommand(
            from: inputs.paths[0],
            to: inputs.paths[1],
            inputs: inputs,
            filter: try findings.filter(),
            format: format
        )
    }
}

extension DiffCommand.Format: ExpressibleByArgument {}

struct FixOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "fix",
        abstract: "Show the changes that mend findings in XML manifests, and make them.",
        discussion: HelpText.discussion(
            """
            Only changes that are sure are made, and every other byte stays. Without --write the changes are shown.
            """,
            examples: [
                "schemereg fix .": "show what would change",
                "schemereg fix . --write": "change it",
                "schemereg fix . --rule uppercase-scheme": "for one rule only",
            ],
            exitCodes: [
                0: "nothing to mend, or all of it was written",
                1: "there are changes, and --write was not given",
                2: "the call is wrong",
                3: "something could not be read or written: never a pass",
            ]
        )
    )

    @OptionGroup var inputs: InputArguments

    @Option(
        name: .long,
        help: ArgumentHelp("Only findings of this rule. Repeatable. (default: all rules)", valueName: "id")
    )
    var rule: [String] = []

    @Flag(name: .long, help: "Change the files. (default: show the changes)")
    var write = false

    @OptionGroup var configuration: ConfigurationArguments
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        FixCommand(
            inputs: try inputs.inputs(),
            filter: FindingFilter(rules: Set(rule.map(ArgumentText.shown))),
            configuration: try configuration.options(),
            writes: write,
            format: output.format
        )
    }
}

struct ListOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what the registry holds: manifests, claims, apps, sources, schemes, links, handlers or routes.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg list schemes": "each scheme, and how many apps claim it",
                "schemereg list claims --format json": "each declared scheme with its place",
                "schemereg list links": "each URL that code hands to the system",
            ],
            exitCodes: [0: "done", 2: "the call is wrong", 3: "the registry cannot be read"]
        )
    )

    @Argument(help: "What to list.")
    var subject: ListCommand.Subject

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var output: FormatArguments

    func command() -> any Command {
        ListCommand(subject: subject, registry: registry.path, format: output.format)
    }
}

struct LinksOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Draw which code sends URLs to which app.",
        discussion: HelpText.discussion(
            examples: ["schemereg links --graph dot | dot -Tsvg >links.svg": "a picture, with Graphviz"],
            exitCodes: [0: "done", 2: "the call is wrong", 3: "the registry cannot be read"]
        )
    )

    @Option(name: .long, help: "The language of the picture: dot, that of Graphviz.")
    var graph = LinksCommand.Graph.dot

    @OptionGroup var registry: RegistryArguments

    func command() -> any Command { LinksCommand(graph: graph, registry: registry.path) }
}

struct ShowOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all that the registry knows of a scheme, an app or a source.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg show wallet": "a scheme (wallet: and wallet://x do, too)",
                "schemereg show com.acme.wallet": "an app",
                "schemereg show ~/src/wallet": "a source; the end of its path is enough",
            ],
            exitCodes: HelpText.registry
        )
    )

    @Argument(help: "A scheme, a bundle identifier, or a source's name or path (or the end of it).")
    var name: String

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var output: FormatArguments

    func command() -> any Command {
        ShowCommand(name: Path(argument: name), registry: registry.path, format: output.format)
    }
}

struct ForgetOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove a source or an app that is retired; its history stays.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg forget driver": "the source whose path ends in driver",
                "schemereg forget com.acme.driver": "an app, in all sources",
            ],
            exitCodes: HelpText.registry
        )
    )

    @Argument(help: "A source's name or path (or the end of it), or a bundle identifier.")
    var name: String

    @OptionGroup var registry: RegistryArguments
    @OptionGroup var output: FormatArguments

    func command() -> any Command {
        ForgetCommand(name: Path(argument: name), registry: registry.path, format: output.format)
    }
}

struct SettingsOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show what build settings are, and the lines that made them so.",
        discussion: HelpText.discussion(
            """
            Answers why a scheme or a bundle identifier is what it is: the assignment that counts comes first, then \
            those that it refers to. Files below the current folder are read, or below the project's own where that \
            is elsewhere.
            """,
            examples: [
                "schemereg settings App.xcodeproj APP_SCHEME": "one setting",
                "schemereg settings App.xcodeproj --configuration Debug": "all that are assigned",
                "schemereg settings App.xcodeproj --expand '$(ID).pay'": "a text with settings",
                "schemereg settings Config/Debug.xcconfig": "a file by itself",
            ],
            exitCodes: [
                0: "done, also where a setting is undefined or unknown",
                1: "the project cannot be parsed",
                2: "the call is wrong",
                3: "something could not be read or written",
            ]
        )
    )

    @Argument(
        help: ArgumentHelp(
            "An Xcode project, a workspace or folder with one, or a .xcconfig file.",
            valueName: "project"
        ),
        completion: .file()
    )
    var path: String

    @Argument(help: "Settings. (default: all that files and the call assign)")
    var name: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("The target. (default: the first app, else the first target)", valueName: "name")
    )
    var target: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The configuration. (default: the project's default)", valueName: "name")
    )
    var configuration: String?

    @Option(
        name: .long,
        help: ArgumentHelp("A file of build settings above those of the project.", valueName: "file")
    )
    var xcconfig: String?

    @Option(
        name: .long,
        help: ArgumentHelp("A build setting above all others. Repeatable.", valueName: "key=value")
    )
    var set: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("A text whose references are expanded. Repeatable.", valueName: "expression")
    )
    var expand: [String] = []

    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        SettingsCommand(
            path: Path(argument: path),
            target: target.map(ArgumentText.shown),
            names: name.map(ArgumentText.shown),
            expressions: expand.map(ArgumentText.shown),
            build: BuildOptions(
                configurations: configuration.map { [ArgumentText.shown($0)] } ?? [],
                settingsFile: xcconfig.map { Path(argument: $0) },
                settings: try set.map(InputArguments.setting)
            ),
            format: output.format
        )
    }
}

struct RulesOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules, with the severities in force in the current folder.",
        discussion: HelpText.discussion(examples: ["schemereg rules": ""], exitCodes: HelpText.alone)
    )

    @OptionGroup var configuration: ConfigurationArguments
    @OptionGroup var output: FormatArguments

    func command() throws -> any Command {
        RulesCommand(configuration: try configuration.options(), format: output.format)
    }
}

struct ExplainOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a rule: what, why, examples, how to fix.",
        discussion: HelpText.discussion(
            examples: ["schemereg explain undefined-target": ""],
            exitCodes: HelpText.alone
        )
    )

    @Argument(help: "The rule's id, as 'schemereg rules' lists it.", completion: .rules)
    var rule: String

    @OptionGroup var output: FormatArguments

    func command() -> any Command { ExplainCommand(rule: ArgumentText.shown(rule), format: output.format) }
}

extension ListCommand.Subject: ExpressibleByArgument {}

extension LinksCommand.Graph: ExpressibleByArgument {}
