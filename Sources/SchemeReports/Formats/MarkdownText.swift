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
    /// Code spans have no escapes, so characters that would end the span or the cell become `\u{7C}`.
    static func code(_ text: String) -> String {
        let span = TextEscape.escaped(text)
            .replacing { $0 == "`" || $0 == "|" ? TextEscape.escape($0) : nil }
        return span.isEmpty ? "" : "`\(span)`"
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
