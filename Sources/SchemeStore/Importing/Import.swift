import GRDB
package import SchemeModel

extension Registry {
    /// Brings what the registry has of `source` to what `next` gives, in one transaction, and says what changed.
    ///
    /// An input that is as it was stays untouched, and an import that changes nothing writes nothing. Inputs in the
    /// scope that `next` does not give are gone. An unreadable input keeps what is known of it; an unreadable folder
    /// keeps what is known of everything below it.
    ///
    /// - Parameters:
    ///   - source: The source. Its root, kind, paths and name replace those that are known; where the known root lies
    ///     below the new one, what is known moves with it. A tree takes in the sources without a given name that lie in
    ///     the scope, with their history.
    ///   - known: The sources as the caller knew them when it decided what belongs to which; `nil` when it did not.
    ///   - time: In seconds since 1970.
    ///   - readerVersion: Of the readers that `next` reads with.
    ///   - problems: What kept the caller from looking, asked for after the last input: it is kept, so that whoever reads
    ///     the registry knows what it does not say.
    ///   - next: Gives the inputs, each once and in any order, then `nil`. All manifests of an input lie in it: their
    ///     origin has its path. What it throws ends the import and leaves the registry as it was.
    /// - Throws: ``RegistryError``, and what `next` throws.
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
        // Comparing goes first, since entering and leaving the WAL mode changes the file even if nothing else does.
        if try access({ try comparison.begin($0, knowledge: knowledge) }) {
            while pending.isEmpty, let reading = try read() {
                if try !access({ _ in try comparison.isUnchanged(reading) }) { pending.append(reading) }
            }
            if isAtEnd, pending.isEmpty, try access({ try comparison.isComplete($0, problems: problems()) }) {
                return comparison.result
            }
        }
        // Others wait from the first write on: a small source is read by then, and a large one is well under way.
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
    /// How many inputs are read before the registry is locked for the others. What readers have read ahead is no more.
    private static let readingsBeforeWriting = 256

    /// Makes sure that the sources that hold something of `source` are those that the caller knew.
    private func checkNeighbours(of source: Source, amid known: [Source], _ database: Database) throws {
        func neighbours(_ sources: [Source]) -> Set<Source> {
            Set(sources.filter { ByteString($0.name) != ByteString(source.name) && $0.overlaps(source) })
        }
        guard try neighbours(known) == neighbours(StoredSource.all(database).map(\.source)) else {
            throw RegistryError(path: path, cause: .changedMeanwhile)
        }
    }
}

/// The part of an import in which nothing has changed yet: compares what is read with what the registry has.
struct ImportComparison {
    /// The path of the registry.
    let registry: Path
    let source: Source
    let scope: ImportScope
    let readerVersion: Int
    /// The paths that were given, as hashes: sixteen megabytes for a million. Two paths with one hash, of which one is
    /// gone, would keep it until the next import, whose hashes are others.
    private(set) var seen: Set<Int> = []
    private(set) var result = ImportResult()
    /// The inputs and folders that could not be read.
    private var unreadable: [Path] = []
    private var sourceID = 0
    private var inputs: StoredInputs?

    init(registry: Path, source: Source, scope: ImportScope, readerVersion: Int) {
        self.registry = registry
        self.source = source
        self.scope = scope
        self.readerVersion = readerVersion
    }

    /// Whether it is possible that nothing changes: the source is known as it is, absorbs none, withholds nothing.
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

    /// Whether `reading` is what the registry has; it is then noted as seen.
    mutating func isUnchanged(_ reading: InputReading) throws -> Bool {
        // Its stamp came from the registry. That its row is still there is seen in the end, for all at once.
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
                code: reading.code
            )
            guard case .unchanged = verdict else { return false }
        }
        note(reading.path)
        result.unchanged += 1
        return true
    }

    /// Whether no input in the scope is gone, and the same was kept from being looked at.
    func isComplete(_ database: Database, problems: [Problem]) throws -> Bool {
        let stored = StoredProblems(database, sourceID: sourceID, source: source.name)
        return try vanished(from: sourceID, database).isEmpty && stored.problems(in: scope) == all(problems)
    }

    /// Notes that what is at `path`, an input or a folder, could not be read.
    mutating func noteUnreadable(_ path: Path) {
        result.unreadable += 1
        unreadable.append(path)
    }

    /// Notes that an input was read in part and keeps what is known of it; a problem says why.
    mutating func noteKept() { result.unreadable += 1 }

    /// What the registry keeps of `problems`, in order; with one for each unreadable path, so that none reads as a pass.
    func all(_ problems: [Problem]) -> [Problem] {
        let explained = Set(problems.map(\.place.path))
        let unexplained = unreadable.filter { !explained.contains($0) }.map {
            Problem(code: .inputOutput, message: "it could not be read", hint: nil, place: Place(path: $0))
        }
        return (problems + unexplained).map { problem in
            var problem = problem
            problem.place.source = source.name
            return problem
        }.sorted()
    }

    /// Notes that the input at `path` was given and has a row.
    mutating func note(_ path: Path) { seen.insert(path.hashValue) }

    /// Whether the input at `path` was noted, or perhaps another one.
    func hasSeen(_ path: Path) -> Bool { seen.contains(path.hashValue) }

    /// The inputs in the scope that were not given, in order of path.
    ///
    /// - Throws: ``RegistryError`` when an input that was given has no row any more: somebody forgot or moved it after
    ///   the caller had asked for its stamp.
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
