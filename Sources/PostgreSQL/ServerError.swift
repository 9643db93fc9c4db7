/// An error of a PostgreSQL server, or of the connection to it.
package struct ServerError: Error, Hashable, Sendable {
    /// The five characters of SQLSTATE; `nil` if there was no answer, because the connection failed.
    package var state: String?
    /// What the server or the library says, in one line without passwords.
    package var message: String

    /// Creates an error with these values.
    package init(state: String?, message: String) {
        self.state = state
        self.message = message
    }

    /// The state if nothing listens at the address, so a server is stopped or restarting: `cannot_connect_now`, but without
    /// having connected.
    package static let refused = "08000"

    /// Whether the same transaction can succeed when it is repeated: the connection was lost, the server is starting or
    /// stopping or has no free connection, or two transactions were in each other's way.
    ///
    /// - Source: https://www.postgresql.org/docs/current/errcodes-appendix.html, seen 2026-11-24.
    package var isTransient: Bool {
        guard let state else { return true }
        return state.hasPrefix("08") || ["40001", "40P01", "53300", "57P01", "57P02", "57P03"].contains(state)
    }
}
