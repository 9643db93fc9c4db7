import GRDB
import SchemeModel

/// Applies one import inside its transaction.
final class ImportTransaction {
    private let database: Database
    private var comparison: ImportComparison
    private let log: ImportRecord
    private let sourceID: Int
    private let inputs: StoredInputReader
    private let dependencies: StoredDependencies
    private let irregularities: StoredIrregularities
    /// Whether the source had no inputs, so that only inputs of this import can have rows.
    private let isNew: Bool
    private let codes: CodeWriter
    private let loader: ManifestLoader
    private let writer: ManifestWriter
    private var history: ClaimHistory
    private let insertInput, updateInput, restamp, markUnreadable, deleteInput, deleteManifest: PreparedStatement
    private let claimImports: PreparedStatement
    private var result: ImportResult
    /// The counts of what was written, and the IDs of its apps, which take sixteen megabytes for a million.
    private var written = RegistryCounts()
    private var writtenApps: Set<Int> = []
    /// The keys of apps that lost a manifest, and may have none left.
    private var possiblyOrphanedApps: Set<ByteString> = []

    private var source: Source { comparison.source }

    init(_ database: Database, comparison: ImportComparison, time: Int, knowledge: Knowledge) throws {
        self.database = database
        self.comparison = comparison
        result = comparison.result
        try KnowledgeWriter.bringUpToDate(with: knowledge, in: database)
        let source = comparison.source
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
        loader = try ManifestLoader(database)
        codes = try CodeWriter(database)
        writer = try ManifestWriter(database, knowledge: knowledge)
        insertInput = try PreparedStatement(
            database,
            """
            INSERT INTO input (source_id, path, state, digest, reader_version, first_import, last_import,
                size, modified, changed, inode, settles_manifests, irregularity_checksum)
            VALUES (?, ?, 'ok', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        updateInput = try PreparedStatement(
            database,
            """
            UPDATE input SET state = 'ok', digest = ?, reader_version = ?, last_import = ?,
                size = ?, modified = ?, changed = ?, inode = ?, settles_manifests = ?,
                irregularity_checksum = ?
            WHERE id = ?
            """
        )
        restamp = try PreparedStatement(
            database,
            """
            UPDATE input SET reader_version = ?, size = ?, modified = ?, changed = ?, inode = ?, settles_manifests = ?
            WHERE id = ?
            """
        )
        markUnreadable = try PreparedStatement(
            database,
            "UPDATE input SET state = 'unreadable', last_import = ? WHERE id = ?"
        )
        deleteInput = try PreparedStatement(database, "DELETE FROM input WHERE id = ?")
        deleteManifest = try PreparedStatement(database, "DELETE FROM manifest WHERE id = ?")
        claimImports = try PreparedStatement(
            database,
            """
            SELECT first_import, last_import FROM claim
            WHERE manifest_id = ? ORDER BY url_type_position, position
            """
        )
    }

    /// Applies one input. An input that was read in part and lacks known facts keeps its stored facts.
    ///
    /// - Throws: ``RegistryError`` with ``RegistryError/Cause/unstorable(input:detail:)`` if the input's facts contradict each
    ///   other; `DatabaseError`.
    func apply(_ reading: InputReading) throws {
        do {
            try take(reading)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw RegistryError(
                path: comparison.registry,
                cause: .unstorable(input: reading.path, detail: error.message ?? "a constraint failed")
            )
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
            if let stored, reading.isPartial, try inputs.hasMore(stored.id, than: manifests) {
                comparison.noteKept()
                try keep(stored.id, isReadable: stored.isReadable)
            } else if let stored {
                try update(stored, by: reading, stamp, digest, manifests, checksums)
            } else {
                try insert(reading, stamp, digest, manifests, checksums)
            }
        }
        comparison.note(reading.path)
    }

    /// Removes inputs that weren't read, writes the history, and returns what changed.
    func finish(problems: [Problem]) throws -> ImportResult {
        // In a new source, nothing can be gone, unless another process removed inputs that were given as unchanged.
        let vanished = isNew && result.unchanged == 0 ? [] : try comparison.vanished(from: sourceID, database)
        for (id, path) in vanished {
            if let stored = try inputs.find(path) {
                for manifest in stored.manifests { try recordRemoval(ofManifest: manifest.id, at: path) }
            }
            deleteInput.bind(id)
            try deleteInput.run()
            _ = try log.id()
            result.removed += 1
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
        markUnreadable.bind(try log.id())
        markUnreadable.bind(id)
        try markUnreadable.run()
        result.changed += 1
    }

    private func insertInput(_ reading: InputReading, _ stamp: FileStamp, digest: String) throws -> Int {
        insertInput.bind(sourceID)
        insertInput.bind(reading.path)
        insertInput.bind(digest)
        insertInput.bind(comparison.readerVersion)
        insertInput.bind(try log.id())
        insertInput.bind(try log.id())
        insertInput.bind(stamp)
        insertInput.bind(reading.settlesManifests)
        insertInput.bind(ManifestChecksum.of(reading.irregularities, at: reading.path))
        try insertInput.run()
        result.added += 1
        return Int(database.lastInsertedRowID)
    }

    private func insert(
        _ reading: InputReading,
        _ stamp: FileStamp,
        _ digest: String,
        _ manifests: [Manifest],
        _ checksums: [Int]
    ) throws {
        let path = reading.path
        let input = try insertInput(reading, stamp, digest: digest)
        if !reading.dependencies.isEmpty { try dependencies.replace(of: input, by: reading.dependencies) }
        if !reading.irregularities.isEmpty {
            try irregularities.replace(of: input, at: path, by: reading.irregularities)
        }
        if let code = reading.code { try codes.replace(of: input, by: code, import: log.id()) }
        // The code of a folder isn't a file.
        if !digest.isEmpty {
            written.inputs += 1
            if manifests.isEmpty, reading.irregularities.isEmpty { written.passedOver += 1 }
        }
        for (manifest, checksum) in zip(manifests, checksums) {
            try write(manifest, checksum, input: input, path: path, replacing: nil)
        }
    }

    private func update(
        _ stored: StoredInput,
        by reading: InputReading,
        _ stamp: FileStamp,
        _ digest: String,
        _ manifests: [Manifest],
        _ checksums: [Int]
    ) throws {
        let change = try StoredInputReader.change(
            of: stored,
            reading: reading,
            stamp: stamp,
            digest: digest,
            readerVersion: comparison.readerVersion,
            checksums: checksums
        )
        if reading.dependencies != stored.dependencies {
            try dependencies.replace(of: stored.id, by: reading.dependencies)
        }
        switch change {
        case .unchanged:
            result.unchanged += 1
        case .restamped:
            restamp.bind(comparison.readerVersion)
            restamp.bind(stamp)
            restamp.bind(reading.settlesManifests)
            restamp.bind(stored.id)
            try restamp.run()
            result.unchanged += 1
        case .changed:
            updateInput.bind(digest)
            updateInput.bind(comparison.readerVersion)
            updateInput.bind(try log.id())
            updateInput.bind(stamp)
            updateInput.bind(reading.settlesManifests)
            updateInput.bind(ManifestChecksum.of(reading.irregularities, at: reading.path))
            updateInput.bind(stored.id)
            try updateInput.run()
            try replaceManifests(of: stored, path: reading.path, by: manifests, checksums)
            if stored.irregularityChecksum != nil || !reading.irregularities.isEmpty {
                try irregularities.replace(of: stored.id, at: reading.path, by: reading.irregularities)
            }
            if stored.codeChecksum != nil || reading.code != nil {
                try codes.replace(of: stored.id, by: reading.code, import: log.id())
            }
            result.changed += 1
        }
    }

    /// Keeps the rows of unchanged manifests. Each other manifest replaces the row with the same key.
    private func replaceManifests(
        of input: StoredInput,
        path: Path,
        by manifests: [Manifest],
        _ checksums: [Int]
    ) throws {
        var old = input.manifests
        var new: [(manifest: Manifest, checksum: Int)] = []
        for (manifest, checksum) in zip(manifests, checksums) {
            if let same = old.firstIndex(where: { $0.checksum == checksum }) {
                old.remove(at: same)
            } else {
                new.append((manifest, checksum))
            }
        }
        var replaced: [ManifestKey: [ReplacedManifest]] = [:]
        for row in old {
            guard let stored = try recordRemoval(ofManifest: row.id, at: path) else { continue }
            let before = try ReplacedManifest(stored, claimImports: claimImports)
            replaced[ManifestKey(stored.manifest), default: []].append(before)
            deleteManifest.bind(row.id)
            try deleteManifest.run()
        }
        for (manifest, checksum) in new {
            let key = ManifestKey(manifest)
            let before = replaced[key]?.first
            if before != nil { replaced[key]?.removeFirst() }
            try write(manifest, checksum, input: input.id, path: path, replacing: before)
        }
    }

    private func write(
        _ manifest: Manifest,
        _ checksum: Int,
        input: Int,
        path: Path,
        replacing before: ReplacedManifest?
    ) throws {
        let current = try log.id()
        let row = ManifestWriter.Row(
            inputID: input,
            inputPath: path,
            checksum: checksum,
            id: before?.id,
            firstImport: before?.firstImport ?? current,
            lastImport: current
        )
        let app = try writer.write(manifest, row) { before?.imports(of: $1, in: $0, current: current) }
        history.add(manifest)
        guard isNew else { return }
        written.add(manifest)
        writtenApps.insert(app)
    }

    /// Records what the manifest with this ID claimed, and its app, before it is deleted. Returns the manifest.
    @discardableResult
    private func recordRemoval(ofManifest id: Int, at path: Path) throws -> ManifestLoader.StoredManifest? {
        guard let stored = try loader.load(id) else { return nil }
        loader.rest()
        history.remove(stored.manifest, at: path)
        possiblyOrphanedApps.insert(stored.manifest.app.text)
        possiblyOrphanedApps.insert(stored.manifest.container.text)
        return stored
    }

    /// Returns the counts of a source that was just written as a whole.
    private func counts() -> RegistryCounts? {
        guard isNew else { return nil }
        var counts = written
        counts.apps = writtenApps.count
        return counts
    }

    private func deleteApps() throws {
        guard !possiblyOrphanedApps.isEmpty else { return }
        let delete = try PreparedStatement(
            database,
            """
            DELETE FROM app WHERE key = ?
                AND NOT EXISTS (SELECT 1 FROM manifest WHERE app_id = app.id)
                AND NOT EXISTS (SELECT 1 FROM manifest WHERE container_id = app.id AND container_id <> app_id)
            """
        )
        for key in possiblyOrphanedApps {
            delete.bind(key.string)
            try delete.run()
        }
        writer.forgetApps()
    }
}
