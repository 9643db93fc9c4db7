/// The widths of the columns that are next to each other on one line of a table.
enum ColumnWidths {
    /// The number of spaces between two columns.
    static let gap = 2

    /// Returns the widths, reduced where necessary so that a line has at most `limit` columns.
    ///
    /// The widest columns are reduced first, all to the same width, but none below its least width.
    static func fitting(_ widths: [Int], least: [Int], limit: Int) -> [Int] {
        func reduced(to cap: Int) -> [Int] { zip(widths, least).map { max($1, min($0, cap)) } }
        func fits(_ cap: Int) -> Bool { total(of: reduced(to: cap)) <= limit }
        var (low, high) = (0, widths.max() ?? 0)
        // The largest width that fits.
        while low < high {
            let middle = low + (high - low + 1) / 2
            if fits(middle) { low = middle } else { high = middle - 1 }
        }
        return reduced(to: low)
    }

    /// Returns the width of a line.
    static func total(of widths: [Int]) -> Int { widths.reduce(0, +) + gap * max(0, widths.count - 1) }
}

extension String {
    /// Returns the text, which is escaped, with an ellipsis in place of so much of its middle that it fits into `width`
    /// columns.
    ///
    /// - Parameter isPath: Whether the end is more important than the beginning, as it names the file.
    func cut(to width: Int, isPath: Bool = false) -> String {
        guard DisplayWidth.columns(of: self) > width, width > 1 else { return self }
        let room = width - 1
        let tail = isPath ? room - room / 3 : room / 2
        let end = Self.prefix(of: unicodeScalars.reversed(), width: tail).reversed()
        let start = Self.prefix(of: unicodeScalars, width: room - tail)
        var text = String.UnicodeScalarView(start)
        text.append("…")
        // A combining mark would change the ellipsis.
        text.append(contentsOf: end.drop { DisplayWidth.columns(of: $0) == 0 })
        return String(text)
    }

    /// Returns the first scalars that fit into `width` columns.
    private static func prefix(of scalars: some Sequence<Unicode.Scalar>, width: Int) -> [Unicode.Scalar] {
        var (result, columns): ([Unicode.Scalar], Int) = ([], 0)
        for scalar in scalars {
            columns += DisplayWidth.columns(of: scalar)
            if columns > width { break }
            result.append(scalar)
        }
        return result
    }
}
