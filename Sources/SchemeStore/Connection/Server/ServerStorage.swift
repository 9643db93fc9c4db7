#if PostgreSQL
import PostgreSQL
import SchemeModel

/// A registry on a PostgreSQL server.
///
/// A reader is in one transaction from the first to the last query, so it sees one state of the registry.
final class ServerStorage: RegistryStorage {
    private let address: ServerAddress
    private let purpose: Registry.Purpose
    private let isInterrupted: @Sendable () -> Bool
    private var connection: ServerConnection
    private var database: Database
    private var engine: ServerEngine

    /// Connects to the registry at `address`, and checks its version.
    init(
        at address: ServerAddress,
        for purpose: Registry.Purpose,
        isInterrupted: @escaping @Sendable () -> Bool
    ) throws(RegistryError) {
        self.address = address
        self.purpose = purpose
        self.isInterrupted = isInterrupted
        connection = try Self.open(address, for: purpose, isInterrupted)
        engine = ServerEngine(connection)
        database = Database(engine)
    }

    /// Connects to a registry, begins the transaction of a reader, and checks the version of the schema.
    private static func open(
        _ address: ServerAddress,
        for purpose: Registry.Purpose,
        isPatient: Bool = false,
        _ isInterrupted: @escaping @Sendable () -> Bool
    ) throws(RegistryError) -> ServerConnection {
        let begin = purpose == .reading ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;" : ""
        let (connection, found) = try connect(
            to: address,
            isPatient: isPatient,
            begin + "SELECT max(version) FROM schemereg_version",
            isInterrupted
        )
        let supported = Migration.onServer.count
        let version = found?.numberInText ?? 0
        if version > supported { throw RegistryError(address, .newer(version: version, supported: supported)) }
        if version < supported { throw RegistryError(address, .olderOnServer(version: version, supported: supported)) }
        return connection
    }

    /// Connects, and runs `sql`, whose last result is returned. Waits for a server that is stopped, is starting, or has no free
    /// connection.
    ///
    /// - Parameter isPatient: Whether to wait for every server, because it was there before.
    static func connect(
        to address: ServerAddress,
        isPatient: Bool = false,
        _ sql: String,
        _ isInterrupted: @escaping @Sendable () -> Bool
    ) throws(RegistryError) -> (ServerConnection, ServerResult?) {
        var pause = RetryPause()
        var checksClient = true
        while true {
            let connection: ServerConnection
            do throws(ServerError) {
                connection = try ServerConnection(to: address, isInterrupted: isInterrupted)
            } catch {
                let isWorthWaiting = error.isTransient && (isPatient || error.state != "08001")
                guard isWorthWaiting, !isInterrupted(), pause.wait() else {
                    throw RegistryError(address, .unreachable(error.message))
                }
                continue
            }
            let encoding = connection.encoding
            guard encoding == "UTF8" else { throw RegistryError(address, .wrongEncoding(encoding)) }
            do throws(ServerError) {
                let checks = checksClient && connection.version >= 140_000
                return (connection, try connection.run(setup(checksClient: checks) + sql))
            } catch {
                // Windows can't check whether a client is gone.
                if error.state == "22023", checksClient {
                    checksClient = false
                    continue
                }
                if error.state == "42P01" { throw RegistryError(address, .notInitialized) }
                guard error.isTransient, !isInterrupted(), pause.wait() else { throw RegistryError(error, of: address) }
            }
        }
    }

    /// Returns statements that bound how long others wait for this connection, and it for others.
    private static func setup(checksClient: Bool) -> String {
        // Another import of the same source may take a while. One whose process or machine is gone ends soon.
        """
        SET lock_timeout = '60s';
        SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;
        \(checksClient ? "SET client_connection_check_interval = '5s';" : "")
        """
    }

    func access<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do {
            return try body(database)
        } catch let error as ServerError {
            throw RegistryError(error, of: address)
        }
    }

    func beginWriting(_ database: Database) throws {
        engine.forgetAnswers()
        // What another import wrote while this one waited for a lock must be visible, whatever the user's default is.
        try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
    }

    func commit(_ database: Database) throws {
        try engine.flush()
        try connection.run("COMMIT")
    }

    func rollback(_ database: Database) {
        engine.discard()
        guard purpose == .writing, connection.isInTransaction else { return }
        // A lost connection is rolled back by the server.
        _ = try? connection.run("ROLLBACK")
    }

    func examine(_ database: Database, _ tables: ExaminedTables) {}

    var roundTrips: Int { connection.roundTrips }

    func close() -> Bool { true }

    func recover(_ pause: inout RetryPause) throws(RegistryError) -> Bool {
        guard !isInterrupted(), pause.wait() else { return false }
        // What a reader's transaction showed is gone with it.
        guard connection.isLost || purpose == .reading else { return true }
        connection = try Self.open(address, for: purpose, isPatient: true, isInterrupted)
        engine = ServerEngine(connection)
        database = Database(engine)
        return true
    }
}

extension RegistryError {
    init(_ address: ServerAddress, _ cause: Cause) { self.init(path: Path(address.display), cause: cause) }

    /// Converts an error of the server at `address`.
    init(_ error: ServerError, of address: ServerAddress) {
        let cause: Cause
        switch error.state {
        case _ where error.isTransient: cause = .lost(error.message)
        case "42501": cause = .notPermitted(error.message)
        case "25006": cause = .readOnly
        case "53100": cause = .full
        case "54000": cause = .tooLong
        case "55P03": cause = .locked
        case "57014": cause = .canceled(error.message)
        case let state? where state.hasPrefix("23"): cause = .unstorable(input: nil, detail: error.message)
        default: cause = .serverFailure(error.message)
        }
        self.init(address, cause)
    }
}
#endif
