import ArgumentParser
import SchemeKit
import SchemeModel

/// The options of `schemereg check`.
struct CheckOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check apps for problems with their URL schemes.",
        discussion: HelpText.discussion(
            """
            Reports the same findings as 'import' followed by 'conflicts --all', but stores nothing. Without a path, it checks the \
            current folder.
            """,
            examples: [
                "schemereg check": "check the current folder",
                "schemereg check --fail-on warning": "fail on warnings, too",
                "schemereg check . --exclude Tests": "skip everything named Tests",
                "schemereg check . --write-baseline old.json": "accept today's findings, ...",
                "schemereg check . --baseline old.json": "... and report only new ones",
                "schemereg check . --changed-since main": "only what a pull request adds",
                "schemereg check . --against company.sqlite": "conflicts with any app in it",
                "schemereg check . --output sarif=out.sarif": "for code scanning",
                "schemereg check --stdin-filename A.plist <buf": "an editor's unsaved file",
                "plutil -convert xml1 -o - X.plist | schemereg check -": "",
            ],
            exitCodes: HelpText.findings
        )
    )

    @OptionGroup var arguments: PathArguments

    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Reading") var emptiness: AllowEmptyArguments
    @OptionGroup(title: "Reading") var unsaved: UnsavedFileArguments

    @OptionGroup(title: "Comparing") var comparison: ComparisonArguments

    @OptionGroup(title: "Reporting") var findings: FindingArguments

    @OptionGroup(title: "Comparing") var known: TeamTableArguments
    @OptionGroup(title: "Reporting") var configuration: ConfigurationArguments<SearchFromPaths>
    @OptionGroup(title: "Reporting") var severities: SeverityArguments
    @OptionGroup(title: "Reporting") var strictness: StrictArguments
    @OptionGroup(title: "Reporting") var sdk: SDKArguments
    @OptionGroup(title: "Comparing") var baseline: BaselineArguments
    @OptionGroup(title: "Comparing") var allow: AllowArguments
    @OptionGroup(title: "Output") var output: ReportArguments

    var color: ColorChoice { output.color }

    func command() throws -> any Command {
        var inputs = try reading.inputs(arguments.paths.isEmpty ? ["."] : arguments.paths, source: comparison.source)
        inputs.allowsEmpty = emptiness.allowEmpty
        var command = CheckCommand(
            inputs: inputs,
            unsavedFile: unsaved.path,
            comparison: comparison.options,
            filter: try findings.filter(),
            known: known.paths,
            configuration: try configuration.options(
                sdk: sdk.version(),
                levels: severities.levels(),
                isStrict: strictness.strict
            ),
            baseline: try baseline.options(),
            output: try output.plan()
        )
        command.allowReason = allow.addAllow.map(ArgumentText.shown)
        return command
    }
}

/// The comments to write, for `check`.
struct AllowArguments: ParsableArguments {
    @Option(
        name: .customLong("add-allow"),
        help: ArgumentHelp(
            "Write a comment 'schemereg:allow' with this reason above each finding in code, and accept these findings.",
            valueName: "reason"
        )
    )
    var addAllow: String?
}

/// The file that is being edited, for `check`.
struct UnsavedFileArguments: ParsableArguments {
    @Option(
        name: .customLong("stdin-filename"),
        help: ArgumentHelp(
            "Check standard input as the unsaved content of this file, and report only findings in it.",
            valueName: "path"
        ),
        completion: .file()
    )
    var stdinFilename: String?

    var path: Path? { stdinFilename.map { Path(argument: $0) } }
}

/// What a check compares with, for `check`.
struct ComparisonArguments: ParsableArguments {
    @Option(
        name: .customLong("changed-since"),
        help: ArgumentHelp(
            "Report only findings that are new since this branch, tag or commit.",
            valueName: "revision"
        )
    )
    var changedSince: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Report conflicts with the apps in this registry as well: a file, or the address of a PostgreSQL database. "
                + "Repeatable.",
            valueName: "registry"
        ),
        completion: .file()
    )
    var against: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Group all paths into one named source. With --against, it replaces the registry's source of the same name.",
            valueName: "name"
        )
    )
    var source: String?

    var options: ComparisonOptions {
        ComparisonOptions(
            registries: against.map { Path(argument: $0) },
            revision: changedSince.map(ArgumentText.shown)
        )
    }
}
