public import SchemeModel
import SchemeReports
import SchemeRules
import SchemeStore

/// Reads inputs into the registry.
public struct ImportCommand: Command {
    /// What is read.
    public var inputs: InputOptions
    /// The registry; `nil` for the default one.
    public var registry: Path?

    /// A command with these options.
    public init(inputs: InputOptions, registry: Path?) {
        self.inputs = inputs
        self.registry = registry
    }

    /// Discovers, reads and stores each source in a transaction of its own.
    public func run(in context: Context) throws -> ExitCode {
        try inputs.validateBundleIdentifiers(in: context)
        let path = try RegistryLocation.path(given: registry, in: context)
        let (targets, missing) = Target.targets(of: inputs.paths, in: context)
        var problems = missing
        var sources: [Source] = []
        // With nothing to read no registry is made.
        if !targets.isEmpty {
            if registry == nil { try RegistryLocation.makeFolder(of: path) }
            let store = try Registry(at: path, for: .writing)
            let known = try store.sources()
            for plan in SourcePlan.plans(for: targets, name: inputs.source, known: known, in: context) {
                problems += try take(plan, into: store, in: context)
                sources.append(plan.source)
            }
            try store.close()
        }
        try context.print(problems.sorted(), sources: sources)
        return problems.isEmpty ? .clean : .incomplete
    }

    /// Imports one source, says what came of it, and gives what could not be looked at.
    private func take(_ plan: SourcePlan, into store: Registry, in context: Context) throws -> [Problem] {
        let progress = Progress(context: context)
        defer { progress?.finish() }
        let known = try store.knownInputs(of: plan.source.name)
        let reader = SourceReader(plan, options: inputs, context: context, known: known, progress: progress)
        let result = try store.importSource(
            plan.source,
            scope: plan.part.map(ImportScope.part) ?? .whole,
            at: context.now(),
            knowledge: .builtIn,
            readerVersion: InputReader.version,
            problems: { reader.problems },
            next: reader.next
        )
        progress?.finish()
        let text = ImportSummary(
            source: plan.source,
            result: result,
            counts: try store.counts(of: plan.source.name),
            passedOver: reader.passedOver,
            problems: reader.problems.count
        ).text
        try context.output.write(text)
        return reader.problems
    }
}
