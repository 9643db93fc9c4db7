/// Writes rows of cells in columns that are as wide as their contents, unless a line would be too long.
///
/// The widths are computed from the first 1,000 rows to limit memory. A wider cell in a later row shifts the cells to
/// its right.
struct TextTable {
    /// The heading of a column, and what its cells are.
    struct Column {
        let heading: String
        var kind = Kind.text

        /// What the cells of a column are, which decides what happens if there is too little room for one.
        enum Kind {
            /// Text whose middle may be left out.
            case text
            /// One of a few words, which is only cut if it is long.
            case word
            /// The name of something, which is only cut if it is wider than the terminal. A long one gets a line of its
            /// own.
            case name
            /// A number, which is right-aligned and never cut.
            case number
            /// A path, whose middle may be left out. Its end names the file.
            case path
            /// A sentence in the last column, which is wrapped at spaces.
            case prose
        }
    }

    private let columns: [Column]
    private let palette: Palette
    /// The maximum number of columns of a line; `nil` for no limit.
    private let limit: Int?
    private let write: (String) throws -> Void
    private var waiting: [[String]] = []
    private var layout: TableLayout?

    private static let measuredRows = 1000

    /// Creates a table that passes each line to `write`.
    ///
    /// - Parameter limit: The maximum number of columns of a line. A row that doesn't fit takes several lines. `nil`
    ///   for no limit.
    init(_ columns: [Column], palette: Palette, limit: Int? = nil, write: @escaping (String) throws -> Void) {
        self.columns = columns
        self.palette = palette
        self.limit = limit
        self.write = write
    }

    /// Adds a row: one escaped text for each column.
    mutating func add(_ cells: [String]) throws {
        if let layout { return try writeRow(cells, layout) }
        waiting.append(cells)
        if waiting.count == Self.measuredRows { try writeWaiting() }
    }

    /// Writes the pending rows; writes nothing for a table without rows.
    ///
    /// - Returns: Whether there were rows.
    mutating func finish() throws -> Bool {
        try writeWaiting()
        return layout != nil
    }

    private mutating func writeWaiting() throws {
        guard layout == nil, !waiting.isEmpty else { return }
        let widths = columns.indices.map { index in
            waiting.reduce(DisplayWidth.columns(of: columns[index].heading)) {
                max($0, DisplayWidth.columns(of: $1[index]))
            }
        }
        let layout = TableLayout(columns, widths: widths, limit: limit)
        self.layout = layout
        try writeRow(columns.map(\.heading), layout, style: .faint)
        for cells in waiting { try writeRow(cells, layout) }
        waiting = []
    }

    private func writeRow(_ cells: [String], _ layout: TableLayout, style: Palette.Style? = nil) throws {
        for line in layout.lines { try write(line, cells, style) }
    }

    /// Writes the cells of one line of a row, and more lines if one of them is too long.
    private func write(_ line: TableLayout.Line, _ cells: [String], _ style: Palette.Style?) throws {
        let limit = limit ?? .max
        // What may not be cut shifts the cells to its right if there is room for all.
        let wanted = zip(line.columns, line.widths).map { index, width in
            columns[index].kind.isWhole ? max(width, DisplayWidth.columns(of: cells[index])) : width
        }
        let canShift = line.indent + ColumnWidths.total(of: wanted) <= limit
        var text = String(repeating: " ", count: line.indent)
        var start = line.indent
        func endLine() throws {
            while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
            try write(style.map { palette.paint(text, $0) } ?? text)
            text = ""
        }
        for (index, width) in zip(line.columns, line.widths) {
            let cell = cells[index]
            let cellWidth = DisplayWidth.columns(of: cell)
            if index > line.columns.lowerBound { text = text.padded(to: start - ColumnWidths.gap) + "  " }
            let position = DisplayWidth.columns(of: text)
            let isLast = index == line.columns.upperBound - 1
            let room = isLast ? limit - position : width
            switch columns[index].kind {
            case .number: text += cell.paddedLeft(to: width)
            case .text, .word: text += cell.cut(to: room)
            case .path: text += cell.cut(to: room, isPath: true)
            case .name where cellWidth <= room || canShift: text += cell
            case .name:
                if position + cellWidth > limit {
                    if text.contains(where: { $0 != " " }) { try endLine() }
                    text = String(repeating: " ", count: line.indent)
                }
                text += cell.cut(to: limit - DisplayWidth.columns(of: text))
                if !isLast { try endLine() }
            case .prose:
                for (number, part) in Paragraphs.wrapped(cell, width: room).enumerated() {
                    if number > 0 { try endLine() }
                    text = text.padded(to: position) + part
                }
            }
            start += width + ColumnWidths.gap
        }
        try endLine()
    }
}

extension TextTable.Column.Kind {
    /// Whether a cell is never cut for lack of room next to others.
    fileprivate var isWhole: Bool { self == .name || self == .number }
}
