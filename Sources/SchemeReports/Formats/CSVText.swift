import SchemeModel

/// Text as comma-separated values.
///
/// - Source: RFC 4180.
enum CSVText {
    /// Returns a record with its line end.
    static func record(_ cells: [String]) -> String { cells.map(escaped).joined(separator: ",") + "\r\n" }

    /// Returns a cell, quoted if necessary. Text that a spreadsheet would evaluate is prefixed with `'`.
    ///
    /// - Source: https://owasp.org/www-community/attacks/CSV_Injection, seen 2026-11-21.
    private static func escaped(_ text: String) -> String {
        var cell = TextEscape.escaped(text, limit: TextWriter.messageLimit)
        let first = cell.unicodeScalars.first { !$0.properties.isWhitespace }
        if let first, "=+-@＝＋－＠".unicodeScalars.contains(first) { cell = "'" + cell }
        let isPlain = cell.utf8.allSatisfy { !"\",;'".utf8.contains($0) } && cell.utf8.first != UInt8(ascii: " ")
        return isPlain ? cell : "\"" + cell.replacing { $0 == "\"" ? "\"\"" : nil } + "\""
    }
}
