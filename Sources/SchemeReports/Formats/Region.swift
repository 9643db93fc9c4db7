import SchemeModel

/// Where a place begins and ends, as editors and build services count: lines and columns from 1, columns in UTF-16 units,
/// the end exclusive.
struct Region: Hashable {
    let startLine: Int
    let startColumn: Int
    let endLine: Int
    let endColumn: Int

    /// The region of `place`; `nil` where it has no lines, where the lines are those of an archive's member rather than of
    /// the file, and where a registry that somebody else wrote holds numbers that are none.
    init?(_ place: Place) {
        guard place.member == nil, let lines = place.range?.lines else { return nil }
        let (start, end) = (lines.start, lines.end)
        guard start.line >= 1, start.columnUTF16 >= 1, end.columnUTF16 >= 1,
            (start.line, start.columnUTF16) <= (end.line, end.columnUTF16)
        else { return nil }
        (startLine, startColumn) = (start.line, start.columnUTF16)
        (endLine, endColumn) = (end.line, end.columnUTF16)
    }
}
