import GRDB
package import SchemeModel

extension Registry {
    /// Updates what the registry stores of `source`, in one transaction, and returns what changed.
    ///
    /// Unchanged inputs keep their rows, and an import without changes writes nothing. Inputs in the scope that `next`
    /// doesn't return are removed. An unreadable input keeps its facts; so does everything in an unreadable folder.
    ///
    /// - Parameters:
    ///   - source: The source. Its root, kind, paths and name replace the stored ones. If the stored root is inside the
    ///     new one, the stored facts move with it. A tree absorbs the sources without a given name that are in the
    ///     scope, with their history.
    ///   - known: The sources that the caller knew when it assigned files to sources. Other processes must not have
    ///     changed them since. `nil` skips this check.
    ///   - time: The time of the import, in seconds since 1970.
    ///   - readerVersion: The version of the readers that `next` uses.
    ///   - problems: Returns what the caller couldn't read. Called after the last input. Problems are stored, so that a
    ///     report over the registry can repeat them.
    ///   - next: Returns each input once, in any order, then `nil`. The origin of each manifest has the path of its
    ///     input. An error that it throws ends the import and leaves the registry unchanged.
    /// - Throws: ``RegistryError``, and the errors of `next`.
    package func importSource(
        _ source: Source,
        scope: ImportScope = .whole,
        amid known: [Source]? = nil,
        at time: Int,
        knowledge: Knowledge,
        readerVersion: Int,
        problems: () -> [Problem] = { [] },
        next: () throws -> InputReading?
    ) throws -> ImportResult {
        var comparison = ImportComparison(
            registry: path,
            source: source,
            scope: scope.simplified,
            readerVersion: readerVersion
        )
        var pending: [InputReading] = []
        var isAtEnd = false
        func read() throws -> InputReading? {
            guard !isAtEnd else { return nil }
            let reading = try next()
            isAtEnd = reading == nil
            return reading
        }
        // Compare first, because entering and leaving WAL mode changes the file even if nothing else changes.
        if try access({ try comparison.begin($0, knowledge: knowledge) }) {
            while pending.isEmpty, let reading = try read() {
                if try !access({ _ in try comparison.isUnchanged(reading) }) { pending.append(reading) }
            }
            if isAtEnd, pending.isEmpty, try access({ try comparison.isComplete($0, problems: problems()) }) {
                return comparison.result
            }
        }
        // The first write blocks other processes. By then, a small source is completely read.
        while pending.count < Self.readingsBeforeWriting, let reading = try read() { pending.append(reading) }
        return try write { database in
            if let known { try checkNeighbours(of: source, amid: known, database) }
            let importer = try SourceImport(
                database,
                comparison: comparison,
                time: time,
                knowledge: knowledge
            )
            for reading in pending { try importer.apply(reading) }
            pending = []
            while let reading = try read() { try importer.apply(reading) }
            return try importer.finish(problems: problems())
        }
    }
}

extension Registry {
    /// The number of inputs that are read before the registry is locked. Readers don't read ahead further than that.
    private static let readingsBeforeWriting = 256

    /// Checks that the sources that overlap with `source` are those that the caller knew.
    private func checkNeighbours(of source: Source, amid known: [Source], _ database: Database) throws {
        func neighbors(_ sources: [Source]) -> Set<Source> {
            Set(sources.filter { ByteString($0.name) != ByteString(source.name) && $0.overlaps(source) })
        }
        guard try neighbors(known) == neighbors(StoredSource.all(database).map(\.source)) else {
            throw RegistryError(path: path, cause: .changedMeanwhile)
        }
    }
}

/// The read-only part of an import: compares what was read with what the registry stores, until the first difference.
struct ImportComparison {
    /// The path of the registry.
    let registry: Path
    let source: Source
    let scope: ImportScope
    let readerVersion: Int
    /// The hashes of the paths that were read, which take sixteen megabytes for a million paths. If two paths have the
    /// same hash and one of them is gone, it stays until the next import, which uses other hashes.
    private(set) var seen: Set<Int> = []
    private(set) var result = ImportResult()
    /// The inputs and folders that couldn't be read.
    private var unreadable: [Path] = []
    private var sourceID = 0
    private var inputs: StoredInputs?

    init(registry: Path, source: Source, scope: ImportScope, readerVersion: Int) {
        self.registry = registry
        self.source = source
        self.scope = scope
        self.readerVersion = readerVersion
    }

    /// Prepares the comparison. Returns whether an import without changes is possible: the source is stored as it is,
    /// absorbs no other source, and withholds no release.
    mutating func begin(_ database: Database, knowledge: Knowledge) throws -> Bool {
        let all = try StoredSource.all(database)
        guard let stored = all.first(where: { $0.source.isIdentical(to: source) }),
            !all.contains(where: { $0.source.isAbsorbed(by: source, in: scope) }),
            try KnowledgeTables.hold(knowledge, in: database)
        else { return false }
        let withheld = try PreparedStatement(database, "SELECT 1 FROM withheld_release WHERE source_id = ? LIMIT 1")
        withheld.bind(stored.id)
        if try withheld.number() != nil { return false }
        sourceID = stored.id
        inputs = try StoredInputs(database, sourceID: stored.id)
        return true
    }

    /// Returns whether `reading` equals what the registry stores, and if so, marks it as seen.
    mutating func isUnchanged(_ reading: InputReading) throws -> Bool {
        // The stamp came from the registry. Whether the rows still exist is checked at the end, for all inputs at once.
        if case .unchanged = reading.outcome {
            note(reading.path)
            result.unchanged += 1
            return true
        }
        guard let inputs else { return false }
        switch reading.outcome {
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
            let verdict = StoredInputs.verdict(
                on: stored,
                stamp: stamp,
                digest: digest,
                readerVersion: readerVersion,
                dependencies: reading.dependencies,
                checksums: manifests.map(ManifestChecksum.of),
                code: reading.code,
                settlesManifests: reading.settlesManifests
            )
            guard case .unchanged = verdict else { return false }
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
    mutating func note(_ path: Path) { seen.insert(path.hashValue) }

    /// Returns whether the input at `path` was recorded. May be wrong if another path has the same hash.
    func hasSeen(_ path: Path) -> Bool { seen.contains(path.hashValue) }

    /// Returns the inputs in the scope that weren't read, ordered by path.
    ///
    /// - Throws: ``RegistryError`` if an input that was read has no row anymore, because another process removed or
    ///   moved it after the caller had asked for its stamp.
    func vanished(from sourceID: Int, _ database: Database) throws -> [(id: Int, path: Path)] {
        let rows = try PreparedStatement(database, "SELECT id, path FROM input WHERE source_id = ? ORDER BY path")
        rows.bind(sourceID)
        defer { rows.reset() }
        var vanished: [(id: Int, path: Path)] = []
        var found = 0
        while try rows.step() {
            let path = rows.path(1)
            if seen.contains(path.hashValue) {
                found += 1
            } else if scope.contains(path) {
                vanished.append((rows.int(0), path))
            }
        }
        guard found >= seen.count else { throw RegistryError(path: registry, cause: .changedMeanwhile) }
        return vanished
    }
}
