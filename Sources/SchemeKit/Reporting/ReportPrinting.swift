import SchemeManifests
import SchemeModel
import SchemeReports
import SchemeRules

extension CheckReport {
    /// Returns the report with only those findings that `filter` admits, and with their counts and those of the others.
    func filtered(by filter: FindingFilter) -> CheckReport {
        var report = self
        report.summary.leftOut = report.keepFindings(where: filter.admits)
        report.summary.problems = problems.count
        return report
    }

    /// Removes the findings that don't satisfy `isKept`, and counts the others.
    ///
    /// - Returns: The causes of unaccepted findings that it removed. A cause with a finding that is kept is not one of them.
    @discardableResult
    mutating func keepFindings(where isKept: (Finding) -> Bool) -> SeverityCounts {
        let removed = causes.filter { !$0.findings.contains(where: isKept) }
        findings.removeAll { !isKept($0) }
        summary.count(findings)
        return SeverityCounts(of: removed)
    }

    /// Whether there are no findings and no problems to report.
    fileprivate var isClean: Bool { problems.isEmpty && open.isEmpty }

    /// Returns the exit code of the run that made the report.
    func exitCode(failingFrom threshold: FailureThreshold) -> ExitCode {
        if !problems.isEmpty { return .incomplete }
        return open.contains { threshold.isMet(by: $0.severity) } ? .findings : .clean
    }

    /// Writes the report in all formats of `plan`.
    ///
    /// - Parameters:
    ///   - filter: The filter that the report has passed.
    ///   - sources: The sources that places are relative to.
    ///   - digest: Returns the digest of an input when it was read; source lines are shown only for unchanged inputs.
    /// - Throws: ``OutputError``, ``ReportFileError``, after all other reports were written.
    func print(
        _ plan: OutputPlan,
        filter: FindingFilter,
        sources: [Source],
        in context: Context,
        digest: @escaping (Place) throws -> String?
    ) throws {
        var reportContext = context.findingContext(sources: sources, digest: digest)
        reportContext.showsAccepted = filter.showsAccepted
        reportContext.showsIDs = plan.verbosity == .verbose
        reportContext.failsFrom = filter.failOn.severity
        (reportContext.keepsSuppressed, reportContext.countsFixable) = (plan.keepsSuppressed, plan.countsFixable)
        var repositoryContext = reportContext
        repositoryContext.paths = PathDisplay(from: BuildService.root(in: context), sources: sources)
        reportContext.maxFindings = plan.maxFindings
        reportContext.showsOnlyStatistics = plan.showsOnlyStatistics
        if context.output.terminalWidth != nil || plan.verbosity == .verbose {
            reportContext.seconds = context.elapsed()
        }
        reportContext.foldsNotes = context.output.terminalWidth != nil && !plan.showsNotes
        let writer = ReportWriter(
            report: self,
            contexts: (reportContext, repositoryContext),
            // Whoever fails on notes wants to see them.
            foldsAnnotations: !plan.showsNotes && filter.failOn != .note,
            context: context
        )
        try writer.write(plan)
    }
}

/// Writes one report to its destination.
private struct ReportWriter {
    let report: CheckReport
    /// The contexts for formats with paths relative to the current folder and to the repository.
    let contexts: (here: ReportContext, repository: ReportContext)
    /// Whether annotations and the step summary only count notes.
    let foldsAnnotations: Bool
    let context: Context

    /// Whether a configuration or the baseline changed since the revision that the run compares with.
    private var isChanged: Bool { report.summary.policyFiles.contains { $0.change != nil } }

    func write(_ plan: OutputPlan) throws {
        var failure: ReportFileError?
        func note(_ body: () throws(ReportFileError) -> Void) {
            do throws(ReportFileError) { try body() } catch { failure = failure ?? error }
        }
        for output in plan.resolved(in: context) {
            guard let file = output.file else {
                if plan.verbosity == .quiet, report.isClean, !isChanged, output.format.isForPeople { continue }
                try write(output.format, to: context.byteOutput)
                continue
            }
            let bytes = try bytes(output.format)
            note { () throws(ReportFileError) in
                try ReportFile.write(bytes, to: context.currentDirectory.appending(file))
            }
        }
        if plan.addsToStepSummary, !report.isClean || !report.summary.policyFiles.isEmpty,
            let summary = context.environment("GITHUB_STEP_SUMMARY"),
            summary.hasPrefix("/")
        {
            let bytes = try bytes(OutputPlan.Format(.markdown), foldsNotes: foldsAnnotations)
            note { () throws(ReportFileError) in try ReportFile.append(bytes, to: Path(summary)) }
        }
        if let failure { throw failure }
    }

    private func bytes(_ format: OutputPlan.Format, foldsNotes: Bool = false) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var context = self.context(for: format)
        // A file is the same whether or not standard output is a terminal.
        (context.usesColor, context.width, context.seconds) = (false, nil, nil)
        context.foldsNotes = foldsNotes || format.format == .github && foldsAnnotations
        context.showsOnlyStatistics = false
        var reporter = format.format.reporter(to: ByteOutput { bytes += $0 }, context: context)
        try reporter.write(report)
        return bytes
    }

    private func write(_ format: OutputPlan.Format, to output: ByteOutput) throws {
        var reporter = format.format.reporter(to: output, context: context(for: format))
        try reporter.write(report)
    }

    private func context(for format: OutputPlan.Format) -> ReportContext {
        var context = format.format.paths == .repository ? contexts.repository : contexts.here
        if format.format.paths == .none { context.paths.areAbsolute = true }
        if format.format == .github { context.foldsNotes = foldsAnnotations }
        return context
    }
}

extension OutputPlan.Format {
    /// Whether people read the format; they don't need empty reports.
    fileprivate var isForPeople: Bool { [.text, .concise, .github, .markdown, .xcode, .agent].contains(format) }
}

extension FailureThreshold {
    /// The lowest severity that makes a run fail; `nil` for none.
    var severity: Severity? { Severity.allCases.first(where: isMet) }
}

extension FindingFilter {
    /// Checks that all named rules exist.
    ///
    /// - Throws: ``UsageError`` if one doesn't.
    func validate() throws(UsageError) {
        for id in rules.sorted() { _ = try RuleNames.rule(id) }
    }
}

extension Context {
    /// Standard output, in the form that reporters need.
    var byteOutput: ByteOutput {
        ByteOutput { [output] piece in try output.write(piece) }
    }

    /// Prints problems for commands without a report.
    ///
    /// - Throws: ``OutputError``.
    func print(_ problems: [Problem], sources: [Source]) throws {
        try reportContext(sources: sources).write(problems, to: byteOutput)
    }

    /// Returns the context for reporters.
    ///
    /// - Parameter digest: See ``CheckReport/print(_:filter:sources:in:digest:)``.
    func reportContext(
        sources: [Source] = [],
        digest: @escaping (Place) throws -> String? = { _ in nil }
    ) -> ReportContext {
        let lines = SourceLines(sources: sources, files: files, digest: digest)
        return ReportContext(
            tool: .init(version: Release.version),
            paths: PathDisplay(from: currentDirectory, sources: sources),
            usesColor: usesColor,
            width: output.terminalWidth,
            sourceLine: { lines.line(of: $0) }
        )
    }

    /// Returns the context for reporters of findings.
    ///
    /// - Parameter digest: See ``CheckReport/print(_:filter:sources:in:digest:)``.
    func findingContext(
        sources: [Source],
        digest: @escaping (Place) throws -> String? = { _ in nil }
    ) -> ReportContext {
        var reportContext = reportContext(sources: sources, digest: digest)
        reportContext.rules = allRules.map(\.description)
        return reportContext
    }
}

/// The source lines of unchanged inputs.
final class SourceLines {
    private let roots: [ByteString: Path]
    private let files: any FileAccess
    private let digest: (Place) throws -> String?
    /// The cached texts of inputs; `nil` for inputs that changed or are gone.
    private var texts: [Place: SourceText?] = [:]

    private var size = 0

    /// The maximum number and total size of cached texts. Reports go through inputs in order, except for collisions.
    private static let capacity = (texts: 64, bytes: 16 * 1024 * 1024)

    init(sources: [Source], files: any FileAccess, digest: @escaping (Place) throws -> String?) {
        roots = Dictionary(sources.map { (ByteString($0.name), $0.root) }, uniquingKeysWith: { first, _ in first })
        self.files = files
        self.digest = digest
    }

    /// Returns the line at which `place` starts, in UTF-8; `nil` if it isn't available.
    func line(of place: Place) -> ArraySlice<UInt8>? {
        guard let number = place.range?.lines?.start.line else { return nil }
        let input = Place(source: place.source, path: place.path, member: place.member)
        if let text = texts[input] { return text?.line(number) }
        let text = text(of: input)
        size += text?.size ?? 0
        if texts.count >= Self.capacity.texts || size > Self.capacity.bytes {
            texts.removeAll()
            size = text?.size ?? 0
        }
        texts[input] = .some(text)
        return text?.line(number)
    }

    private func text(of input: Place) -> SourceText? {
        // A missing source line is not an error.
        guard input.member == nil, let source = input.source, let root = roots[ByteString(source)],
            let wanted = try? digest(input),
            let contents = try? files.contents(of: root.appending(input.path), limit: Limits.standard.manifestBytes),
            SHA256.hex(of: contents.bytes) == wanted
        else { return nil }
        return InputText.utf8(of: contents.bytes).map { SourceText(utf8: $0) }
    }
}
