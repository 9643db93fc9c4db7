import SchemeModel

/// A statement that is prepared once and run many times. Values are bound in order, and columns are read by index.
final class PreparedStatement {
    let statement: any DatabaseStatement

    /// Prepares `sql`.
    ///
    /// - Parameters:
    ///   - isLarge: Whether the result may not fit into memory. Its rows are then fetched in parts.
    ///   - isOfStoredRows: Whether it changes only rows that were stored before this transaction, so that a server may run it
    ///     before what was inserted since.
    init(_ database: Database, _ sql: String, isLarge: Bool = false, isOfStoredRows: Bool = false) throws {
        statement = try database.engine.prepare(sql, isLarge: isLarge, isOfStoredRows: isOfStoredRows)
    }

    /// Resets the statement, so that it can be bound and run again.
    func reset() { statement.reset() }

    /// Moves to the next row. Returns `false` after the last one.
    ///
    /// - Throws: An error of the database.
    func step() throws -> Bool { try statement.step() }

    /// Runs a statement without result rows, and resets it.
    ///
    /// - Throws: An error of the database, now or from a later statement.
    func run() throws { try statement.run() }

    /// Returns the first column of the first row as a number, or `nil` without a row, and resets the statement.
    ///
    /// - Throws: An error of the database.
    func number() throws -> Int? {
        defer { reset() }
        return try step() ? optionalInt(0) : nil
    }

    /// Returns the first column of the first row as text; `nil` without a row, or for NULL. Resets the statement.
    ///
    /// - Throws: An error of the database.
    func text() throws -> String? {
        defer { reset() }
        return try step() ? optionalText(0) : nil
    }
}

extension PreparedStatement {
    /// Binds the next parameter.
    func bind(_ value: Int?) { statement.bind(value) }

    /// Binds the next parameter to a Boolean, which SQLite stores as 0 or 1.
    func bind(_ value: Bool) { statement.bind(value) }

    /// Binds the next parameter.
    func bind(_ text: String?) { statement.bind(text) }

    /// Binds the next parameter to UTF-8 bytes without NUL, as text.
    func bind(utf8 bytes: UnsafeRawBufferPointer) { statement.bind(utf8: bytes) }

    /// Binds the next parameter to the bytes of a path.
    func bind(_ path: Path?) { statement.bind(path) }

    /// Binds the next parameter to a list, for a condition from ``SQLDialect/isAmong``.
    func bind(_ numbers: [Int]) { statement.bind(numbers) }

    /// Binds the next parameter to a list, for a condition from ``SQLDialect/isOneOf``.
    func bind(_ texts: [String]) { statement.bind(texts) }
}

extension PreparedStatement {
    func isNull(_ column: CInt) -> Bool { statement.isNull(column) }

    /// Returns the number in `column`, or 0 for anything else.
    func int(_ column: CInt) -> Int { statement.int(column) }

    func optionalInt(_ column: CInt) -> Int? { isNull(column) ? nil : int(column) }

    func bool(_ column: CInt) -> Bool { int(column) != 0 }

    /// Calls `body` with the bytes of a text or a blob, which are valid only during the call.
    func withBytes<Result>(_ column: CInt, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        statement.withBytes(column, body)
    }

    /// Returns the text in `column`, or an empty text for NULL.
    func text(_ column: CInt) -> String { statement.text(column) }

    func optionalText(_ column: CInt) -> String? { isNull(column) ? nil : text(column) }

    func path(_ column: CInt) -> Path { withBytes(column) { Path(bytes: $0) } }

    func optionalPath(_ column: CInt) -> Path? { isNull(column) ? nil : path(column) }
}
