import GRDB
import GRDBSQLite
import SchemeModel

/// A statement of SQLite. It works without GRDB's boxing: an import of twenty thousand manifests runs some hundred
/// thousand statements, and boxing every value costs more than SQLite itself.
final class SQLiteStatement: DatabaseStatement {
    private let statement: Statement
    private let handle: OpaquePointer
    private var parameter: CInt = 0
    private var bindingResult = SQLITE_OK

    init(_ database: GRDB.Database, _ sql: String) throws {
        statement = try database.makeStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    func reset() {
        // The result repeats the failure of the last step, which was already thrown.
        _ = sqlite3_reset(handle)
        parameter = 0
        bindingResult = SQLITE_OK
    }

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

    func run() throws {
        defer { reset() }
        _ = try step()
    }
}

extension SQLiteStatement {
    private func bound(_ result: CInt) {
        if result != SQLITE_OK { bindingResult = result }
    }

    func bind(_ value: Int?) {
        parameter += 1
        bound(value.map { sqlite3_bind_int64(handle, parameter, Int64($0)) } ?? sqlite3_bind_null(handle, parameter))
    }

    func bind(_ value: Bool) { bind(value ? 1 : 0) }

    func bind(_ text: String?) {
        parameter += 1
        guard var text else { return bound(sqlite3_bind_null(handle, parameter)) }
        text.withUTF8 { bindText(UnsafeRawBufferPointer($0)) }
    }

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

    func bind(_ path: Path?) {
        parameter += 1
        guard let path else { return bound(sqlite3_bind_null(handle, parameter)) }
        if path.bytes.isEmpty { return bound(sqlite3_bind_zeroblob(handle, parameter, 0)) }
        path.bytes.withUnsafeBytes {
            bound(sqlite3_bind_blob64(handle, parameter, $0.baseAddress, UInt64($0.count), Self.copied))
        }
    }

    func bind(_ numbers: [Int]) { bind("[" + numbers.map(String.init).joined(separator: ",") + "]") }

    func bind(_ texts: [String]) { bind(texts.first) }

    /// Makes SQLite copy a bound value, because the value may not outlive the call.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

extension SQLiteStatement {
    func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func int(_ column: CInt) -> Int { Int(sqlite3_column_int64(handle, column)) }

    func withBytes<Result>(_ column: CInt, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let start = sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        return body(UnsafeBufferPointer(start: start, count: count))
    }

    func text(_ column: CInt) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }
}
