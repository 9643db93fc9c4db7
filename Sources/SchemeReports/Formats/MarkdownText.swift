import SchemeModel

/// Escapes input text for a cell of a Markdown table, for any dialect.
///
/// Everything that a renderer might act on goes into a code span, even if it isn't Markdown: `@name`, which would
/// notify someone, `#1`, URLs and `:100:`.
enum MarkdownText {
    /// Returns `text` as prose if nothing in it has a special meaning, otherwise as code.
    static func text(_ text: String) -> String {
        let isTame =
            text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || tame.contains($0) }
            && !active.contains { text.asciiLowercased.utf8.contains($0.utf8) }
        return isTame ? TextEscape.escaped(text) : code(text)
    }

    /// Returns `text` as code.
    ///
    /// The marks around it are longer than all rows of backticks in it. In a table, a `|` would end the cell, even in
    /// code, unless a backslash precedes it. If the text has one there already, dialects disagree, so such a `|`
    /// becomes `\u{7C}`.
    ///
    /// - Source: https://spec.commonmark.org/0.31.2/#code-spans and https://github.github.com/gfm/#tables-extension-,
    ///   2026-11-25.
    static func code(_ text: String, isInTable: Bool = true) -> String {
        let text = TextEscape.escaped(text)
        guard !text.isEmpty else { return "" }
        let bar = text.contains("\\|") ? TextEscape.escape("|") : "\\|"
        let code = isInTable ? text.replacing { $0 == "|" ? bar : nil } : text
        let longest = code.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
        let mark = String(repeating: "`", count: longest + 1)
        // One space at both ends doesn't belong to the code, unless there is nothing else.
        let ends = [code.utf8.first, code.utf8.last]
        let isBlank = code.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
        let isPadded = ends.contains(UInt8(ascii: "`")) || (ends.allSatisfy { $0 == UInt8(ascii: " ") } && !isBlank)
        return isPadded ? "\(mark) \(code) \(mark)" : mark + code + mark
    }

    /// Writes an empty line and a table with as many rows as fit into a comment; writes nothing without rows.
    static func writeTable(_ head: String, _ rows: [String], to output: ByteOutput) throws {
        guard !rows.isEmpty else { return }
        try output.write("\n" + head)
        var (count, size) = (0, 0)
        for row in rows {
            size += row.utf8.count
            guard size <= rowBytes else { break }
            try output.write(row)
            count += 1
        }
        if count < rows.count { try output.write("\n... and \(rows.count - count) more\n") }
    }

    /// The maximum number of bytes of rows. A comment holds 65,536 characters and needs room for other text.
    private static let rowBytes = 60_000

    private static let tame = Set("0123456789 ',;:()/.-+".unicodeScalars)
    private static let active = ["//", "www.", ":100:", ":1234:", "gh-"]
}
