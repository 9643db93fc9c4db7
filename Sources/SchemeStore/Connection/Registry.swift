import GRDB
package import SchemeModel

/// An open registry file. Only one thread may use it at a time.
///
/// A registry that is open for reading is a snapshot: it doesn't show what other processes write later. A registry that
/// is open for writing stays in rollback-journal mode until something changes. It is then in WAL mode, so that readers
/// aren't blocked. ``close()`` leaves no side files.
package final class Registry {
    /// The purpose for which a registry is opened.
    package enum Purpose: Sendable {
        /// Nothing is written, not even a migration.
        case reading
        /// The file is created if it doesn't exist, and migrated if it is old.
        case writing
    }

    /// The path, as the user named it.
    package let path: Path
    /// The purpose for which it was opened.
    package let purpose: Purpose
    private let connection: RegistryConnection
    private var isWritingAhead = false
    private var isClosed = false
    private var isExamined = false
    private var cachedLoader: ManifestLoader?

    /// Opens the registry at `path`.
    ///
    /// - Parameter patience: Called repeatedly while another process has the registry locked, with the time waited so
    ///   far. Returns whether to keep waiting.
    /// - Throws: ``RegistryError``; the file is then unchanged.
    package init(
        at path: Path,
        for purpose: Purpose,
        patience: @escaping @Sendable (Duration) -> Bool = { $0 < .seconds(60) }
    ) throws(RegistryError) {
        self.path = path
        self.purpose = purpose
        connection = try RegistryConnection(to: path, for: purpose, patience: patience)
    }

    deinit {
        // A caller that needs to know whether closing succeeded calls close().
        _ = try? close()
    }

    /// Ends writing, removes side files, and closes the file. The registry can't be used afterwards.
    ///
    /// - Returns: `false` if an unneeded log was left next to the file.
    /// - Throws: ``RegistryError``; imported data is safe even then, unless another file took the registry's place.
    @discardableResult
    package func close() throws(RegistryError) -> Bool {
        guard !isClosed else { return true }
        isClosed = true
        cachedLoader = nil
        return try connection.close() != .emptyLog
    }
}

extension Registry {
    /// Calls `body` with the database, and turns errors of SQLite into ``RegistryError``. Rethrows all other errors.
    func access<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do {
            return try connection.queue.unsafeReentrantWrite(body)
        } catch let error as DatabaseError {
            throw RegistryError(error, at: path)
        } catch let damage as ChecksumMismatch {
            throw RegistryError(
                path: path,
                cause: .damaged("the data for '\(damage.place.path)' differs from what was written")
            )
        }
    }

    /// Calls `body` with the database in one write transaction, and commits when `body` returns.
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try access { database in
            do {
                try beginWriting(database)
                let result = try body(database)
                try commit(database)
                return result
            } catch {
                rollback(database)
                throw error
            }
        }
    }

    /// Begins a write transaction. ``commit(_:)`` or ``rollback(_:)`` ends it.
    func beginWriting(_ database: Database) throws {
        guard purpose == .writing else { throw RegistryError(path: path, cause: .notWritable) }
        try connection.verifyPlace(database)
        // An empty registry has no readers, and its first import is faster without WAL.
        if try !isWritingAhead && Int.fetchOne(database, sql: "SELECT 1 FROM source LIMIT 1") != nil {
            try connection.beginWriteAhead(database)
            isWritingAhead = true
        }
        try database.beginTransaction(.immediate)
        try connection.verifyPlace(database)
    }

    func commit(_ database: Database) throws {
        try connection.verifyPlace(database)
        try database.commit()
        cachedLoader?.rest()
    }

    /// Undoes everything since ``beginWriting(_:)``; does nothing if there is no transaction.
    func rollback(_ database: Database) {
        cachedLoader?.rest()
        // A reader's transaction lasts as long as the connection.
        guard purpose == .writing, database.isInsideTransaction else { return }
        // The caller throws the error that led here. If SQLite can't roll back now, closing does.
        try? database.rollback()
    }

    /// Examines a registry that was too large to examine when it was opened. Called by operations that read all of it,
    /// because those take longer anyway.
    func examine(_ database: Database) throws {
        guard purpose == .reading, !isExamined else { return }
        isExamined = true
        let small = RegistryConnection.examinedBytes
        try RegistryConnection.examine(database, of: small..<16 * small, path)
    }

    /// Returns the manifest loader of this connection.
    func loader(_ database: Database) throws -> ManifestLoader {
        if let cachedLoader { return cachedLoader }
        let loader = try ManifestLoader(database)
        cachedLoader = loader
        return loader
    }
}
