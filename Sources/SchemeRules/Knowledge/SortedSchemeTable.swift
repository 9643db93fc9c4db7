import SchemeModel

/// The text of a table of known schemes, of which only the rows are read that someone asks for.
///
/// A program that checks a few schemes would otherwise spend a fifth of its time on reading all rows.
struct SortedSchemeTable: KnownSchemeTable {
    /// The table, whose rows are sorted by the bytes of their schemes.
    let text: String

    var rows: [KnownScheme] {
        var reader = KnowledgeReader()
        return reader.knownSchemes(text)
    }

    func rows(about scheme: SchemeKey) -> [KnownScheme] {
        let fields: [[String]]? = text.utf8.withContiguousStorageIfAvailable { bytes in
            Self.lines(about: Array(scheme.text.string.utf8), in: UnsafeRawBufferPointer(bytes)).map { line in
                line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                    .map { String(decoding: $0, as: UTF8.self) }
            }
        }
        guard let fields else { return rows.filter { $0.scheme == scheme } }
        // A test reads every row of the embedded table.
        return fields.compactMap { try? KnowledgeReader.knownScheme($0) }
    }

    /// Returns the lines whose first field is `scheme`, found by bisection.
    private static func lines(about scheme: [UInt8], in table: UnsafeRawBufferPointer) -> [Slice<
        UnsafeRawBufferPointer
    >] {
        func line(at start: Int) -> Slice<UnsafeRawBufferPointer> {
            table[start..<(table[start...].firstIndex(of: UInt8(ascii: "\n")) ?? table.endIndex)]
        }
        func key(at start: Int) -> Slice<UnsafeRawBufferPointer> { line(at: start).prefix { $0 != UInt8(ascii: "\t") } }
        // Comments and the names of the columns come first.
        var low = 0
        while low < table.endIndex, table[low] == UInt8(ascii: "#") { low = line(at: low).endIndex + 1 }
        guard low < table.endIndex else { return [] }
        low = line(at: low).endIndex + 1
        var high = table.endIndex
        // The first line that is not less lies between `low` and `high`, which both begin lines.
        while low < high {
            let middle = low + (high - low) / 2
            let start = table[low..<middle].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? low
            if key(at: start).lexicographicallyPrecedes(scheme) {
                low = min(line(at: start).endIndex + 1, table.endIndex)
            } else {
                high = start
            }
        }
        var found: [Slice<UnsafeRawBufferPointer>] = []
        while low < table.endIndex, key(at: low).elementsEqual(scheme) {
            found.append(line(at: low))
            low = line(at: low).endIndex + 1
        }
        return found
    }
}
