import SchemeModel
import Synchronization

/// The text of a table of known schemes, of which only the rows are read that someone asks for.
///
/// A program that checks a few schemes would otherwise spend a fifth of its time on reading all rows.
final class SortedSchemeTable: KnownSchemeTable {
    /// The table, whose rows are sorted by the bytes of their schemes.
    let text: String
    /// The positions of the rows in the text, and its end.
    private let starts: [Int]
    /// All rows, once something asked for them: a process may write them to several registries.
    private let allRows = Mutex<[KnownScheme]?>(nil)

    init(text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
        starts = text.utf8.withContiguousStorageIfAvailable { TableBytes.starts(in: UnsafeRawBufferPointer($0)) } ?? []
    }

    var rows: [KnownScheme] {
        allRows.withLock { known in
            if let known { return known }
            var reader = KnowledgeReader()
            let rows = reader.knownSchemes(text)
            known = rows
            return rows
        }
    }

    func rows(about scheme: SchemeKey) -> [KnownScheme] {
        var name = scheme.text.string
        let fields: [[String]]? = name.withUTF8 { name in
            text.utf8.withContiguousStorageIfAvailable { bytes in
                let table = TableBytes(bytes: UnsafeRawBufferPointer(bytes), starts: starts)
                return table.rows(about: UnsafeRawBufferPointer(name)).map { row in
                    row.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                        .map { String(decoding: $0, as: UTF8.self) }
                }
            }
        }
        // A test reads every row of the embedded table.
        return (fields ?? []).compactMap { try? KnowledgeReader.knownScheme($0) }
    }
}

/// The bytes of a table, and the positions of its rows.
///
/// Rules ask about every scheme of a registry, so this reads bytes one by one, without slices.
private struct TableBytes {
    let bytes: UnsafeRawBufferPointer
    let starts: [Int]

    /// Returns the positions of the rows after the comments and the names of the columns, and the end.
    static func starts(in bytes: UnsafeRawBufferPointer) -> [Int] {
        var lines = [0]
        for (position, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { lines.append(position + 1) }
        if lines.last != bytes.count { lines.append(bytes.count) }
        let rows = lines.drop { $0 < bytes.count && bytes[$0] == UInt8(ascii: "#") }.dropFirst()
        return rows.isEmpty ? [bytes.count] : Array(rows)
    }

    /// Returns the rows whose first field is `scheme`, found by bisection.
    func rows(about scheme: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
        var low = 0
        var high = starts.count - 1
        // The first row that is not less lies between `low` and `high`.
        while low < high {
            let middle = (low + high) / 2
            if order(of: starts[middle], and: scheme) < 0 { low = middle + 1 } else { high = middle }
        }
        var found: [Slice<UnsafeRawBufferPointer>] = []
        while low + 1 < starts.count, order(of: starts[low], and: scheme) == 0 {
            let end = starts[low + 1]
            found.append(bytes[starts[low]..<(bytes[end - 1] == UInt8(ascii: "\n") ? end - 1 : end)])
            low += 1
        }
        return found
    }

    /// Returns a negative number if the first field of the row at `row` is less than `scheme`, 0 if they are equal.
    private func order(of row: Int, and scheme: UnsafeRawBufferPointer) -> Int {
        for index in 0...scheme.count {
            let position = row + index
            let isEnd =
                position >= bytes.count || bytes[position] == UInt8(ascii: "\t")
                || bytes[position] == UInt8(ascii: "\n")
            if isEnd || index == scheme.count { return (isEnd ? 0 : 1) - (index == scheme.count ? 0 : 1) }
            if bytes[position] != scheme[index] { return bytes[position] < scheme[index] ? -1 : 1 }
        }
        return 0
    }
}
