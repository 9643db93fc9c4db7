import PostgreSQL
package import SchemeModel

/// An open registry. Only one thread may use it at a time.
///
/// A registry that is open for reading is a snapshot: it doesn't show what other processes write later, and changes no
/// files. After writing, ``close()`` leaves no side files.
package final class Registry {
    /// The purpose for which a registry is opened.
    package enum Purpose: Sendable {
        /// Nothing is written, not even a migration.
        case reading
        /// The file is created if it doesn't exist, and migrated if it is old.
        case writing
    }

    /// The path, or the address without passwords, as the user named it.
    package let path: Path
    /// Whether it is on a server, where several machines write.
    package let isShared: Bool
    /// The purpose for which it was opened.
    package let purpose: Purpose
    private let storage: any RegistryStorage

    /// Returns whether `path` is the address of a PostgreSQL server, and not the path of a file.
    package static func isServer(_ path: Path) -> Bool { path.text.flatMap { ServerAddress($0) } != nil }

    /// Returns the path, or the address without passwords, to show to users.
    package static func name(of path: Path) -> String {
        path.text.flatMap { ServerAddress($0) }?.display ?? path.display
    }

    /// The number of times that the current connection waited for a server; 0 for a file.
    package var roundTrips: Int { storage.roundTrips }

    /// Whether manifests are read as ``Manifest/distrusted()``.
    let distrustsInputs: Bool
    private var isClosed = false
    private var cachedLoader: ManifestLoader? {
        // It uses the loader.
        didSet { if cachedLoader == nil { cachedDomains = nil } }
    }
    private var cachedDomains: StoredDomains?

    /// Opens the registry at `path`, which is a file or the address of a PostgreSQL server.
    ///
    /// - Parameters:
    ///   - distrustsInputs: Whether to read manifests as ``Manifest/distrusted()``.
    ///   - patience: Called repeatedly while another process has the registry locked, with the time waited so far. Returns
    ///     whether to keep waiting.
    /// - Throws: ``RegistryError``; the file is then unchanged.
    package init(
        at path: Path,
        for purpose: Purpose,
        distrustsInputs: Bool = false,
        patience: @escaping @Sendable (Duration) -> Bool = { $0 < .seconds(60) }
    ) throws(RegistryError) {
        self.purpose = purpose
        self.distrustsInputs = distrustsInputs
        guard let address = path.text.flatMap({ ServerAddress($0) }) else {
            self.path = path
            isShared = false
            storage = try SQLiteStorage(at: path, for: purpose, patience: patience)
            return
        }
        self.path = Path(address.display)
        isShared = true
        #if PostgreSQL
        storage = try ServerStorage(at: address, for: purpose) { !patience(.zero) }
        #else
        throw RegistryError(path: Path(address.display), cause: .unsupported)
        #endif
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
        return try storage.close()
    }
}

extension Registry {
    /// Calls `body` with the database, and turns errors of the database into ``RegistryError``. Rethrows all other errors.
    ///
    /// - Parameter tables: What `body` reads completely, or the tables in which it looks up rows by an index. A reader
    ///   examines it first.
    func access<Result>(
        examining tables: ExaminedTables = .tables([]),
        _ body: (Database) throws -> Result
    ) throws -> Result {
        do {
            return try storage.access { database in
                try storage.examine(database, tables)
                return try body(database)
            }
        } catch let damage as ChecksumMismatch {
            throw RegistryError(
                path: path,
                cause: .damaged("the data for '\(damage.place.path)' differs from what was written")
            )
        }
    }

    /// Calls `body`, which reads the registry or changes it in one transaction. Calls it again if the connection to a server
    /// was lost, or if other transactions were in the way.
    ///
    /// - Throws: ``RegistryError``, and other errors of `body`.
    package func retrying<Result>(_ body: () throws -> Result) throws -> Result {
        var pause = RetryPause()
        while true {
            do {
                return try body()
            } catch let error as RegistryError {
                guard case .lost = error.cause, error.path == path, try storage.recover(&pause) else { throw error }
                // Its statements belong to the connection.
                cachedLoader = nil
            }
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
        try storage.beginWriting(database)
    }

    func commit(_ database: Database) throws {
        try storage.commit(database)
        cachedLoader?.rest()
    }

    /// Undoes everything since ``beginWriting(_:)``; does nothing if there is no transaction.
    func rollback(_ database: Database) {
        cachedLoader?.rest()
        storage.rollback(database)
    }

    /// Returns the manifest loader of this connection.
    func loader(_ database: Database) throws -> ManifestLoader {
        let loader = try cachedLoader ?? ManifestLoader(database, distrustsInputs: distrustsInputs)
        cachedLoader = loader
        return loader
    }

    /// Returns the domains of this connection.
    func domains(_ database: Database) throws -> StoredDomains {
        let domains = try cachedDomains ?? StoredDomains(database, loader: loader(database))
        // Others may have changed the files since the last call.
        domains.forgetFiles()
        cachedDomains = domains
        return domains
    }
}
