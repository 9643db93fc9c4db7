import SchemeModel
import SchemeRules

/// Everything that a run reads without storing it, and the decisions to check it with.
struct InputScan {
    /// The inputs to read, and the options for checking them.
    struct Request {
        var inputs: InputOptions
        var configuration = ConfigurationOptions()
        /// The disk with the named configuration file; `nil` for the disk with the inputs.
        var disk: (any FileAccess)?
        /// The rules that were named.
        var rules: Set<String> = []
        var knowledge: Knowledge = .builtIn
        /// The revision to compare with, whose configurations are used; `nil` for none.
        var earlier: RevisionFiles?
        /// Whether it is a problem if no manifest is found.
        var wantsManifests = false
    }

    let request: Request
    /// The content of the inputs, in the order of the sources.
    let read: Read
    /// The problems, ordered by place.
    let problems: [Problem]
    /// An index of the content, for checking.
    let index: MemoryIndex
    /// The teams' configurations.
    let configurations: ConfigurationFiles
    /// The sources that were read.
    let sources: [Source]

    /// Reads the inputs of `request`.
    ///
    /// - Parameters:
    ///   - configurations: The configurations to use; `nil` to find them as `request` says.
    ///   - effects: Records which options had an effect.
    ///   - log: Records what happens to each path.
    /// - Throws: ``UsageError``, ``Interruption``.
    init(
        _ request: Request,
        configurations: ConfigurationFiles? = nil,
        effects: OptionUsage? = nil,
        log: ReadingLog? = nil,
        in context: Context
    ) throws {
        let (named, missing) = NamedInput.inputs(of: request.inputs.paths, in: context)
        let plans = try SourcePlan.plans(for: named, name: request.inputs.source, in: context)
        var configurationContext = context
        if case .file = request.configuration.choice, let disk = request.disk { configurationContext.files = disk }
        let configurations =
            try configurations
            ?? ConfigurationFiles(
                for: plans.map(\.source),
                options: request.configuration,
                asked: request.rules,
                isWhole: missing.isEmpty && request.inputs.areWhole,
                comparedWith: request.earlier,
                in: configurationContext
            )
        let governed = plans.map(configurations.governed)
        let read = try Self.read(governed, options: request.inputs, effects: effects, log: log, in: context)
        self.request = request
        self.configurations = configurations
        self.read = read
        sources = plans.map(\.source)
        var problems = (missing + read.problems).sorted()
        if request.wantsManifests, problems.isEmpty, read.summary.manifests == 0 {
            problems = [.nothingFound(action: "checked", in: sources.first?.name)]
        }
        self.problems = problems
        index = MemoryIndex(
            sources: sources,
            manifests: read.manifests,
            targets: read.targets,
            knowledge: request.knowledge
        )
    }

    /// Whether everything was read, so that missing declarations are really gone.
    var isComplete: Bool { problems.isEmpty }

    /// The folders that were read completely.
    var wholeTrees: [Path] {
        guard request.inputs.areWhole else { return [] }
        return sources.filter { $0.kind == .tree && $0.paths == [Path(bytes: [])] }.map(\.root)
    }

    /// Returns the digest of an input or a configuration when it was read; `nil` if it wasn't.
    func digest(of place: Place) -> String? { configurations.digests[place] ?? read.digests[place] }

    /// The combined result of reading all sources.
    struct Read {
        var manifests: [Manifest] = []
        /// The targets whose code was read.
        var targets: [TargetFacts] = []
        var problems: [Problem] = []
        var summary = Summary()
        /// The digest of each input's bytes by place.
        var digests: [Place: String] = [:]

        fileprivate mutating func add(_ reading: InputReading, of source: String) {
            guard case .read(_, let digest, let manifests) = reading.outcome else { return }
            // The code of a folder is not a file.
            if !digest.isEmpty {
                summary.inputs += 1
                if manifests.isEmpty { summary.passedOver += 1 }
            }
            self.manifests += manifests
            for manifest in manifests { digests[manifest.origin] = manifest.digest }
            // Facts about a manifest may come from other files.
            guard !reading.dependencies.isEmpty else { return }
            digests[Place(source: source, path: reading.path)] = digest
            for file in reading.dependencies { digests[Place(source: source, path: file.path)] = file.digest }
        }
    }

    /// Finds and reads the inputs.
    ///
    /// - Throws: ``Interruption`` if the run was interrupted.
    static func read(
        _ plans: [SourcePlan],
        options: InputOptions,
        effects: OptionUsage? = nil,
        log: ReadingLog? = nil,
        in context: Context
    ) throws -> Read {
        var read = Read()
        let progress = Progress(context: context)
        defer { progress?.finish() }
        var readings: [(source: Source, readings: [InputReading])] = []
        var projectManifests: Set<Path> = []
        var skipped = SkippedCounts()
        for plan in plans {
            let reader = SourceReader(
                plan,
                options: options,
                effects: effects,
                context: context,
                progress: progress,
                log: log
            )
            var ofSource: [InputReading] = []
            while let reading = try reader.next() {
                ofSource.append(reading)
                for file in reading.dependencies where file.isManifest {
                    projectManifests.insert(plan.source.root.appending(file.path))
                }
            }
            readings.append((plan.source, ofSource))
            read.problems += reader.problems
            skipped.add(reader.skipped)
        }
        var targets: [(place: Place, targets: [TargetFacts])] = []
        for (source, readings) in readings {
            let first = read.manifests.count
            // A manifest that a project of one source uses is not read on its own for another source.
            for reading in readings where !projectManifests.contains(source.root.appending(reading.path)) {
                read.add(reading, of: source.name)
                guard let code = reading.code, case .read(_, _, let manifests) = reading.outcome else { continue }
                let amid = code.project == nil ? read.manifests[first...] : manifests[...]
                let place = Place(source: source.name, path: reading.path)
                targets.append((place, code.targets(of: source.name, at: reading.path, amid: Array(amid))))
            }
        }
        read.targets = targets.sorted { $0.place < $1.place }.flatMap(\.targets)
        read.summary.count(read.manifests)
        read.summary.skipped = skipped
        return read
    }
}

extension Summary {
    /// Counts the declarations in `manifests`.
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
