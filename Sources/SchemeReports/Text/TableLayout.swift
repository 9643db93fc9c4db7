/// The lines that each row of a table takes, and the widths of its columns.
struct TableLayout {
    /// Columns that are next to each other.
    struct Line: Equatable {
        var columns: Range<Int>
        /// The number of spaces before the first column.
        var indent = 0
        var widths: [Int] = []
    }

    private(set) var lines: [Line]

    /// The number of spaces before the second and following lines of a row.
    private static let indent = 2

    /// Creates the layout of columns whose cells are as wide as `widths`.
    ///
    /// A column that has too little room on a line begins the next one.
    ///
    /// - Parameter limit: The maximum number of columns of a line; `nil` for no limit.
    init(_ columns: [TextTable.Column], widths: [Int], limit: Int?) {
        lines = [Line(columns: 0..<columns.count, widths: widths)]
        guard let limit, ColumnWidths.total(of: widths) > limit else { return }
        let least = zip(columns, widths).map { column, width in
            column.kind == .number ? width : min(width, column.kind.leastWidth, max(1, limit - Self.indent))
        }
        lines = []
        var room = 0
        for (index, width) in least.enumerated() {
            room -= ColumnWidths.gap + width
            if room >= 0, !lines.isEmpty {
                lines[lines.count - 1].columns = lines[lines.count - 1].columns.lowerBound..<index + 1
            } else {
                let indent = lines.isEmpty ? 0 : Self.indent
                lines.append(Line(columns: index..<index + 1, indent: indent))
                room = limit - indent - width
            }
        }
        for index in lines.indices {
            let columns = lines[index].columns
            lines[index].widths = ColumnWidths.fitting(
                Array(widths[columns]),
                least: Array(least[columns]),
                limit: limit - lines[index].indent
            )
        }
    }
}

extension TextTable.Column.Kind {
    /// The width below which a column moves to the next line instead of becoming narrower.
    fileprivate var leastWidth: Int {
        switch self {
        case .text: 10
        case .word: 20
        case .name: 22
        case .number: .max
        case .path, .prose: 40
        }
    }
}
