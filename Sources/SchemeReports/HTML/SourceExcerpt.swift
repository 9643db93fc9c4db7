import SchemeModel

/// Some lines of an input, with the marked part in one of them; escaped for display.
struct SourceExcerpt {
    /// A line of an input.
    struct Line {
        let number: Int
        /// The text before the marked part; the whole text if nothing is marked.
        let head: String
        /// The marked part; `nil` for a line without one.
        let marked: String?
        /// The text after the marked part.
        let tail: String
    }

    /// The lines, in order; not empty.
    let lines: [Line]

    private static let width = 96

    /// Creates the excerpt of a place; `nil` if its lines are not available, or if the place is the whole input.
    init?(_ place: Place, in context: ReportContext) {
        guard let whole = place.range, whole.byteOffset > 0 || whole.byteLength > 0, let range = whole.lines,
            let middle = context.sourceLine(place)
        else { return nil }
        let snippet = Snippet(line: middle, marking: range, width: Self.width)
        var lines = [Self.marked(snippet, number: range.start.line)]
        if let line = Self.neighbor(of: place, range, by: -1, context) { lines.insert(line, at: 0) }
        if let line = Self.neighbor(of: place, range, by: 1, context) { lines.append(line) }
        self.lines = Self.withoutIndent(lines)
    }

    /// Splits the line of a snippet at its mark, which counts columns.
    private static func marked(_ snippet: Snippet, number: Int) -> Line {
        let start = snippet.mark.utf8.prefix { $0 == UInt8(ascii: " ") }.count
        let end = snippet.mark.utf8.count
        var parts = ["", "", ""]
        var column = 0
        for scalar in snippet.line.unicodeScalars {
            parts[column < start ? 0 : column < end ? 1 : 2].unicodeScalars.append(scalar)
            column += DisplayWidth.columns(of: scalar)
        }
        return Line(number: number, head: parts[0], marked: parts[1], tail: parts[2])
    }

    private static func neighbor(
        of place: Place,
        _ range: SourceRange.Lines,
        by distance: Int,
        _ context: ReportContext
    ) -> Line? {
        let (number, isOver) = range.start.line.addingReportingOverflow(distance)
        guard !isOver, number > 0 else { return nil }
        let position = TextPosition(line: number, column: 1, columnUTF16: 1)
        var other = place
        other.range?.lines = SourceRange.Lines(start: position, end: position)
        guard let bytes = context.sourceLine(other) else { return nil }
        let snippet = Snippet(line: bytes, marking: .init(start: position, end: position), width: width)
        return Line(number: number, head: snippet.line, marked: nil, tail: "")
    }

    /// Removes the spaces that all lines begin with.
    private static func withoutIndent(_ lines: [Line]) -> [Line] {
        let filled = lines.filter { !($0.head + ($0.marked ?? "")).allSatisfy { $0 == " " } }
        let indent = filled.map { line in line.head.utf8.prefix { $0 == UInt8(ascii: " ") }.count }.min() ?? 0
        return lines.map { line in
            Line(number: line.number, head: String(line.head.dropFirst(indent)), marked: line.marked, tail: line.tail)
        }
    }
}
