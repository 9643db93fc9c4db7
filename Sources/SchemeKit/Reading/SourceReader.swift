import SchemeLinks
import SchemeManifests
package import SchemeModel

/// Discovers and reads one source, on several threads, and gives what it read: projects first, since they say which
/// manifests are read through them, then everything else in the order of discovery.
package final class SourceReader {
    /// What could not be looked at so far.
    package private(set) var problems: [Problem] = []
    /// How many files were not opened, since nothing in their names says that they might be manifests. Final once
    /// ``next()`` gave `nil`.
    package private(set) var othersCount = 0

    private let plan: SourcePlan
    private let options: InputOptions
    private let effects: OptionEffects
    private let context: Context
    private let dependencies: [Path: [InputDependency]]
    private let progress: Progress?
    private let log: ReadingLog?
    private let reader: InputReader
    private let exclusions: [Exclusion]
    /// Folders whose code belongs to no project that was read so far.
    private var code: [Candidate] = []
    private var stage = Stage.start
    /// The manifests that are read through projects.
    private var projectManifests: Set<Path> = []
    /// What was read of files that projects are generated from, by the path of the project.
    private var generated: [Path: [ProjectReading]] = [:]
    /// Projects of workspaces that are to be read.
    private var referred: [Candidate] = []

    /// Candidates that are looked at while the walk goes on, and what came of them; taken after the projects.
    private let queue = CandidateQueue()
    private var looks: ReadAhead<Candidate, InputReader.Look>?

    private enum Stage {
        case start
        case folders([InputReading], then: Discovery)
        case generators(ReadAhead<Candidate, InputReader.Look>, then: Discovery)
        case projects(ReadAhead<Candidate, InputReader.Look>, then: Discovery)
        case candidates
        case code
        case end
    }

    /// A reader of what `plan` says; nothing is read yet.
    ///
    /// - Parameters:
    ///   - effects: is told which options of the call had an effect; `nil` when nobody asks.
    ///   - known: what is known of inputs, which need not be opened again.
    ///   - dependencies: the inputs of earlier imports that other files counted for, with these files.
    ///   - log: is told what becomes of each path.
    package init(
        _ plan: SourcePlan,
        options: InputOptions,
        effects: OptionEffects? = nil,
        context: Context,
        known: [Path: KnownInput] = [:],
        dependencies: [Path: [InputDependency]] = [:],
        progress: Progress?,
        log: ReadingLog? = nil
    ) {
        self.plan = plan
        self.dependencies = dependencies
        self.options = options
        let effects = effects ?? OptionEffects(of: options, in: context)
        self.effects = effects
        self.context = context
        self.progress = progress
        self.log = log
        // Nobody asks whether a pattern of a configuration left something out.
        let unasked = OptionEffects(of: InputOptions(paths: []), in: context)
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
        if case .generators(let reading, _) = stage { reading.cancel() }
        if case .projects(let reading, _) = stage { reading.cancel() }
        looks?.cancel()
        queue.finish()
    }

    /// The next input, `nil` after the last.
    ///
    /// - Throws: ``Interruption`` when the run was asked to end.
    package func next() throws(Interruption) -> InputReading? {
        while true {
            guard !context.isInterrupted() else { throw Interruption() }
            switch stage {
            case .start:
                let found = try discover()
                stage = .folders(
                    found.problems.map { InputReading(path: $0.place.path, outcome: .unreadable) },
                    then: found
                )
            case .folders(var folders, let found):
                if let folder = folders.popLast() {
                    stage = .folders(folders, then: found)
                    noteManifests(of: folder)
                    return folder
                }
                let generators = found.generators + plan.readers.filter { $0.kind == .generator }
                stage = .generators(readAhead(generators, batchSize: 1), then: found)
            case .generators(let reading, let found):
                guard let look = reading.next() else {
                    let projects = projects(of: found).map(withGenerated)
                    stage = .projects(readAhead(projects, batchSize: 1), then: found)
                    continue
                }
                if let input = takeGenerated(look, among: projects(of: found)) { return input }
            case .projects(let reading, let found):
                guard let look = reading.next() else {
                    guard referred.isEmpty else {
                        stage = .projects(readAhead(referred, batchSize: 1), then: found)
                        referred = []
                        continue
                    }
                    stage = .candidates
                    continue
                }
                referred += look.projects
                if let input = take(look) { return input }
            case .candidates:
                guard let look = looks?.next() else {
                    stage = .code
                    continue
                }
                // A manifest that a project uses was looked at in vain.
                if let path = look.reading?.path, projectManifests.contains(path) {
                    log?.didPassOver(plan.source.root.appending(path), why: "is read through its project")
                    continue
                }
                if let input = take(look) { return input }
            case .code:
                guard let candidate = code.popLast() else {
                    stage = .end
                    continue
                }
                if let input = take(reader.look(at: candidate)) { return input }
            case .end:
                return nil
            }
        }
    }

    /// What a file gave that a project may be generated from: a project that is there is judged together with it.
    private func takeGenerated(_ look: InputReader.Look, among projects: [Candidate]) -> InputReading? {
        guard let reading = look.generated, let project = reading.generates,
            projects.contains(where: { $0.path == project })
        else { return take(look) }
        generated[project, default: []].append(reading)
        problems += look.problems
        return nil
    }

    private func withGenerated(_ project: Candidate) -> Candidate {
        var project = project
        project.generated = generated[project.path] ?? []
        return project
    }

    private func discover() throws(Interruption) -> Discovery {
        defer { queue.finish() }
        looks = readAhead(workers: options.jobs ?? context.cores, batchSize: 32, window: .max) { [queue] in queue.next()
        }
        let found = try Discovery(
            of: plan.source,
            from: plan.starts,
            excluding: exclusions,
            foreign: plan.foreign,
            files: context.files,
            log: log,
            isInterrupted: context.isInterrupted,
            candidate: queue.append
        )
        problems += found.problems
        othersCount += found.passedOver
        code = plan.code(found)
        if !LinkSources.readsSwift, found.hasCode || !projects(of: found).isEmpty { effects.didLeaveOutCode() }
        return found
    }

    private func readAhead(_ candidates: [Candidate], batchSize: Int) -> ReadAhead<Candidate, InputReader.Look> {
        var rest = candidates.makeIterator()
        let workers = min(options.jobs ?? context.cores, max(1, candidates.count))
        return readAhead(workers: workers, batchSize: batchSize, window: nil) { rest.next() }
    }

    private func readAhead(
        workers: Int,
        batchSize: Int,
        window: Int?,
        pull: @escaping () -> Candidate?
    ) -> ReadAhead<Candidate, InputReader.Look> {
        ReadAhead(
            workers: workers,
            batchSize: batchSize,
            window: window,
            isInterrupted: context.isInterrupted,
            pull: pull,
            transform: { [reader] in reader.look(at: $0) }
        )
    }

    private func take(_ look: InputReader.Look) -> InputReading? {
        problems += look.problems
        progress?.advance()
        guard let reading = look.reading else {
            othersCount += 1
            return nil
        }
        noteManifests(of: reading)
        code.removeAll { reading.saysOfCode(in: $0.path) }
        effects.didRead(reading, configurations: look.configurations, below: plan.source.root)
        log?.didRead(reading, below: plan.source.root)
        return reading
    }

    /// Notes which manifests are read through the input, now or, where it could not be read, by an earlier import.
    private func noteManifests(of reading: InputReading) {
        projectManifests.formUnion(reading.dependencies.lazy.filter(\.isManifest).map(\.path))
        if case .unreadable = reading.outcome {} else if !reading.isPartial { return }
        for (input, files) in dependencies where input.relative(to: reading.path) != nil {
            projectManifests.formUnion(files.lazy.filter(\.isManifest).map(\.path))
        }
    }

    private func projects(of found: Discovery) -> [Candidate] {
        found.projects + plan.readers.filter { $0.kind == .project }
    }
}

extension InputOptions {
    /// What the call says about projects and, by the real paths of manifests, about bundle identifiers.
    fileprivate func projectOptions(in context: Context) -> ProjectOptions {
        ProjectOptions(
            settingsFile: build.settingsFile.map { context.currentDirectory.appending($0).normalized },
            settings: build.settings.map { ProjectOptions.Setting(key: $0.key, value: $0.value) },
            configurations: build.configurations,
            bundleIdentifiers: realBundleIdentifiers(in: context)
        )
    }

    /// The bundle identifiers of the call, by the real paths of their manifests.
    func realBundleIdentifiers(in context: Context) -> [Path: String] {
        var identifiers: [Path: String] = [:]
        for (path, identifier) in bundleIdentifiers {
            let absolute = context.currentDirectory.appending(path)
            // `validate(in:)` has said by now which paths are not there.
            identifiers[(try? context.files.realPath(of: absolute)) ?? absolute] = identifier
        }
        return identifiers
    }
}
