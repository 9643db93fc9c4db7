import SchemeModel
package import SchemeReports
import SchemeRules

/// Shows the fixes of findings, or applies them.
package struct FixCommand: Command {
    /// The inputs to read.
    package var inputs: InputOptions
    /// The findings to fix.
    package var filter: FindingFilter
    /// The configuration to use.
    package var configuration: ConfigurationOptions
    /// Whether the fixes are written to the files.
    package var writes: Bool
    /// The output format.
    package var format: ReportFormat

    /// Creates a command with these options.
    package init(
        inputs: InputOptions,
        filter: FindingFilter = FindingFilter(),
        configuration: ConfigurationOptions = ConfigurationOptions(),
        writes: Bool = false,
        format: ReportFormat = .text
    ) {
        self.inputs = inputs
        self.filter = filter
        self.configuration = configuration
        self.writes = writes
        self.format = format
    }

    /// The maximum number of rounds. A fix can reveal another finding, which the next round fixes. Each round removes a
    /// finding, so a few are enough.
    private static let rounds = 8

    /// Checks and edits in memory until there is nothing left to fix, then shows the changes or writes them.
    package func run(in context: Context) throws -> ExitCode {
        try filter.validate()
        try inputs.validate(in: context)
        guard !inputs.paths.contains("-") else {
            throw UsageError("fix cannot change standard input", hint: "specify a file instead")
        }
        let usage = OptionUsage.tracking(inputs, in: context)
        let request = ScanRequest(inputs: inputs, configuration: configuration, rules: filter.rules)
        let sources = try request.discover(in: context)
        var scan = try sources.read(usage: usage, in: context)
        try usage.finish()
        var problems = scan.problems
        var files = OverlayFileSystem(context.files)
        var originals: [Path: (input: Place, bytes: [UInt8])] = [:]
        for _ in 0..<Self.rounds {
            var isFixed = false
            for (input, path, edits) in try edits(for: scan.indexed()) {
                let digest = scan.digest(of: input)
                guard let bytes = try contents(of: path, input, digest, files, &problems) else { continue }
                if originals[path] == nil { originals[path] = (input, bytes) }
                files.change(path, to: edits.applied(to: bytes))
                isFixed = true
            }
            guard isFixed else { break }
            var world = context
            world.files = files
            scan = try request.discover(with: sources.configurations, in: world).read(usage: usage, in: world)
        }
        let changes = files.changed.compactMap { path, bytes in
            originals[path].flatMap { original in
                original.bytes == bytes
                    ? nil : Change(input: original.input, path: path, from: original.bytes, to: bytes)
            }
        }.sorted { $0.input < $1.input }
        let reportContext = context.reportContext(sources: scan.sources)
        if format == .text {
            for change in changes { try change.writeDiff(to: context.byteOutput, context: reportContext) }
        }
        var count = changes.count
        if writes {
            count = 0
            for change in changes where write(change, in: context, &problems) { count += 1 }
        }
        usage.reportUnused(in: context)
        problems.sort()
        switch format {
        case .text:
            try reportContext.write(problems, to: context.byteOutput)
            try say(count, of: changes.count, leaving: try undecided(in: scan.indexed()), in: context)
        case .json: try writeJSON(changes, problems, to: context.byteOutput, context: reportContext)
        }
        if !problems.isEmpty { return .incomplete }
        return changes.isEmpty || writes ? .clean : .findings
    }

    /// A file to change.
    private struct Change {
        var input: Place
        var path: Path
        var from: [UInt8]
        var to: [UInt8]

        /// Writes the changed lines as a unified diff.
        func writeDiff(to output: ByteOutput, context: ReportContext) throws {
            try UnifiedDiff(of: from, to).write(input: input, to: output, context: context)
            try output.flush()
        }
    }

    private func writeJSON(
        _ changes: [Change],
        _ problems: [Problem],
        to output: ByteOutput,
        context: ReportContext
    ) throws {
        var plain = context
        plain.usesColor = false
        var json = JSONWriter(to: output)
        try json.openDocument(of: context.tool)
        try json.member("written", writes)
        try json.key("changes")
        try json.array(changes) { json, change in
            var diff: [UInt8] = []
            try change.writeDiff(to: ByteOutput { diff += $0 }, context: plain)
            try json.object {
                try $0.member("place", change.input)
                try $0.member("diff", String(decoding: diff, as: UTF8.self))
            }
        }
        try json.key("problems")
        try json.array(problems) { try $0.value($1) }
        try json.close()
        try output.flush()
    }

    /// Returns the edits of the selected findings for each input, ordered by path.
    private func edits(for version: IndexedScan) throws -> [(Place, Path, InputEdits)] {
        let roots = Dictionary(
            version.scan.sources.map { ($0.name, $0.root) },
            uniquingKeysWith: { first, _ in first }
        )
        // Only rules about one manifest produce edits.
        let checker = FindingChecker(
            rules: allRules.filter(\.isOfInput),
            knowledge: version.scan.request.knowledge,
            policies: version.scan.discovered.configurations.policies
        )
        var byInput: [Place: [Finding.Edit]] = [:]
        for finding in try checker.findings(in: version.index) where finding.accepted == nil && filter.admits(finding) {
            for edit in finding.edits where edit.place.member == nil {
                byInput[Place(source: edit.place.source, path: edit.place.path), default: []].append(edit)
            }
        }
        return byInput.sorted { $0.key < $1.key }.compactMap { input, edits in
            guard let source = input.source, let root = roots[source] else { return nil }
            var changes = InputEdits()
            for edit in edits { changes.add(edit) }
            return changes.isEmpty ? nil : (input, root.appending(input.path), changes)
        }
    }

    /// Returns the bytes of an input; reports a problem and returns `nil` if it changed since it was read.
    private func contents(
        of path: Path,
        _ input: Place,
        _ digest: String?,
        _ files: OverlayFileSystem,
        _ problems: inout [Problem]
    ) throws -> [UInt8]? {
        do throws(FileError) {
            let bytes = try files.contents(of: path, limit: Limits.standard.manifestBytes).bytes
            if SHA256.hex(of: bytes) == digest { return bytes }
            throw .changedWhileReading
        } catch {
            let problem = Problem(error, of: input.path, in: input.source)
            if !problems.contains(problem) { problems.append(problem) }
            return nil
        }
    }

    /// Writes the change, and returns whether that succeeded.
    private func write(_ change: Change, in context: Context, _ problems: inout [Problem]) -> Bool {
        do throws(FileError) {
            let now = try context.files.contents(of: change.path, limit: Limits.standard.manifestBytes).bytes
            guard now == change.from else { throw .changedWhileReading }
        } catch {
            problems.append(Problem(error, of: change.input.path, in: change.input.source))
            return false
        }
        do throws(FileError) {
            try FileReplacement.replace(change.path, with: change.to)
            return true
        } catch {
            problems.append(Problem(replacing: change.input, error))
            return false
        }
    }

    /// Returns the number of causes, as `check` counts them, that remain after the fixes.
    private func undecided(in version: IndexedScan) throws -> Int {
        let checker = FindingChecker(
            knowledge: version.scan.request.knowledge,
            policies: version.scan.discovered.configurations.policies
        )
        let findings = try checker.findings(in: version.index).filter { $0.accepted == nil && filter.admits($0) }
        return Cause.causes(of: findings).count
    }

    /// Prints how many files were fixed.
    ///
    /// - Parameters:
    ///   - count: The number of files that were written, or would be.
    ///   - undecided: The number of findings that remain.
    private func say(_ count: Int, of all: Int, leaving undecided: Int, in context: Context) throws {
        let files = TextTerms.count(count, "file")
        let rest =
            undecided == 0
            ? "" : "; \(TextTerms.count(undecided, "finding")) need\(undecided == 1 ? "s" : "") a decision"
        let text =
            all == 0
            ? undecided == 0 ? "nothing to fix" : "nothing to fix automatically"
            : !writes
                ? "\(files) to fix; run again with --write to apply the fixes"
                : count == all ? "fixed \(files)" : "fixed \(count.grouped) of \(TextTerms.count(all, "file"))"
        try context.output.write(text + rest + "\n")
    }
}
