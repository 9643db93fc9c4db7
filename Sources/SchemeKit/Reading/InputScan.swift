import SchemeModel
import SchemeRules

/// The combined content of all sources of a run that stores nothing.
struct InputScan {
    /// The sources that were read, and how.
    let discovered: DiscoveredSources
    /// The manifests, in the order of the sources.
    private(set) var manifests: [Manifest] = []
    /// The irregularities of inputs that are not manifests, in the order of the sources.
    private(set) var irregularities: [InputIrregularity] = []
    /// The targets whose code was read, ordered by place.
    var targets: [TargetFacts] { code.flatMap(\.targets) }
    /// The problems with reading, ordered by place.
    private(set) var problems: [Problem] = []
    private(set) var summary = Summary()
    /// The number of inputs that could not be read; paths that don't exist are not counted.
    private(set) var unreadCount = 0
    /// The digest of each input's bytes by place.
    private var digests: [Place: String] = [:]
    /// The targets of each input.
    private var code: [(place: Place, targets: [TargetFacts])] = []

    var request: ScanRequest { discovered.request }
    var sources: [Source] { discovered.sources }

    /// Whether everything was read, so that missing declarations are really gone.
    var isComplete: Bool { problems.isEmpty }

    /// The folders that were read completely.
    var wholeTrees: [Path] {
        guard request.inputs.areWhole else { return [] }
        return sources.filter { $0.kind == .tree && $0.paths == [Path(bytes: [])] }.map(\.root)
    }

    /// Returns the digest of an input or a configuration when it was read; `nil` if it wasn't.
    func digest(of place: Place) -> String? { discovered.configurations.digests[place] ?? digests[place] }

    fileprivate init(_ discovered: DiscoveredSources) { self.discovered = discovered }
}

extension DiscoveredSources {
    /// Reads the inputs of all sources.
    ///
    /// - Parameters:
    ///   - usage: Records which options had an effect.
    ///   - log: Records what happens to each path.
    /// - Throws: ``Interruption`` if the run was interrupted.
    func read(usage: OptionUsage = OptionUsage(), log: ReadingLog? = nil, in context: Context) throws -> InputScan {
        let progress = Progress(context: context)
        defer { progress?.finish() }
        var readings: [(source: Source, readings: [InputReading])] = []
        var projectManifests: Set<Path> = []
        var outcomes: [SourceReadingSummary] = []
        for plan in plans {
            var reader = SourceReader(plan, options: request.inputs, in: context)
            (reader.usage, reader.progress, reader.log) = (usage, progress, log)
            var ofSource: [InputReading] = []
            outcomes.append(
                try reader.read { reading in
                    ofSource.append(reading)
                    for file in reading.dependencies where file.isManifest {
                        projectManifests.insert(plan.source.root.appending(file.path))
                    }
                }
            )
            readings.append((plan.source, ofSource))
        }
        var scan = InputScan(self)
        for (source, readings) in readings {
            // A manifest that a project of one source uses is not read on its own for another source.
            scan.add(readings.filter { !projectManifests.contains(source.root.appending($0.path)) }, of: source)
        }
        scan.finish(outcomes)
        return scan
    }
}

extension InputScan {
    fileprivate mutating func add(_ readings: [InputReading], of source: Source) {
        let first = manifests.count
        for reading in readings {
            guard case .read(_, let digest, let own) = reading.status else { continue }
            add(reading, digest, own, of: source.name)
            guard let facts = reading.code else { continue }
            let amid = facts.project == nil ? manifests[first...] : own[...]
            let place = Place(source: source.name, path: reading.path)
            code.append((place, facts.targets(of: source.name, at: reading.path, amid: Array(amid))))
        }
    }

    private mutating func add(
        _ reading: InputReading,
        _ digest: String,
        _ manifests: [Manifest],
        of source: String
    ) {
        // The code of a folder is not a file.
        if !digest.isEmpty {
            summary.inputs += 1
            if manifests.isEmpty, reading.irregularities.isEmpty { summary.passedOver += 1 }
        }
        self.manifests += manifests
        irregularities += reading.irregularities
        for manifest in manifests { digests[manifest.origin] = manifest.digest }
        // Facts about a manifest may come from other files, and irregularities are in the input itself.
        guard !reading.dependencies.isEmpty || !reading.irregularities.isEmpty else { return }
        digests[Place(source: source, path: reading.path)] = digest
        for file in reading.dependencies { digests[Place(source: source, path: file.path)] = file.digest }
    }

    fileprivate mutating func finish(_ outcomes: [SourceReadingSummary]) {
        code.sort { $0.place < $1.place }
        summary.count(manifests)
        summary.skipped = outcomes.reduce(into: SkippedCounts()) { $0.add($1.skipped) }
        let unread = outcomes.flatMap(\.problems)
        unreadCount = unread.count
        problems = (discovered.problems + unread).sorted()
        if request.wantsManifests, problems.isEmpty, summary.manifests == 0 {
            problems = [.nothingFound(action: "checked", in: sources.first?.name)]
        }
    }
}

/// The content of a run, indexed for checking.
struct IndexedScan {
    let scan: InputScan
    let index: MemoryIndex
}

extension InputScan {
    /// Indexes the claims by scheme and by app.
    func indexed() -> IndexedScan {
        IndexedScan(
            scan: self,
            index: MemoryIndex(
                sources: sources,
                manifests: manifests,
                irregularities: irregularities,
                targets: targets,
                knowledge: request.knowledge
            )
        )
    }
}

extension Summary {
    /// Counts the declarations in `manifests`.
    mutating func count(_ manifests: [Manifest]) {
        self.manifests = manifests.count
        urlTypes = manifests.reduce(0) { $0 + $1.urlTypes.count }
        claims = manifests.reduce(0) { sum, manifest in
            manifest.urlTypes.reduce(sum) { $0 + $1.schemes.count { $0.key != nil } }
        }
        apps = Set(manifests.map(\.app)).count
    }
}
