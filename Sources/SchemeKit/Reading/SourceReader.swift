import SchemeLinks
import SchemeManifests
package import SchemeModel

/// Finds and reads the inputs of one source on several threads. Projects come first, because they decide which
/// manifests are read through them; everything else follows in the order of discovery.
package final class SourceReader {
    /// The problems so far.
    package private(set) var problems: [Problem] = []
    /// The number of files that were not opened because of their names. Final once ``next()`` returned `nil`.
    package private(set) var othersCount = 0
    /// The folders and links that were skipped. Final once ``next()`` returned an input.
    package private(set) var skipped = SkippedCounts()

    private let plan: SourcePlan
    private let options: InputOptions
    private let effects: OptionUsage
    private let context: Context
    private let known: [Path: KnownInput]
    private let dependencies: [Path: [InputDependency]]
    private let progress: Progress?
    private let log: ReadingLog?
    private let reader: InputReader
    private let exclusions: [Exclusion]
    /// Folders whose code belongs to none of the projects read so far.
    private var code: [Candidate] = []
    private var stage = Stage.start
    /// Results to return before reading more; the next one last.
    private var ready: [InputReader.CandidateResult] = []
    /// The problems with links that the walk found. A project that uses such a link reports the same problem.
    private var linkProblems: Set<Problem> = []
    /// The manifests that are read through projects.
    private var projectManifests: Set<Path> = []
    /// The results of files that generate projects, by the path of the project.
    private var generated: [Path: [InputReader.CandidateResult]] = [:]
    /// The projects that these files generate.
    private var made: Set<Path> = []
    private var coverage = ProjectCoverage()
    private var unused = UnusedManifests()

    /// The candidates that are read during the walk, and their results, which are taken after the projects.
    private let queue = CandidateQueue()
    private var results: ReadAhead<Candidate, InputReader.CandidateResult>?

    private enum Stage {
        case start
        case parts(ReadAhead<Candidate, SpecificationParts>, then: SourceOutline)
        case generators(ReadAhead<Candidate, InputReader.CandidateResult>, then: SourceOutline)
        case projects(ReadAhead<Candidate, InputReader.CandidateResult>)
        case candidates
        case code
        case end
    }

    /// Creates a reader for `plan`.
    ///
    /// - Parameters:
    ///   - effects: Records which options had an effect; `nil` if that isn't needed.
    ///   - known: The known inputs, which need not be opened again.
    ///   - dependencies: The inputs of earlier imports that depend on other files, with these files.
    ///   - log: Records what happens to each path.
    package init(
        _ plan: SourcePlan,
        options: InputOptions,
        effects: OptionUsage? = nil,
        context: Context,
        known: [Path: KnownInput] = [:],
        dependencies: [Path: [InputDependency]] = [:],
        progress: Progress?,
        log: ReadingLog? = nil
    ) {
        self.plan = plan
        self.known = known
        self.dependencies = dependencies
        self.options = options
        let effects = effects ?? OptionUsage(of: options, in: context)
        self.effects = effects
        // Nothing outside the tree is read, even if a folder is replaced in the meantime.
        var context = context
        context.files = context.files.rooted(at: plan.source.root)
        self.context = context
        self.progress = progress
        self.log = log
        // Unused patterns of a configuration are not reported.
        let unasked = OptionUsage(of: InputOptions(paths: []), in: context)
        exclusions =
            options.exclusions.map { Exclusion($0, below: plan.source.root, effects: effects, in: context) }
            + plan.exclusions.patterns.map { Exclusion($0, configuredAt: plan.exclusions.way, effects: unasked) }
        reader = InputReader(
            source: plan.source,
            context: context,
            options: options.projectOptions(in: context),
            exclusions: exclusions,
            known: known
        )
    }

    deinit {
        if case .parts(let reading, _) = stage { reading.cancel() }
        if case .generators(let reading, _) = stage { reading.cancel() }
        if case .projects(let reading) = stage { reading.cancel() }
        results?.cancel()
        queue.finish()
    }

    /// Returns the next input, or `nil` after the last.
    ///
    /// - Throws: ``Interruption`` if the run was interrupted.
    package func next() throws(Interruption) -> InputReading? {
        while true {
            guard !context.isInterrupted() else { throw Interruption() }
            if let result = ready.popLast() {
                if let input = take(result) { return input }
                continue
            }
            switch stage {
            case .start:
                let outline = try discover()
                stage = .parts(readParts(of: outline.specifications), then: outline)
            case .parts(let reading, var outline):
                if let parts = reading.next() {
                    outline.add(parts)
                    stage = .parts(reading, then: outline)
                } else {
                    stage = .generators(readAhead(outline.generators, batchSize: 1), then: outline)
                }
            case .generators(let reading, let outline):
                guard let result = reading.next() else {
                    let absent = outline.absentProjects.filter { !made.contains($0) }
                    ready += absent.map(reader.resultForAbsentProject).reversed()
                    stage = .projects(readAhead(outline.projects.map(withGenerated), batchSize: 1))
                    continue
                }
                if let input = takeGenerator(result, outline) { return input }
            case .projects(let reading):
                guard let result = reading.next() else {
                    stage = .candidates
                    continue
                }
                ready += otherGenerators(than: result).reversed()
                if let input = take(result) { return input }
            case .candidates:
                guard let result = results?.next() else {
                    stage = .code
                    code = (code + coverage.strayFolders()).reversed()
                    continue
                }
                // A manifest that a project uses was read for nothing.
                if let path = result.reading?.path, projectManifests.contains(path) {
                    log?.didPassOver(plan.source.root.appending(path), why: "read through its project")
                    continue
                }
                if let reading = result.reading, !result.isOnItsOwn,
                    let project = unused.project(besides: reading, known: known[reading.path], in: reader)
                {
                    othersCount += 1
                    let path = plan.source.root.appending(reading.path)
                    log?.didPassOver(path, why: "no target of \(project.display) uses it")
                    continue
                }
                if let input = take(result) {
                    coverage.addManifest(input, known: known[input.path])
                    return input
                }
            case .code:
                guard let candidate = code.popLast() else {
                    stage = .end
                    continue
                }
                if let input = take(reader.result(for: candidate)) { return input }
            case .end:
                return nil
            }
        }
    }

    // MARK: Discovering

    private func discover() throws(Interruption) -> SourceOutline {
        defer { queue.finish() }
        results = readAhead(workers: options.jobs ?? context.cores, batchSize: 32, window: .max) { [queue] in
            queue.next()
        }
        let found = try walk(plan.starts, queue.append)
        problems += found.problems
        linkProblems = Set(found.problems)
        othersCount += found.passedOver
        skipped = found.skipped
        ready = found.problems.map { problem in
            InputReader.CandidateResult(reading: InputReading(path: problem.place.path, outcome: .unreadable))
        }
        code = plan.code(found)
        var outline = SourceOutline(found, readers: plan.readers)
        for workspace in outline.takeWorkspaces() {
            let result = reader.result(for: workspace)
            ready.append(result)
            outline.add(result.referred, in: workspace)
        }
        // The projects of a workspace may be generated from files anywhere below its folder.
        for folder in outline.foldersOfAbsentProjects {
            outline.addGenerators(try walk([Discovery.Start(path: folder, kind: .folder)]) { _ in })
        }
        if !LinkSources.readsSwift, found.hasCode || !outline.projects.isEmpty { effects.didLeaveOutCode() }
        return outline
    }

    private func walk(
        _ starts: [Discovery.Start],
        _ candidate: (Candidate) -> Void
    ) throws(Interruption) -> Discovery {
        try Discovery(
            of: plan.source,
            from: starts,
            excluding: exclusions,
            foreign: plan.foreign,
            files: context.files,
            log: log,
            isInterrupted: context.isInterrupted,
            candidate: candidate
        )
    }

    /// Takes the result of a file that may generate a project, unless it is read together with the project or is part
    /// of another file.
    private func takeGenerator(_ result: InputReader.CandidateResult, _ outline: SourceOutline) -> InputReading? {
        if let path = result.path, let whole = outline.whole(around: path) {
            log?.didPassOver(plan.source.root.appending(path), why: "read as part of \(whole.display)")
            return nil
        }
        guard let project = result.generated?.generates else { return outline.wants(result) ? take(result) : nil }
        made.insert(project)
        guard outline.projects.contains(where: { $0.path == project }) else {
            return outline.wants(result) ? take(result) : nil
        }
        generated[project, default: []].append(result)
        return nil
    }

    private func withGenerated(_ project: Candidate) -> Candidate {
        var project = project
        project.generated = generated[project.path]?.compactMap(\.generated) ?? []
        return project
    }

    /// Returns the results of files that may generate the project and weren't read together with it.
    private func otherGenerators(than result: InputReader.CandidateResult) -> [InputReader.CandidateResult] {
        let read = result.path.flatMap { generated.removeValue(forKey: $0) } ?? []
        guard let project = result.reading else { return read }
        // What is known about an unreadable project stays, and with it what is known about its generators.
        if case .unreadable = project.outcome { return [] }
        let own = Set(project.dependencies.map(\.path))
        return read.filter { other in other.path.map { !own.contains($0) } ?? true }
    }

    // MARK: Reading

    private func readParts(of candidates: [Candidate]) -> ReadAhead<Candidate, SpecificationParts> {
        // A single file has no parts.
        var rest = (candidates.count > 1 ? candidates : []).makeIterator()
        return ReadAhead(
            workers: min(options.jobs ?? context.cores, max(1, candidates.count)),
            batchSize: 1,
            isInterrupted: context.isInterrupted,
            pull: { rest.next() },
            transform: { [reader] in reader.parts(ofSpecification: $0) }
        )
    }

    private func readAhead(_ candidates: [Candidate], batchSize: Int) -> ReadAhead<
        Candidate, InputReader.CandidateResult
    > {
        var rest = candidates.makeIterator()
        let workers = min(options.jobs ?? context.cores, max(1, candidates.count))
        return readAhead(workers: workers, batchSize: batchSize, window: nil) { rest.next() }
    }

    private func readAhead(
        workers: Int,
        batchSize: Int,
        window: Int?,
        pull: @escaping () -> Candidate?
    ) -> ReadAhead<Candidate, InputReader.CandidateResult> {
        ReadAhead(
            workers: workers,
            batchSize: batchSize,
            window: window,
            isInterrupted: context.isInterrupted,
            pull: pull,
            transform: { [reader] in reader.result(for: $0) }
        )
    }

    private func take(_ result: InputReader.CandidateResult) -> InputReading? {
        problems += result.problems.filter { !linkProblems.contains($0) }
        progress?.advance()
        guard let reading = result.reading else {
            othersCount += 1
            return nil
        }
        noteManifests(of: reading)
        if code.contains(where: { reading.hasCode(in: $0.path) }) {
            coverage.lost += code.filter { reading.hasCode(in: $0.path) }.map(\.path)
            code.removeAll { reading.hasCode(in: $0.path) }
        }
        if reading.hasCode(in: "") { coverage.addProject(reading) }
        unused.add(reading, known: known[reading.path])
        effects.didRead(reading, configurations: result.configurations, below: plan.source.root)
        log?.didRead(reading, below: plan.source.root)
        return reading
    }

    /// Records which manifests are read through the input, now or, if it is unreadable, in an earlier import.
    private func noteManifests(of reading: InputReading) {
        projectManifests.formUnion(reading.dependencies.lazy.filter(\.isManifest).map(\.path))
        if case .unreadable = reading.outcome {} else if !reading.isPartial { return }
        for (input, files) in dependencies where input.relative(to: reading.path) != nil {
            projectManifests.formUnion(files.lazy.filter(\.isManifest).map(\.path))
        }
    }
}

extension InputOptions {
    /// Returns the options for projects, and bundle identifiers by the real paths of manifests.
    fileprivate func projectOptions(in context: Context) -> ProjectOptions {
        ProjectOptions(
            settingsFile: build.settingsFile.map { context.currentDirectory.appending($0).normalized },
            settings: build.settings.map { ProjectOptions.Setting(key: $0.key, value: $0.value) },
            configurations: build.configurations,
            bundleIdentifiers: realBundleIdentifiers(in: context)
        )
    }

    /// Returns the bundle identifiers given by the user, by the real paths of their manifests.
    func realBundleIdentifiers(in context: Context) -> [Path: String] {
        var identifiers: [Path: String] = [:]
        for (path, identifier) in bundleIdentifiers {
            let absolute = context.currentDirectory.appending(path)
            // `validate(in:)` has already reported paths that don't exist.
            identifiers[(try? context.files.realPath(of: absolute)) ?? absolute] = identifier
        }
        return identifiers
    }
}
