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
            var run = SourceImporter(registry: self, database: database, comparison: comparison) {
                [self] database, comparison in
                if let known { try checkNeighbors(of: source, amid: known, database) }
                return try ImportTransaction(database, comparison: comparison, time: time, knowledge: knowledge)
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

/// Imports one source: compares its inputs with the registry until the first difference, then collects some, and finally
/// writes in a transaction.
private struct SourceImporter {
    let registry: Registry
    let database: Database
    var comparison: ImportComparison
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

    /// The number of inputs that are read before the registry is locked.
    private static let readingsBeforeWriting = 256

    init(
        registry: Registry,
        database: Database,
        comparison: ImportComparison,
        makeImporter: @escaping (Database, ImportComparison) throws -> ImportTransaction
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
        let importer: ImportTransaction
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
    private mutating func write(_ readings: [InputReading]) throws -> ImportTransaction {
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
