import ArgumentParser
import SchemeKit
import SchemeModel

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
        help: ArgumentHelp(
            "Make one source of this name of all paths; with --against, it replaces the registries' source of this name.",
            valueName: "name"
        )
    )
    var source: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Judge what is read among the apps of this registry, which is not changed. Repeatable.",
            valueName: "registry"
        ),
        completion: .file()
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

    @OptionGroup var known: TeamTableArguments
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
            known: known.paths,
            configuration: try judgement.options(),
            baseline: try baseline.options(),
            output: try output.plan()
        )
    }
}
