/// A section of the explanation of a rule or a problem.
struct ExplanationSection {
    let heading: String
    /// Markdown.
    var body = ""
    var subsections: [ExplanationSection] = []

    /// The columns before the output of an example: the indents of two sections, and that of a block of code.
    static let codeIndent = 8

    /// Returns the columns of an explanation: those of the terminal, at most 100.
    static func width(in context: ReportContext) -> Int { max(40, min(context.width ?? 80, 100)) }

    /// Returns the lines of the section without subsections, including the empty one before it.
    func lineCount(width: Int) -> Int {
        1 + Paragraphs.lines(of: heading, width: width).count + Paragraphs.lines(of: body, width: width - 2).count
    }

    /// Writes the section after an empty line.
    func write(to writer: TextWriter, width: Int, indent: String = "") throws {
        try writer.line()
        for line in Paragraphs.lines(of: heading, width: width) {
            try writer.line(indent + writer.palette.paint(line, .strong))
        }
        let indent = indent + "  "
        for line in Paragraphs.lines(of: body, width: width - 2) {
            try writer.line(line.isEmpty ? "" : indent + line, isCode: true)
        }
        for part in subsections { try part.write(to: writer, width: width - 2, indent: indent) }
    }
}
