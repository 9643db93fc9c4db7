import ArgumentParser
import SchemeKit

/// The options of `schemereg conflicts`.
struct ConflictsOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Report conflicts between all apps in the registry.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg conflicts": "all conflicts",
                "schemereg conflicts --scheme wallet": "one scheme",
                "schemereg conflicts --rule undefined-target": "one rule",
                "schemereg conflicts --severity error --format json": "errors, for a program",
            ],
            exitCodes: HelpText.findings
        )
    )

    @OptionGroup var registry: RegistryArguments
    @OptionGroup(title: "Reporting") var findings: FindingArguments
    @OptionGroup(title: "Reporting") var reporting: ReportingArguments<SearchFromSources>
    @OptionGroup(title: "Comparing") var baseline: BaselineArguments
    @OptionGroup(title: "Output") var output: ReportArguments

    func command() throws -> any Command {
        ConflictsCommand(
            registry: registry.path,
            filter: try findings.filter(),
            configuration: try reporting.options(),
            baseline: try baseline.options(),
            output: try output.plan()
        )
    }
}
