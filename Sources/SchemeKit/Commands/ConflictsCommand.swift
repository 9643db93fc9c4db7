public import SchemeModel
import SchemeRules
import SchemeStore

/// Reports on everything that a registry holds.
public struct ConflictsCommand: Command {
    /// The registry; `nil` for the default one.
    public var registry: Path?
    /// Which findings count.
    public var filter: FindingFilter
    /// Which configuration is in force.
    public var configuration: ConfigurationOptions
    /// Which findings are accepted because they are old.
    public var baseline: BaselineOptions
    /// Where the report goes.
    public var output: OutputPlan

    /// A command with these options.
    public init(
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

    public func run(in context: Context) throws -> ExitCode {
        let context = context.saying(output.verbosity)
        try filter.validate()
        let path = try RegistryLocation.path(given: registry, in: context)
        try output.validate(besides: [path] + baseline.files, in: context)
        let store = try Registry(at: path, for: .reading, in: context)
        let knowledge = Knowledge.builtIn.adding(try store.teamKnowledge())
        let index = RegistryIndex(store, knowledge: knowledge)
        let sources = try store.sources()
        let problems = try store.problems().map(\.ofImport)
        let configurations = try ConfigurationFiles(
            for: sources,
            options: configuration,
            asked: filter.rules,
            in: context
        )
        let judge = Judge(knowledge: knowledge, decisions: configurations.decisions)
        let findings = try judge.findings(in: index, problems: problems)
        try filter.sayUnknown(among: findings, in: index, context)
        let report = Report(
            findings: try baseline.accept(findings, isComplete: problems.isEmpty, in: context),
            problems: problems,
            summary: Summary(try store.counts())
        )
        let code = try report.print(filter: filter, plan: output, sources: sources, in: context) { place in
            try configurations.digests[place] ?? store.digest(of: place)
        }
        try store.close()
        return code
    }
}

extension Problem {
    /// The problem as it is told of a registry, which keeps it until another import looks again.
    var ofImport: Problem {
        var problem = self
        problem.hint = hint.map { "\($0); then import it again" } ?? "import it again"
        return problem
    }
}

extension Summary {
    /// The counts of a registry.
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
