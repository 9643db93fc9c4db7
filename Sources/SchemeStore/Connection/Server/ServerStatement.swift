#if PostgreSQL
import PostgreSQL
import SchemeModel

/// A statement of a server. A query gets all of its rows at once, or in parts if there may be too many; other statements
/// wait in ``ServerEngine`` until something depends on them.
final class ServerStatement: DatabaseStatement {
    private let engine: ServerEngine
    private let sql: ServerSQL
    private let isLarge, isOfStoredRows: Bool
    private var parameters = ServerParameters()
    private var result: ServerResult?
    private var row = -1
    /// The cursor that has further rows.
    private var cursor: String?

    /// The number of rows that a cursor gives at once.
    private static let rowsAtOnce = 5_000

    init(_ engine: ServerEngine, _ sql: ServerSQL, isLarge: Bool, isOfStoredRows: Bool) {
        self.engine = engine
        self.sql = sql
        self.isLarge = isLarge
        self.isOfStoredRows = isOfStoredRows
    }

    func reset() {
        parameters.removeAll()
        result = nil
        row = -1
        if let cursor { engine.close(cursor) }
        cursor = nil
    }

    func step() throws -> Bool {
        guard sql.kind == .query else {
            try engine.enqueue(sql, parameters, isOfStoredRows: isOfStoredRows)
            return false
        }
        if result == nil { try begin() }
        row += 1
        if let cursor, row == result?.count ?? 0, row > 0 {
            result = try engine.fetch(Self.rowsAtOnce, from: cursor)
            row = 0
        }
        return row < result?.count ?? 0
    }

    func run() throws {
        defer { reset() }
        _ = try step()
    }

    private func begin() throws {
        if isLarge, let cursor = try engine.openCursor(sql, parameters) {
            self.cursor = cursor
            result = try engine.fetch(Self.rowsAtOnce, from: cursor)
        } else {
            result = try engine.query(question)
        }
    }

    /// The query with the values that are bound now.
    var question: ServerEngine.Question { ServerEngine.Question(text: sql.text, parameters: parameters) }
}

extension ServerStatement {
    func bind(_ value: Int?) {
        if let value { parameters.append(value) } else { parameters.appendNull() }
    }

    func bind(_ value: Bool) { parameters.append(value) }

    func bind(_ text: String?) {
        guard var text else { return parameters.appendNull() }
        text.withUTF8 { parameters.append(text: UnsafeRawBufferPointer($0)) }
    }

    func bind(utf8 bytes: UnsafeRawBufferPointer) { parameters.append(text: bytes) }

    func bind(_ path: Path?) {
        if let path { parameters.append(bytes: path.bytes) } else { parameters.appendNull() }
    }

    func bind(_ numbers: [Int]) { parameters.append(numbers) }

    func bind(_ texts: [String]) { parameters.append(texts) }
}

extension ServerStatement {
    func isNull(_ column: CInt) -> Bool { result?.isNull(row, column) ?? true }

    func int(_ column: CInt) -> Int { result?.int(row, column) ?? 0 }

    func withBytes<Result>(_ column: CInt, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard let result else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
        return result.withBytes(row, column) { bytes in
            guard result.isText(column), ServerText.isEscaped(bytes) else { return body(bytes) }
            var text = ServerText.text(bytes)
            return text.withUTF8(body)
        }
    }

    func text(_ column: CInt) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }
}
#endif
