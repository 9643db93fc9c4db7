package import SchemeModel
package import SchemeReports
import SchemeStore

/// Reports the conflicts between all apps in a registry, or all findings about them.
package struct ConflictsCommand: Command {
    /// The registry; `nil` for the default one.
    package var registry: Path?
    /// The findings to report.
    package var filter: FindingFilter
    /// Whether all findings are reported. Otherwise, a filter without rules reports only conflicts, unless a baseline is written.
    package var reportsAll: Bool
    /// The configuration to use.
    package var configuration: ConfigurationOptions
    /// The baseline of accepted findings.
    package var baseline: BaselineOptions
    /// The formats and destinations of the report.
    package var output: OutputPlan
    /// The format of a graph to print instead of the report; `nil` for the report.
    package var graph: GraphFormat?

    /// Creates a command with these options.
    package init(
        registry: Path?,
        filter: FindingFilter = FindingFilter(),
        reportsAll: Bool = false,
        configuration: ConfigurationOptions = ConfigurationOptions(),
        baseline: BaselineOptions = BaselineOptions(),
        output: OutputPlan = OutputPlan(),
        graph: GraphFormat? = nil
    ) {
        self.registry = registry
        self.filter = filter
        self.reportsAll = reportsAll
        self.configuration = configuration
        self.baseline = baseline
        self.output = output
        self.graph = graph
    }

    package func run(in context: Context) throws -> ExitCode {
        let context = context.saying(output.verbosity)
        try filter.validate()
        let path = try RegistryLocation.path(given: registry, in: context)
        try output.validate(avoiding: [path] + baseline.files, in: context)
        let isStrict = configuration.isStrict
        return try Registry.with(path, for: .reading, distrustsInputs: isStrict, in: context) { registry in
            let check = try RegistryCheck(of: registry, configuration: configuration, rules: filter.rules, in: context)
            var filter = try filter.namingApps(among: check.findings, in: check.index, context)
            try filter.reportUnknown(among: check.findings, in: check.index, context)
            var report = try check.report(accepting: baseline, in: context).filtered(by: filter)
            // A baseline accepts the findings of all rules, so they are shown.
            if !reportsAll, filter.rules.isEmpty, baseline.written == nil {
                // A named rule runs even if a configuration turns it off, and these rules are not named.
                filter.rules = RuleNames.conflicts
                report.summary.ofOtherRules = report.keepFindings(where: filter.admits)
            }
            if let graph {
                try graph.write(.conflicts, of: check.index, report.findings, check.knowledge, in: context)
            } else {
                try report.print(output, filter: filter, sources: check.sources, in: context, digest: check.digest)
            }
            return report.exitCode(failingFrom: filter.failOn)
        }
    }
}
