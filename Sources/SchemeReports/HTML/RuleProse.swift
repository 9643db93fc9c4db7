/// Writes the Markdown of rule descriptions as HTML: paragraphs, list items, blocks of code and `code`.
enum RuleProse {
    /// - Throws: An error from the output.
    static func write(_ markdown: String, to html: Markup) throws {
        // Joined to one line each, as wide as they are.
        var block: [String] = []
        var isCode = false
        func end() throws {
            guard !block.isEmpty else { return }
            if isCode {
                try html.element("pre") {
                    for (index, line) in block.enumerated() {
                        if index > 0 { try html.line() }
                        try html.text(line)
                    }
                }
            } else {
                try html.element("p") { try writeInline(block.joined(separator: " "), to: html) }
            }
            block = []
        }
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            let bare = line.drop { $0 == " " }
            if bare.hasPrefix("```") {
                try end()
                isCode.toggle()
            } else if isCode {
                block.append(String(line))
            } else if bare.isEmpty {
                try end()
            } else if bare.hasPrefix("* ") || bare.hasPrefix("- ") {
                try end()
                block = ["• \(bare.dropFirst(2))"]
            } else {
                block.append(String(bare))
            }
        }
        try end()
    }

    /// Writes text with the parts between backticks as code.
    private static func writeInline(_ text: String, to html: Markup) throws {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where !part.isEmpty {
            let isCode = !index.isMultiple(of: 2) && index < parts.count - 1
            if isCode { try html.element("code", text: String(part)) } else { try html.text(String(part)) }
        }
    }
}
