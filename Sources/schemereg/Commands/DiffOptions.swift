import ArgumentParser
import SchemeKit
import SchemeModel
import SchemeReports

/// The options of `schemereg diff`.
struct DiffOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what changed between two versions.",
        usage: "schemereg diff [<options>] <version> [<version>]",
        discussion: HelpText.discussion(
            """
            Lists added and removed schemes, changed roles and identifiers, new findings, and findings that are gone. Each \
            version is a registry, a path, a git revision of the current folder, or REVISION:PATH, whose path starts at the \
            root of the repository. Without a second version, it compares with the current folder.
            """,
            examples: [
                "schemereg diff main": "what differs from main",
                "schemereg diff \"$(git merge-base main HEAD)\"": "what a branch changes",
                "schemereg diff v1.0:App v2.0:App": "a folder in two releases",
                "schemereg diff old.sqlite new.sqlite": "two registries",
                "schemereg diff main --format markdown": "for a pull request comment",
            ],
            exitCodes: [
                0: "no new findings at or above --fail-on",
                1: "new findings at or above --fail-on",
                2: "invalid usage or configuration",
                3: "couldn't read something, hit a limit, or found no manifest",
            ]
        )
    )

    @Argument(
        help: ArgumentHelp(
            "The earlier version, then the later one: a registry, a path, a revision, or REVISION:PATH. (default: .)",
            valueName: "version"
        ),
        completion: .file()
    )
    var states: [String] = []

    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Reading") var emptiness: AllowEmptyArguments
    @OptionGroup(title: "Reporting") var findings: FindingArguments
    @OptionGroup(title: "Reading") var known: TeamTableArguments
    @OptionGroup(title: "Reporting") var configuration: ConfigurationArguments<SearchFromPaths>
    @OptionGroup(title: "Reporting") var severities: SeverityArguments
    @OptionGroup(title: "Reporting") var sdk: SDKArguments

    @OptionGroup(title: "Output") var output: FormatArguments<Difference.Format>

    func command() throws -> any Command {
        var inputs = try reading.inputs(states.count == 1 ? states + ["."] : states)
        inputs.allowsEmpty = emptiness.allowEmpty
        guard inputs.paths.count == 2 else {
            let count = states.isEmpty ? "none" : "\(states.count)"
            throw UsageError(
                "diff compares two versions, but got \(count)",
                hint: "for example schemereg diff main"
            )
        }
        return DiffCommand(
            from: inputs.paths[0],
            to: inputs.paths[1],
            inputs: inputs,
            filter: try findings.filter(),
            known: known.paths,
            configuration: try configuration.options(sdk: sdk.version(), levels: severities.levels()),
            format: output.format
        )
    }
}

extension Difference.Format: FormatWithText {}
