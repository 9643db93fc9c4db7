import GRDB
package import SchemeModel

extension Registry {
    /// Updates what the registry stores of `source`, in one transaction, and returns what changed.
    ///
    /// Unchanged inputs keep their rows, and an import without changes writes nothing. Inputs in the scope that `read`
    /// doesn't pass on are removed. An unreadable input keeps its facts; so does everything in an unreadable folder.
    ///
    /// - Parameters:
    ///   - source: The source. Its root, kind, paths and name replace the stored ones. If the stored root is inside the
    ///     new one, the stored facts move with it. A tree absorbs the sources without a given name that are in the
    ///     scope, with their history.
    ///   - known: The sources that the caller knew when it assigned files to sources. Other processes must not have
    ///     changed them since. `nil` skips this check.
    ///   - time: The time of the import, in seconds since 1970.
    ///   - readerVersion: The version of the readers that `read` uses.
    ///   - read: Passes each input to its argument once, in any order, and returns what couldn't be read. The origin of
    ///     each manifest has the path of its input. Problems are stored, so that a report over the registry can repeat
    ///     them. An error ends the import and leaves the registry unchanged.
    /// - Throws: ``RegistryError``, and the errors of `read`.
    package func importSource(
        _ source: Source,
        scope: ImportScope = .whole,
        amid known: [Source]? = nil,
        at time: Int,
        knowledge: Knowledge,
        readerVersion: Int,
        read: (_ store: (InputReading) throws -> Void) throws -> [Problem]
    ) throws -> ImportResult {
        let comparison = ImportComparison(
            registry: path,
            source: source,
            scope: scope.simplified,
            readerVersion: readerVersion
        )
        return try access { database in
            var run = ImportRun(registry: self, database: database, comparison: comparison) {
                [self] database, comparison in
                if let known { try checkNeighbors(of: source, amid: known, database) }
                return try SourceImport(database, comparison: comparison, time: time, knowledge: knowledge)
            }
            do {
                // Compare first, because entering and leaving WAL mode changes the file even if nothing else changes.
                try run.begin(knowledge: knowledge)
                let problems = try read { try run.store($0) }
                return try run.finish(problems: problems)
            } catch {
                run.rollback()
                throw error
            }
        }
    }
}

/// The progress of one import: it compares inputs with the registry until the first difference, then collects some, and
/// finally writes in a transaction.
private struct ImportRun {
    let registry: Registry
    let database: Database
    var comparison: ImportComparison
    /// Creates the importer, in its transaction.
    let makeImporter: (Database, ImportComparison) throws -> SourceImport
    private var phase = Phase.collecting([])

    private enum Phase {
        /// Every input so far is the same as in the registry.
        case comparing
        /// The first write blocks other processes. Until then, a small source is completely read.
        case collecting([InputReading])
        case writing(SourceImport)
    }

    /// The number of inputs that are read before the registry is locked.
    private static let readingsBeforeWriting = 256

    init(
        registry: Registry,
        database: Database,
        comparison: ImportComparison,
        makeImporter: @escaping (Database, ImportComparison) throws -> SourceImport
    ) {
        self.registry = registry
        self.database = database
        self.comparison = comparison
        self.makeImporter = makeImporter
    }

    mutating func begin(knowledge: Knowledge) throws {
        if try comparison.begin(database, knowledge: knowledge) { phase = .comparing }
    }

    mutating func store(_ reading: InputReading) throws {
        switch phase {
        case .comparing:
            if try !comparison.isUnchanged(reading) { phase = .collecting([reading]) }
        case .collecting(var readings):
            // The array has only one owner while it grows.
            phase = .comparing
            readings.append(reading)
            phase = .collecting(readings)
            if readings.count >= Self.readingsBeforeWriting { _ = try write(readings) }
        case .writing(let importer):
            try importer.apply(reading)
        }
    }

    mutating func finish(problems: [Problem]) throws -> ImportResult {
        let importer: SourceImport
        switch phase {
        case .comparing:
            if try comparison.isComplete(database, problems: problems) { return comparison.result }
            importer = try write([])
        case .collecting(let readings): importer = try write(readings)
        case .writing(let current): importer = current
        }
        let result = try importer.finish(problems: problems)
        try registry.commit(database)
        return result
    }

    /// Begins the transaction, and applies what was collected.
    private mutating func write(_ readings: [InputReading]) throws -> SourceImport {
        try registry.beginWriting(database)
        let importer = try makeImporter(database, comparison)
        phase = .writing(importer)
        for reading in readings { try importer.apply(reading) }
        return importer
    }

    /// Undoes what was written.
    func rollback() { registry.rollback(database) }
}

extension Registry {
    /// Checks that the sources that overlap with `source` are those that the caller knew.
    private func checkNeighbors(of source: Source, amid known: [Source], _ database: Database) throws {
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
            let verdict = try StoredInputs.verdict(
                on: stored,
                reading: reading,
                stamp: stamp,
                digest: digest,
                readerVersion: readerVersion,
                checksums: manifests.map(ManifestChecksum.of)
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
