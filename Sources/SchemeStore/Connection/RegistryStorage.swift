/// Where a registry is stored: in a file, or on a server. Only one thread may use it at a time.
protocol RegistryStorage: AnyObject {
    /// Calls `body` with the database, and turns the database's errors into ``RegistryError``. Rethrows all other errors.
    func access<Result>(_ body: (Database) throws -> Result) throws -> Result

    /// Begins a write transaction. ``commit(_:)`` or ``rollback(_:)`` ends it.
    func beginWriting(_ database: Database) throws

    /// Ends a write transaction.
    func commit(_ database: Database) throws

    /// Undoes everything since ``beginWriting(_:)``; does nothing if there is no transaction.
    func rollback(_ database: Database)

    /// Checks that the rows and indexes of `tables` are consistent, if the registry was too large to check when it was
    /// opened.
    func examine(_ database: Database, _ tables: ExaminedTables) throws

    /// Prepares to repeat a transaction after ``RegistryError/Cause/lost(_:)``: waits, and connects again if necessary.
    /// Returns `false` if it is time to give up.
    func recover(_ pause: inout RetryPause) throws(RegistryError) -> Bool

    /// The number of times that the current connection waited for a server; 0 for a file.
    var roundTrips: Int { get }

    /// Ends writing, and closes the connection.
    ///
    /// - Returns: `false` if an unneeded log was left next to a file.
    func close() throws(RegistryError) -> Bool
}

/// The tables that an operation examines before it reads them.
enum ExaminedTables {
    /// All of them, for operations that read the whole registry, because those take longer anyway.
    case all
    case tables([String])
}
