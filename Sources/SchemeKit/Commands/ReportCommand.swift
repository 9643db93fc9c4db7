package import SchemeModel
import SchemeReports
import SchemeRules
import SchemeStore

/// Writes a page about everything in a registry, or about inputs that it reads without storing anything.
package struct ReportCommand: Command {
    /// What the page is about.
    package var subject: Subject
    /// The file to write, relative to the current folder; `nil` for standard output.
    package var file: Path?
    /// CSV files with teams' tables of known schemes, in addition to the built-in knowledge.
    package var known: [Path]
    /// The configuration to use.
    package var configuration: ConfigurationOptions
    /// The baseline of accepted findings.
    package var baseline: BaselineOptions

    /// What a page is about.
    package enum Subject: Sendable {
        /// Inputs to read.
        case inputs(InputOptions)
        /// A registry; `nil` for the default one.
        case registry(Path?)
    }

    /// Creates a command with these options.
    package init(
        on subject: Subject,
        file: Path?,
        known: [Path] = [],
        configuration: ConfigurationOptions = ConfigurationOptions(),
        baseline: BaselineOptions = BaselineOptions()
    ) {
        self.subject = subject
        self.file = file
        self.known = known
        self.configuration = configuration
        self.baseline = baseline
    }

    package func run(in context: Context) throws -> ExitCode {
        switch subject {
        case .inputs(let inputs): try run(on: inputs, in: context)
        case .registry(let registry): try run(on: registry, in: context)
        }
    }

    /// Reads the inputs and writes the page about them.
    private func run(on inputs: InputOptions, in context: Context) throws -> ExitCode {
        try inputs.validate(in: context)
        try validate(avoiding: known + baseline.files, in: context)
        let usage = OptionUsage.tracking(inputs, in: context)
        let request = ScanRequest(
            inputs: inputs,
            configuration: configuration,
            knowledge: try .builtIn(adding: known, in: context),
            wantsManifests: !inputs.allowsEmpty
        )
        let scan = try request.discover(in: context).read(usage: usage, in: context)
        try usage.finish()
        let indexed = scan.indexed()
        let checked = try ComparisonOptions().check(indexed, among: [], baseline: baseline, in: context)
        var report = CheckReport(findings: checked.findings, problems: scan.problems, summary: scan.summary)
        report.accept(from: scan)
        report.summary.policyFiles = scan.discovered.configurations.files + checked.policyFiles
        usage.reportUnused(in: context)
        let inventory = try Inventory.collect(
            from: indexed.index,
            findings: report.findings,
            knowledge: request.knowledge,
            resolve: Resolver(knowledge: request.knowledge).resolution(of:among:)
        )
        return try write(report, inventory, scan.sources, in: context) { scan.digest(of: $0) }
    }

    /// Writes the page about a registry.
    private func run(on registry: Path?, in context: Context) throws -> ExitCode {
        let path = try RegistryLocation.path(given: registry, in: context)
        try validate(avoiding: [path] + baseline.files, in: context)
        let isStrict = configuration.isStrict
        return try Registry.with(path, for: .reading, distrustsInputs: isStrict, in: context) { registry in
            let check = try RegistryCheck(of: registry, configuration: configuration, in: context)
            let report = try check.report(accepting: baseline, in: context)
            let inventory = try Inventory.collect(
                from: check.index,
                findings: report.findings,
                knowledge: check.knowledge,
                resolve: Resolver(knowledge: check.knowledge).resolution(of:among:)
            )
            return try write(report, inventory, check.sources, in: context, digest: check.digest)
        }
    }

    /// Writes the page, and its numbers to standard output unless the page goes there.
    private func write(
        _ report: CheckReport,
        _ inventory: Inventory,
        _ sources: [Source],
        in context: Context,
        digest: @escaping (Place) throws -> String?
    ) throws -> ExitCode {
        let report = report.filtered(by: FindingFilter())
        var reportContext = context.reportContext(sources: sources, digest: digest)
        reportContext.rules = allRules.map(\.description)
        // A page is read elsewhere, so its paths don't depend on where it was made.
        if let folder = Path.commonFolder(of: sources.map(\.root)) {
            reportContext.paths = PathDisplay(from: folder, sources: sources)
        }
        let page = HTMLPage(
            report: report,
            inventory: inventory,
            sources: sources,
            time: Self.time(in: context),
            context: reportContext
        )
        if let file {
            var bytes: [UInt8] = []
            try page.write(to: ByteOutput { bytes += $0 })
            try ReportFile.write(bytes, to: context.currentDirectory.appending(file))
            let causes = report.summary.causes.phrases
            let counts = [
                TextTerms.count(inventory.appCount, "app"), TextTerms.count(inventory.schemeCount, "scheme"),
                causes.isEmpty ? "no findings" : causes.joined(separator: ", "),
            ]
            try context.output.write(context.printable(["\(file.display): \(counts.joined(separator: ", "))"]) + "\n")
        } else {
            try page.write(to: context.byteOutput)
        }
        return report.problems.isEmpty ? .clean : .incomplete
    }

    /// Returns the time of the page: `SOURCE_DATE_EPOCH` if it is set, so that builds can be reproduced.
    ///
    /// - Source: https://reproducible-builds.org/specs/source-date-epoch/, 2026-11-23.
    private static func time(in context: Context) -> Int {
        let given = context.environment("SOURCE_DATE_EPOCH").flatMap { Int($0) }
        return given.map { min(max($0, 0), 253_402_300_799) } ?? context.now()
    }

    private func validate(avoiding others: [Path], in context: Context) throws(UsageError) {
        if let file { _ = try ReportFile.path(of: file, for: "the page", keeping: others, in: context) }
    }
}

extension Path {
    /// Returns the folder that is, or contains, all of the absolute `paths`; `nil` if there are none.
    fileprivate static func commonFolder(of paths: [Path]) -> Path? {
        guard var folder = paths.first else { return nil }
        for path in paths {
            while path.relative(to: folder) == nil, folder != folder.directory { folder = folder.directory }
        }
        return folder
    }
}
