/// The parameters of a statement, or the columns of a row, in PostgreSQL's binary format.
///
/// - Source: https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-FORMAT-CODES, seen 2026-11-24.
package struct ServerParameters: Hashable, Sendable {
    /// The values in a row, each followed by a NUL.
    package private(set) var bytes: [UInt8] = []
    /// Where each value is in ``bytes``; `nil` for NULL.
    package private(set) var ranges: [Range<Int>?] = []
    /// The type of each value as an object identifier; 0 if the server infers it.
    package private(set) var types: [UInt32] = []

    /// Creates an empty list.
    package init() {}

    /// Removes all values, and keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
        types.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ type: UInt32, _ write: (inout [UInt8]) -> Void) {
        let start = bytes.count
        write(&bytes)
        ranges.append(start..<bytes.count)
        types.append(type)
        bytes.append(0)
    }

    /// Adds NULL.
    package mutating func appendNull() {
        ranges.append(nil)
        types.append(0)
    }

    /// Adds a `bigint`.
    package mutating func append(_ number: Int) { add(20) { $0.appendBigEndian(Int64(number)) } }

    /// Adds a `boolean`.
    package mutating func append(_ flag: Bool) { add(16) { $0.append(flag ? 1 : 0) } }

    /// Adds a `text`. A NUL, which the server can't store, is escaped (``ServerText``).
    package mutating func append(text: UnsafeRawBufferPointer) { add(25) { ServerText.append(text, to: &$0) } }

    /// Adds a `bytea`.
    package mutating func append(bytes value: some Collection<UInt8>) { add(17) { $0.append(contentsOf: value) } }

    /// Adds a `bigint[]`.
    package mutating func append(_ numbers: [Int]) {
        add(1016) { bytes in
            bytes.appendArrayHeader(of: 20, count: numbers.count)
            for number in numbers {
                bytes.appendBigEndian(Int32(8))
                bytes.appendBigEndian(Int64(number))
            }
        }
    }

    /// Adds a `boolean[]`.
    package mutating func append(_ flags: [Bool]) {
        add(1000) { bytes in
            bytes.appendArrayHeader(of: 16, count: flags.count)
            for flag in flags {
                bytes.appendBigEndian(Int32(1))
                bytes.append(flag ? 1 : 0)
            }
        }
    }

    /// Adds a `text[]`.
    package mutating func append(_ texts: [String]) {
        add(1009) { bytes in
            bytes.appendArrayHeader(of: 25, count: texts.count)
            for var text in texts {
                let start = bytes.count
                bytes.appendBigEndian(Int32(0))
                text.withUTF8 { ServerText.append(UnsafeRawBufferPointer($0), to: &bytes) }
                let count = UInt32(truncatingIfNeeded: bytes.count - start - 4)
                for index in 0..<4 {
                    bytes[start + index] = UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32(index)))
                }
            }
        }
    }

    /// Appends the values as a row of `COPY … (FORMAT binary)`.
    ///
    /// - Source: https://www.postgresql.org/docs/current/sql-copy.html, seen 2026-11-24.
    package func appendRow(to rows: inout [UInt8]) {
        rows.appendBigEndian(Int16(truncatingIfNeeded: ranges.count))
        for range in ranges {
            guard let range else {
                rows.appendBigEndian(Int32(-1))
                continue
            }
            rows.appendBigEndian(Int32(truncatingIfNeeded: range.count))
            rows.append(contentsOf: bytes[range])
        }
    }

    /// What `COPY … (FORMAT binary)` expects before the first row.
    package static let copyHeader = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)

    /// What `COPY … (FORMAT binary)` expects after the last row.
    package static let copyTrailer: [UInt8] = [0xFF, 0xFF]
}

extension [UInt8] {
    fileprivate mutating func appendBigEndian(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func appendArrayHeader(of element: UInt32, count: Int) {
        // Dimensions, no NULL, the type of the elements; then the length and the first index of the dimension.
        appendBigEndian(Int32(count == 0 ? 0 : 1))
        appendBigEndian(Int32(0))
        appendBigEndian(element)
        guard count > 0 else { return }
        appendBigEndian(Int32(truncatingIfNeeded: count))
        appendBigEndian(Int32(1))
    }
}
