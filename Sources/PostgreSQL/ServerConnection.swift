#if PostgreSQL
import CPostgreSQL
import LibC

/// A connection to a PostgreSQL server. Only one thread may use it at a time.
///
/// The library reads everything that psql reads: `.pgpass`, service files, `PGSSLMODE` and other variables.
package final class ServerConnection {
    private let handle: OpaquePointer
    private let address: ServerAddress
    /// Whether to give up, which is asked ten times a second while the server works.
    private let isInterrupted: @Sendable () -> Bool
    private var prepared = 0
    /// The number of times that this connection waited for the server, after it was opened.
    package private(set) var roundTrips = 0

    /// Connects to the server.
    ///
    /// - Throws: ``ServerError``.
    package init(to address: ServerAddress, isInterrupted: @escaping @Sendable () -> Bool) throws(ServerError) {
        self.address = address
        self.isInterrupted = isInterrupted
        // The address can replace what is before it. A server that vanishes without a word is noticed after a minute.
        var options = [
            ("fallback_application_name", "schemereg"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
            ("keepalives_count", "3"), ("dbname", address.uri), ("client_encoding", "UTF8"),
        ]
        if getenv("PGCONNECT_TIMEOUT") == nil { options.insert(("connect_timeout", "10"), at: 0) }
        guard Self.isValid(address) else {
            throw ServerError(state: "08001", message: "the address is not a valid PostgreSQL URI")
        }
        let keys = options.map { strdup($0.0) }
        let values = options.map { strdup($0.1) }
        defer { for text in keys + values { free(text) } }
        // Later options replace earlier ones, and the address counts as options for its parts.
        let opened = PQconnectdbParams(
            keys.map { UnsafePointer($0) } + [nil],
            values.map { UnsafePointer($0) } + [nil],
            1
        )
        guard let opened else { throw ServerError(state: nil, message: "out of memory") }
        // From here on, also after an error, deinit closes it.
        handle = opened
        guard PQstatus(opened) == CONNECTION_OK else {
            let message = address.withoutSecrets(String(cString: PQerrorMessage(opened)))
            throw ServerError(state: Self.state(ofRefusal: message), message: message)
        }
        // Notices would be printed to the standard error stream.
        PQsetNoticeProcessor(opened, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// Whether the library understands the address. Its own explanation could show a password.
    private static func isValid(_ address: ServerAddress) -> Bool {
        guard let options = PQconninfoParse(address.uri, nil) else { return false }
        PQconninfoFree(options)
        return true
    }

    /// Returns the SQLSTATE of a refused connection. The library has only the sentence of the server or the system.
    private static func state(ofRefusal message: String) -> String {
        let states = [
            "the database system is": "57P03", "too many clients": "53300", "too many connections": "53300",
            "remaining connection slots": "53300", "Connection refused": ServerError.refused,
            "No such file or directory": ServerError.refused,
        ]
        return states.first { message.contains($0.key) }?.value ?? "08001"
    }

    /// The version of the server: 150004 for 15.4.
    package var version: Int { Int(PQserverVersion(handle)) }

    /// The encoding of the database, as the server names it.
    package var encoding: String { String(cString: PQparameterStatus(handle, "server_encoding")) }

    /// Whether the server is in a transaction, also one that failed.
    package var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Whether the connection is lost.
    package var isLost: Bool { PQstatus(handle) != CONNECTION_OK }
}

extension ServerConnection {
    /// Runs statements without parameters, and returns the rows of the last one, as text.
    ///
    /// - Throws: ``ServerError``.
    @discardableResult
    package func run(_ sql: String) throws(ServerError) -> ServerResult? {
        try check(PQsendQuery(handle, sql) == 1)
        return try lastResult()
    }

    /// Runs a statement, and returns its rows.
    ///
    /// - Parameter name: The name of a prepared statement; `nil` to use `sql`.
    /// - Throws: ``ServerError``.
    package func query(
        _ sql: String,
        _ parameters: ServerParameters,
        prepared name: String? = nil
    ) throws(ServerError) -> ServerResult {
        try send(sql, parameters, name)
        guard let result = try lastResult() else { throw ServerError(state: nil, message: "the server sent no result") }
        return result
    }

    /// Prepares a statement with parameters of these types, and returns its name.
    ///
    /// - Throws: ``ServerError``.
    package func prepare(_ sql: String, types: [UInt32]) throws(ServerError) -> String {
        prepared += 1
        let name = "s\(prepared)"
        try check(PQsendPrepare(handle, name, sql, Int32(types.count), types) == 1)
        _ = try lastResult()
        return name
    }

    /// Inserts rows in the binary format of COPY.
    ///
    /// - Parameter sql: `COPY … FROM STDIN (FORMAT binary)`.
    /// - Throws: ``ServerError``.
    package func copy(_ sql: String, rows: [UInt8]) throws(ServerError) {
        try check(PQsendQuery(handle, sql) == 1)
        guard let started = try nextResult() else { throw failure(nil) }
        guard PQresultStatus(started) == PGRES_COPY_IN else {
            let error = failure(started)
            PQclear(started)
            _ = try? lastResult()
            throw error
        }
        PQclear(started)
        for part in [ServerParameters.copyHeader, rows, ServerParameters.copyTrailer] {
            var offset = 0
            while offset < part.count {
                // The library counts in 32 bits.
                let count = min(part.count - offset, 1 << 20)
                let sent = part.withUnsafeBytes { bytes in
                    PQputCopyData(
                        handle,
                        bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self),
                        Int32(count)
                    )
                }
                try check(sent == 1)
                offset += count
            }
        }
        try check(PQputCopyEnd(handle, nil) == 1)
        _ = try lastResult()
    }

    /// A statement and its parameters.
    package struct Statement {
        let sql: String
        let parameters: ServerParameters
        let prepared: String?

        /// - Parameter name: The name of a prepared statement; `nil` to use `sql`.
        package init(_ sql: String, _ parameters: ServerParameters, prepared name: String? = nil) {
            self.sql = sql
            self.parameters = parameters
            prepared = name
        }
    }

    /// Runs statements without waiting for each, and returns the rows of those that have any, in order.
    ///
    /// - Throws: The ``ServerError`` of the first that fails; the others after it are not run.
    @discardableResult
    package func runAll(_ statements: [Statement]) throws(ServerError) -> [ServerResult] {
        try check(PQenterPipelineMode(handle) == 1)
        var results: [ServerResult] = []
        var failed: ServerError?
        // The answers of more statements could fill the buffers while this side is still writing.
        var rest = statements[...]
        while !rest.isEmpty, failed == nil {
            let part = rest.prefix(256)
            rest = rest.dropFirst(part.count)
            for statement in part { try send(statement.sql, statement.parameters, statement.prepared) }
            try check(PQpipelineSync(handle) == 1)
            roundTrips += 1
            for _ in part {
                while let result = try nextResult() {
                    switch PQresultStatus(result) {
                    case PGRES_TUPLES_OK: results.append(ServerResult(result))
                    case PGRES_COMMAND_OK, PGRES_PIPELINE_ABORTED: PQclear(result)
                    default:
                        failed = failed ?? failure(result)
                        PQclear(result)
                    }
                }
            }
            if let synchronized = try nextResult() { PQclear(synchronized) }
        }
        try check(PQexitPipelineMode(handle) == 1)
        if let failed { throw failed }
        return results
    }
}

extension ServerConnection {
    private func check(_ isDone: Bool) throws(ServerError) {
        if !isDone { throw failure(nil) }
    }

    private func send(_ sql: String, _ parameters: ServerParameters, _ name: String?) throws(ServerError) {
        let count = Int32(parameters.ranges.count)
        let lengths = parameters.ranges.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: parameters.ranges.count)
        let isSent = parameters.bytes.withUnsafeBytes { bytes in
            let values = parameters.ranges.map { range in
                range.flatMap { bytes.baseAddress?.advanced(by: $0.lowerBound).assumingMemoryBound(to: CChar.self) }
            }
            if let name { return PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1) }
            return PQsendQueryParams(handle, sql, count, parameters.types, values, lengths, formats, 1)
        }
        try check(isSent == 1)
    }

    /// Returns the last result of a statement, and reads everything before.
    private func lastResult() throws(ServerError) -> ServerResult? {
        roundTrips += 1
        var last: ServerResult?
        var failed: ServerError?
        while let result = try nextResult() {
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: last = ServerResult(result)
            default:
                if failed == nil { failed = failure(result) }
                PQclear(result)
            }
        }
        if let failed { throw failed }
        if isLost { throw failure(nil) }
        return last
    }

    /// Waits for the next result; `nil` after the last one.
    private func nextResult() throws(ServerError) -> OpaquePointer? {
        while PQisBusy(handle) == 1 {
            while PQflush(handle) == 1 {
                if wait(for: Int16(POLLIN | POLLOUT)) > 0 { try check(PQconsumeInput(handle) == 1) }
            }
            if wait(for: Int16(POLLIN)) == 0, isInterrupted() {
                cancel()
                throw ServerError(state: "57014", message: "the run was interrupted")
            }
            try check(PQconsumeInput(handle) == 1)
        }
        return PQgetResult(handle)
    }

    private func wait(for events: Int16) -> Int32 {
        var socket = pollfd(fd: PQsocket(handle), events: events, revents: 0)
        return poll(&socket, 1, 100)
    }

    /// Asks the server to stop what it is doing, and waits until it does.
    private func cancel() {
        guard let request = PQgetCancel(handle) else { return }
        defer { PQfreeCancel(request) }
        var message = [CChar](repeating: 0, count: 256)
        guard PQcancel(request, &message, Int32(message.count)) == 1 else { return }
        while let result = PQgetResult(handle) { PQclear(result) }
    }

    private func failure(_ result: OpaquePointer?) -> ServerError {
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        let state = result == nil ? nil : field("C")
        let message = (result == nil ? nil : field("M")) ?? String(cString: PQerrorMessage(handle))
        let text = address.withoutSecrets(message)
        return ServerError(
            state: isLost && state == nil ? nil : state ?? "XX000",
            message: text.isEmpty ? "the connection was lost" : text
        )
    }
}
#endif
