/// Breaks Markdown into lines of a terminal.
enum Paragraphs {
    /// The lines of `markdown`, paragraphs and list items broken at spaces so that no line is wider than `width`
    /// where that is possible; fenced code and tables are left as they are.
    static func lines(of markdown: String, width: Int) -> [String] {
        var lines: [String] = []
        var paragraph: (text: String, indent: Int)?
        var fence: Substring?

        func endParagraph() {
            if let (text, indent) = paragraph { lines += wrapped(text, indent: indent, width: width) }
            paragraph = nil
        }
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            let bare = line.drop { $0 == " " }
            let ticks = bare.prefix { $0 == "`" }
            if let opening = fence {
                // A code block ends at a line of at least as many backticks as it began with, and nothing else.
                if ticks.count >= opening.count, ticks.count == bare.count {
                    fence = nil
                } else {
                    lines.append(line.isEmpty ? "" : "    " + line)
                }
            } else if ticks.count >= 3 {
                endParagraph()
                fence = ticks
            } else if bare.isEmpty {
                endParagraph()
                if lines.last?.isEmpty == false { lines.append("") }
            } else if bare.hasPrefix("|") {
                endParagraph()
                lines.append(String(line))
            } else if let marker = marker(of: bare) {
                endParagraph()
                paragraph = (String(line), line.count - bare.count + marker)
            } else {
                paragraph = paragraph.map { ($0.text + " " + bare, $0.indent) } ?? (String(bare), 0)
            }
        }
        endParagraph()
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// The number of characters of the mark that a list item begins with, its space among them.
    private static func marker(of line: Substring) -> Int? {
        if line.hasPrefix("* ") || line.hasPrefix("- ") { return 2 }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && line.dropFirst(digits.count).hasPrefix(". ") ? digits.count + 2 : nil
    }

    /// The lines of one paragraph; all but the first begin with `indent` spaces.
    private static func wrapped(_ text: String, indent: Int, width: Int) -> [String] {
        let leading = String(text.prefix { $0 == " " })
        var lines: [String] = []
        var line = leading
        var hasWord = false
        for word in text.split(separator: " ") {
            let needed = DisplayWidth.columns(of: line) + (hasWord ? 1 : 0) + DisplayWidth.columns(of: String(word))
            if hasWord, needed > width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                hasWord = false
            }
            line += (hasWord ? " " : "") + word
            hasWord = true
        }
        return lines + [line]
    }
}
