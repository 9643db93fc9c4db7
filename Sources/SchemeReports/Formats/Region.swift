import SchemeModel

/// The start and end of a place in lines and columns, as used by editors and build services.
///
/// Lines and columns start at 1, columns count UTF-16 units, and the end is exclusive.
struct Region: Hashable {
    let startLine: Int
    let startColumn: Int
    let endLine: Int
    let endColumn: Int

    /// Creates the region of `place`; `nil` if there is none.
    ///
    /// There is none if the place has no lines, if they are lines of an archive's member, or if a foreign registry
    /// contains invalid numbers.
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
