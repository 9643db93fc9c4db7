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
    /// The association files, in the order of the sources.
    private(set) var associations: [AssociationFile] = []
    /// The targets whose code was read, ordered by place.
    var targets: [TargetFacts] { code.flatMap(\.targets) }
    /// The problems with reading, ordered by place.
    private(set) var problems: [Problem] = []
    /// Those of them that concern only code.
    private(set) var problemsOfCode: Set<Problem> = []
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
        for (index, plan) in plans.enumerated() {
            progress?.begin(plan.source, number: index + 1, of: plans.count)
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
            if let facts = reading.code, facts.project != nil { add(facts, of: reading, amid: own, in: source) }
        }
        let ofFolders = readings.filter { $0.code != nil && $0.code?.project == nil }
        let own = Self.manifests(manifests[first...], below: Set(ofFolders.map(\.path.directory.belowRoot)))
        for reading in ofFolders {
            guard case .read = reading.status, let facts = reading.code else { continue }
            add(facts, of: reading, amid: own[reading.path.directory.belowRoot] ?? [], in: source)
        }
    }

    private mutating func add(_ facts: ProjectCode, of reading: InputReading, amid own: [Manifest], in source: Source) {
        let targets = facts.targets(of: source.name, at: reading.path, amid: own)
        code.append((Place(source: source.name, path: reading.path), targets))
    }

    /// Returns the manifests below each of `folders`, at any depth.
    private static func manifests(_ manifests: ArraySlice<Manifest>, below folders: Set<Path>) -> [Path: [Manifest]] {
        var below: [Path: [Manifest]] = [:]
        guard !folders.isEmpty else { return below }
        for manifest in manifests {
            for folder in manifest.origin.path.foldersAround where folders.contains(folder) {
                below[folder, default: []].append(manifest)
            }
        }
        return below
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
            if manifests.isEmpty, reading.irregularities.isEmpty, reading.association == nil {
                summary.skippedInputs += 1
            }
        }
        self.manifests += manifests
        irregularities += reading.irregularities
        if let association = reading.association { associations.append(association) }
        for manifest in manifests { digests[manifest.origin] = manifest.digest }
        // Facts about a manifest may come from other files, and irregularities are in the input itself.
        guard !reading.dependencies.isEmpty || !reading.irregularities.isEmpty || reading.association != nil else {
            return
        }
        // An input without a digest was not read.
        if !digest.isEmpty { digests[Place(source: source, path: reading.path)] = digest }
        for file in reading.dependencies { digests[Place(source: source, path: file.path)] = file.digest }
    }

    fileprivate mutating func finish(_ outcomes: [SourceReadingSummary]) {
        code.sort { $0.place < $1.place }
        summary.count(manifests)
        summary.associations = associations.count
        summary.uncheckedApps = uncheckedApps
        let unchecked = Set(summary.uncheckedApps.map { ByteString($0) })
        summary.partialTargets = partialTargets.filter { !unchecked.contains(ByteString($0)) }
        summary.skipped = outcomes.reduce(into: SkippedCounts()) { $0.add($1.skipped) }
        let unread = outcomes.flatMap(\.problems)
        unreadCount = unread.count
        problems = (discovered.problems + unread).sorted()
        problemsOfCode = outcomes.reduce(into: []) { $0.formUnion($1.problemsOfCode) }
        // The repository of a website needs no app. A project that isn't generated yet is missing.
        let isOfWebsite =
            (!associations.isEmpty || irregularities.contains { $0.irregularity.kind == .malformedAssociation })
            && !generators.contains { GeneratorCommand.generating(from: $0.path) != nil }
            && !outcomes.contains(where: \.isOfApp)
        if request.wantsManifests, problems.isEmpty, summary.manifests == 0, !isOfWebsite {
            problems = [
                .nothingFound(
                    action: "checked",
                    in: sources.first?.name,
                    generators: generators.map(\.path),
                    associations: associations.count
                )
            ]
        } else if request.wantsManifests, !manifests.contains(where: \.kind.isApplication) {
            problems = (problems + [generators.lazy.compactMap(Problem.unreadApp).first].compactMap { $0 }).sorted()
        }
    }
}

extension InputScan {
    /// The names of the apps for which it can't be checked whether URLs reach them, unless a finding says so.
    private var uncheckedApps: [String] {
        unreported(
            targets.filter { $0.hasProject && DeliveryObstacle.found(in: $0)?.isKnown == false }.compactMap(\.name)
        )
    }

    /// The names of the apps whose code was only partly read, unless a finding says so.
    private var partialTargets: [String] {
        unreported(code.flatMap(\.targets).filter { $0.kind == .application && !$0.unread.isEmpty }.compactMap(\.name))
    }

    /// Returns each of the names once, without those in findings about missing parts.
    private func unreported(_ names: [String]) -> [String] {
        let missing = irregularities.filter { $0.irregularity.kind == .missingPart }
        let causes = missing.compactMap(\.irregularity.cause)
        var seen: Set<ByteString> = []
        return names.filter { name in
            seen.insert(ByteString(name)).inserted && !causes.contains { $0.contains("'\(name)'") }
        }
    }

    /// The files from which projects can be generated, and that are programs.
    private var generators: [Place] {
        irregularities.filter { $0.irregularity.kind == .notRead }.map(\.origin)
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
        let isStrict = request.configuration.isStrict
        func believed(_ manifests: [Manifest]) -> [Manifest] {
            isStrict ? manifests.map { $0.distrusted() } : manifests
        }
        return IndexedScan(
            scan: self,
            index: MemoryIndex(
                sources: sources,
                manifests: believed(manifests),
                irregularities: irregularities,
                associations: associations,
                targets: !isStrict
                    ? targets
                    : targets.map { target in
                        var target = target
                        target.manifests = believed(target.manifests)
                        return target
                    },
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
        products = Set(manifests.map(\.app)).count
        apps = Set(manifests.lazy.filter(\.kind.isApplication).map(\.app)).count
        let unknown = manifests.lazy.filter { $0.kind == .application && !$0.isMalformed && !$0.app.isKnown }
        unknownApps = Set(unknown.map(\.app)).count
        schemes = Set(manifests.lazy.flatMap(\.urlTypes).flatMap(\.schemes).compactMap(\.key)).count
    }
}
