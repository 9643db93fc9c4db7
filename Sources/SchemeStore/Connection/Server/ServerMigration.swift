#if PostgreSQL
import PostgreSQL

/// The schema of a registry on a server.
enum ServerMigration {
    /// Creates a registry at `address`, or updates the one that is there.
    static func initialize(
        at address: ServerAddress,
        isInterrupted: @escaping @Sendable () -> Bool
    ) throws(RegistryError) -> RegistryInitialization {
        let (connection, _) = try ServerStorage.connect(to: address, "", isInterrupted)
        do throws(ServerError) {
            let place = try connection.query("SELECT current_database(), current_schema()", ServerParameters())
            return RegistryInitialization(
                earlierVersion: try bringUpToDate(connection),
                version: Migration.onServer.count,
                database: place.withBytes(0, 0, ServerText.text),
                schema: place.withBytes(0, 1, ServerText.text)
            )
        } catch {
            throw RegistryError(error, of: address)
        }
    }

    /// Returns the number of migrations that the registry has; `nil` if there is none.
    ///
    /// - Throws: `ServerError`.
    static func version(of connection: ServerConnection) throws(ServerError) -> Int? {
        let found = try connection.query("SELECT to_regclass('schemereg_version') IS NOT NULL", ServerParameters())
        guard found.int(0, 0) == 1 else { return nil }
        let version = try connection.query("SELECT max(version) FROM schemereg_version", ServerParameters())
        return version.isNull(0, 0) ? 0 : version.int(0, 0)
    }

    /// Applies the migrations that the registry lacks, in one transaction. Waits while another process does the same.
    /// Returns the version before; `nil` if there was no registry.
    ///
    /// - Throws: `ServerError`; nothing was changed then.
    static func bringUpToDate(_ connection: ServerConnection) throws(ServerError) -> Int? {
        try connection.run("BEGIN; SELECT pg_advisory_xact_lock(\(ServerEngine.registryLock)::bigint)")
        do {
            let before = try version(of: connection)
            let applied = before ?? 0
            for migration in Migration.onServer.dropFirst(applied) { try connection.run(migration.sql) }
            if applied < Migration.onServer.count {
                try connection.run(
                    """
                    DELETE FROM schemereg_version;
                    INSERT INTO schemereg_version VALUES (\(Migration.onServer.count));
                    """
                )
            }
            try connection.run("COMMIT")
            return before
        } catch {
            _ = try? connection.run("ROLLBACK")
            throw error
        }
    }
}
#endif
