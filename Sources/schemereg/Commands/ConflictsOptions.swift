import ArgumentParser
import SchemeKit
import SchemeReports

/// The options of `schemereg conflicts`.
struct ConflictsOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Report conflicts between all apps in the registry.",
        discussion: HelpText.discussion(
            """
            Reports reserved schemes, duplicate registrations, undefined targets, shared domains, and links that depend on \
            other apps. With --all or --write-baseline, it reports the findings of all rules, as 'check' does.
            """,
            examples: [
                "schemereg conflicts": "all conflicts",
                "schemereg conflicts --all": "everything that was found",
                "schemereg conflicts --scheme wallet": "one scheme",
                "schemereg conflicts --rule undefined-target": "one rule",
                "schemereg conflicts --severity error --format json": "errors, for a script",
                "schemereg conflicts --graph svg >conflicts.svg": "a diagram",
            ],
            exitCodes: HelpText.findings
        )
    )

    @OptionGroup(title: "Reading") var registry: RegistryArguments
    @OptionGroup(title: "Reporting") var rules: AllRulesArguments
    @OptionGroup(title: "Reporting") var findings: FindingArguments
    @OptionGroup(title: "Reporting") var configuration: ConfigurationArguments<SearchFromSources>
    @OptionGroup(title: "Reporting") var severities: SeverityArguments
    @OptionGroup(title: "Reporting") var strictness: StrictArguments
    @OptionGroup(title: "Reporting") var sdk: SDKArguments
    @OptionGroup(title: "Comparing") var baseline: BaselineArguments
    @OptionGroup(title: "Output") var output: ReportArguments
    @OptionGroup(title: "Output") var diagram: GraphArguments

    var color: ColorChoice { output.color }

    func command() throws -> any Command {
        ConflictsCommand(
            registry: registry.path,
            filter: try findings.filter(),
            reportsAll: rules.all,
            configuration: try configuration.options(
                sdk: sdk.version(),
                levels: severities.levels(),
                isStrict: strictness.strict
            ),
            baseline: try baseline.options(),
            output: try output.plan(),
            graph: try graph()
        )
    }

    private func graph() throws -> GraphFormat? {
        guard diagram.graph == nil || (output.format == nil && output.output.isEmpty) else {
            throw UsageError("--graph cannot be combined with --format and --output", hint: "omit one of them")
        }
        return diagram.graph
    }
}

/// Whether `conflicts` reports more than conflicts.
struct AllRulesArguments: ParsableArguments {
    @Flag(name: .long, help: "Report the findings of all rules, not only conflicts.")
    var all = false
}

/// The graph to print instead of a report, for `conflicts`.
struct GraphArguments: ParsableArguments {
    @Option(name: .long, help: "Print a graph of apps and shared schemes instead.")
    var graph: GraphFormat?
}
