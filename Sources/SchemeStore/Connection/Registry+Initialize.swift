import PostgreSQL
package import SchemeModel

/// What `registry init` did.
package struct RegistryInitialization: Hashable, Sendable {
    /// The version of the registry before; `nil` if there was none.
    package var earlierVersion: Int?
    /// The version now.
    package var version: Int
    /// The names of the server's database and of the schema in it; `nil` for a file.
    package var database, schema: String?
    /// The names of the tables that readers read and writers write, and of the views.
    package static let tables = StoredTable.all.map(\.name)
    package static let views = Migration.onServer.flatMap { $0.sql.split(separator: "\n") }
        .filter { $0.hasPrefix("CREATE VIEW ") }.map { String($0.split(separator: " ")[2]) }
}

extension Registry {
    /// Creates a registry at `path`, or updates the one that is there.
    ///
    /// - Throws: ``RegistryError``; nothing was changed then.
    package static func initialize(
        at path: Path,
        patience: @escaping @Sendable (Duration) -> Bool = { $0 < .seconds(60) }
    ) throws(RegistryError) -> RegistryInitialization {
        guard let address = path.text.flatMap({ ServerAddress($0) }) else {
            let before = try RegistryConnection.version(at: path)
            try Registry(at: path, for: .writing, patience: patience).close()
            return RegistryInitialization(earlierVersion: before, version: Migration.latestVersion)
        }
        #if PostgreSQL
        return try ServerMigration.initialize(at: address) { !patience(.zero) }
        #else
        throw RegistryError(path: Path(address.display), cause: .unsupported)
        #endif
    }
}
