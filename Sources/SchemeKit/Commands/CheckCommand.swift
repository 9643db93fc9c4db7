public import SchemeModel
import SchemeRules

/// Reads inputs and reports findings, without storing anything.
public struct CheckCommand: Command {
    /// The inputs to read.
    public var inputs: InputOptions
    /// What the inputs are compared with.
    public var comparison: ComparisonOptions
    /// The findings to report.
    public var filter: FindingFilter
    /// CSV files with teams' tables of known schemes, in addition to the built-in knowledge.
    public var known: [Path]
    /// The configuration to use.
    public var configuration: ConfigurationOptions
    /// The baseline of accepted findings.
    public var baseline: BaselineOptions
    /// The formats and destinations of the report.
    public var output: OutputPlan

    /// Creates a command with these options.
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

    /// Finds and reads the inputs, checks them, and prints the report.
    public func run(in context: Context) throws -> ExitCode {
        let context = context.saying(output.verbosity)
        try validate(in: context)
        let effects = OptionUsage(of: inputs, in: context)
        let log = output.verbosity == .verbose ? ReadingLog() : nil
        let request = InputScan.Request(
            inputs: inputs,
            configuration: configuration,
            rules: filter.rules,
            knowledge: Knowledge.builtIn.adding(try known.map { try TeamFile($0).read(in: context) }),
            earlier: try comparison.earlier(of: inputs, in: context),
            wantsManifests: !inputs.allowsEmpty
        )
        let survey = try InputScan(request, effects: effects, log: log, in: context)
        try effects.finish()
        log?.say(in: context)
        let judgement = try comparison.judge(survey, in: context)
        let accepted = try baseline.accept(
            judgement.findings,
            isComplete: survey.isComplete && judgement.problems.isEmpty,
            of: survey.sources,
            comparedWith: request.earlier,
            in: context
        )
        var report = Report(
            findings: accepted.findings,
            problems: (survey.problems + judgement.problems).sorted(),
            summary: survey.read.summary
        )
        report.summary.decidedBy = survey.configurations.files + accepted.files
        effects.reportUnused(in: context)
        try filter.reportUnknown(among: judgement.findings, in: judgement.index, context)
        let sources = survey.sources + judgement.neighbors
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
            throw UsageError("--write-baseline and --changed-since cannot be combined", hint: "omit one of them")
        }
    }
}
