import SchemeModel

/// Applies one import inside its transaction.
final class ImportTransaction {
    private let database: Database
    private var comparison: ImportComparison
    private let log: ImportRecord
    private let sourceID: Int
    private let inputs: StoredInputReader
    private let rows: InputWriter
    private let dependencies: StoredDependencies
    private let irregularities: StoredIrregularities
    /// Whether the source had no inputs, so that only inputs of this import can have rows.
    private let isNew: Bool
    private let codes: CodeWriter
    private let associations: AssociationWriter
    private let replaced: StoredManifests
    private let writer: ManifestWriter
    private let screening: ManifestScreening
    private var history: ClaimHistory
    private let deleteManifest: PreparedStatement
    private var result: ImportResult
    /// The counts of what was written, and the IDs of its products and apps, which take sixteen megabytes for a million.
    private var written = RegistryCounts()
    private var writtenProducts: Set<Int> = []
    private var writtenApps: Set<Int> = []
    /// The keys of apps that lost a manifest, and may have none left.
    private var possiblyOrphanedApps: Set<ByteString> = []

    private var source: Source { comparison.source }

    /// A manifest that was read, with what is stored to check it later.
    private struct Found {
        var manifest: Manifest
        var checksum: Int
        var isClean: Bool
    }

    /// Begins to write, inside a transaction.
    ///
    /// - Parameter verify: Called when no other import can change the source anymore, before anything is written.
    init(
        _ database: Database,
        comparison: ImportComparison,
        time: Int,
        knowledge: Knowledge,
        screening: ManifestScreening,
        verify: () throws -> Void = {}
    ) throws {
        self.database = database
        self.comparison = comparison
        self.screening = screening
        result = comparison.result
        let source = comparison.source
        try Self.lock(source, database, comparison, knowledge: knowledge, screening: screening)
        try verify()
        try KnowledgeWriter.bringUpToDate(with: knowledge, in: database)
        try CleanManifests.bringUpToDate(with: screening, in: database)
        log = ImportRecord(
            database,
            ImportRecord.Entry(
                action: .import,
                subject: source.name,
                time: time,
                readerVersion: comparison.readerVersion
            )
        )
        var row = SourceRow(database, source: source, log: log)
        sourceID = try row.bringUpToDate()
        result.absorbed = try row.absorb(in: comparison.scope)
        history = try ClaimHistory(database, source: source.name, sourceID: sourceID)
        inputs = try StoredInputReader(database, sourceID: sourceID)
        isNew = try !inputs.hasAny()
        dependencies = try StoredDependencies(database)
        irregularities = try StoredIrregularities(database)
        let loader = try ManifestLoader(database)
        codes = try CodeWriter(database)
        associations = try AssociationWriter(database)
        writer = try ManifestWriter(database, knowledge: knowledge)
        rows = try InputWriter(database, sourceID: sourceID, readerVersion: comparison.readerVersion)
        deleteManifest = try PreparedStatement(database, "DELETE FROM manifest WHERE id = ?", isOfStoredRows: true)
        replaced = try StoredManifests(database, loader: loader)
    }

    /// Applies one input. An input that was read in part and lacks known facts keeps its stored facts.
    ///
    /// - Throws: ``RegistryError`` with ``RegistryError/Cause/unstorable(input:detail:)`` if the input's facts contradict each
    ///   other; an error of the database.
    func apply(_ reading: InputReading) throws {
        do {
            try take(reading)
        } catch {
            guard let detail = database.engine.violatedConstraint(error) else { throw error }
            throw RegistryError(path: comparison.registry, cause: .unstorable(input: reading.path, detail: detail))
        }
    }

    private func take(_ reading: InputReading) throws {
        let stored = isNew && !comparison.hasSeen(reading.path) ? nil : try inputs.find(reading.path)
        switch reading.status {
        case .unchanged:
            result.unchanged += 1
        case .unreadable:
            return try applyUnreadable(reading.path)
        case .read(let stamp, let digest, let manifests):
            let checksums = manifests.map(ManifestChecksum.of)
            let areClean = reading.areClean ?? manifests.map(screening.isClean)
            let found = zip(manifests, zip(checksums, areClean)).map {
                Found(manifest: $0, checksum: $1.0, isClean: $1.1)
            }
            if let stored, reading.isPartial, try inputs.hasMore(stored.id, than: manifests) {
                comparison.noteKept()
                try keep(stored.id, isReadable: stored.isReadable)
            } else if let stored {
                try update(stored, by: reading, stamp, digest, found)
            } else {
                try insert(reading, stamp, digest, found)
            }
        }
        comparison.note(reading.path)
    }

    /// Prepares for applying `readings` on a server, with few queries for all of them.
    func prepare(for readings: [InputReading]) throws {
        guard database.isRemote else { return }
        var manifests: [Manifest] = []
        var changed: [Int] = []
        for reading in readings {
            guard case .read(_, _, let read) = reading.status else { continue }
            manifests += read
            guard !isNew, let stored = try inputs.find(reading.path)?.manifests, !stored.isEmpty else { continue }
            let checksums = Set(read.map(ManifestChecksum.of))
            changed += stored.filter { !checksums.contains($0.checksum) }.map(\.id)
        }
        try writer.prepare(for: manifests)
        try replaced.load(changed)
    }

    /// Removes inputs that weren't read, writes the history, and returns what changed.
    func finish(problems: [Problem]) throws -> ImportResult {
        // In a new source, nothing can be gone, unless another process removed inputs that were given as unchanged.
        let vanished = isNew && result.unchanged == 0 ? [] : try comparison.vanished(from: sourceID, database)
        var rest = vanished[...]
        while !rest.isEmpty {
            let part = rest.prefix(256)
            rest = rest.dropFirst(part.count)
            let manifests = try part.map { try inputs.find($0.path)?.manifests.map(\.id) ?? [] }
            try replaced.load(Array(manifests.joined()))
            for ((id, path), manifests) in zip(part, manifests) {
                for manifest in manifests { try recordRemoval(ofManifest: manifest, at: path) }
                try rows.delete(id)
                _ = try log.id()
                result.removed += 1
            }
        }
        try deleteApps()
        let problems = comparison.all(problems)
        let stored = StoredProblems(database, sourceID: sourceID, source: source.name)
        if try stored.problems(in: comparison.scope) != problems {
            _ = try log.id()
            try stored.replace(with: problems, in: comparison.scope)
        }
        result.unreadable = comparison.result.unreadable
        result.events = try history.settle(scope: comparison.scope, hasProblems: !problems.isEmpty, log: log)
        if log.isOpen {
            try database.execute(
                sql: "UPDATE source SET last_import = ? WHERE id = ?",
                arguments: [try log.id(), sourceID]
            )
            try SessionSchemes.derive(of: sourceID, in: database)
        }
        result.importID = try log.isOpen ? log.id() : nil
        result.counts = counts()
        return result
    }
}

extension ImportTransaction {
    /// Keeps the facts of an input, or of all inputs in a folder, and marks them as stale.
    private func applyUnreadable(_ path: Path) throws {
        comparison.noteUnreadable(path)
        for input in try inputs.all(at: path) {
            comparison.note(input.path)
            try keep(input.id, isReadable: input.isReadable)
        }
    }

    /// Keeps the facts of the input with this ID, and marks it as stale.
    private func keep(_ id: Int, isReadable: Bool) throws {
        guard isReadable else { return result.unchanged += 1 }
        try rows.markUnreadable(id, import: log.id())
        result.changed += 1
    }

    private func insert(
        _ reading: InputReading,
        _ stamp: FileStamp,
        _ digest: String,
        _ manifests: [Found]
    ) throws {
        let path = reading.path
        let input = try rows.insert(reading, stamp, digest: digest, import: log.id())
        result.added += 1
        if !reading.dependencies.isEmpty { try dependencies.insert(reading.dependencies, of: input) }
        if !reading.irregularities.isEmpty {
            try irregularities.insert(reading.irregularities, of: input, at: path)
        }
        if let code = reading.code { try codes.insert(code, of: input, first: log.id(), last: log.id()) }
        if let association = reading.association {
            try associations.insert(association, of: input, first: log.id(), last: log.id())
        }
        // The code of a folder isn't a file.
        if !digest.isEmpty {
            written.inputs += 1
            if manifests.isEmpty, reading.irregularities.isEmpty, reading.association == nil {
                written.skippedInputs += 1
            }
        }
        for manifest in manifests { try write(manifest, input: input, path: path, replacing: nil) }
    }

    private func update(
        _ stored: StoredInput,
        by reading: InputReading,
        _ stamp: FileStamp,
        _ digest: String,
        _ manifests: [Found]
    ) throws {
        let change = try inputs.change(
            of: stored,
            reading: reading,
            stamp: stamp,
            digest: digest,
            readerVersion: comparison.readerVersion,
            checksums: manifests.map(\.checksum)
        )
        if !inputs.areSame(reading.dependencies, stored.dependencies) {
            try dependencies.replace(of: stored.id, by: reading.dependencies)
        }
        switch change {
        case .unchanged:
            result.unchanged += 1
        case .restamped:
            try rows.restamp(stored.id, by: reading, stamp)
            try replaceManifests(of: stored, path: reading.path, by: manifests)
            result.unchanged += 1
        case .changed:
            try rows.update(stored.id, by: reading, stamp, digest: digest, import: log.id())
            try replaceManifests(of: stored, path: reading.path, by: manifests)
            if stored.irregularityChecksum != nil || !reading.irregularities.isEmpty {
                try irregularities.replace(of: stored.id, at: reading.path, by: reading.irregularities)
            }
            if stored.codeChecksum != nil || reading.code != nil {
                try codes.replace(of: stored.id, by: reading.code, import: log.id())
            }
            if stored.associationChecksum != nil || reading.association != nil {
                try associations.replace(of: stored.id, by: reading.association, import: log.id())
            }
            result.changed += 1
        }
    }

    /// Keeps the rows of unchanged manifests, except for domains that another version of the reader found. Each other
    /// manifest replaces the row with the same key.
    private func replaceManifests(
        of input: StoredInput,
        path: Path,
        by manifests: [Found]
    ) throws {
        var old = input.manifests
        var new: [Found] = []
        for found in manifests {
            if let same = old.firstIndex(where: { $0.checksum == found.checksum }) {
                let row = old.remove(at: same)
                if input.readerVersion != comparison.readerVersion {
                    try writer.rewriteDomains(of: found.manifest, id: row.id)
                }
            } else {
                new.append(found)
            }
        }
        var replaced: [ManifestKey: [ReplacedManifest]] = [:]
        for row in old {
            guard let stored = try recordRemoval(ofManifest: row.id, at: path) else { continue }
            let before = ReplacedManifest(stored, claimImports: try self.replaced.claimImports(of: row.id))
            replaced[ManifestKey(stored.manifest), default: []].append(before)
            deleteManifest.bind(row.id)
            try deleteManifest.run()
        }
        for found in new {
            let key = ManifestKey(found.manifest)
            let before = replaced[key]?.first
            if before != nil { replaced[key]?.removeFirst() }
            try write(found, input: input.id, path: path, replacing: before)
        }
    }

    private func write(_ found: Found, input: Int, path: Path, replacing before: ReplacedManifest?) throws {
        let manifest = found.manifest
        let current = try log.id()
        let row = ManifestWriter.Row(
            inputID: input,
            inputPath: path,
            checksum: found.checksum,
            isClean: found.isClean,
            id: before?.id,
            firstImport: before?.firstImport ?? current,
            lastImport: current
        )
        try history.add(manifest)
        let app = try writer.write(manifest, row) { before?.imports(of: $1, in: $0, current: current) }
        guard isNew else { return }
        written.add(manifest)
        writtenProducts.insert(app)
        if manifest.kind.isApplication { writtenApps.insert(app) }
    }

    /// Records what the manifest with this ID claimed, and its app, before it is deleted. Returns the manifest.
    @discardableResult
    private func recordRemoval(ofManifest id: Int, at path: Path) throws -> ManifestLoader.StoredManifest? {
        guard let stored = try replaced.manifest(id) else { return nil }
        try history.remove(stored.manifest, at: path)
        possiblyOrphanedApps.insert(stored.manifest.app.text)
        possiblyOrphanedApps.insert(stored.manifest.container.text)
        return stored
    }

    /// Returns the counts of a source that was just written as a whole.
    private func counts() -> RegistryCounts? {
        guard isNew else { return nil }
        var counts = written
        (counts.products, counts.apps) = (writtenProducts.count, writtenApps.count)
        return counts
    }

    private func deleteApps() throws {
        // What this import wrote again isn't an orphan. Two imports that have an app in common, and both lock it for
        // deletion, would wait for each other.
        let keys = possiblyOrphanedApps.filter { !writer.hasWritten($0) }.sorted()
        guard !keys.isEmpty else { return }
        try database.engine.lock(.apps(keys))
        let delete = try PreparedStatement(
            database,
            """
            DELETE FROM app WHERE key = ?
                AND NOT EXISTS (SELECT 1 FROM manifest WHERE app_id = app.id)
                AND NOT EXISTS (SELECT 1 FROM manifest WHERE container_id = app.id AND container_id <> app_id)
            """
        )
        for key in keys {
            delete.bind(key.string)
            try delete.run()
        }
        writer.forgetApps()
    }
}
