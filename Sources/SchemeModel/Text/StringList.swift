extension [String] {
    /// Returns the strings as a list in words: `a, b and c`. Counts those after the first `limit`, unless it is one:
    /// `a, b and 3 more`.
    ///
    /// - Parameter end: What separates the last string from the others, unless some are only counted.
    package func inWords(_ end: String = " and ", atMost limit: Int = .max) -> String {
        let others = count - prefix(limit).count
        if others > 1 { return prefix(limit).joined(separator: ", ") + " and \(others.grouped) more" }
        guard let last, count > 1 else { return joined() }
        return dropLast().joined(separator: ", ") + end + last
    }

    /// Returns the first `limit` strings as lines, and a line that counts the others.
    ///
    /// - Parameter hint: What follows in that line, such as ` (run 'schemereg list apps' to see all)`.
    package func lines(atMost limit: Int, _ hint: String = "") -> [String] {
        prefix(limit) + (count > limit ? ["... and \((count - limit).grouped) more\(hint)"] : [])
    }
}
