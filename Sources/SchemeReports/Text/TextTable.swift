/// Writes rows of cells in columns that are as wide as their contents.
///
/// The widths are computed from the first 1,000 rows to limit memory; a wider cell in a later row shifts the cells to
/// its right.
struct TextTable {
    /// The heading and the alignment of a column.
    struct Column {
        let heading: String
        /// Whether the cells are right-aligned, as numbers are.
        var isNumber = false
    }

    private let columns: [Column]
    private let palette: Palette
    private let write: (String) throws -> Void
    private var waiting: [[String]] = []
    private var widths: [Int]?

    private static let measuredRows = 1000

    /// Creates a table that passes each line to `write`.
    init(_ columns: [Column], palette: Palette, write: @escaping (String) throws -> Void) {
        self.columns = columns
        self.palette = palette
        self.write = write
    }

    /// Adds a row: one escaped text for each column.
    mutating func add(_ cells: [String]) throws {
        if let widths { return try writeRow(cells, widths) }
        waiting.append(cells)
        if waiting.count == Self.measuredRows { try writeWaiting() }
    }

    /// Writes the pending rows; writes nothing for a table without rows.
    ///
    /// - Returns: Whether there were rows.
    mutating func finish() throws -> Bool {
        try writeWaiting()
        return widths != nil
    }

    private mutating func writeWaiting() throws {
        guard widths == nil, !waiting.isEmpty else { return }
        let widths = columns.indices.map { index in
            waiting.reduce(DisplayWidth.columns(of: columns[index].heading)) {
                max($0, DisplayWidth.columns(of: $1[index]))
            }
        }
        self.widths = widths
        try writeRow(columns.map(\.heading), widths, style: .faint)
        for cells in waiting { try writeRow(cells, widths) }
        waiting = []
    }

    private func writeRow(_ cells: [String], _ widths: [Int], style: Palette.Style? = nil) throws {
        var line = ""
        for (index, cell) in cells.enumerated() {
            if index > 0 { line += "  " }
            line += columns[index].isNumber ? cell.paddedLeft(to: widths[index]) : cell.padded(to: widths[index])
        }
        while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
        try write(style.map { palette.paint(line, $0) } ?? line)
    }
}
