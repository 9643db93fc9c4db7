import SchemeModel

/// The database of an open registry, in SQLite or on a PostgreSQL server.
///
/// Everything that reads or writes a registry uses the SQL that both have in common: parameters are `?`, Booleans are
/// `TRUE` and `FALSE`, `IS NOT` compares values that may be NULL, and `CROSS JOIN … ON` joins in this order in SQLite.
/// ``dialect`` has what they write differently.
final class Database {
    let engine: any DatabaseEngine

    init(_ engine: any DatabaseEngine) { self.engine = engine }

    /// What the two databases write differently.
    var dialect: SQLDialect { engine.dialect }

    /// Whether each query is a round trip to a server, so that one query for many rows is better than many for one.
    var isRemote: Bool { dialect == .postgreSQL }

    /// Inserts a row. `insert` gets the ID to bind, which is NULL if the database chooses it, and runs the statement.
    ///
    /// - Parameter kind: Whose row it is.
    /// - Returns: The ID of the row.
    /// - Throws: An error of the database.
    func insertRow(of kind: RowKind = .other, _ insert: (_ id: Int?) throws -> Void) throws -> Int {
        let id = try engine.newID(of: kind)
        try insert(id)
        return id ?? engine.lastInsertedID
    }

    /// Runs a statement without result rows.
    ///
    /// - Throws: An error of the database.
    func execute(sql: String, arguments: [any DatabaseValue] = []) throws {
        try statement(sql, arguments).run()
    }

    /// Returns the first column of the first row as a number; `nil` without a row, or for NULL.
    ///
    /// - Throws: An error of the database.
    func number(_ sql: String, arguments: [any DatabaseValue] = []) throws -> Int? {
        try statement(sql, arguments).number()
    }

    /// Returns the first column of the first row as text; `nil` without a row, or for NULL.
    ///
    /// - Throws: An error of the database.
    func text(_ sql: String, arguments: [any DatabaseValue] = []) throws -> String? {
        try statement(sql, arguments).text()
    }

    /// Asks all of these queries at once, if that is faster than one by one.
    func ask(_ queries: [PreparedStatement]) throws { try engine.ask(queries.map(\.statement)) }

    /// Returns a statement with bound values.
    func statement(_ sql: String, _ arguments: [any DatabaseValue] = []) throws -> PreparedStatement {
        let statement = try PreparedStatement(self, sql)
        for argument in arguments { argument.bind(to: statement) }
        return statement
    }
}

/// A value that can be bound to a parameter.
protocol DatabaseValue {
    /// Binds the value to the next parameter.
    func bind(to statement: PreparedStatement)
}

extension Int: DatabaseValue {
    func bind(to statement: PreparedStatement) { statement.bind(self) }
}

extension Int?: DatabaseValue {
    func bind(to statement: PreparedStatement) { statement.bind(self) }
}

extension String: DatabaseValue {
    func bind(to statement: PreparedStatement) { statement.bind(self) }
}

/// What SQLite and PostgreSQL write differently.
enum SQLDialect: Sendable {
    case sqlite
    case postgreSQL

    /// A condition that follows a column: whether its value is in the list that is bound to the parameter.
    var isAmong: String {
        switch self {
        case .sqlite: "IN (SELECT value FROM json_each(?))"
        case .postgreSQL: "= ANY (?)"
        }
    }

    /// A condition that follows a column: whether its value is one of the texts that are bound to the parameter, of which there
    /// are at most ``textsAtOnce``.
    var isOneOf: String {
        switch self {
        case .sqlite: "= ?"
        case .postgreSQL: "= ANY (?)"
        }
    }

    /// The number of texts that are asked for together. In a file, that would save nothing.
    var textsAtOnce: Int {
        switch self {
        case .sqlite: 1
        case .postgreSQL: 500
        }
    }

    /// Returns an expression for the bytes of several expressions in a row; each has bytes.
    func bytes(_ parts: String...) -> String {
        let all = parts.joined(separator: " || ")
        return switch self {
        case .sqlite: "CAST(\(all) AS BLOB)"
        case .postgreSQL: all
        }
    }
}

/// The rows that share a sequence of IDs.
enum RowKind {
    /// The rows of `import`, whose IDs users see.
    case `import`
    /// The rows of all other tables.
    case other
}

/// What a transaction locks, if others may write at the same time.
enum LockedRows: Equatable {
    /// The whole registry.
    case all
    /// Nothing yet, but no other transaction can lock the whole registry.
    case some
    /// A source, and others of the same repository, even if they don't exist yet.
    case source(String, repository: String?)
    /// Apps, by key.
    case apps([ByteString])
}

/// A kind of database.
protocol DatabaseEngine: AnyObject {
    var dialect: SQLDialect { get }

    /// Prepares a statement in the SQL of ``Database``.
    func prepare(_ sql: String, isLarge: Bool, isOfStoredRows: Bool) throws -> any DatabaseStatement

    /// Returns the ID for a new row; `nil` if the database chooses it when the row is inserted.
    func newID(of kind: RowKind) throws -> Int?

    /// Makes new IDs of these rows larger than `last`, after rows were inserted with IDs of their own.
    func reserveIDs(of kind: RowKind, upTo last: Int) throws

    /// Runs queries with their bound values, so that they have their rows when they are stepped. A server runs them with one
    /// round trip, unless a transaction has begun; a file does nothing.
    func ask(_ queries: [any DatabaseStatement]) throws

    /// The ID that the database chose for the row that was inserted last.
    var lastInsertedID: Int { get }

    /// The number of rows that the last statement inserted, updated or deleted.
    var changesCount: Int { get }

    /// Stores the apps that the registry lacks, and returns the IDs of all of `apps`; `nil` if the database is as fast one
    /// by one.
    func storeApps(_ apps: [AppID]) throws -> [ByteString: Int]?

    /// Locks rows until the end of the transaction, and waits for other transactions that have them locked. Does nothing
    /// if a transaction locks the whole registry.
    func lock(_ rows: LockedRows) throws

    /// Returns the description of the constraint that a statement violated; `nil` if `error` is something else.
    func violatedConstraint(_ error: any Error) -> String?
}

/// A statement of a kind of database. ``PreparedStatement`` documents what each function does.
protocol DatabaseStatement: AnyObject {
    func reset()
    func step() throws -> Bool
    func run() throws

    func bind(_ value: Int?)
    func bind(_ value: Bool)
    func bind(_ text: String?)
    func bind(utf8 bytes: UnsafeRawBufferPointer)
    func bind(_ path: Path?)
    func bind(_ numbers: [Int])
    func bind(_ texts: [String])

    func isNull(_ column: CInt) -> Bool
    func int(_ column: CInt) -> Int
    func withBytes<Result>(_ column: CInt, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
    func text(_ column: CInt) -> String
}
