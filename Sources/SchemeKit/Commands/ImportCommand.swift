import Foundation
package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Reads inputs and stores them in a registry.
package struct ImportCommand: Command {
    /// The inputs to read.
    package var inputs: InputOptions
    /// The registry; `nil` for the default one.
    package var registry: Path?

    /// The commit that is imported, as the user named it; `nil` for the one that is checked out. Only a registry on a server
    /// uses it.
    package var commit: String?
    /// The configuration to use.
    package var configuration: ConfigurationOptions
    /// The output format.
    package var format: ReportFormat

    /// Creates a command with these options.
    package init(
        inputs: InputOptions,
        registry: Path?,
        commit: String? = nil,
        configuration: ConfigurationOptions = ConfigurationOptions(),
        format: ReportFormat = .text
    ) {
        self.inputs = inputs
        self.registry = registry
        self.commit = commit
        self.configuration = configuration
        self.format = format
    }

    /// Finds, reads and stores each source in its own transaction.
    package func run(in context: Context) throws -> ExitCode {
        try inputs.validate(in: context)
        let path = try RegistryLocation.path(given: registry, in: context)
        guard commit == nil || Registry.isServer(path) else {
            throw UsageError(
                "--commit needs a registry on a server",
                hint: "a registry file always has what was imported last"
            )
        }
        let (named, missing) = NamedInput.inputs(of: inputs, in: context)
        let context = named.contains(.standardInput) ? try context.withStandardInputRead() : context
        var run = ImportSession(
            options: inputs,
            commit: commit,
            configuration: configuration,
            problems: missing,
            usage: .tracking(inputs, in: context)
        )
        let isFirst = !Registry.isServer(path) && (try? context.files.kind(of: path)) == nil
        // Without inputs, no registry is created.
        if !named.isEmpty {
            if registry == nil { try RegistryLocation.makeFolder(of: path) }
            try Registry.with(path, for: .writing, in: context) { store in
                do {
                    try run.importAll(named, isComplete: missing.isEmpty, into: store, in: context)
                } catch  where context.isInterrupted() && run.planned > 1 {
                    // Each source has a transaction of its own.
                    let stored = "\(run.summaries.count.grouped) of \(run.planned.grouped) sources were stored"
                    context.say("interrupted: \(stored); run the same command again for the others")
                    throw error
                }
            }
        }
        run.usage.reportUnused(in: context)
        try run.usage.finish()
        if !inputs.allowsEmpty, run.problems.isEmpty, run.summaries.allSatisfy(\.isEmpty) {
            run.problems.append(.nothingFound(action: "imported", in: run.summaries.first?.source.name))
        }
        switch format {
        case .text:
            // The problem already says that nothing was imported.
            let isEmpty = run.problems.contains { $0.code == .nothingFound }
            let unchanged = run.summaries.filter(\.isUnremarkable)
            let folds = unchanged.count > 3
            for summary in run.summaries where !isEmpty || summary.changesRegistry {
                if !folds || !summary.isUnremarkable { try context.output.write(summary.text) }
            }
            if folds, !isEmpty {
                try context.output.write("unchanged: \(TextTerms.count(unchanged.count, "source"))\n")
            }
            if isFirst, !isEmpty, !RegistryLocation.isNamed(registry, in: context) {
                let name = TextEscape.escaped(path.display)
                try context.output.write("stored in \(name); next: schemereg conflicts\n")
            }
            try context.print(run.problems.sorted(), sources: run.summaries.map(\.source))
        case .json:
            try ImportSummary.writeJSON(
                run.summaries,
                problems: run.problems.sorted(),
                to: context.byteOutput,
                tool: context.reportContext().tool
            )
        }
        return run.problems.isEmpty ? .clean : .incomplete
    }
}

extension Context {
    /// Returns a copy that has already read all of standard input, so that no transaction waits for it.
    ///
    /// - Throws: ``Interruption``.
    fileprivate func withStandardInputRead() throws(Interruption) -> Context {
        let input = Result { () throws(FileError) in try readStandardInput(Limits.standard.manifestBytes) }
        guard !isInterrupted() else { throw Interruption() }
        var context = self
        context.readStandardInput = { _ throws(FileError) in try input.get() }
        return context
    }
}

/// Imports all sources of one run, one at a time.
private struct ImportSession {
    let options: InputOptions
    let commit: String?
    let configuration: ConfigurationOptions
    /// The problems so far.
    var problems: [Problem]
    /// The summaries of the sources imported so far.
    var summaries: [ImportSummary] = []
    /// Tracks which options had an effect.
    let usage: OptionUsage
    /// When the session started.
    let start = Date()
    /// The number of sources to import.
    var planned = 0

    /// Imports all named inputs. Starts over if another process changed the sources in the meantime.
    mutating func importAll(
        _ named: [NamedInput],
        isComplete: Bool,
        into store: Registry,
        in context: Context
    ) throws {
        let before = self
        let shared = try store.isShared ? SharedSources(around: named, commit: commit, in: context) : nil
        for attempt in 1... {
            do {
                var stored = try store.retrying { try store.sources() }
                let known = shared?.local(stored) ?? stored
                let near = known.filter { source in named.contains { $0.path.map(source.isNear) ?? false } }
                for source in near { try store.prepare(forImportOf: source.name) }
                let plans = try SourcePlan.plans(
                    for: named,
                    name: options.source,
                    isComplete: isComplete,
                    known: known,
                    projectManifests: store.projectManifests(of: near, shared),
                    in: context
                ).map { plan in
                    var plan = plan
                    plan.source =
                        shared?.named(plan.source)
                        ?? plan.source.adding(.find(around: plan.source.root, in: context.files))
                    return plan
                }
                let configurations = try ConfigurationLoader.read(
                    for: plans.map(\.source),
                    options: configuration,
                    in: context
                )
                planned = plans.count
                for plan in plans {
                    try store.retrying {
                        try take(configurations.governed(plan), amid: &stored, shared, into: store, in: context)
                    }
                }
                return
            } catch let error as RegistryError where error.cause == .changedMeanwhile && attempt < 10 {
                self = before
            }
        }
    }

    /// Imports one source and adds its summary; `stored` are all sources of the registry, and is updated.
    private mutating func take(
        _ plan: SourcePlan,
        amid stored: inout [Source],
        _ shared: SharedSources?,
        into store: Registry,
        in context: Context
    ) throws {
        let progress = Progress(context: context, since: start)
        progress?.begin(plan.source, number: summaries.count + 1, of: planned)
        defer { progress?.finish() }
        let source = shared?.stored(plan.source) ?? plan.source
        var known = shared?.local(stored) ?? stored
        try store.prepare(forImportOf: source.name)
        let state = try store.state(of: source.name)
        let dependencies = try store.dependencies(of: source, scope: plan.scope)
        var plan = plan
        plan.addReaders(amid: dependencies)
        let others = known.filter { [plan] in
            $0.isNear(plan.source.root) && !$0.isAbsorbed(by: plan.source, in: plan.scope)
        }
        plan.leaveOut(try store.projectManifests(of: others, shared))
        var reader = SourceReader(plan, options: options, in: context)
        (reader.usage, reader.progress, reader.screening) = (usage, progress, .byRules)
        reader.dependencies = dependencies
        if state.isStored { reader.previous = { try store.previousImport(of: source.name, since: state) } }
        var summary = SourceReadingSummary()
        let result = try store.importSource(
            source,
            scope: plan.scope,
            of: shared?.revision(of: source),
            amid: stored,
            since: state,
            at: context.now(),
            knowledge: .builtIn,
            screening: .byRules,
            readerVersion: InputReader.version(readingCode: plan.readsCode)
        ) { store in
            summary = try reader.read(store)
            try usage.finishSource()
            return summary.problems
        }
        progress?.finish()
        // If no other process wrote, either, nothing needs to be counted again.
        let isUnchanged = try result.importID == nil && result.newer == nil && store.state(of: source.name) == state
        // Other sources lose the parts that this one took only now, so that every part is always in some source.
        let gone = Set((result.absorbed + [plan.source.name]).map { ByteString($0) })
        stored.removeAll { gone.contains(ByteString($0.name)) }
        known.removeAll { gone.contains(ByteString($0.name)) }
        let manifests = try store.projectManifests(of: [plan.source], shared).keys
        for (other, parts) in plan.sourcesLosingFiles(among: known, manifests: manifests) where result.newer == nil {
            _ = try store.importSource(
                shared?.stored(other) ?? other,
                scope: .parts(parts),
                at: context.now(),
                knowledge: .builtIn,
                screening: .byRules,
                readerVersion: InputReader.version
            ) { _ in [] }
        }
        stored.append(source)
        problems += summary.problems
        summaries.append(
            ImportSummary(
                source: plan.source,
                result: result,
                counts: try result.counts ?? (isUnchanged ? summary.storedCounts : nil)
                    ?? store.counts(of: source.name),
                others: summary.othersCount,
                skipped: summary.skipped,
                problems: summary.problems.count,
                leavesToOthers: !plan.foreign.isEmpty
            )
        )
    }
}

extension ImportSummary {
    /// Whether the import found nothing new to say about the source.
    fileprivate var isUnremarkable: Bool { !changesRegistry && result.newer == nil && problems == 0 }
}

extension Registry {
    /// Returns the manifests that are read through projects of `sources`, by their paths on this machine, with their sources.
    fileprivate func projectManifests(of sources: [Source], _ shared: SharedSources?) throws -> [Path: Source] {
        guard let shared else { return try projectManifests(of: sources) }
        let manifests = try projectManifests(of: sources.map(shared.stored)).sorted { $0.key < $1.key }
            .map { path, source in (shared.local(path), shared.local([source]).first ?? source) }
        return Dictionary(manifests) { $1 }
    }
}

extension Source {
    /// Returns a copy in this repository.
    fileprivate func adding(_ repository: Repository?) -> Source {
        var source = self
        source.repository = repository
        return source
    }
}

extension SourcePlan {
    fileprivate var scope: ImportScope { parts.map(ImportScope.parts) ?? .whole }
}
