import SchemeModel
import SchemeReports
import SchemeRules

/// Makes the changes that findings carry: shows them, and writes them when asked to.
public struct FixCommand: Command {
    /// What is read.
    public var inputs: InputOptions
    /// Which findings are mended.
    public var filter: FindingFilter
    /// Which configuration is in force.
    public var configuration: ConfigurationOptions
    /// Whether the files are changed.
    public var writes: Bool
    /// How the result is printed.
    public var format: OutputFormat

    /// A command with these options.
    public init(
        inputs: InputOptions,
        filter: FindingFilter = FindingFilter(),
        configuration: ConfigurationOptions = ConfigurationOptions(),
        writes: Bool = false,
        format: OutputFormat = .text
    ) {
        self.inputs = inputs
        self.filter = filter
        self.configuration = configuration
        self.writes = writes
        self.format = format
    }

    /// What one mend uncovers is mended in the next round. Each round makes a finding go, so that a few are enough; a
    /// file that wants more is left as the last one made it.
    private static let rounds = 8

    /// Reads, judges and changes in memory until nothing is left to mend; then shows the differences, and writes.
    public func run(in context: Context) throws -> ExitCode {
        try filter.validate()
        try inputs.validate(in: context)
        guard !inputs.paths.contains("-") else {
            throw UsageError("fix changes files, and standard input is none", hint: "name the file")
        }
        let effects = OptionEffects(of: inputs, in: context)
        let request = Survey.Request(inputs: inputs, configuration: configuration, rules: filter.rules)
        var survey = try Survey(request, effects: effects, in: context)
        try effects.finish()
        var problems = survey.problems
        let configurations = survey.configurations
        var files = ChangedFiles(context.files)
        var originals: [Path: (input: Place, bytes: [UInt8])] = [:]
        for _ in 0..<Self.rounds {
            var isMended = false
            for (input, path, edits) in try edits(for: survey) {
                let digest = survey.digest(of: input)
                guard let bytes = try contents(of: path, input, digest, files, &problems) else { continue }
                if originals[path] == nil { originals[path] = (input, bytes) }
                files.change(path, to: edits.applied(to: bytes))
                isMended = true
            }
            guard isMended else { break }
            var world = context
            world.files = files
            survey = try Survey(request, configurations: configurations, effects: effects, in: world)
        }
        let changes = files.changed.compactMap { path, bytes in
            originals[path].flatMap { original in
                original.bytes == bytes
                    ? nil : Change(input: original.input, path: path, from: original.bytes, to: bytes)
            }
        }.sorted { $0.input < $1.input }
        let reportContext = context.reportContext(sources: survey.sources)
        if format == .text {
            for change in changes { try change.writeDiff(to: context.byteOutput, context: reportContext) }
        }
        var count = changes.count
        if writes {
            count = 0
            for change in changes where write(change, in: context, &problems) { count += 1 }
        }
        effects.sayUnused(in: context)
        problems.sort()
        switch format {
        case .text:
            try reportContext.write(problems, to: context.byteOutput)
            try say(count, of: changes.count, in: context)
        case .json: try writeJSON(changes, problems, to: context.byteOutput, context: reportContext)
        }
        if !problems.isEmpty { return .incomplete }
        return changes.isEmpty || writes ? .clean : .findings
    }

    /// A file to be changed.
    private struct Change {
        var input: Place
        var path: Path
        var from: [UInt8]
        var to: [UInt8]

        /// Writes what is changed, line by line.
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

    /// The edits of the findings that count, by input, in order of path.
    private func edits(for survey: Survey) throws -> [(Place, Path, InputEdits)] {
        let roots = Dictionary(
            survey.sources.map { ($0.name, $0.root) },
            uniquingKeysWith: { first, _ in first }
        )
        // Only what is said of one manifest carries edits.
        let judge = Judge(
            rules: allRules.filter(\.isOfManifest),
            knowledge: survey.request.knowledge,
            decisions: survey.configurations.decisions
        )
        var byInput: [Place: [Finding.Edit]] = [:]
        for finding in try judge.findings(in: survey.index) where finding.accepted == nil && filter.admits(finding) {
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

    /// The bytes of an input as it was read; `nil`, and told of, where it is another one by now.
    private func contents(
        of path: Path,
        _ input: Place,
        _ digest: String?,
        _ files: ChangedFiles,
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

    /// Writes the change, and says whether that went well.
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

    /// - Parameter count: of the files that were written, or would be.
    private func say(_ count: Int, of all: Int, in context: Context) throws {
        let files = "\(count) file\(count == 1 ? "" : "s")"
        let text =
            all == 0
            ? "nothing to mend"
            : !writes
                ? "\(files) to mend; write the changes with --write"
                : count == all ? "mended \(files)" : "mended \(count) of \(all) file\(all == 1 ? "" : "s")"
        try context.output.write(text + "\n")
    }
}
