package import SchemeModel
import SchemeReports

/// Reads inputs and reports findings, without storing anything.
package struct CheckCommand: Command {
    /// The inputs to read.
    package var inputs: InputOptions
    /// The file whose unsaved content is on standard input, relative to the current folder; `nil` to read all files from
    /// disk. Only findings in this file are reported.
    package var unsavedFile: Path?
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
    /// The reason in the comments to write above today's findings in code, which accept them; `nil` to write none.
    package var allowReason: String?

    /// Creates a command with these options.
    package init(
        inputs: InputOptions,
        unsavedFile: Path? = nil,
        comparison: ComparisonOptions = ComparisonOptions(),
        filter: FindingFilter = FindingFilter(),
        known: [Path] = [],
        configuration: ConfigurationOptions = ConfigurationOptions(),
        baseline: BaselineOptions = BaselineOptions(),
        output: OutputPlan = OutputPlan()
    ) {
        self.inputs = inputs
        self.unsavedFile = unsavedFile
        self.comparison = comparison
        self.filter = filter
        self.known = known
        self.configuration = configuration
        self.baseline = baseline
        self.output = output
    }

    /// Discovers, reads, indexes and checks the inputs, and prints the report.
    package func run(in context: Context) throws -> ExitCode {
        var context = context.saying(output.verbosity)
        try validate(in: context)
        var output = output
        // 'fix' reads files, not standard input.
        output.countsFixable = unsavedFile == nil && !inputs.paths.contains("-")
        let unsaved = try unsavedFile.map { try UnsavedFile(named: $0, in: context) }
        if let unsaved { context = unsaved.replacing(in: context) }
        let inputs = unsaved?.adding(to: inputs, in: context) ?? inputs
        let usage = OptionUsage.tracking(inputs, in: context)
        let log = output.verbosity == .verbose ? ReadingLog() : nil

        let sources = try request(reading: inputs, in: context).discover(in: context)
        let scan = try sources.read(usage: usage, log: log, in: context)
        try usage.finish()
        if let earlier = scan.request.earlier {
            inputs.build.noteChanges(with: usage.settingsFiles, since: earlier, in: context)
        }
        log?.didRead(scan.targets, of: scan.sources)
        log?.say(in: context)
        try unsaved?.reportUnread(by: scan, in: context)
        let index = scan.indexed()
        return try comparison.withRegistries(distrustsInputs: configuration.isStrict, in: context) { registries in
            let checked = try registries.retrying {
                try comparison.check(index, among: registries, baseline: baseline, in: context)
            }
            let filter = try filter.namingApps(among: checked.findings, in: checked.index, context)
            var report = report(on: checked, of: scan).filtered(by: filter)
            if let older = checked.older {
                let asked = older.findings.filter { finding in
                    filter.admits(finding) && unsaved?.contains(finding.place, among: scan.sources) != false
                }
                report.summary.older = SeverityCounts(of: Cause.causes(of: asked))
                report.summary.revision = older.revision
            }
            let edited = try allowReason.map { reason in
                try report.allowInCode(because: reason, sources: scan.sources, in: context, digest: scan.digest)
            }
            if let unsaved { report.keepFindings { unsaved.contains($0.place, among: scan.sources) } }
            usage.reportUnused(in: context)
            scan.reportUnknownDomains(in: context)
            try filter.reportUnknown(among: checked.findings, in: checked.index, context)
            try report.print(output, filter: filter, sources: scan.sources + checked.neighbors, in: context) { place in
                try edited?[place] ?? scan.digest(of: place) ?? registries.digest(of: place)
            }
            return report.exitCode(failingFrom: filter.failOn)
        }
    }

    private func request(reading inputs: InputOptions, in context: Context) throws -> ScanRequest {
        let earlier = try comparison.earlier(of: inputs, in: context)
        return ScanRequest(
            inputs: inputs,
            configuration: configuration,
            rules: filter.rules,
            knowledge: try .builtIn(adding: known, comparedWith: earlier?.latest, in: context),
            earlier: earlier,
            wantsManifests: !inputs.allowsEmpty
        )
    }

    private func report(on checked: CheckedFindings, of scan: InputScan) -> CheckReport {
        var report = CheckReport(
            findings: checked.findings,
            problems: (scan.problems + checked.problems).sorted(),
            summary: scan.summary
        )
        report.accept(from: scan, inherited: checked.inherited)
        report.summary.reportsOnlyNew = comparison.revision != nil || baseline.file != nil
        report.summary.policyFiles = scan.discovered.configurations.files + checked.policyFiles
        return report
    }

    private func validate(in context: Context) throws {
        try validateUnsavedFile()
        try validateReason()
        try filter.validate()
        try inputs.validate(in: context)
        try output.validate(avoiding: comparison.registries + known + baseline.files, in: context)
        guard comparison.revision == nil || baseline.written == nil else {
            throw UsageError("--write-baseline and --changed-since cannot be combined", hint: "omit one of them")
        }
    }

    private func validateReason() throws(UsageError) {
        guard let allowReason else { return }
        guard !allowReason.allSatisfy(\.isWhitespace), !allowReason.contains(where: \.isNewline) else {
            throw UsageError("--add-allow needs a reason on one line", hint: "say why these findings are accepted")
        }
        guard unsavedFile == nil else {
            throw UsageError("--add-allow and --stdin-filename cannot be combined", hint: "omit one of them")
        }
        guard comparison.revision == nil else {
            throw UsageError(
                "--add-allow and --changed-since cannot be combined",
                hint: "omit --changed-since; a comment accepts nothing new in the change that adds it"
            )
        }
    }

    private func validateUnsavedFile() throws(UsageError) {
        guard let unsavedFile else { return }
        guard !unsavedFile.bytes.isEmpty else {
            throw UsageError("the path of --stdin-filename is empty", hint: "specify the file that is being edited")
        }
        guard !inputs.paths.contains("-") else {
            throw UsageError(
                "standard input cannot be both '-' and the file of --stdin-filename",
                hint: "omit one of them"
            )
        }
        guard baseline.written == nil else {
            throw UsageError("--write-baseline and --stdin-filename cannot be combined", hint: "omit one of them")
        }
    }
}
