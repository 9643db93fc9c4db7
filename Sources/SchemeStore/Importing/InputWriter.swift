import SchemeModel

/// Writes the rows of a source's inputs, without the facts that were read from them.
final class InputWriter {
    private let database: Database
    private let sourceID: Int
    private let readerVersion: Int
    private let insertion, change, restamping, mark, deletion: PreparedStatement

    init(_ database: Database, sourceID: Int, readerVersion: Int) throws {
        self.database = database
        self.sourceID = sourceID
        self.readerVersion = readerVersion
        insertion = try PreparedStatement(
            database,
            """
            INSERT INTO input (id, source_id, path, state, digest, reader_version, first_import, last_import,
                size, modified, changed, inode, settles_manifests, irregularity_checksum)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        func statement(_ sql: String) throws -> PreparedStatement {
            try PreparedStatement(database, sql, isOfStoredRows: true)
        }
        change = try statement(
            """
            UPDATE input SET state = 'ok', digest = ?, reader_version = ?, last_import = ?,
                size = ?, modified = ?, changed = ?, inode = ?, settles_manifests = ?,
                irregularity_checksum = ?
            WHERE id = ?
            """
        )
        restamping = try statement(
            """
            UPDATE input SET reader_version = ?, size = ?, modified = ?, changed = ?, inode = ?, settles_manifests = ?
            WHERE id = ?
            """
        )
        mark = try statement("UPDATE input SET state = 'unreadable', last_import = ? WHERE id = ?")
        deletion = try statement("DELETE FROM input WHERE id = ?")
    }

    /// Inserts a new input, and returns its ID.
    func insert(_ reading: InputReading, _ stamp: FileStamp, digest: String, import current: Int) throws -> Int {
        try database.insertRow { id in
            insertion.bind(id)
            insertion.bind(sourceID)
            insertion.bind(reading.path)
            insertion.bind("ok")
            insertion.bind(digest)
            insertion.bind(readerVersion)
            insertion.bind(current)
            insertion.bind(current)
            insertion.bind(stamp)
            insertion.bind(reading.settlesManifests)
            insertion.bind(ManifestChecksum.of(reading.irregularities, at: reading.path))
            try insertion.run()
        }
    }

    /// Updates the input with this ID, whose facts changed.
    func update(
        _ id: Int,
        by reading: InputReading,
        _ stamp: FileStamp,
        digest: String,
        import current: Int
    ) throws {
        change.bind(digest)
        change.bind(readerVersion)
        change.bind(current)
        change.bind(stamp)
        change.bind(reading.settlesManifests)
        change.bind(ManifestChecksum.of(reading.irregularities, at: reading.path))
        change.bind(id)
        try change.run()
    }

    /// Updates the stamp of the input with this ID, whose facts are the same.
    func restamp(_ id: Int, by reading: InputReading, _ stamp: FileStamp) throws {
        restamping.bind(readerVersion)
        restamping.bind(stamp)
        restamping.bind(reading.settlesManifests)
        restamping.bind(id)
        try restamping.run()
    }

    /// Marks the input with this ID as one that can't be read anymore.
    func markUnreadable(_ id: Int, import current: Int) throws {
        mark.bind(current)
        mark.bind(id)
        try mark.run()
    }

    /// Deletes the input with this ID and, with it, its facts.
    func delete(_ id: Int) throws {
        deletion.bind(id)
        try deletion.run()
    }
}
