package import SchemeModel
import SchemeReports
import SchemeRules
import SchemeStore

/// Reports the findings about everything in a registry.
package struct ConflictsCommand: Command {
    /// The registry; `nil` for the default one.
    package var registry: Path?
    /// The findings to report.
    package var filter: FindingFilter
    /// The configuration to use.
    package var configuration: ConfigurationOptions
    /// The baseline of accepted findings.
    package var baseline: BaselineOptions
    /// The formats and destinations of the report.
    package var output: OutputPlan

    /// Creates a command with these options.
    package init(
        registry: Path?,
        filter: FindingFilter = FindingFilter(),
        configuration: ConfigurationOptions = ConfigurationOptions(),
        baseline: BaselineOptions = BaselineOptions(),
        output: OutputPlan = OutputPlan()
    ) {
        self.registry = registry
        self.filter = filter
        self.configuration = configuration
        self.baseline = baseline
        self.output = output
    }

    package func run(in context: Context) throws -> ExitCode {
        let context = context.saying(output.verbosity)
        try filter.validate()
        let path = try RegistryLocation.path(given: registry, in: context)
        try output.validate(besides: [path] + baseline.files, in: context)
        return try Registry.with(path, for: .reading, in: context) { registry in
            let knowledge = Knowledge.builtIn.adding(try registry.teamTables())
            let index = RegistryIndex(registry, knowledge: knowledge)
            let sources = try registry.sources()
            let problems = try registry.problems().map(\.ofImport)
            let configurations = try ConfigurationLoader.read(
                for: sources,
                options: configuration,
                asked: filter.rules,
                in: context
            )
            let findings = try FindingChecker(knowledge: knowledge, policies: configurations.policies)
                .findings(in: index, problems: problems)
            try filter.reportUnknown(among: findings, in: index, context)
            let accepted = try baseline.accept(findings, isComplete: problems.isEmpty, of: sources, in: context)
            var all = CheckReport(
                findings: accepted.findings,
                problems: problems,
                summary: Summary(try registry.counts())
            )
            all.summary.policyFiles = configurations.files + accepted.files
            let report = all.filtered(by: filter)
            try report.print(output, filter: filter, sources: sources, in: context) { place in
                try configurations.digests[place] ?? registry.digest(of: place)
            }
            return report.exitCode(failingFrom: filter.failOn)
        }
    }
}

extension Problem {
    /// The problem as reported from a registry, which keeps it until the next import.
    var ofImport: Problem {
        var problem = self
        problem.hint = hint.map { "\($0); then import it again" } ?? "import it again"
        return problem
    }
}

extension Summary {
    /// Creates a summary from the counts of a registry.
    fileprivate init(_ counts: RegistryCounts) {
        self.init()
        inputs = counts.inputs
        passedOver = counts.passedOver
        manifests = counts.manifests
        urlTypes = counts.urlTypes
        claims = counts.claims
        apps = counts.apps
    }
}
