import ArgumentParser
import SchemeKit
import SchemeModel
import SchemeReports

/// The options of `schemereg diff`.
struct DiffOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what changed between two versions.",
        discussion: HelpText.discussion(
            """
            Lists added and removed schemes, changed roles and identifiers, and new and fixed findings. Each version is a \
            registry, a path, or REVISION:PATH in a git repository.
            """,
            examples: [
                "schemereg diff main: .": "what a branch changes",
                "schemereg diff v1.0:App v2.0:App": "a folder in two releases",
                "schemereg diff old.sqlite new.sqlite": "two registries",
                "schemereg diff main: . --format markdown": "for a comment on a pull request",
            ],
            exitCodes: [
                0: "no new findings at or above --fail-on",
                1: "new findings at or above --fail-on",
                2: "invalid usage or configuration",
                3: "something couldn't be read, or no manifest was found",
            ]
        )
    )

    @Argument(
        help: ArgumentHelp(
            "The earlier and the later version: a registry, a path, or REVISION:PATH.",
            valueName: "version"
        ),
        completion: .file()
    )
    var states: [String] = []

    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Reading") var emptiness: AllowEmptyArguments
    @OptionGroup(title: "Reporting") var findings: FindingArguments
    @OptionGroup(title: "Comparing") var known: TeamTableArguments
    @OptionGroup(title: "Reporting") var reporting: ReportingArguments<SearchFromPaths>

    @Option(name: .long, help: ArgumentHelp("The output format.", valueName: "format"))
    var format: Difference.Format = .text

    func command() throws -> any Command {
        var inputs = try reading.inputs(states)
        inputs.allowsEmpty = emptiness.allowEmpty
        guard states.count == 2 else {
            let count = states.isEmpty ? "none" : "\(states.count)"
            throw UsageError(
                "diff compares two versions, but got \(count)",
                hint: "for example schemereg diff main: ."
            )
        }
        return DiffCommand(
            from: inputs.paths[0],
            to: inputs.paths[1],
            inputs: inputs,
            filter: try findings.filter(),
            known: known.paths,
            configuration: try reporting.options(),
            format: format
        )
    }
}

extension Difference.Format: ExpressibleByArgument {}
