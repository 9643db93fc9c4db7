import GRDB
package import SchemeModel

/// A registry file that is open. Used by one thread at a time.
///
/// A registry that is read is one unchanging state: what other processes write meanwhile is not seen. A registry that
/// is written stays in the rollback-journal mode until something really changes, is then in WAL mode, so that readers
/// go on, and is left without side files by ``close()``.
package final class Registry {
    /// What a registry is opened for.
    package enum Purpose: Sendable {
        /// Nothing is written, not even to bring an older registry up to date.
        case reading
        /// The file is made when there is none, and brought up to date.
        case writing
    }

    /// The path, as it was named.
    package let path: Path
    /// What it was opened for.
    package let purpose: Purpose
    private let connection: RegistryConnection
    private var isWritingAhead = false
    private var isClosed = false
    private var isExamined = false
    private var cachedLoader: ManifestLoader?

    /// Opens the registry at `path`.
    ///
    /// - Parameter patience: asked again and again while another process has the registry locked, with how long that has
    ///   been; gives up when it answers false.
    /// - Throws: ``RegistryError``; the file is then as it was.
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
        // Whoever needs to know whether the file was left in order calls close().
        try? close()
    }

    /// Ends writing, leaves no side files, and lets go of the file. Nothing else may be called afterwards.
    ///
    /// - Throws: ``RegistryError``; what was imported is safe even then.
    package func close() throws(RegistryError) {
        guard !isClosed else { return }
        isClosed = true
        cachedLoader = nil
        try connection.close()
    }
}

extension Registry {
    /// Gives `body` the database, and turns what SQLite throws into ``RegistryError``; anything else goes through.
    func access<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do {
            return try connection.queue.unsafeReentrantWrite(body)
        } catch let error as DatabaseError {
            throw RegistryError(error, at: path)
        } catch let damage as StoredDamage {
            throw RegistryError(
                path: path,
                cause: .damaged("what it says of '\(damage.place.path)' is not what was written")
            )
        }
    }

    /// Gives `body` the database inside one transaction that may write, and commits it when `body` returns.
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        guard purpose == .writing else { throw RegistryError(path: path, cause: .notWritable) }
        return try access { database in
            // Nobody reads a registry that holds nothing, and its first import is faster without.
            if try !isWritingAhead && Int.fetchOne(database, sql: "SELECT 1 FROM source LIMIT 1") != nil {
                try connection.beginWriteAhead(database)
                isWritingAhead = true
            }
            defer { cachedLoader?.rest() }
            var result: Result?
            try database.inTransaction(.immediate) {
                result = try body(database)
                return .commit
            }
            guard let result else { throw RegistryError(path: path, cause: .failure(code: 0)) }
            return result
        }
    }

    /// Examines a registry that was too large for that when it was opened: for whoever reads all of it, which takes
    /// longer anyway.
    func examine(_ database: Database) throws {
        guard purpose == .reading, !isExamined else { return }
        isExamined = true
        let small = RegistryConnection.examinedBytes
        try RegistryConnection.examine(database, of: small..<16 * small, path)
    }

    /// The loader of this connection.
    func loader(_ database: Database) throws -> ManifestLoader {
        if let cachedLoader { return cachedLoader }
        let loader = try ManifestLoader(database)
        cachedLoader = loader
        return loader
    }
}
