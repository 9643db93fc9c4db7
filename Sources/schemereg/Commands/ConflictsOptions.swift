import ArgumentParser
import SchemeKit

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
