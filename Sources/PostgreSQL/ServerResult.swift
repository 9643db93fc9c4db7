#if PostgreSQL
import CPostgreSQL

/// The rows of a statement: in binary format, or as text if ``ServerConnection/run(_:)`` returns them.
package final class ServerResult {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    /// The number of rows.
    package var count: Int { Int(PQntuples(handle)) }

    /// The number of columns.
    package var columnCount: Int { Int(PQnfields(handle)) }

    /// Returns the object identifier of a column's type: 20 for `bigint`.
    package func type(of column: Int32) -> UInt32 { PQftype(handle, column) }

    /// Returns whether a column has text.
    package func isText(_ column: Int32) -> Bool { type(of: column) == 25 }

    /// Returns whether the value is NULL. There is no value outside the result.
    package func isNull(_ row: Int, _ column: Int32) -> Bool { PQgetisnull(handle, Int32(row), column) == 1 }

    /// Calls `body` with the bytes of a value, which are valid only during the call.
    package func withBytes<Result>(
        _ row: Int,
        _ column: Int32,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let count = Int(PQgetlength(handle, Int32(row), column))
        guard count > 0, let start = PQgetvalue(handle, Int32(row), column) else {
            return body(UnsafeBufferPointer(start: nil, count: 0))
        }
        return start.withMemoryRebound(to: UInt8.self, capacity: count) {
            body(UnsafeBufferPointer(start: $0, count: count))
        }
    }

    /// The number that the first row has in its first column as text; `nil` without a row, or for NULL.
    package var numberInText: Int? { withBytes(0, 0) { Int(String(decoding: $0, as: UTF8.self)) } }

    /// Returns a number or a Boolean of any size; 0 for NULL.
    package func int(_ row: Int, _ column: Int32) -> Int {
        withBytes(row, column) { bytes in
            guard let first = bytes.first, bytes.count <= 8 else { return 0 }
            let sign: UInt64 = first & 0x80 == 0 ? 0 : .max
            return Int(Int64(bitPattern: bytes.reduce(sign) { $0 << 8 | UInt64($1) }))
        }
    }
}
#endif
