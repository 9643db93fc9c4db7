public import SchemeModel
import SchemeRules

/// Reads inputs and reports on them; nothing is kept.
public struct CheckCommand: Command {
    /// What is read.
    public var inputs: InputOptions
    /// What it is held against.
    public var comparison: ComparisonOptions
    /// Which findings count.
    public var filter: FindingFilter
    /// Files with teams' tables of known schemes, which count beside the tool's own knowledge.
    public var known: [Path]
    /// Which configuration is in force.
    public var configuration: ConfigurationOptions
    /// Which findings are accepted because they are old.
    public var baseline: BaselineOptions
    /// Where the report goes.
    public var output: OutputPlan

    /// A command with these options.
    public init(
        inputs: InputOptions,
        comparison: ComparisonOptions = ComparisonOptions(),
        filter: FindingFilter = FindingFilter(),
        known: [Path] = [],
        configuration: ConfigurationOptions = ConfigurationOptions(),
        baseline: BaselineOptions = BaselineOptions(),
        output: OutputPlan = OutputPlan()
    ) {
        self.inputs = inputs
        self.comparison = comparison
        self.filter = filter
        self.known = known
        self.configuration = configuration
        self.baseline = baseline
        self.output = output
    }

    /// Discovers, reads, judges, reports.
    public func run(in context: Context) throws -> ExitCode {
        let context = context.saying(output.verbosity)
        try validate(in: context)
        let effects = OptionEffects(of: inputs, in: context)
        let log = output.verbosity == .verbose ? ReadingLog() : nil
        let request = Survey.Request(
            inputs: inputs,
            configuration: configuration,
            rules: filter.rules,
            knowledge: Knowledge.builtIn.adding(try known.map { try TeamFile($0).read(in: context) }),
            wantsManifests: !inputs.allowsEmpty
        )
        let survey = try Survey(request, effects: effects, log: log, in: context)
        try effects.finish()
        log?.say(in: context)
        let judgement = try comparison.judge(survey, in: context)
        let report = Report(
            findings: try baseline.accept(
                judgement.findings,
                isComplete: survey.isComplete && judgement.problems.isEmpty && comparison.revision == nil,
                in: context
            ),
            problems: (survey.problems + judgement.problems).sorted(),
            summary: survey.read.summary
        )
        effects.sayUnused(in: context)
        try filter.sayUnknown(among: judgement.findings, in: judgement.index, context)
        let sources = survey.sources + judgement.neighbours
        let code = try report.print(filter: filter, plan: output, sources: sources, in: context) { place in
            try survey.digest(of: place) ?? judgement.digest(of: place)
        }
        try judgement.close()
        return code
    }

    private func validate(in context: Context) throws {
        try filter.validate()
        try inputs.validate(in: context)
        try output.validate(besides: comparison.registries + known + baseline.files, in: context)
        guard comparison.revision == nil || baseline.written == nil else {
            throw UsageError("a baseline is of all findings", hint: "leave --changed-since out to write one")
        }
    }
}
