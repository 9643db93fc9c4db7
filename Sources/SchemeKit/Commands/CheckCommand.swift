package import SchemeModel
import SchemeReports
import SchemeRules

/// Reads inputs and reports findings, without storing anything.
package struct CheckCommand: Command {
    /// The inputs to read.
    package var inputs: InputOptions
    /// What the inputs are compared with.
    package var comparison: ComparisonOptions
    /// The findings to report.
    package var filter: FindingFilter
    /// CSV files with teams' tables of known schemes, in addition to the built-in knowledge.
    package var known: [Path]
    /// The configuration to use.
    package var configuration: ConfigurationOptions
    /// The baseline of accepted findings.
    package var baseline: BaselineOptions
    /// The formats and destinations of the report.
    package var output: OutputPlan

    /// Creates a command with these options.
    package init(
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

    /// Discovers, reads, indexes and checks the inputs, and prints the report.
    package func run(in context: Context) throws -> ExitCode {
        let context = context.saying(output.verbosity)
        try validate(in: context)
        let usage = OptionUsage.tracking(inputs, in: context)
        let log = output.verbosity == .verbose ? ReadingLog() : nil

        let sources = try request(in: context).discover(in: context)
        let scan = try sources.read(usage: usage, log: log, in: context)
        try usage.finish()
        log?.say(in: context)
        let index = scan.indexed()
        return try comparison.withRegistries(in: context) { registries in
            let checked = try comparison.check(index, among: registries, in: context)
            let report = try report(on: checked, of: scan, in: context)
            usage.reportUnused(in: context)
            try filter.reportUnknown(among: checked.findings, in: checked.index, context)
            try report.print(output, filter: filter, sources: scan.sources + checked.neighbors, in: context) { place in
                try scan.digest(of: place) ?? registries.digest(of: place)
            }
            return report.exitCode(failingFrom: filter.failOn)
        }
    }

    private func request(in context: Context) throws -> ScanRequest {
        ScanRequest(
            inputs: inputs,
            configuration: configuration,
            rules: filter.rules,
            knowledge: Knowledge.builtIn.adding(try known.map { try TeamTableFile($0).read(in: context) }),
            earlier: try comparison.earlier(of: inputs, in: context),
            wantsManifests: !inputs.allowsEmpty
        )
    }

    /// Returns the report on the findings that are not in the baseline.
    private func report(on checked: CheckedFindings, of scan: InputScan, in context: Context) throws -> CheckReport {
        let accepted = try baseline.accept(
            checked.findings,
            isComplete: scan.isComplete && checked.problems.isEmpty,
            of: scan.sources,
            comparedWith: scan.request.earlier,
            in: context
        )
        var report = CheckReport(
            findings: accepted.findings,
            problems: (scan.problems + checked.problems).sorted(),
            summary: scan.summary
        )
        report.summary.policyFiles = scan.discovered.configurations.files + accepted.files
        return report.filtered(by: filter)
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
