import GRDB
import GRDBSQLite
import SchemeModel

/// A statement that is prepared once and run many times. Values are bound in order and columns are read by index,
/// without GRDB's boxing: an import of twenty thousand manifests runs some hundred thousand statements, and boxing
/// every value costs more than SQLite itself.
final class PreparedStatement {
    private let statement: Statement
    private let handle: OpaquePointer
    private var parameter: CInt = 0
    private var bindingResult = SQLITE_OK

    init(_ database: Database, _ sql: String) throws {
        statement = try database.makeStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// Resets the statement, so that it can be bound and run again.
    func reset() {
        // The result repeats the failure of the last step, which was already thrown.
        _ = sqlite3_reset(handle)
        parameter = 0
        bindingResult = SQLITE_OK
    }

    /// Moves to the next row. Returns `false` after the last one.
    ///
    /// - Throws: `DatabaseError`.
    func step() throws -> Bool {
        let result = bindingResult == SQLITE_OK ? sqlite3_step(handle) : bindingResult
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            throw DatabaseError(
                resultCode: ResultCode(rawValue: result),
                message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
            )
        }
    }

    /// Runs a statement without result rows, and resets it.
    ///
    /// - Throws: `DatabaseError`.
    func run() throws {
        defer { reset() }
        _ = try step()
    }

    /// Returns the first column of the first row as a number, or `nil` without a row, and resets the statement.
    ///
    /// - Throws: `DatabaseError`.
    func number() throws -> Int? {
        defer { reset() }
        return try step() ? int(0) : nil
    }
}

extension PreparedStatement {
    private func bound(_ result: CInt) {
        if result != SQLITE_OK { bindingResult = result }
    }

    /// Binds the next parameter.
    func bind(_ value: Int?) {
        parameter += 1
        bound(value.map { sqlite3_bind_int64(handle, parameter, Int64($0)) } ?? sqlite3_bind_null(handle, parameter))
    }

    /// Binds the next parameter to 0 or 1.
    func bind(_ value: Bool) { bind(value ? 1 : 0) }

    /// Binds the next parameter.
    func bind(_ text: String?) {
        parameter += 1
        guard var text else { return bound(sqlite3_bind_null(handle, parameter)) }
        text.withUTF8 { bindText(UnsafeRawBufferPointer($0)) }
    }

    /// Binds the next parameter to UTF-8 bytes, as text.
    func bind(utf8 bytes: UnsafeRawBufferPointer) {
        parameter += 1
        bindText(bytes)
    }

    private func bindText(_ buffer: UnsafeRawBufferPointer) {
        let count = UInt64(buffer.count)
        // A missing address would bind NULL.
        if let text = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) {
            bound(sqlite3_bind_text64(handle, parameter, text, count, Self.copied, UInt8(SQLITE_UTF8)))
        } else {
            bound(sqlite3_bind_text64(handle, parameter, "", 0, Self.copied, UInt8(SQLITE_UTF8)))
        }
    }

    /// Binds the next parameter to the bytes of a path.
    func bind(_ path: Path?) {
        parameter += 1
        guard let path else { return bound(sqlite3_bind_null(handle, parameter)) }
        if path.bytes.isEmpty { return bound(sqlite3_bind_zeroblob(handle, parameter, 0)) }
        path.bytes.withUnsafeBytes {
            bound(sqlite3_bind_blob64(handle, parameter, $0.baseAddress, UInt64($0.count), Self.copied))
        }
    }

    /// Makes SQLite copy a bound value, because the value may not outlive the call.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

extension PreparedStatement {
    func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// Returns the number in `column`, or 0 for anything else.
    func int(_ column: CInt) -> Int { Int(sqlite3_column_int64(handle, column)) }

    func optionalInt(_ column: CInt) -> Int? { isNull(column) ? nil : int(column) }

    func bool(_ column: CInt) -> Bool { int(column) != 0 }

    /// Calls `body` with the bytes of a text or a blob, which are valid only during the call.
    func withBytes<Result>(_ column: CInt, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let start = sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        return body(UnsafeBufferPointer(start: start, count: count))
    }

    /// Returns the text in `column`, or an empty text for NULL.
    func text(_ column: CInt) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }

    func optionalText(_ column: CInt) -> String? { isNull(column) ? nil : text(column) }

    func path(_ column: CInt) -> Path { withBytes(column) { Path(bytes: $0) } }

    func optionalPath(_ column: CInt) -> Path? { isNull(column) ? nil : path(column) }
}
