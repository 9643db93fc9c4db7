import SchemeLinks
import SchemeManifests
import SchemeModel
import SchemeStore

/// The state while one source is read.
struct SourceReadingState {
    typealias Consumer = (InputReading) throws -> Void
    typealias Pool = OrderedPool<Candidate, InputReader.CandidateResult>

    let plan: SourcePlan
    let context: Context
    let usage: OptionUsage
    /// See ``SourceReader/previous``.
    let previous: (() throws -> PreviousImport)?
    let dependencies: [Path: [InputDependency]]
    let progress: Progress?
    let log: ReadingLog?
    let screening: ManifestScreening?
    let workers: Int
    let exclusions: [Exclusion]
    var reader: InputReader
    let encrypted: EncryptedFiles

    var summary = SourceReadingSummary()
    /// Folders whose code belongs to none of the projects read so far.
    var code: [Candidate] = []
    /// The problems with links that the walk found. A project that uses such a link reports the same problem.
    var linkProblems: Set<Problem> = []
    /// The manifests that are read through projects.
    var projectManifests: Set<Path> = []
    /// The files that generate projects of the tree, by the path of the project.
    var generated: [Path: [Generated]] = [:]
    /// The projects of the tree.
    var projects: Set<Path> = []
    /// The projects that these files generate.
    var made: Set<Path> = []
    var coverage = ProjectCoverage()
    var unused = UnusedManifests()

    /// A file that generates a project, with what it says.
    struct Generated {
        var candidate: Candidate
        var result: InputReader.CandidateResult
    }

    init(_ request: SourceReader) {
        plan = request.plan
        usage = request.usage
        previous = request.previous
        dependencies = request.dependencies
        progress = request.progress
        log = request.log
        screening = request.screening
        workers = request.options.jobs ?? request.context.cores
        // Nothing outside the tree is read, even if a folder is replaced in the meantime.
        var context = request.context
        encrypted = EncryptedFiles(in: context.files.rooted(at: plan.source.root))
        context.files = encrypted
        self.context = context
        exclusions = plan.exclusions(request.options.exclusions, usage: usage, in: context)
        reader = InputReader(
            source: plan.source,
            context: context,
            options: request.options.projectOptions(in: context),
            exclusions: exclusions,
            associationHosts: plan.associationHosts(given: request.options.realAssociationFiles(in: context)),
            readsCode: plan.readsCode
        )
    }

    mutating func read(_ consume: Consumer) throws {
        // What the walk finds is read meanwhile, once it is known what earlier imports stored, and consumed after the projects,
        // which decide whether it counts.
        let candidates = Pool(workers: workers, isInterrupted: context.isInterrupted)
        defer { candidates.cancel() }
        var outline = try discover(candidates, consume)
        projects = Set(outline.projects.map(\.path))
        try readParts(of: outline.specifications) { outline.add($0) }
        try readGenerators(outline, consume)
        try readProjects(outline, consume)
        try readRest(candidates, consume)
        try readCode(consume)
        usage.didSkip(scripts: (reader.scripts?.unsearched ?? []).map(plan.source.root.appending))
        if let reading = encrypted.reading(of: plan.source) { try consume(reading) }
    }

    // MARK: Discovering

    private mutating func discover(_ candidates: Pool, _ consume: Consumer) throws -> SourceOutline {
        defer { candidates.finish() }
        let found = try walk(into: candidates)
        summary.problems += found.problems
        linkProblems = Set(found.problems)
        summary.othersCount += found.skippedInputs
        summary.isOfApp = found.hasCode || found.hasAppPackage
        summary.skipped = found.skipped
        code = plan.readsCode ? plan.code(found) : []
        for problem in found.problems {
            try deliver(.init(reading: InputReading(path: problem.place.path, status: .unreadable)), to: consume)
        }
        var outline = SourceOutline(found, readers: plan.readers)
        for workspace in outline.takeWorkspaces() {
            let result = reader.result(for: workspace)
            outline.add(result.referred, in: workspace)
            try deliver(result, to: consume)
        }
        // The projects of a workspace may be generated from files anywhere below its folder.
        for folder in outline.foldersOfAbsentProjects {
            let starts = [Discovery.Start(path: folder, kind: .folder)]
            let walk = folderWalk(from: starts, stamped: false)
            outline.addGenerators(try walk.run(isInterrupted: context.isInterrupted) { _ in })
        }
        reader.scripts = SourceScripts(
            found.scripts,
            projects: outline.projects.map(\.path),
            cache: reader.projects,
            of: plan.source,
            context.files,
            limits: reader.limits
        )
        if !CodeIndex.readsSwift, plan.readsCode, found.hasCode || !outline.projects.isEmpty { usage.didLeaveOutCode() }
        return outline
    }

    /// Walks through the source, and gives what it finds to `candidates`, which it starts.
    private mutating func walk(into candidates: Pool) throws -> Discovery {
        let walk = folderWalk(from: plan.starts, stamped: previous != nil)
        guard let previous else {
            candidates.start(transform)
            return try walk.run(isInterrupted: context.isInterrupted, candidate: candidates.append)
        }
        // This thread asks the registry while another one walks.
        let walks = OrderedPool<FolderWalk, WalkResult>(workers: 1, batchSize: 1)
        walks.append(walk)
        walks.finish()
        walks.start { [context] walk in
            WalkResult { () throws(Interruption) in
                try walk.run(
                    isInterrupted: { context.isInterrupted() || candidates.wasCancelled },
                    candidate: candidates.append
                )
            }
        }
        do {
            let stored = try previous()
            reader.known = stored.inputs
            summary.storedCounts = stored.counts
        } catch {
            candidates.cancel()
            // Until the walk has ended, it records which patterns had an effect.
            _ = try walks.next()
            throw error
        }
        candidates.start(transform)
        var found = Discovery()
        while let result = try walks.next() { found = try result.found.get() }
        return found
    }

    private func folderWalk(from starts: [Discovery.Start], stamped: Bool) -> FolderWalk {
        FolderWalk(
            of: plan,
            from: starts,
            excluding: exclusions,
            stamped: stamped,
            files: context.files,
            log: log
        )
    }

    /// What a walk found, unless it was interrupted.
    private struct WalkResult: Weighable, Sendable {
        let found: Result<Discovery, Interruption>
        /// There is only one.
        var weight: Int { 0 }

        init(catching walk: () throws(Interruption) -> Discovery) { found = Result(catching: walk) }
    }

    // MARK: Reading

    /// Reads which files each specification includes.
    private func readParts(of candidates: [Candidate], _ take: (SpecificationParts) -> Void) throws {
        // A single file has no parts.
        guard candidates.count > 1 else { return }
        let parts = OrderedPool<Candidate, SpecificationParts>(
            workers: min(workers, candidates.count),
            batchSize: 1,
            isInterrupted: context.isInterrupted
        )
        parts.start { [reader] in reader.parts(ofSpecification: $0) }
        defer { parts.cancel() }
        for candidate in candidates { parts.append(candidate) }
        parts.finish()
        while let next = try parts.next() { take(next) }
    }

    /// Reads the files that may generate projects. Those that generate a project of the tree are read together with it.
    private mutating func readGenerators(_ outline: SourceOutline, _ consume: Consumer) throws {
        var rest: [Candidate] = []
        let results = pool(
            of: outline.generators.map { candidate in
                var candidate = candidate
                candidate.isWithoutCode = !outline.projects.isEmpty
                return candidate
            }
        )
        defer { results.cancel() }
        for candidate in outline.generators {
            guard let result = try results.next() else { break }
            if let path = result.path, let whole = outline.whole(around: path) {
                log?.didPassOver(plan.source.root.appending(path), why: "read as part of \(whole.display)")
                continue
            }
            if let project = result.generated?.generates {
                made.insert(project)
                if outline.projects.contains(where: { $0.path == project }) {
                    generated[project, default: []].append(Generated(candidate: candidate, result: result))
                    continue
                }
            }
            guard outline.wants(result) else { continue }
            if outline.projects.isEmpty { try deliver(result, to: consume) } else { rest.append(candidate) }
        }
        try read(rest, consume)
        for project in outline.absentProjects where !made.contains(project) {
            try deliver(reader.resultForAbsentProject(project), to: consume)
        }
    }

    private mutating func readProjects(_ outline: SourceOutline, _ consume: Consumer) throws {
        let projects = outline.projects.map { project in
            var project = project
            project.generated = generated[project.path]?.compactMap(\.result.generated) ?? []
            return project
        }
        let results = pool(of: projects)
        defer { results.cancel() }
        while let result = try results.next() {
            let others = otherGenerators(than: result)
            try deliver(result, to: consume)
            try read(others, consume)
        }
    }

    private mutating func read(_ candidates: [Candidate], _ consume: Consumer) throws {
        guard !candidates.isEmpty else { return }
        let results = pool(of: candidates)
        defer { results.cancel() }
        while let result = try results.next() { try deliver(result, to: consume) }
    }

    /// Returns the files that may generate the project and weren't read together with it.
    private mutating func otherGenerators(than result: InputReader.CandidateResult) -> [Candidate] {
        let read = result.path.flatMap { generated.removeValue(forKey: $0) } ?? []
        guard let project = result.reading else { return read.map(\.candidate) }
        // What is known about an unreadable project stays, and with it what is known about its generators.
        if case .unreadable = project.status { return [] }
        let own = Set(project.dependencies.map(\.path))
        return read.map(\.candidate).filter { !own.contains($0.path) }
    }

    /// Consumes everything except projects, their generators and code.
    private mutating func readRest(_ candidates: Pool, _ consume: Consumer) throws {
        while var result = try candidates.next() {
            // A manifest that a project uses was read for nothing.
            if let reading = result.reading, projectManifests.contains(reading.path) {
                log?.didReadInProject(plan.source.root.appending(reading.path))
                continue
            }
            if let reading = result.reading, let reason = reasonToSkip(reading, of: result) {
                log?.didPassOver(plan.source.root.appending(reading.path), why: reason)
                continue
            }
            if var reading = result.reading, !result.isOnItsOwn {
                reader.scripts?.note(in: &reading)
                unused.note(in: &reading)
                if reading.areClean == nil, let screening { reading.screen(with: screening) }
                result.reading = reading
            }
            try deliver(result, to: consume)
            if let reading = result.reading { coverage.addManifest(reading, known: result.previous) }
        }
    }

    /// Returns why a manifest doesn't count; `nil` if it does.
    private mutating func reasonToSkip(
        _ reading: InputReading,
        of result: InputReader.CandidateResult
    ) -> String? {
        guard !result.isOnItsOwn,
            let reason = unused.reasonToSkip(reading, known: result.previous, in: reader)
        else { return nil }
        summary.othersCount += 1
        summary.skipped.manifests += 1
        return reason
    }

    /// Reads the code that belongs to no project.
    private mutating func readCode(_ consume: Consumer) throws {
        let folders = plan.readsCode ? code + coverage.strayFolders() : []
        code = []
        for folder in folders {
            guard !context.isInterrupted() else { throw Interruption() }
            let result = reader.result(for: folder)
            // Reading that was interrupted finds nothing.
            guard !context.isInterrupted() else { throw Interruption() }
            try deliver(result, to: consume)
        }
    }

    private var transform: @Sendable (Candidate) -> InputReader.CandidateResult {
        { [reader, screening] candidate in
            var result = reader.result(for: candidate)
            if let screening { result.reading?.screen(with: screening) }
            return result
        }
    }

    private func pool(of candidates: [Candidate]) -> Pool {
        let pool = Pool(
            workers: min(workers, max(1, candidates.count)),
            batchSize: 1,
            isInterrupted: context.isInterrupted
        )
        pool.start(transform)
        for candidate in candidates { pool.append(candidate) }
        pool.finish()
        return pool
    }

    // MARK: Delivering

    /// Records what a result says about other inputs, and passes its reading to `consume`.
    private mutating func deliver(_ result: InputReader.CandidateResult, to consume: Consumer) throws {
        summary.problems += result.problems.filter { problem in
            // Encrypted files have one finding.
            !linkProblems.contains(problem) && !encrypted.contains(plan.source.root.appending(problem.place.path))
        }
        summary.problemsOfCode.formUnion(result.problemsOfCode)
        progress?.advance()
        guard var reading = result.reading, !isNewAndEncrypted(reading, of: result) else {
            summary.othersCount += 1
            return
        }
        reading.removeExpoPrograms(besides: projects)
        noteManifests(of: reading)
        if reading.hasCode(in: "") {
            coverage.lost.formUnion(code.lazy.map(\.path).filter { reading.hasCode(in: $0) })
            code.removeAll { coverage.lost.contains($0.path) }
            coverage.addProject(reading)
        }
        unused.add(reading, known: result.previous)
        usage.didRead(reading, of: result, below: plan.source.root)
        log?.didRead(reading, below: plan.source.root)
        try consume(reading)
    }

    /// Whether an input is encrypted, and nothing is known about it that could be kept.
    private func isNewAndEncrypted(_ reading: InputReading, of result: InputReader.CandidateResult) -> Bool {
        guard case .unreadable = reading.status, result.previous == nil else { return false }
        return encrypted.contains(plan.source.root.appending(reading.path))
    }

    /// Records which manifests are read through the input, now or, if it is unreadable, in an earlier import.
    private mutating func noteManifests(of reading: InputReading) {
        projectManifests.formUnion(reading.dependencies.lazy.filter(\.isManifest).map(\.path))
        if case .unreadable = reading.status {} else if !reading.isPartial { return }
        for (input, files) in dependencies where input.relative(to: reading.path) != nil {
            projectManifests.formUnion(files.lazy.filter(\.isManifest).map(\.path))
        }
    }
}
