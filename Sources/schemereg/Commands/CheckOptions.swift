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
            Reports the same findings as import followed by conflicts, but stores nothing. Without a path, it checks the current \
            folder.
            """,
            examples: [
                "schemereg check": "the current folder, in CI",
                "schemereg check --fail-on warning": "fail on warnings, too",
                "schemereg check . --exclude Tests": "skip everything named Tests",
                "schemereg check . --write-baseline old.json": "accept today's findings, ...",
                "schemereg check . --baseline old.json": "... and report only new ones",
                "schemereg check . --changed-since main": "only what a pull request adds",
                "schemereg check . --against company.sqlite": "conflicts with all your apps",
                "schemereg check . --output sarif=out.sarif": "for code scanning",
                "plutil -convert xml1 -o - X.plist | schemereg check -": "",
            ],
            exitCodes: HelpText.findings
        )
    )

    @OptionGroup var inputs: InputArguments
    @OptionGroup(title: "Reading") var emptiness: AllowEmptyArguments

    @OptionGroup(title: "Comparing") var comparison: ComparisonArguments

    @OptionGroup(title: "Reporting") var findings: FindingArguments

    @OptionGroup(title: "Comparing") var known: TeamTableArguments
    @OptionGroup(title: "Reporting") var reporting: ReportingArguments<SearchFromPaths>
    @OptionGroup(title: "Comparing") var baseline: BaselineArguments
    @OptionGroup(title: "Output") var output: ReportArguments

    func command() throws -> any Command {
        var inputs = try inputs.reading.inputs(inputs.paths.isEmpty ? ["."] : inputs.paths, source: comparison.source)
        inputs.allowsEmpty = emptiness.allowEmpty
        return CheckCommand(
            inputs: inputs,
            comparison: comparison.options,
            filter: try findings.filter(),
            known: known.paths,
            configuration: try reporting.options(),
            baseline: try baseline.options(),
            output: try output.plan()
        )
    }
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
            "Report conflicts with the apps in this registry as well. Repeatable.",
            valueName: "registry"
        ),
        completion: .file()
    )
    var against: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Group all paths into one named source. It replaces the source of that name in the --against registry.",
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
