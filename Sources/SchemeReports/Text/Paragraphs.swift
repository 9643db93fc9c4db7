/// Wraps Markdown for a terminal.
enum Paragraphs {
    /// Returns the lines of `markdown` with paragraphs and list items wrapped at spaces to `width` columns if possible.
    ///
    /// Fenced code and tables are not changed.
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
                // A code block ends at a line that has only backticks, at least as many as its first line.
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

    /// Returns the paragraphs and list items of `markdown`, each with the line breaks before it.
    ///
    /// A line with a colon at its end is in one part with the code or the first item after it.
    static func parts(of markdown: String) -> [String] {
        var parts: [String] = []
        var isCode = false
        var separator = ""
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            guard isCode || !line.isEmpty else {
                separator = "\n\n"
                continue
            }
            let begins = separator == "\n\n" || marker(of: line.drop { $0 == " " }) != nil
            if parts.isEmpty || !isCode && begins && !parts[parts.count - 1].hasSuffix(":") {
                parts.append(separator + line)
            } else {
                parts[parts.count - 1] += separator + line
            }
            separator = "\n"
            if line.hasPrefix("```") { isCode.toggle() }
        }
        return parts
    }

    /// Returns the sentences of one part of a Markdown text, each with the space before it.
    ///
    /// A part with a block of code is one sentence, and so is a quotation.
    static func sentences(of part: String) -> [String] {
        guard !part.contains("```") else { return [part] }
        var sentences = [""]
        var isQuoted = false
        for (character, next) in zip(part, part.dropFirst() + ["\n"]) {
            let wasEnd = sentences[sentences.count - 1].last.map { ".…".contains($0) } ?? false
            sentences[sentences.count - 1].append(character)
            if character == "`" || character == "\"" { isQuoted.toggle() }
            guard !isQuoted, next == " " || next == "\n" else { continue }
            if character == "." || character == "\"" && wasEnd { sentences.append("") }
        }
        return sentences.filter { !$0.isEmpty }
    }

    /// Returns the length of the marker that a list item begins with, including its space.
    private static func marker(of line: Substring) -> Int? {
        if line.hasPrefix("* ") || line.hasPrefix("- ") { return 2 }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && line.dropFirst(digits.count).hasPrefix(". ") ? digits.count + 2 : nil
    }

    /// Returns the lines of one paragraph, wrapped at spaces; all but the first are indented by `indent` spaces.
    static func wrapped(_ text: String, indent: Int = 0, width: Int) -> [String] {
        let leading = String(text.prefix { $0 == " " })
        var lines: [String] = []
        var line = leading
        var hasWord = false
        for word in text.split(separator: " ") {
            let needed =
                DisplayWidth.columns(ofPainted: line) + (hasWord ? 1 : 0)
                + DisplayWidth.columns(ofPainted: String(word))
            // A line that begins with "::" is a command for some build services.
            if hasWord, needed > width, !word.hasPrefix("::") {
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
