public import SchemeModel
import SchemeRules

/// Reads inputs and reports on them; nothing is kept.
public struct CheckCommand: Command {
    /// What is read.
    public var inputs: InputOptions
    /// What it is held against.
    public var comparison: ComparisonOptions
    /// Which findings count.
    public var filter: FindingFilter
    /// Files with teams' tables of known schemes, which count beside the tool's own knowledge.
    public var known: [Path]
    /// Which configuration is in force.
    public var configuration: ConfigurationOptions
    /// Which findings are accepted because they are old.
    public var baseline: BaselineOptions
    /// Where the report goes.
    public var output: OutputPlan

    /// A command with these options.
    public init(
        inputs: InputOptions,
        comparison: ComparisonOptions = ComparisonOptions(),
        filter: FindingFilter = FindingFilter(),
        known: [Path] = [],
        configuration: ConfigurationOptions = ConfigurationOptions(),
        baseline: BaselineOptions = BaselineOptions(),
        output: OutputPlan = OutputPlan()
    ) {
        self.inputs = inputs
        self.comparison = comparison
        self.filter = filter
        self.known = known
        self.configuration = configuration
        self.baseline = baseline
        self.output = output
    }

    /// Discovers, reads, judges, reports.
    public func run(in context: Context) throws -> ExitCode {
        let context = context.saying(output.verbosity)
        try filter.validate()
        try inputs.validate(in: context)
        try output.validate(in: context)
        let knowledge = Knowledge.builtIn.adding(try known.map { try TeamFile($0).read(in: context) })
        let (targets, missing) = Target.targets(of: inputs.paths, in: context)
        var plans = try SourcePlan.plans(for: targets, name: inputs.source, in: context)
        let configurations = try ConfigurationFiles(
            for: plans.map(\.source),
            options: configuration,
            asked: filter.rules,
            isWhole: missing.isEmpty && inputs.areWhole,
            in: context
        )
        plans = plans.map(configurations.governed)
        let effects = OptionEffects(of: inputs, in: context)
        let log = output.verbosity == .verbose ? ReadingLog() : nil
        let read = try Self.read(plans, options: inputs, effects: effects, log: log, in: context)
        try effects.finish()
        log?.say(in: context)
        let index = MemoryIndex(
            sources: plans.map(\.source),
            manifests: read.manifests,
            targets: read.targets,
            knowledge: knowledge
        )
        let problems = (missing + read.problems).sorted()
        let judgement = try comparison.judge(index, knowledge, configurations.decisions, problems, in: context)
        let report = Report(
            findings: try baseline.accept(judgement.findings, isComplete: problems.isEmpty, in: context),
            problems: problems,
            summary: read.summary
        )
        effects.sayUnused(in: context)
        try filter.sayUnknown(among: judgement.findings, in: judgement.index, context)
        let sources = plans.map(\.source) + judgement.neighbours
        let code = try report.print(filter: filter, plan: output, sources: sources, in: context) { place in
            try configurations.digests[place] ?? read.digests[place] ?? judgement.digest(of: place)
        }
        try judgement.close()
        return code
    }

    /// What reading all plans gave.
    struct Read {
        var manifests: [Manifest] = []
        /// The targets whose code was read.
        var targets: [TargetFacts] = []
        var problems: [Problem] = []
        var summary = Summary()
        /// The digest of each input's bytes, by its place as a whole.
        var digests: [Place: String] = [:]
    }

    /// Discovers and reads.
    ///
    /// - Throws: ``Interruption`` when the run was asked to end.
    static func read(
        _ plans: [SourcePlan],
        options: InputOptions,
        effects: OptionEffects? = nil,
        log: ReadingLog? = nil,
        in context: Context
    ) throws -> Read {
        var read = Read()
        let progress = Progress(context: context)
        defer { progress?.finish() }
        for plan in plans {
            let first = read.manifests.count
            let reader = SourceReader(
                plan,
                options: options,
                effects: effects,
                context: context,
                progress: progress,
                log: log
            )
            while let reading = try reader.next() {
                guard case .read(_, let digest, let manifests) = reading.outcome else { continue }
                // The code of a folder is no file.
                if !digest.isEmpty {
                    read.summary.inputs += 1
                    if manifests.isEmpty { read.summary.passedOver += 1 }
                }
                read.manifests += manifests
                if let code = reading.code {
                    let amid = code.project == nil ? read.manifests[first...] : manifests[...]
                    read.targets += code.targets(of: plan.source.name, at: reading.path, amid: Array(amid))
                }
                for manifest in manifests { read.digests[manifest.origin] = manifest.digest }
                // Facts about a manifest may stand in other files that counted.
                let source = plan.source.name
                if !reading.dependencies.isEmpty {
                    read.digests[Place(source: source, path: reading.path)] = digest
                    for file in reading.dependencies {
                        read.digests[Place(source: source, path: file.path)] = file.digest
                    }
                }
            }
            read.problems += reader.problems
        }
        read.summary.count(read.manifests)
        return read
    }
}

extension Summary {
    /// Counts what is declared in `manifests`.
    mutating func count(_ all: [Manifest]) {
        let manifests = all.filter { $0.kind != .noProduct }
        self.manifests = manifests.count
        urlTypes = manifests.reduce(0) { $0 + $1.urlTypes.count }
        claims = manifests.reduce(0) { sum, manifest in
            manifest.urlTypes.reduce(sum) { $0 + $1.schemes.count { $0.key != nil } }
        }
        apps = Set(manifests.map(\.app)).count
    }
}
