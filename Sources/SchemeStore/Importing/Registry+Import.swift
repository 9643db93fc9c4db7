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
    ///   - revision: The commit that is imported; `nil` if it is unknown. If the source was imported from a newer one,
    ///     nothing is read or written.
    ///   - known: The sources that the caller knew when it assigned files to sources. Other processes must not have
    ///     changed them since. `nil` skips this check.
    ///   - state: The state of the source before the caller asked for anything that `read` uses. Other processes must not have
    ///     changed it since. `nil` skips this check.
    ///   - time: The time of the import, in seconds since 1970.
    ///   - screening: Decides which manifests later reports don't have to read.
    ///   - readerVersion: The version of the readers that `read` uses.
    ///   - read: Passes each input to its argument once, in any order, and returns what couldn't be read. The origin of
    ///     each manifest has the path of its input. Problems are stored, so that a report over the registry can repeat
    ///     them. An error ends the import and leaves the registry unchanged.
    /// - Throws: ``RegistryError``, and the errors of `read`.
    package func importSource(
        _ source: Source,
        scope: ImportScope = .whole,
        of revision: Source.Revision? = nil,
        amid known: [Source]? = nil,
        since state: SourceState? = nil,
        at time: Int,
        knowledge: Knowledge,
        screening: ManifestScreening = .none,
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
            let order = try StoredRevision(database, source: source.name, imported: revision)
            if let newer = order.newer { return ImportResult(newer: newer) }
            if let state, order.before != state { throw RegistryError(path: path, cause: .changedMeanwhile) }
            var run = SourceImporter(registry: self, database: database, comparison: comparison, order: order) {
                [self] database, comparison in
                try ImportTransaction(
                    database,
                    comparison: comparison,
                    time: time,
                    knowledge: knowledge,
                    screening: screening
                ) {
                    try order.verify(path)
                    if let known { try checkNeighbors(of: source, amid: known, database) }
                }
            }
            do {
                // Compare first, because entering and leaving WAL mode changes the file even if nothing else changes.
                try run.begin(knowledge: knowledge, screening: screening)
                let problems = try read { try run.store($0) }
                return try run.finish(problems: problems)
            } catch {
                run.rollback()
                guard let newer = (error as? NewerRevision)?.revision else { throw error }
                return ImportResult(newer: newer)
            }
        }
    }
}

/// Imports one source: compares its inputs with the registry until the first difference, then collects some, and finally
/// writes in a transaction.
private struct SourceImporter {
    let registry: Registry
    let database: Database
    var comparison: ImportComparison
    let order: StoredRevision
    /// Creates the importer, in its transaction.
    let makeImporter: (Database, ImportComparison) throws -> ImportTransaction
    private var phase = Phase.collecting([])

    private enum Phase {
        /// Every input so far is the same as in the registry.
        case comparing
        /// The first write blocks other processes. Until then, a small source is completely read.
        case collecting([InputReading])
        case writing(ImportTransaction)
    }

    /// What was read but not written, if a server gets the inputs in groups.
    private var waiting: [InputReading] = []

    /// The number of inputs that are read before the registry is locked, and then written at once to a server.
    private static let readingsBeforeWriting = 256

    init(
        registry: Registry,
        database: Database,
        comparison: ImportComparison,
        order: StoredRevision,
        makeImporter: @escaping (Database, ImportComparison) throws -> ImportTransaction
    ) {
        self.registry = registry
        self.database = database
        self.comparison = comparison
        self.order = order
        self.makeImporter = makeImporter
    }

    mutating func begin(knowledge: Knowledge, screening: ManifestScreening) throws {
        if try comparison.begin(database, knowledge: knowledge, screening: screening) { phase = .comparing }
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
            guard database.isRemote else { return try importer.apply(reading) }
            waiting.append(reading)
            if waiting.count >= Self.readingsBeforeWriting { try applyWaiting(to: importer) }
        }
    }

    /// Applies what was read since the last time.
    private mutating func applyWaiting(to importer: ImportTransaction) throws {
        let readings = waiting
        waiting = []
        try importer.prepare(for: readings)
        for reading in readings { try importer.apply(reading) }
    }

    mutating func finish(problems: [Problem]) throws -> ImportResult {
        let importer: ImportTransaction
        switch phase {
        case .comparing:
            if try comparison.isComplete(database, problems: problems) {
                if order.isNew { try recordRevision() }
                return comparison.result
            }
            importer = try write([])
        case .collecting(let readings): importer = try write(readings)
        case .writing(let current): importer = current
        }
        try applyWaiting(to: importer)
        let result = try importer.finish(problems: problems)
        try order.record(isWhole: comparison.scope == .whole)
        try registry.commit(database)
        return result
    }

    /// Records the commit of a source in which nothing else changed.
    private func recordRevision() throws {
        try registry.beginWriting(database)
        try database.engine.lock(.source(comparison.source.name, repository: comparison.source.repository?.remote))
        try order.verify(registry.path)
        try order.record(isWhole: comparison.scope == .whole)
        try registry.commit(database)
    }

    /// Begins the transaction, and applies what was collected.
    private mutating func write(_ readings: [InputReading]) throws -> ImportTransaction {
        try registry.beginWriting(database)
        let importer = try makeImporter(database, comparison)
        phase = .writing(importer)
        waiting = readings
        try applyWaiting(to: importer)
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
