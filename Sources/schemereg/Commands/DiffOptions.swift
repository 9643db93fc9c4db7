public import ArgumentParser
public import SchemeKit
import SchemeModel

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

    @Argument(
        help: ArgumentHelp(
            "The earlier state and the later one: registries, paths, or REVISION:PATH.",
            valueName: "state"
        ),
        completion: .file()
    )
    var states: [String] = []

    @OptionGroup var reading: ReadingArguments
    @OptionGroup var findings: FindingArguments
    @OptionGroup var known: TeamTableArguments
    @OptionGroup var judgement: JudgementArguments

    @Option(name: .long, help: ArgumentHelp("How to print.", valueName: "format"))
    var format: DiffCommand.Format = .text

    func command() throws -> any Command {
        let inputs = try reading.inputs(states)
        guard states.count == 2 else {
            let named = states.isEmpty ? "none is" : states.count == 1 ? "1 is" : "\(states.count) are"
            throw UsageError(
                "diff takes two states, and \(named) named",
                hint: "such as schemereg diff main: ."
            )
        }
        return DiffCommand(
            from: inputs.paths[0],
            to: inputs.paths[1],
            inputs: inputs,
            filter: try findings.filter(),
            known: known.paths,
            configuration: try judgement.options(),
            format: format
        )
    }
}

extension DiffCommand.Format: ExpressibleByArgument {}
