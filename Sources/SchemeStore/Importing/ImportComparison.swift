import SchemeModel

/// The read-only part of an import: compares what was read with what the registry stores, until the first difference.
struct ImportComparison {
    /// The path of the registry.
    let registry: Path
    let source: Source
    let scope: ImportScope
    let readerVersion: Int
    /// The paths that were read.
    private(set) var seen: Set<Path> = []
    private(set) var result = ImportResult()
    /// The inputs and folders that couldn't be read.
    private var unreadable: [Path] = []
    private var sourceID = 0
    private var inputs: StoredInputReader?

    init(registry: Path, source: Source, scope: ImportScope, readerVersion: Int) {
        self.registry = registry
        self.source = source
        self.scope = scope
        self.readerVersion = readerVersion
    }

    /// Prepares the comparison. Returns whether an import without changes is possible: the source is stored as it is,
    /// absorbs no other source, and withholds no release.
    mutating func begin(_ database: Database, knowledge: Knowledge, screening: ManifestScreening) throws -> Bool {
        let all = try StoredSource.all(database)
        guard let stored = all.first(where: { $0.source.isIdentical(to: source) }),
            !all.contains(where: { $0.source.isAbsorbed(by: source, in: scope) }),
            try KnowledgeWriter.hold(knowledge, in: database),
            try screening.version.isEmpty || CleanManifests.areDecided(by: screening.version, in: database)
        else { return false }
        if try PreviousQueries.withheldReleases(of: stored.id, database).number() != nil { return false }
        sourceID = stored.id
        inputs = try StoredInputReader(database, sourceID: stored.id)
        return true
    }

    /// Returns whether `reading` equals what the registry stores, and if so, marks it as seen.
    mutating func isUnchanged(_ reading: InputReading) throws -> Bool {
        // The stamp came from the registry. Whether the rows still exist is checked at the end, for all inputs at once.
        if case .unchanged = reading.status {
            note(reading.path)
            result.unchanged += 1
            return true
        }
        guard let inputs else { return false }
        switch reading.status {
        case .unchanged: break
        case .unreadable:
            let known = try inputs.all(at: reading.path)
            guard known.allSatisfy({ !$0.isReadable }) else { return false }
            for input in known { note(input.path) }
            noteUnreadable(reading.path)
            result.unchanged += known.count
            return true
        case .read(let stamp, let digest, let manifests):
            guard let stored = try inputs.find(reading.path) else { return false }
            if reading.isPartial, try inputs.hasMore(stored.id, than: manifests) {
                guard !stored.isReadable else { return false }
                noteKept()
                break
            }
            let change = try inputs.change(
                of: stored,
                reading: reading,
                stamp: stamp,
                digest: digest,
                readerVersion: readerVersion,
                checksums: manifests.map(ManifestChecksum.of)
            )
            guard case .unchanged = change else { return false }
        }
        note(reading.path)
        result.unchanged += 1
        return true
    }

    /// Returns whether no input in the scope is gone, and the problems are the stored ones.
    func isComplete(_ database: Database, problems: [Problem]) throws -> Bool {
        let stored = StoredProblems(database, sourceID: sourceID, source: source.name)
        return try vanished(from: sourceID, database).isEmpty && stored.problems(in: scope) == all(problems)
    }

    /// Records that the input or folder at `path` couldn't be read.
    mutating func noteUnreadable(_ path: Path) {
        result.unreadable += 1
        unreadable.append(path)
    }

    /// Records that an input was read in part and keeps its stored facts. A problem explains why.
    mutating func noteKept() { result.unreadable += 1 }

    /// Returns the problems to store, in order. Adds one for each unreadable path without one, so that none passes
    /// silently.
    func all(_ problems: [Problem]) -> [Problem] {
        let explained = Set(problems.map(\.place.path))
        let unexplained = unreadable.filter { !explained.contains($0) }.map {
            Problem(code: .inputOutput, message: "the input could not be read", hint: nil, place: Place(path: $0))
        }
        return (problems + unexplained).map { problem in
            var problem = problem
            problem.place.source = source.name
            return problem
        }.sorted()
    }

    /// Records that the input at `path` was read and has a row.
    mutating func note(_ path: Path) { seen.insert(path) }

    /// Returns whether the input at `path` was recorded.
    func hasSeen(_ path: Path) -> Bool { seen.contains(path) }

    /// Returns the inputs in the scope that weren't read, ordered by path.
    ///
    /// - Throws: ``RegistryError`` if an input that was read has no row anymore, because another process removed or
    ///   moved it after the caller had asked for its stamp.
    func vanished(from sourceID: Int, _ database: Database) throws -> [(id: Int, path: Path)] {
        let rows = try PreviousQueries.paths(of: sourceID, database)
        defer { rows.reset() }
        var vanished: [(id: Int, path: Path)] = []
        var found = 0
        while try rows.step() {
            let path = rows.path(1)
            if seen.contains(path) {
                found += 1
            } else if scope.contains(path) {
                vanished.append((rows.int(0), path))
            }
        }
        guard found >= seen.count else { throw RegistryError(path: registry, cause: .changedMeanwhile) }
        return vanished
    }
}
